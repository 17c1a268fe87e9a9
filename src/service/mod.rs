//! Analysis as data: every game and its engine behind an object-safe face, so that whatever only talks (commands,
//! protocols, servers) is compiled once for all games.
//!
//! A [`Kind`] is a game by its name: what can be said of it, how to begin one ([`Kind::begin`]) and how to make an
//! engine ([`Kind::engine`]). An [`AnyGame`] is a game in progress: rules, position, moves. An [`AnyEngine`] searches
//! such games. Moves, positions and rules go in and out as texts, in the game's notation; behind the face perft, search
//! and solvers are compiled for each game, with no dynamic call inside.
//!
//! [`analyse`] is the analysis of one position, solver and search; a [`Pool`] answers many [`Request`]s at once, made
//! of [`Query`]s that programs write as JSON. [`report`] and [`json`] are what all of them say.
//!
//! ```
//! use manyply::search::{Limits, Options};
//! use manyply::service::{Setup, kind};
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

mod analysis;
pub mod annotation;
pub mod book;
mod engine;
mod game;
pub mod json;
mod kind;
mod picture;
#[cfg(feature = "games")]
mod pool;
#[cfg(feature = "games")]
mod query;
pub mod report;
mod setup;

pub use analysis::{Found, Question, analyse, prove, proving};
pub use engine::AnyEngine;
pub use game::{AnyGame, MoveError, MoveProblem, result_text};
pub use kind::{Described, Kind};
#[cfg(feature = "games")]
pub use kind::{all, kind};
pub use picture::overlay;
#[cfg(feature = "games")]
pub use pool::{Answer, Means, Pool, Said, Sink};
#[cfg(feature = "games")]
pub use query::{Action, Moves, Query, QueryError, Request};
pub use setup::{Origin, Setup, SetupError};

use crate::game::{Baselines, Evaluate, Notation};
use crate::search::Searchable;
use crate::solve::Solve;

/// What a game must have to be served: texts, a search, and whatever simple players and solver it has.
pub trait Served: Notation + Evaluate + Searchable + Baselines + Solve {}

impl<G: Notation + Evaluate + Searchable + Baselines + Solve> Served for G {}
