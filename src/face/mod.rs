//! Every game and its engine behind an object-safe face, so that whatever only talks (commands,
//! protocols, servers) is compiled once for all games.
//!
//! A [`Registry`] has the games of a program, and a [`Kind`] is one of them: what can be said of it, how to begin one
//! ([`Kind::begin`]) and how to make an engine ([`Kind::engine`]). An [`AnyGame`] is a game in progress: rules,
//! position, moves. An [`AnyEngine`] searches such games. Moves, positions and rules go in and out as texts, in the
//! game's notation; behind the face perft, search and solvers are compiled for each game, with no dynamic call inside.
//!
//! ```
//! use manyply::search::{Limits, Options};
//! use manyply::face::Setup;
//! use manyply::games::kind;
//! use std::sync::atomic::AtomicBool;
//!
//! let kind = kind("minichess")?;
//! let mut game = kind.begin(&Setup { moves: "c2c3 c5c4".into(), ..Setup::default() })?;
//! game.play("d2d3")?;
//! let mut engine = kind.engine(Options { hash_mib: 1, ..Options::default() }).expect("memory");
//! let stop = AtomicBool::new(false);
//! let found = engine.search(&*game, None, &Limits::depth(4), &stop, &mut |report| {
//!     println!("depth {}: {} {}", report.depth, report.score, report.line.join(" "));
//! });
//! assert!(found.best.is_some_and(|best| game.legal_moves().contains(&best)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
mod engine;
mod game;
mod kind;
mod learn;
mod move_error;
#[doc(hidden)]
pub mod pasted;
mod played;
mod registry;
mod result_text;
mod san;
mod setup;

pub use algorithm::Algorithm;
pub use engine::{AnyEngine, Unsaved};
pub use game::AnyGame;
pub use kind::Kind;
pub use learn::{Learn, MoveGradients};
pub use move_error::{MoveError, MoveProblem};
pub use registry::{Registry, UnknownGame};
pub use result_text::{payoffs_text, result_text};
pub use setup::{Origin, Setup, SetupError};

use crate::game::{Baselines, Notation, Tunable};
use crate::search::Searchable;
use crate::solve::Solve;

/// What a game must have to be played by name: texts, a search, and whatever evaluation, weights, simple players and
/// solver it has.
pub trait Game: Notation + Searchable + Baselines + Tunable + Solve {}

impl<G: Notation + Searchable + Baselines + Tunable + Solve> Game for G {}
