//! The program `manyply`, for any set of games: commands, the protocols by which other programs talk with its engine,
//! and the board in a browser.
//!
//! A game of one's own gets all of it: analysis, perft, matches, self-play, training, queries, UGI and the page.
//!
//! ```no_run
//! # type MyGame = manyply::games::hop::Hop;
//! fn main() -> std::process::ExitCode {
//!     manyply_app::Program::new().game::<MyGame>().run()
//! }
//! ```

pub mod cli;
mod plane;
pub mod protocol;
pub mod serve;

use manyply::face::{Game, Registry};
use std::process::ExitCode;

/// The games of the library, with the proofs that are inside the program.
pub(crate) fn all_games() -> Registry {
    manyply::games::gomoku::provide_proofs(&manyply_proofs::GOMOKU);
    manyply::games::registry()
}

/// A program with some games.
#[derive(Clone, Default, Debug)]
pub struct Program {
    games: Registry,
}

impl Program {
    /// A program without games, to which some are added.
    pub fn new() -> Self {
        Self::default()
    }

    /// A program with the games of the library.
    pub fn with_all_games() -> Self {
        Self { games: all_games() }
    }

    /// The program with one more game, which takes the place of another one of its name.
    #[must_use]
    pub fn game<G: Game>(self) -> Self {
        Self { games: self.games.with::<G>() }
    }

    /// Runs the program on the process's own arguments and streams, as `manyply` runs. The exit code is 0 for success,
    /// 1 where a check failed, 2 for bad input, 130 if it was interrupted.
    pub fn run(self) -> ExitCode {
        cli::main(self.games)
    }
}
