//! What commands share: arguments, the session, failures, files that long runs go on from.

pub(in crate::cli) mod checkpoint;
pub(in crate::cli) mod cpu_time;
pub(in crate::cli) mod csv;
pub(in crate::cli) mod failure;
pub(in crate::cli) mod input;
pub(in crate::cli) mod network;
#[cfg(unix)]
pub(in crate::cli) mod patient;
pub(in crate::cli) mod position;
pub(in crate::cli) mod processor;
pub(in crate::cli) mod progress;
pub(in crate::cli) mod resources;
pub(in crate::cli) mod search;
pub(in crate::cli) mod session;
pub(in crate::cli) mod shard;
