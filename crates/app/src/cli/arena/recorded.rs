//! Files of games in any format, for commands that read games.

use crate::cli::common::{Blame, Result, Session, file_failure, input, not_text};
use manyply::face::Kind;
use manyply::formats::{Content, Format, Recorded, decoded, pgn, sgf};
use manyply::game::Foreign;
use manyply_arena::{Archive, ArchiveReader, Head, Record};
use std::io::Cursor;
use std::path::Path;

/// A file of games (`-`: standard input), in whatever format it is.
pub(crate) struct Games<'a> {
    option: &'a str,
    path: &'a Path,
    text: String,
    format: Format,
    pub(crate) kind: &'static Kind,
    /// Those of games that do not name their own.
    rules: &'a str,
}

/// The file and the number of a game in it that `FILE:N` names.
pub(crate) fn numbered(place: &str) -> Option<(&Path, u64)> {
    let (path, number) = place.rsplit_once(':')?;
    Some((Path::new(path), number.parse().ok()?))
}

/// Whether a file is called one of positions.
pub(crate) fn is_epd(path: &Path) -> bool {
    path.extension().is_some_and(|name| name.eq_ignore_ascii_case("epd"))
}

impl<'a> Games<'a> {
    /// Opens a file. Which game it is the file says, unless `game` does.
    pub(crate) fn open(
        option: &'a str,
        path: &'a Path,
        game: Option<&str>,
        rules: Option<&'a str>,
        session: &mut Session<'_>,
    ) -> Result<Self> {
        let text = Self::text(option, path, Content::GAMES, session)?;
        Self::of_text(option, path, text, game, rules, session)
    }

    /// The text of a file of one of these kinds.
    pub(crate) fn text(option: &str, path: &Path, expected: &[Content], session: &mut Session<'_>) -> Result<String> {
        let bytes = session.read_bytes(option, path, expected)?;
        let (text, is_latin) = decoded(bytes).map_err(|error| file_failure(option, path, not_text(error)))?;
        if is_latin {
            session.warn(format!("{}: is not UTF-8; read as ISO 8859-1", path.display()));
        }
        Ok(text)
    }

    /// Whether a text, where games or positions are expected, is one of games: what nothing else tells from lists of
    /// moves, a name that ends in `.pgn` does.
    pub(crate) fn are_in(text: &str, path: &Path) -> bool {
        let has_tags = || text.trim_start_matches('\u{feff}').trim_start().starts_with('[');
        !is_epd(path)
            && (Format::of_content(text) != Format::Pgn || Format::of_path(path) == Some(Format::Pgn) || has_tags())
    }

    /// The games in the text of a file.
    pub(crate) fn of_text(
        option: &'a str,
        path: &'a Path,
        text: String,
        game: Option<&str>,
        rules: Option<&'a str>,
        session: &mut Session<'_>,
    ) -> Result<Self> {
        let wrong = |problem: &dyn std::fmt::Display| file_failure(option, path, problem);
        let format = Format::of_content(&text);
        if let Some(problem) = Content::Positions.instead_of(Content::GAMES).filter(|_| is_epd(path)) {
            return Err(wrong(&problem));
        }
        if format == Format::Sgf
            && let Some(line) = sgf::text_outside(&text)
        {
            session.warn(format!("{}: line {line}: text outside of games is passed", path.display()));
        }
        let told = match format {
            Format::Archive => {
                let archive = ArchiveReader::new(text.as_bytes()).map_err(|error| wrong(&error))?;
                Some(archive.head().game.clone())
            }
            Format::Pgn => pgn::variant(&text),
            // Formats of one game.
            _ => {
                let gomoku = session.games.all().find(|kind| kind.protocols.contains(&Foreign::Gomocup));
                gomoku.map(|kind| kind.name.to_owned())
            }
        };
        let name = match (game, &told) {
            (Some(game), Some(told)) if game != told => {
                return Err(wrong(&format!("games of {told}; expected {game}")));
            }
            (Some(game), _) => game,
            (None, Some(told)) => told,
            (None, None) => {
                return Err(wrong(&"the file does not say which game it is (no tag Variant); expected --game GAME"));
            }
        };
        let kind = session.kind(name).map_err(|_| match &told {
            Some(told) => wrong(&format!("games of {told:?}; expected one of those that 'manyply games' lists")),
            None => input!("--game: no game is called {name:?}; 'manyply games' lists them"),
        })?;
        let rules = rules.unwrap_or_default();
        kind.rules(rules).of("--rules")?;
        Ok(Self { option, path, text, format, kind, rules })
    }

    /// Gives the games with their numbers to `each`, one at a time, whose mistakes are those of the game. Returns how
    /// many there are.
    pub(crate) fn each(&self, each: &mut dyn FnMut(usize, Recorded) -> Result<(), String>) -> Result<usize> {
        self.each_by(&mut |number, game| {
            let wrong = |problem| file_failure(self.option, self.path, format!("game {number}: {problem}"));
            each(number, game).map_err(wrong)
        })
    }

    /// As [`Self::each`], with failures of any kind.
    pub(crate) fn each_by(&self, each: &mut dyn FnMut(usize, Recorded) -> Result) -> Result<usize> {
        let wrong = |problem: &dyn std::fmt::Display| file_failure(self.option, self.path, problem);
        let (mut count, mut taken) = (0, Ok(()));
        let each = &mut |game| {
            count += 1;
            if taken.is_ok() {
                taken = each(count, game);
            }
        };
        match self.format {
            Format::Archive => {
                let each = &mut |head: &Head, record: Record| {
                    each(record.recorded(head));
                    Ok(())
                };
                Archive::in_order(Cursor::new(&self.text), each).map_err(|error| wrong(&error))?;
            }
            format => {
                self.kind.each_game(format, &self.text, self.rules, each).map_err(|error| wrong(&error))?;
            }
        }
        taken.map(|()| count)
    }

    /// The game of this number, from 1, and how many there are.
    pub(crate) fn game(&self, number: u64) -> Result<(Option<Recorded>, usize)> {
        let mut found = None;
        let games = self.each(&mut |at, game| {
            found = found.take().or_else(|| (at as u64 == number).then_some(game));
            Ok(())
        })?;
        Ok((found, games))
    }
}
