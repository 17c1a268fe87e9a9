//! A game with everything that files say of it, and how a kind of game reads and writes files.

use super::epd::{self, Described};
use super::{Format, FormatError, Ply, Variation, payoffs, pgn, play, psq, rewind, sgf};
use crate::face::{AnyGame, Kind, Setup};

/// A game with everything that is said about it, as texts in the game's notation.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// What the file says of the whole game (`Event`, `Date`, …), in its order; not what the other fields hold.
    pub tags: Vec<(String, String)>,
    /// Who plays, in the order of the sides; empty where that is not known.
    pub players: Vec<String>,
    /// The rules, all of them.
    pub rules: String,
    /// The position where the game begins.
    pub start: String,
    /// A comment on the start.
    pub comment: String,
    /// The moves.
    pub line: Vec<Ply>,
    /// What each side gets: 1, 0 or −1; none if the game is not over.
    pub payoffs: Option<Vec<i8>>,
}

impl Recorded {
    /// The value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The moves of the game alone.
    pub fn moves(&self) -> Vec<&str> {
        self.line.iter().map(|ply| ply.played.as_str()).collect()
    }

    /// The game where it begins.
    ///
    /// # Errors
    /// There is no such start.
    pub fn begin(&self, kind: &Kind) -> Result<Box<dyn AnyGame>, String> {
        let setup = Setup { rules: self.rules.clone(), position: Some(self.start.clone()), ..Setup::default() };
        kind.begin(&setup).map_err(|error| error.to_string())
    }

    /// A game that begins as `start` does, of which nothing is said.
    pub(super) fn beginning(start: &dyn AnyGame) -> Self {
        Self { rules: start.rules_text(), start: start.position_text(), ..Self::default() }
    }

    /// The game that it begins with, and the same in canonical spelling.
    fn checked(&self, kind: &Kind) -> Result<(Box<dyn AnyGame>, Self), String> {
        let rules = kind.rules(&self.rules).map_err(|error| format!("rules: {error}"))?;
        let mut game = kind.start(&rules, Some(&self.start)).map_err(|error| format!("start: {error}"))?;
        let line = checked(&mut *game, &self.line)?;
        let checked = Self { rules, start: game.position_text(), line, ..self.clone() };
        Ok((game, checked))
    }
}

/// A line in canonical spelling; `game` is as before afterwards.
fn checked(game: &mut dyn AnyGame, line: &[Ply]) -> Result<Vec<Ply>, String> {
    let (before, mut checked_line) = (game.ply(), Vec::with_capacity(line.len()));
    for ply in line {
        let variations = ply.variations.iter().map(|variation| {
            Ok(Variation { comment: variation.comment.clone(), line: checked(game, &variation.line)? })
        });
        let variations = variations.collect::<Result<_, String>>()?;
        let played = play(game, &ply.played).map_err(|error| format!("move {error}"))?;
        let (glyphs, comment) = (ply.glyphs.clone(), ply.comment.clone());
        checked_line.push(Ply { played, glyphs, comment, variations });
    }
    rewind(game, before);
    Ok(checked_line)
}

impl dyn AnyGame + '_ {
    /// The game as a recording, to be written to a file.
    pub fn recorded(&self) -> Recorded {
        let line = self.moves().into_iter().map(Ply::plain).collect();
        Recorded { line, payoffs: payoffs(self), ..Recorded::beginning(&*self.at(0)) }
    }
}

/// Files of games and positions.
impl Kind {
    /// Whether a game can be written in this format.
    pub fn writes(&self, format: Format) -> bool {
        format != Format::Archive && format.holds(self)
    }

    /// Reads the games of a file. What it does not say of the rules, `rules` say.
    ///
    /// # Errors
    /// The first mistake; an archive is read by whoever writes it.
    pub fn read_games(&self, format: Format, text: &str, rules: &str) -> Result<Vec<Recorded>, FormatError> {
        let mut games = Vec::new();
        self.each_game(format, text, rules, &mut |game| games.push(game))?;
        Ok(games)
    }

    /// As [`Self::read_games`], one game at a time.
    ///
    /// # Errors
    /// The first mistake.
    pub fn each_game(
        &self,
        format: Format,
        text: &str,
        rules: &str,
        each: &mut dyn FnMut(Recorded),
    ) -> Result<(), FormatError> {
        let rules = self.file_rules(rules)?;
        match format {
            _ if !format.holds(self) => Err(self.not_held(format)),
            Format::Archive => Err(FormatError::at((1, 1), "an archive", "a PGN, SGF or psq file")),
            Format::Pgn => pgn::each(self, text, &rules, each),
            Format::Sgf => sgf::each(self, text, &rules, each),
            Format::Psq => psq::read(self, text, &rules).map(each),
        }
    }

    /// A game as a file.
    ///
    /// # Errors
    /// It is no game of this kind, or the format cannot hold it.
    pub fn write_game(&self, format: Format, game: &Recorded) -> Result<String, String> {
        let (start, game) = game.checked(self)?;
        let cannot = || format!("{} cannot hold a game that begins so: {}", format.name(), game.start);
        match format {
            _ if !format.holds(self) => Err(self.not_held(format).problem),
            Format::Archive => Err("an archive holds the games of one match".into()),
            Format::Pgn => Ok(pgn::write(&*start, &game)),
            Format::Sgf => sgf::write(start, &game).ok_or_else(cannot),
            Format::Psq => psq::write(start, &game).ok_or_else(cannot),
        }
    }

    /// Reads the positions of an EPD file, under `rules`, and gives them to `each`, one at a time. Empty lines and
    /// those that begin with `#` say nothing. In `bm`, `am`, `pm` and `pv` are legal moves.
    ///
    /// # Errors
    /// The first mistake.
    pub fn read_positions(&self, text: &str, rules: &str, each: &mut dyn FnMut(Described)) -> Result<(), FormatError> {
        epd::each(self, text, &self.file_rules(rules)?, each)
    }

    fn file_rules(&self, rules: &str) -> Result<String, FormatError> {
        self.rules(rules).map_err(|error| FormatError::of_text((1, 1), "rules", error))
    }

    fn not_held(&self, format: Format) -> FormatError {
        FormatError::at((1, 1), format!("{} holds no games of {}", format.name(), self.name), "a PGN file")
    }
}
