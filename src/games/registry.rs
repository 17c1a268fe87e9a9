//! The one place where the name of a game becomes its type.

use crate::game::{Baselines, Notation, Tunable};
use crate::search::Searchable;
use crate::solve::Solve;

/// Everything that the command line needs of a game: to play, search, show, solve and tune it.
pub trait Game: Notation + Searchable + Baselines + Tunable + Solve {}

impl<G: Notation + Searchable + Baselines + Tunable + Solve> Game for G {}

/// A generic operation on a game, called with its type by [`dispatch`].
pub trait Visitor {
    /// The result.
    type Out;
    /// The operation for the game `G`.
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

        /// Calls `visitor` with the type of the game called `name`.
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
