//! The one place where the name of a game becomes its type.

use crate::game::{Baselines, Notation, Tunable};
use crate::search::Searchable;
use crate::solve::Solve;

/// Everything a game needs to be played, searched, shown, solved and tuned: what the command line asks of one.
pub trait Game: Notation + Searchable + Baselines + Tunable + Solve {}

impl<G: Notation + Searchable + Baselines + Tunable + Solve> Game for G {}

/// What is to be done with a game once its type is known.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<G: Game>(self) -> Self::Out;
}

/// There is no game of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game is called {0:?}; there are {list}", list = NAMES.join(", "))]
pub struct UnknownGame(pub String);

macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// The names of all games.
        pub const NAMES: &[&str] = &[$(<$game as Notation>::NAME),*];

        /// Does what `visitor` does for the game called `name`.
        ///
        /// # Errors
        /// If there is no such game.
        pub fn dispatch<V: Visitor>(name: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            match name {
                $(<$game as Notation>::NAME => Ok(visitor.visit::<$game>()),)*
                _ => Err(UnknownGame(name.to_owned())),
            }
        }
    };
}

games![
    super::minichess::Minichess,
    super::threechess::Threechess,
    super::hop::Hop,
    super::gomoku::Gomoku,
    super::hexnim::Hexnim,
];
