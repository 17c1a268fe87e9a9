//! The arguments of the commands that search: limits, and what the engine has to work with.

use super::failure::Result;
use super::network::NetworkArgument;
use super::resources;
use crate::cli::common::resources::count;
use manyply::face::Kind;
use manyply::nnue::NetworkRef;
use manyply::search::{Limits, MAX_DEPTH, Options};
use manyply_arena::service::Means;
use std::time::Duration;

/// How results are said; the session has it.
#[derive(clap::Args)]
pub(crate) struct JsonArgument {
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

/// When a search ends: whatever is reached first.
#[derive(clap::Args)]
pub(crate) struct LimitArguments {
    /// Time for each search, as in 10s
    #[arg(long, value_name = "TIME", value_parser = resources::time)]
    pub(crate) time: Option<Duration>,
    /// Depth of each search, in plies
    #[arg(long, value_name = "N", value_parser = count::<u32>(1..=MAX_DEPTH))]
    pub(crate) depth: Option<u32>,
    /// Nodes of each search
    #[arg(long, value_name = "N", value_parser = count::<u64>(1..=u64::MAX))]
    pub(crate) nodes: Option<u64>,
}

impl LimitArguments {
    /// These limits, none without.
    pub(crate) fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, soft_time: None }
    }

    /// These limits; without any, this time.
    pub(crate) fn or(&self, time: Duration) -> Limits {
        let limits = self.limits();
        if limits == Limits::default() { Limits::time(time) } else { limits }
    }
}

/// What the engine has to work with.
#[derive(clap::Args)]
pub(crate) struct EngineArguments {
    #[command(flatten)]
    pub(crate) network: NetworkArgument,
    /// Threads to use
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    pub(crate) threads: usize,
    /// Size of each transposition table, in MiB
    #[arg(long, value_name = "MiB", default_value = "64", value_parser = resources::hash)]
    pub(crate) hash: usize,
}

impl EngineArguments {
    /// The options of an engine of this game.
    pub(crate) fn options(&self, kind: &'static Kind) -> Result<Options> {
        let network = self.network.load(kind)?;
        Ok(Options { threads: self.threads, hash_mib: self.hash, network, ..Options::default() })
    }

    /// The means of a pool that analyses so many positions, each by itself: a thread and a table for each at once.
    pub(crate) fn means(&self, positions: usize, network: Option<NetworkRef>) -> Means {
        Means {
            jobs: self.threads.min(positions).max(1),
            threads: 1,
            hash_mib: self.hash,
            memory: resources::solver_memory(None),
            is_fresh: true,
            networks: network.into_iter().collect(),
        }
    }
}
