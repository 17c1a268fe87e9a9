//! The arena: games between agents, for every game, and what may be concluded from them.
//!
//! From the inside: an [`Agent`] chooses moves, a [`Contender`] is how one is described and made, [`referee`] plays one
//! game, a [`Series`] plays many at once by a [`Schedule`] from [`Openings`], [`Archive`] keeps them in a file, and
//! [`statistics`] says who is stronger and how sure that is.

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
pub use archive::{Archive, ArchiveError, ArchiveReader, Head, Record, TornEnd, UNFINISHED};
pub use clock::{Clock, Pace};
pub use contender::{Contender, Timing, is_program};
pub use evaluator::Evaluator;
pub use opening::{Openings, book, opening};
pub use outside::{Count, Generator};
pub use referee::Terms;
pub use schedule::{Schedule, Task};
pub use series::{Series, SeriesError};
