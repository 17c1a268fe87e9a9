//! What commands share: arguments, the session, failures, files that long runs go on from.

mod checkpoint;
mod cpu_time;
mod csv;
pub(crate) mod drawing;
mod failure;
mod help;
mod input;
mod network;
#[cfg(unix)]
pub(crate) mod patient;
mod position;
pub(crate) mod processor;
mod progress;
pub(crate) mod resources;
mod search;
mod session;
mod shard;
pub(crate) mod tables;

pub(crate) use checkpoint::Checkpoint;
pub(crate) use cpu_time::thread_time;
pub(crate) use failure::{Blame, Failure, INTERRUPTED, Result, check_place, file_failure, input, misread};
pub(crate) use help::Wording;
pub(crate) use input::Lines;
pub(crate) use network::{NetworkArgument, NetworksArgument, contents};
pub(crate) use position::{GameArguments, PositionArguments, start};
pub(crate) use progress::Bar;
pub(crate) use resources::{count, rate};
pub(crate) use search::{AlgorithmArgument, EngineArguments, JsonArgument, LimitArguments};
pub use session::Session;
pub(crate) use session::not_text;
pub(crate) use shard::{Part, Report, Tag, difference, file_sum};
pub(crate) use tables::TablesArgument;
