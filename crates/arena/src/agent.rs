//! Whoever plays: the one contract between the arena and engines, simple players and outside programs.

use super::clock::Clock;
use manyply::face::AnyGame;
use manyply::formats::Note;
use std::sync::atomic::AtomicBool;

/// A player. It may keep state during a game; the referee checks every answer.
pub trait Agent {
    /// A game begins from `start`: what earlier games taught is forgotten. With the same `seed` an agent that chooses
    /// by chance chooses the same again. When `stop` is set, nobody waits for the game any more.
    ///
    /// # Errors
    /// The agent cannot play: it loses this game.
    fn new_game(&mut self, start: &dyn AnyGame, seed: u64, stop: &AtomicBool) -> Result<(), Fault>;

    /// The move to play in `game`, which is not over. `clock` tells the time; an agent that cannot keep it on its own
    /// account must return [`Fault::Timeout`] once [`Clock::deadline`] has passed, and be ready for
    /// the next game. When `stop` is set, nobody is interested in the answer any more: it must come soon.
    ///
    /// # Errors
    /// What makes the agent lose the game.
    fn choose(&mut self, game: &dyn AnyGame, clock: &Clock, stop: &AtomicBool) -> Result<Choice, Fault>;
}

/// A move, and what the player says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move, in any spelling that the game knows.
    pub best: String,
    /// What the player says; the referee adds the time.
    pub note: Note,
    /// Whether a proven score is a proof: nobody else's is believed.
    pub is_trusted: bool,
}

impl Choice {
    /// A move of which nothing is said.
    pub fn plain(best: String) -> Self {
        Self::noted(best, Note::default())
    }

    /// A move of which an outside program says something.
    pub fn noted(best: String, note: Note) -> Self {
        Self { best, note, is_trusted: false }
    }
}

/// Why a player loses a game that the rules have not ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The time was over.
    Timeout,
    /// The answer was no legal move.
    Illegal(String),
    /// The player has ended, or its answer cannot be understood.
    Crash(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Timeout => f.write_str("no answer in time"),
            Self::Illegal(text) => write!(f, "{text:?} is no legal move"),
            Self::Crash(text) => f.write_str(text),
        }
    }
}

impl Fault {
    /// The kind of the fault in one word.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Illegal(_) => "illegal",
            Self::Crash(_) => "crash",
        }
    }
}
