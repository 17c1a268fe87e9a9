//! The options of `manyply tune`, and which weights they are about.

use crate::cli::common::{Blame, JsonArgument, Result, count, input, rate, resources};
use manyply::face::Kind;
use manyply::game::Weights;
use std::path::PathBuf;

/// Tune the weights of a game's evaluation to the results of games
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; 'manyply games' lists them
    pub(crate) game: String,
    /// Fit the margins of the search: those named, or all that are in use
    #[arg(
        long, value_name = "NAME,…", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["keep", "from", "positions", "epochs", "prior", "out"]
    )]
    pub(crate) search: Option<String>,
    /// Tune the weights of the move ordering (the policy) to the moves that were played
    #[arg(long, requires = "data", conflicts_with_all = ["search", "wdl_lambda"])]
    pub(crate) policy: bool,
    /// With --search: keep what is known in this file; the same command goes on from there
    #[arg(long, value_name = "FILE", requires = "search")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// With --search: let a match of at most N games decide between the new margins and the old (SPRT 0, 5)
    #[arg(long, value_name = "N", requires = "search", value_parser = count::<u64>(2..=1_000_000))]
    pub(crate) accept: Option<u64>,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = count::<u64>(1..=1_000_000))]
    pub(crate) games: u64,
    /// Nodes a move in these games
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = count::<u64>(1..=u64::MAX))]
    pub(crate) nodes: u64,
    /// Random moves that a game begins with
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = count::<u32>(0..=200))]
    pub(crate) random_plies: u32,
    /// The rules, as in name=value,name=value; 'manyply games' lists them
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
    /// Write each game to this new file when it ends, for --from
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub(crate) keep: Option<PathBuf>,
    /// Take the games in this file, as match and tournament write them, instead of playing; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "nodes", "random_plies", "threads", "rules"])]
    pub(crate) from: Vec<PathBuf>,
    /// Take the games in these files, as 'manyply selfplay' writes them, instead of playing; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "games", "nodes", "random_plies", "threads", "rules", "keep", "from", "search"
    ])]
    pub(crate) data: Vec<PathBuf>,
    /// With --data: the part of the result in what is learned, in percent; the rest is the search's score (WDL lambda)
    #[arg(long, value_name = "PERCENT", default_value_t = 30, requires = "data", value_parser = rate(100, 100))]
    pub(crate) wdl_lambda: u32,
    /// Positions drawn from a game at most
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = count::<u32>(1..=1000))]
    pub(crate) positions: u32,
    /// Seed of openings, and of the choice of positions and of games to hold out
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Epochs of the tuning at most
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = count::<u32>(1..=1_000_000))]
    pub(crate) epochs: u32,
    /// Prior: standard deviation of a weight around its old value; the smaller, the less it changes
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 50, value_parser = count::<u32>(1..=100_000))]
    pub(crate) prior: u32,
    /// Games played at once [default: all threads]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    pub(crate) threads: Option<usize>,
    /// Write the table to this file; what is there is replaced
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgument,
}

impl Arguments {
    /// The command that gives the same weights again.
    pub(crate) fn command(&self, game: &str) -> String {
        let source = if !self.data.is_empty() {
            let files = self.data.iter().filter_map(|path| path.file_name());
            let files = files.map(|name| format!("--data {}", name.to_string_lossy())).collect::<Vec<_>>().join(" ");
            if self.policy { files } else { format!("{files} --wdl-lambda {}", self.wdl_lambda) }
        } else if self.from.is_empty() {
            let rules = self.rules.as_ref().map_or(String::new(), |rules| format!(" --rules {rules}"));
            format!("--games {} --nodes {} --random-plies {}{rules}", self.games, self.nodes, self.random_plies)
        } else {
            let files = self.from.iter().filter_map(|path| path.file_name());
            files.map(|name| format!("--from {}", name.to_string_lossy())).collect::<Vec<_>>().join(" ")
        };
        let Self { positions, seed, epochs, prior, policy, .. } = self;
        let policy = if *policy { "--policy " } else { "" };
        format!(
            "manyply tune {game} {policy}{source} --positions {positions} --seed {seed} --epochs {epochs} \
             --prior {prior}, beginning with the weights before"
        )
    }

    /// The weights to begin with, of games under `rules`.
    pub(crate) fn weights(&self, kind: &Kind, rules: &str) -> Result<Weights> {
        let weights = weights(kind, self.policy, rules)?;
        if weights.groups.is_empty() {
            return Err(input!("there are no weights to fit under {rules}"));
        }
        Ok(weights)
    }
}

/// The weights of a game's evaluation, or those of its move ordering, under `rules`.
pub(crate) fn weights(kind: &Kind, policy: bool, rules: &str) -> Result<Weights> {
    let weights = if policy { kind.policy_weights(rules) } else { kind.weights(rules) };
    weights.of("--rules")
}
