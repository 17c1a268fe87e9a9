//! What `analyze --file` reads: positions, one a line, or games, all of whose positions are meant.

use crate::cli::analysis::analyze::Arguments;
use crate::cli::arena::recorded::Games;
use crate::cli::common::{Result, Session, file_failure};
use manyply::face::{Kind, Setup};
use manyply::formats::Content;
use manyply::formats::epd::Described;
use manyply_arena::service::Request;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// Where a position stands in its file.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Place {
    /// The line, of a file of positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// The game, of a file of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<usize>,
    /// After how many of its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, number, turn } = *self;
        f.pad(&match (line, number.zip(turn)) {
            (Some(line), _) => line.to_string(),
            (None, Some((number, turn))) => format!("{number}:{turn}"),
            (None, None) => String::new(),
        })
    }
}

/// The positions of a file.
pub(crate) struct Positions<'a> {
    kind: &'static Kind,
    /// Those of positions, and of games that do not name their own.
    rules: String,
    arguments: &'a Arguments,
    places: Vec<Place>,
    /// The lines, as long as they are such.
    lines: Vec<String>,
    games: Vec<(Setup, Vec<String>)>,
}

impl<'a> Positions<'a> {
    /// Reads a file; mistakes are told before anything is done. Also returns its text.
    pub(crate) fn read(
        kind: &'static Kind,
        rules: &str,
        arguments: &'a Arguments,
        path: &Path,
        session: &mut Session<'_>,
    ) -> Result<(Self, String)> {
        let positions = [Content::Other("a list of positions"), Content::Positions, Content::Book];
        let content = Games::text("--file", path, &[positions.as_slice(), Content::GAMES].concat(), session)?;
        let mut positions =
            Self { kind, rules: rules.to_owned(), arguments, places: Vec::new(), lines: Vec::new(), games: Vec::new() };
        if Games::are_in(&content, path) {
            let games = Games::of_text("--file", path, content.clone(), Some(kind.name), Some(rules), session)?;
            games.each(&mut |number, game| {
                let moves: Vec<String> = game.moves().into_iter().map(str::to_owned).collect();
                let place = |turn| Place { line: None, number: Some(number), turn: Some(turn) };
                positions.places.extend((0..=moves.len()).map(place));
                let setup = Setup { rules: game.rules, position: Some(game.start), ..Setup::default() };
                positions.games.push((setup, moves));
                let last = positions.len() - 1;
                positions.request(last).map(drop)
            })?;
        } else {
            let lines = (1..).zip(content.lines().map(str::trim));
            for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with("# ")) {
                positions.places.push(Place { line: Some(number), ..Place::default() });
                positions.lines.push(line.to_owned());
                let checked = positions.request(positions.len() - 1);
                checked.map_err(|problem| file_failure("--file", path, format!("line {number}: {problem}")))?;
            }
        }
        match positions.len() {
            0 => Err(file_failure("--file", path, "no position; expected one a line, or games")),
            _ => Ok((positions, content)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Where the position of this index stands.
    pub(crate) fn place(&self, index: usize) -> Place {
        self.places[index]
    }

    /// What is asked of the position of this index; or why there is none.
    pub(crate) fn request(&self, index: usize) -> Result<Request, String> {
        let Self { kind, rules, .. } = self;
        match (self.lines.get(index), self.places[index]) {
            (None, Place { number: Some(number), turn: Some(turn), .. }) => {
                let (setup, moves) = &self.games[number - 1];
                self.of_setup(index, Setup { moves: moves[..turn].join(" "), ..setup.clone() })
            }
            (line, _) => {
                let line = line.map_or("", String::as_str);
                let described = || {
                    let mut position = None;
                    let take = &mut |described: Described| position = Some(described.game.position_text());
                    kind.read_positions(line, rules, take).ok()?;
                    let setup = Setup { rules: rules.clone(), position: Some(position?), ..Setup::default() };
                    self.of_setup(index, setup).ok()
                };
                let plain = self.of_setup(index, Setup::of_line(kind, rules, line));
                plain.or_else(|error| described().ok_or(error))
            }
        }
    }

    fn of_setup(&self, index: usize, setup: Setup) -> Result<Request, String> {
        let Arguments { multipv, model, .. } = *self.arguments;
        let limits = self.arguments.limits.limits();
        let request = Request::of_position(self.kind, index.into(), setup, limits, multipv as usize, model);
        request.map_err(|error| error.to_string())
    }
}
