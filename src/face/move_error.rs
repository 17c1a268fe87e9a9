//! A text that is no legal move, and what is said of it.

use crate::game::TextError;
use crate::spelling::distance;
use std::fmt;

/// Characters for the legal moves in the text of an error.
const ROOM: usize = 100;

/// A text that is no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// Why it is none.
    pub why: MoveProblem,
    /// The legal moves; none once the game is over.
    pub legal: Vec<String>,
}

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveProblem {
    /// The game is over, with this result.
    Over(String),
    /// It is a move, but no legal one.
    Illegal,
    /// It cannot be read as a move.
    Text(TextError),
}

impl std::error::Error for MoveError {}

impl MoveError {
    /// The legal moves, those first that are written nearly like the text, as many as there is room for, and how many
    /// others there are.
    pub fn nearest(&self) -> (Vec<&str>, usize) {
        let mut legal: Vec<&str> = self.legal.iter().map(String::as_str).collect();
        legal.sort_by_cached_key(|text| distance(text, &self.text));
        let mut room = ROOM;
        let fits = |text: &&str| {
            room = room.saturating_sub(text.len() + 1);
            room > 0
        };
        let shown = legal.iter().copied().take_while(fits).count();
        let more = legal.len() - shown;
        legal.truncate(shown);
        (legal, more)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            MoveProblem::Over(result) => {
                return write!(f, "{:?} comes after the end of the game: {result}", self.text);
            }
            MoveProblem::Illegal => write!(f, "{:?} is not legal", self.text)?,
            MoveProblem::Text(error) => write!(f, "{:?}: {}", self.text, error.problem)?,
        }
        let (legal, more) = self.nearest();
        write!(f, "; legal moves: {}", legal.join(" "))?;
        if more > 0 { write!(f, " and {more} more") } else { Ok(()) }
    }
}
