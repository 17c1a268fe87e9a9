//! Board games that no strong engine serves, over one search core: two to four sides, no chance, no hidden information.
//!
//! # A search
//!
//! An [`Engine`](search::Engine) keeps the transposition table and histories of a game. A search takes a position with
//! its history ([`Played`](game::Played)), [`Limits`](search::Limits), a flag that stops it from another thread, and a
//! callback for the report of each iteration:
//!
//! ```
//! use manyply::game::{Notation, Played};
//! use manyply::games::minichess::Minichess;
//! use manyply::search::{EngineOf, Limits, Options};
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! let position = Minichess::parse_position("k4/1Q3/1K3/5/5/5 w - - 0 1", &Default::default())?;
//! let game = Played::new(position);
//! let limits = Limits { depth: Some(8), time: Some(Duration::from_secs(1)), ..Limits::default() };
//! let stop = AtomicBool::new(false);
//!
//! let mut engine = EngineOf::<Minichess>::new(Options { hash_mib: 16, ..Options::default() });
//! let found = engine.search(&game, &limits, &stop, &mut |report| {
//!     println!("depth {}: {}, {} nodes", report.depth, report.score, report.nodes);
//! });
//! let line: Vec<String> = found.line.iter().map(|m| format!("{m:?}")).collect();
//! if let (Some(best), Some(score)) = (found.best, found.score) {
//!     println!("{}: {score}, {}", game.position().move_text(best), line.join(" "));
//! }
//! # assert!(found.score.is_some_and(|score| score.is_proven()));
//! # Ok::<(), manyply::game::TextError>(())
//! ```
//!
//! # A game of one's own
//!
//! A type that implements [`Position`](game::Position) can be counted ([`perft`]), checked ([`check::rules`]) and
//! searched; all other traits are optional, and make the search faster or stronger ([`search::hooks`]) or add texts,
//! tuning and a solver:
//!
//! ```
#![doc = include_str!("../examples/own_game.rs")]
//! ```
//!
//! # What may grow
//!
//! What is read only, as reports and most errors, is `non_exhaustive`. What is written, as
//! [`Options`](search::Options), [`Limits`](search::Limits) and [`Margins`](search::Margins), gets new fields too:
//! write the others as `..Options::default()` or `..Margins::NONE`. Modules that the documentation does not show are
//! the program's.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod bits;
pub mod check;
#[doc(hidden)]
pub mod checksum;
pub mod clock;
#[cfg(feature = "face")]
pub mod face;
#[doc(hidden)]
pub mod files;
#[cfg(feature = "face")]
pub mod formats;
pub mod game;
#[cfg(feature = "games")]
pub mod games;
#[cfg(feature = "face")]
#[doc(hidden)]
pub mod harmless;
pub mod mcts;
pub mod nnue;
pub mod perft;
#[doc(hidden)]
pub mod records;
pub mod search;
#[doc(hidden)]
pub mod shard;
pub mod solve;
#[cfg(feature = "face")]
#[doc(hidden)]
pub mod spelling;
#[doc(hidden)]
pub mod table_file;
#[doc(hidden)]
pub mod threads;
pub mod zobrist;
