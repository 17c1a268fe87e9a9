//! Games and positions in the files that other programs read and write: PGN for every game, SGF and psq for gomoku,
//! EPD for positions with operations, SVG for boards, and the texts that people paste.
//!
//! A [`Recording`] is a game with all that such files say of it, every move checked by the rules. No game is named
//! here: what a format can hold is told by the game's [`Notation::PROTOCOLS`].

mod content;
pub mod epd;
mod format;
mod note;
pub mod pasted;
pub mod pgn;
pub mod psq;
mod recorded;
mod san;
mod scanner;
pub mod sgf;
mod stones;
pub mod svg;

pub use content::Content;
pub use format::Format;
pub use note::{NoNote, Note};
pub use recorded::{Recorded, read, write};

use crate::game::{Notation, Played, Side, TextError};
use crate::harmless::is_tricky;
use std::str::Utf8Error;

/// Variations inside variations that are read: more are nobody's analysis.
pub const MOST_NESTED: usize = 64;
/// Moves of a game that are read, its variations included.
pub const MOST_MOVES: usize = 200_000;
/// Tags of a game, or values of a node, that are read.
const MOST_TAGS: usize = 10_000;

/// A game with everything that is said about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Recording<G: Notation> {
    /// What the file says of the whole game (`Event`, `Date`, …), in its order; not what the other fields hold.
    pub tags: Vec<(String, String)>,
    /// Who plays, in the order of the sides; empty where that is not known.
    pub players: Vec<String>,
    /// Where the game begins, with its rules.
    pub start: G,
    /// A comment on the start.
    pub comment: String,
    /// The moves.
    pub line: Vec<Ply<G::Move>>,
    /// What each side gets: 1, 0 or −1; none if the game is not over.
    pub payoffs: Option<Vec<i8>>,
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply<M> {
    /// The move.
    pub played: M,
    /// Numeric annotation glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, 7 forced, …
    pub glyphs: Vec<u8>,
    /// A comment on it.
    pub comment: String,
    /// What could have been played instead.
    pub variations: Vec<Variation<M>>,
}

/// A line that was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation<M> {
    /// A comment before its first move.
    pub comment: String,
    /// Its moves, the first of them an alternative to a move of the game; not empty.
    pub line: Vec<Ply<M>>,
}

impl<M> Ply<M> {
    /// A move of which nothing is said.
    pub const fn plain(played: M) -> Self {
        Self { played, glyphs: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

impl<G: Notation> Recording<G> {
    /// A recording of a game of which nothing else is known.
    pub fn of(game: &Played<G>) -> Self {
        let mut back = game.clone();
        while back.take_back().is_some() {}
        let payoffs = game.outcome().map(|outcome| Side::all(G::SIDES).map(|side| outcome.payoff(side)).collect());
        Self {
            tags: Vec::new(),
            players: Vec::new(),
            start: back.position().clone(),
            comment: String::new(),
            line: game.moves().map(Ply::plain).collect(),
            payoffs,
        }
    }

    /// The game as it was played.
    pub fn played(&self) -> Played<G> {
        let mut game = Played::new(self.start.clone());
        for ply in &self.line {
            game.play(ply.played);
        }
        game
    }

    /// The value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
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
