//! Where a game begins, as texts, and what can be wrong with them.

use super::{AnyGame, Kind, MoveError};
use crate::game::TextError;
use serde::{Deserialize, Serialize};

/// A game in progress as a user describes it: where it starts, under which rules, and what is played from there.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules, `name=value,…`; empty for the defaults.
    pub rules: String,
    /// The position in the game's notation; none: the game's start.
    pub position: Option<String>,
    /// Without a position: the seed of a random start, where the game has such.
    pub random: Option<u64>,
    /// Moves to play from there.
    pub moves: String,
}

impl Setup {
    /// A line of a file of positions: a position, moves from the game's start, or both as `POSITION moves m1 m2 …`,
    /// where POSITION may be `startpos`. What stands behind a semicolon is left out.
    pub fn of_line(kind: &Kind, rules: &str, line: &str) -> Self {
        let text = line.split(';').next().unwrap_or_default().trim();
        let setup = Self { rules: rules.to_owned(), ..Self::default() };
        let (position, moves) = match text.split_once(" moves ").or_else(|| Some((text.strip_suffix(" moves")?, ""))) {
            Some(parts) => parts,
            None => {
                let is_move = |start: &dyn AnyGame| {
                    kind.split_moves(text).first().is_some_and(|(_, first)| start.parse_move(first).is_ok())
                };
                match kind.begin(&setup).is_ok_and(|start| is_move(&*start)) {
                    true => ("startpos", text),
                    false => (text, ""),
                }
            }
        };
        let position = Some(position.trim()).filter(|&position| position != "startpos").map(str::to_owned);
        Self { position, moves: moves.to_owned(), ..setup }
    }
}

/// What is wrong with a [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// There are no such rules.
    #[error("rules: {0}")]
    Rules(TextError),
    /// There is no such position.
    #[error("position: {0}")]
    Position(TextError),
    /// The game of this name has no random starts.
    #[error("random: {0} has no random starts")]
    Random(&'static str),
    /// A move cannot be played.
    #[error("moves: move {number}, column {column}: {error}")]
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// Where it stands in the text, in characters from 1.
        column: usize,
        /// Why.
        error: Box<MoveError>,
    },
}

/// A game in progress as this program writes it down, for any program to read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The rules, all of them.
    pub rules: String,
    /// The position that it began with.
    pub start: String,
    /// What was played from there.
    pub moves: Vec<String>,
}

impl Origin {
    /// Writes a game down.
    pub fn of(game: &dyn AnyGame) -> Self {
        let start = game.at(0);
        Self { rules: start.rules_text(), start: start.position_text(), moves: game.moves() }
    }

    /// The game again.
    ///
    /// # Errors
    /// What of it cannot be.
    pub fn load(&self, kind: &Kind) -> Result<Box<dyn AnyGame>, String> {
        let setup = Setup { rules: self.rules.clone(), position: Some(self.start.clone()), ..Setup::default() };
        let mut game = kind.begin(&setup).map_err(|error| match error {
            SetupError::Position(error) => format!("start: {error}"),
            error => error.to_string(),
        })?;
        self.moves.iter().try_for_each(|text| game.play(text)).map_err(|error| error.to_string())?;
        Ok(game)
    }
}
