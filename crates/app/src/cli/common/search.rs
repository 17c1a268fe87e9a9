//! The arguments of the commands that search: limits, which search it is, and what it has to work with.

use super::failure::{Result, input};
use super::network::NetworkArgument;
use super::resources;
use crate::cli::common::resources::count;
use manyply::face::{Algorithm, AnyEngine, Kind};
use manyply::nnue::NetworkRef;
use manyply::search::{Level, Limits, MAX_DEPTH, Options};
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

/// Which of the two searches a game is played or analysed by.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct AlgorithmArgument {
    /// The search: alphabeta, or mcts, Monte Carlo tree search from the rules alone [default: what suits the game]
    #[arg(long = "engine", value_name = "NAME")]
    pub(crate) named: Option<Algorithm>,
}

impl AlgorithmArgument {
    /// Refuses what the search that is named does not have.
    pub(crate) fn check(self, options: &Options, level: Level) -> Result {
        let fits = self.named.map_or(Ok(()), |algorithm| algorithm.check(options, level));
        fits.map_err(|problem| input!("--engine: {problem}"))
    }

    /// The search that plays a game: the one that is named, else what suits the game, the options and the level.
    pub(crate) fn of(self, kind: &Kind, options: &Options, level: Level) -> Algorithm {
        self.named.unwrap_or_else(|| kind.algorithm(options, level))
    }

    /// A player by that search, or what is wrong with it or with the table's size.
    pub(crate) fn player(self, kind: &Kind, options: Options, level: Level) -> Result<Box<dyn AnyEngine>> {
        self.check(&options, level)?;
        let options = level.options(options);
        let player = kind.player_by(self.of(kind, &options, level), options);
        player.ok_or_else(|| resources::no_memory(options.hash_mib))
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
    pub(crate) fn means(&self, positions: usize, network: Option<NetworkRef>, engine: AlgorithmArgument) -> Means {
        Means {
            jobs: self.threads.min(positions).max(1),
            threads: 1,
            hash_mib: self.hash,
            memory: resources::solver_memory(None),
            is_fresh: true,
            engine: engine.named,
            networks: network.into_iter().collect(),
        }
    }
}
