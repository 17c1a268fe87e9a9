//! The arena: games between agents, for every game, and what may be concluded from them.
//!
//! From the inside: an [`Agent`] chooses moves, a [`Contender`] is how one is described and made, [`referee`] plays one
//! game, a [`Series`] plays many at once by a [`Schedule`] from [`Openings`], [`Archive`] keeps them in a file, and
//! [`statistics`] says who is stronger and how sure that is.
//!
//! ```
//! use manyply::face::Setup;
//! use manyply::games::kind;
//! use manyply_arena::statistics::{Estimate, Standing};
//! use manyply_arena::{Contender, Openings, Schedule, Series, Terms};
//! use std::{collections::HashSet, ops::ControlFlow, sync::atomic::AtomicBool};
//!
//! let hop = kind("hop")?;
//! let contenders = [Contender::parse(hop, "engine:nodes=300")?, Contender::parse(hop, "random")?];
//! // Eight games: four openings, each with either side.
//! let schedule = Schedule::of_match(&[0, 1], 8);
//! let start = hop.begin(&Setup::default())?;
//! let openings = Openings::Unbalanced { from: vec![start], truncate: false, plies: 4, seed: 1 };
//! let (pace, terms, watch) = (None, Terms::default(), None);
//! let series = Series {
//!     contenders: &contenders, schedule: &schedule, openings: &openings, pace, terms, seed: 1, concurrency: 2, watch,
//! };
//!
//! let mut standing = Standing::new(contenders.len(), schedule.group_size());
//! series.play(&HashSet::new(), &AtomicBool::new(false), &mut |record| {
//!     standing.add(&record);
//!     ControlFlow::Continue(())
//! })?;
//! let estimate = Estimate::of(standing.tally(0), standing.samples());
//! println!("{:.1} %, {:.0} ±{:.0} Elo", 100.0 * estimate.score, estimate.elo, estimate.error);
//! # assert!(standing.tally(0).wins >= 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent;
pub mod amount;
mod archive;
mod clock;
mod contender;
mod engine;
mod evaluator;
mod opening;
mod options;
mod outside;
mod parse;
pub mod referee;
mod schedule;
mod series;
pub mod service;
mod simple;
pub mod statistics;

pub use agent::{Agent, Choice, Fault};
pub use archive::{Archive, ArchiveError, ArchiveReader, Head, Record, TornEnd, UNFINISHED, ending};
pub use clock::{Clock, Pace};
pub use contender::{Contender, Timing, is_program};
pub use evaluator::Evaluator;
pub use opening::{Openings, book, opening};
pub use outside::{Count, Generator};
pub use referee::Terms;
pub use schedule::{Schedule, Task};
pub use series::{Series, SeriesError};
