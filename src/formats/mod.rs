//! Games and positions in the files that other programs read and write: PGN for every game, SGF and psq for gomoku,
//! EPD for positions with operations, SVG for boards, and the texts that people paste.
//!
//! A [`Recorded`] is a game with all that such files say of it, every move checked by the rules. Games are read and
//! written by their [`Kind`](crate::face::Kind): `read_games`, `write_game`, `read_positions`. No game is named here:
//! what a format can hold is told by the kind's protocols.

mod content;
pub mod epd;
mod format;
mod note;
pub mod pgn;
mod psq;
mod recorded;
mod scanner;
pub mod sgf;
mod stones;
pub mod svg;

pub use content::Content;
pub use format::Format;
pub use note::{NoNote, Note};
pub use recorded::Recorded;

use crate::face::{AnyGame, MoveError, MoveProblem};
use crate::game::{Side, TextError};
use crate::harmless::is_tricky;
use std::str::Utf8Error;

/// Variations inside variations that are read: more are nobody's analysis.
pub const MOST_NESTED: usize = 64;
/// Moves of a game that are read, its variations included.
pub const MOST_MOVES: usize = 200_000;
/// Tags of a game, or values of a node, that are read.
const MOST_TAGS: usize = 10_000;

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, in its canonical spelling.
    pub played: String,
    /// Numeric annotation glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, 7 forced, …
    pub glyphs: Vec<u8>,
    /// A comment on it.
    pub comment: String,
    /// What could have been played instead.
    pub variations: Vec<Variation>,
}

/// A line that was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// A comment before its first move.
    pub comment: String,
    /// Its moves, the first of them an alternative to a move of the game; not empty.
    pub line: Vec<Ply>,
}

impl Ply {
    /// A move of which nothing is said.
    pub const fn plain(played: String) -> Self {
        Self { played, glyphs: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {problem}; expected {expected}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
    /// What would have been right.
    pub expected: String,
}

impl FormatError {
    /// A mistake at (line, column).
    pub fn at((line, column): Place, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { line, column, problem: problem.into(), expected: expected.into() }
    }

    /// A mistake in a text of a game that begins at (line, column).
    pub fn of_text((line, column): Place, what: &str, error: TextError) -> Self {
        let problem = if what.is_empty() { error.problem } else { format!("{what}: {}", error.problem) };
        Self { line, column: column + error.column - 1, problem, expected: error.expected }
    }

    /// `what`, a text at (line, column) of a move, is none.
    fn of_move(place: Place, what: &str, error: MoveError) -> Self {
        match error.why {
            MoveProblem::Over(_) => Self::at(place, format!("{what}, after the end of the game"), "a result"),
            MoveProblem::Illegal => Self::at(place, format!("{what}, is not legal"), "a legal move"),
            MoveProblem::Text(error) => Self::of_text(place, what, error),
        }
    }
}

/// Plays the move that `text` stands for, and returns its canonical spelling.
fn play(game: &mut dyn AnyGame, text: &str) -> Result<String, MoveError> {
    let m = game.parse_move(text)?;
    game.play(&m)?;
    Ok(m)
}

/// Takes moves back until so many are left.
fn rewind(game: &mut dyn AnyGame, moves: usize) {
    while game.ply() > moves && game.take_back().is_some() {}
}

/// What each side gets, if the game is over.
fn payoffs(game: &dyn AnyGame) -> Option<Vec<i8>> {
    let sides = Side::all(game.kind().sides);
    game.outcome().map(|outcome| sides.map(|side| outcome.payoff(side)).collect())
}

/// A line and a column, both from 1.
type Place = (usize, usize);

/// A text on one line, without what could break it or turn the order of its letters: words with single spaces between.
fn tidy(text: &str) -> String {
    let plain: String = text.chars().map(|c| if is_tricky(c) { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of several lines, without control characters, and empty lines around it.
fn tidy_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let plain = |line: &str| line.replace(char::is_control, " ").trim_end().to_owned();
    let lines = text.split('\n').map(plain).collect::<Vec<_>>();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The text that a file holds, and whether it is not UTF-8 but one byte a character, as old programs write them
/// (ISO 8859-1).
///
/// # Errors
/// It is no text.
pub fn decoded(bytes: Vec<u8>) -> Result<(String, bool), Utf8Error> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok((text, false)),
        Err(error) if error.as_bytes().contains(&0) => Err(error.utf8_error()),
        Err(error) => Ok((error.as_bytes().iter().copied().map(char::from).collect(), true)),
    }
}

#[cfg(all(test, feature = "games"))]
mod tests;
