//! Analysis as data: what searches and solvers find, as commands, protocols and servers say it.
//!
//! [`analyse`] is the analysis of one position, solver and search; a [`Pool`] answers many [`Request`]s at once, made
//! of [`Query`]s that programs write as JSON. [`report`] and [`json`] are what all of them say.

mod analysis;
pub mod annotation;
pub mod book;
pub mod json;
mod pool;
mod proving;
mod query;
mod ranking;
pub mod report;
mod request;
mod worker;

pub(crate) use analysis::proven;
pub use analysis::{Found, Question, analyse};
pub use pool::{Answer, Pool, Sink};
pub use proving::{prove, proving};
pub use query::{Action, Id, Moves, Query, QueryError};
pub use request::{Request, begin};
pub use worker::{Means, Said, Worker};
