//! `manyply tune`: tunes the weights of an evaluation to the results of games.

use super::contest::file_failure;
use super::failure::Failure;
use super::progress::Bar;
use super::resources;
use super::session::Session;
use super::tune_positions::Positions;
use super::tune_search;
use manyply::face::Kind;
use manyply::files::check_place;
use manyply::game::Weights;
use manyply_train::weights::{Losses, Observation, Settings, Tuned, choices, source};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Fewer positions, to tune to and held out together, are refused.
const LEAST_POSITIONS: usize = 100;
/// What a move ordering's scores are written in: hundredths of a log-odds unit.
const POLICY_SCALE: f64 = 100.0;
/// As text, every so many epochs are printed.
const PRINTED_EPOCHS: u32 = 25;

/// Tune the weights of a game's evaluation to the results of games
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  manyply tune gomoku --games 2000 --seed 1 --out fitted.weights\n  manyply match gomoku \
    --a engine:nodes=3000 --b engine:nodes=4000 --games 4000 --out games.txt\n  manyply tune gomoku --from \
    games.txt --json\n  manyply tune gomoku --data data.bin --positions 100\n  manyply tune gomoku --policy --data \
    data.bin --positions 100\n\nThe engine plays itself, quiet \
    positions are drawn from the games, and the weights move to where the evaluations predict the results best \
    (Texel's tuning method), measured on games that are held out. The new table is printed, or written to --out, in \
    the form of the game's own file of weights: put it there, build, and let a match decide. The same command gives the same \
    table until the engine changes. Ctrl-C during the tuning ends it with the best weights so far.\n\nWith --search \
    the margins of the search are fitted instead, by SPSA: searches that differ in all margins at once play each \
    other, and the margins follow the winner.\n  manyply tune minichess --search --games 40000 --nodes 10000 \
    --checkpoint spsa.json --accept 4000"
)]
pub(super) struct Arguments {
    /// The game; 'manyply games' lists them
    pub(super) game: String,
    /// Fit the margins of the search: those named, or all that are in use
    #[arg(
        long, value_name = "NAME,…", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["keep", "from", "positions", "epochs", "prior", "out"]
    )]
    pub(super) search: Option<String>,
    /// Tune the weights of the move ordering (the policy) to the moves that were played
    #[arg(long, requires = "data", conflicts_with_all = ["search", "wdl_lambda"])]
    policy: bool,
    /// With --search: keep what is known in this file; the same command goes on from there
    #[arg(long, value_name = "FILE", requires = "search")]
    pub(super) checkpoint: Option<PathBuf>,
    /// With --search: let a match of at most N games decide between the new margins and the old (SPRT 0, 5)
    #[arg(long, value_name = "N", requires = "search", value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub(super) accept: Option<u64>,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) games: u64,
    /// Nodes a move in these games
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Random moves that a game begins with
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(..=200))]
    pub(super) random_plies: u32,
    /// The rules, as in name=value,name=value; 'manyply games' lists them
    #[arg(long, value_name = "RULES")]
    pub(super) rules: Option<String>,
    /// Write each game to this new file when it ends, for --from
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub(super) keep: Option<PathBuf>,
    /// Take the games in this file, as match and tournament write them, instead of playing; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "nodes", "random_plies", "threads", "rules"])]
    pub(super) from: Vec<PathBuf>,
    /// Take the games in these files, as 'manyply selfplay' writes them, instead of playing; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "games", "nodes", "random_plies", "threads", "rules", "keep", "from", "search"
    ])]
    pub(super) data: Vec<PathBuf>,
    /// With --data: the part of the result in what is learned, in percent; the rest is the search's score (WDL lambda)
    #[arg(
        long, value_name = "PERCENT", default_value_t = 30, requires = "data",
        value_parser = clap::value_parser!(u32).range(..=100)
    )]
    pub(super) wdl_lambda: u32,
    /// Positions drawn from a game at most
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) positions: u32,
    /// Seed of openings, and of the choice of positions and of games to hold out
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Epochs of the tuning at most
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    epochs: u32,
    /// Prior: standard deviation of a weight around its old value; the smaller, the less it changes
    #[arg(
        long, value_name = "HUNDREDTHS", default_value_t = 50,
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    prior: u32,
    /// Games played at once [default: all threads]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    pub(super) threads: Option<usize>,
    /// Write the table to this file; what is there is replaced
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    pub(super) json: bool,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let kind = session.kind(&arguments.game)?;
    match &arguments.search {
        Some(names) => tune_search::run(arguments, names, kind, session),
        None => arguments.run(kind, session),
    }
}

/// The weights of a game's evaluation, or those of its move ordering, under `rules`.
fn weights(kind: &Kind, policy: bool, rules: &str) -> Result<Weights, Failure> {
    let weights = if policy { kind.policy_weights(rules) } else { kind.weights(rules) };
    weights.map_err(|error| Failure::input(format!("--rules: {error}")))
}

impl Arguments {
    fn run(&self, kind: &'static Kind, session: &mut Session<'_>) -> Result<(), Failure> {
        let arguments = self;
        let has_weights = |kind: &Kind| weights(kind, self.policy, "").is_ok_and(|weights| !weights.groups.is_empty());
        if !has_weights(kind) {
            let of = if arguments.policy { "of its move ordering " } else { "" };
            let expected = session.games.names(has_weights);
            return Err(Failure::input(format!("{} has no weights {of}to fit; expected one of {expected}", kind.name)));
        }
        if let Some(path) = &arguments.out {
            check_place(path).map_err(|error| file_failure("--out", path, error))?;
        }
        if arguments.policy {
            let most = arguments.positions as usize;
            let positions = arguments.of_data(kind, session, |game, seed| choices(game, most, seed))?;
            return arguments.tune_to(kind, &positions, Some(POLICY_SCALE), session);
        }
        let positions = arguments.positions(kind, session)?;
        arguments.tune_to(kind, &positions, None, session)
    }
}

impl Arguments {
    /// The command that gives the same weights again.
    pub(super) fn command(&self, game: &str) -> String {
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
    pub(super) fn weights(&self, kind: &Kind, rules: &str) -> Result<Weights, Failure> {
        let weights = weights(kind, self.policy, rules)?;
        if weights.groups.is_empty() {
            return Err(Failure::input(format!("there are no weights to fit under {rules}")));
        }
        Ok(weights)
    }

    /// Tunes the weights to these positions and says and writes what has come of it.
    fn tune_to<O: Observation>(
        &self,
        kind: &Kind,
        positions: &Positions<O>,
        scale: Option<f64>,
        session: &mut Session<'_>,
    ) -> Result<(), Failure> {
        let (training, held_out) = (&positions.training, &positions.held_out);
        let count = training.len() + held_out.len();
        if count < LEAST_POSITIONS || training.is_empty() || held_out.is_empty() {
            let expected = format!("at least {LEAST_POSITIONS}, of several games");
            let problem = format!("{count} quiet positions of {} games are too few", positions.games);
            return Err(Failure::input(format!("{problem}; expected {expected}")));
        }
        if !self.json {
            writeln!(
                session.out,
                "{} games, {} of them without a result by the rules; quiet positions: {} to tune to, {} held out",
                positions.games,
                positions.left_out,
                training.len(),
                held_out.len()
            )?;
        }
        let old = &positions.weights;
        let tuned = self.tune(&old.values(), positions, scale, session)?;
        let mut new = old.with_values(&tuned.weights);
        new.origin = format!("{}: {count} positions of {} games.", self.command(kind.name), positions.games);
        if self.json {
            session.json(&ResultLine::new(kind.name, positions, &tuned, &new))?;
        } else {
            print(&tuned, session)?;
        }
        let text = source(&new);
        match &self.out {
            Some(path) => {
                let kept = session.write_file("--out", path, text.as_bytes());
                // Hours of tuning are not lost if the file cannot be written.
                if kept.is_err() && !self.json {
                    write!(session.out, "\n{text}")?;
                }
                kept?;
            }
            None if self.json => {}
            None => write!(session.out, "\n{text}")?,
        }
        if session.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Tunes the weights and reports progress.
    fn tune<O: Observation>(
        &self,
        old: &[i32],
        positions: &Positions<O>,
        scale: Option<f64>,
        session: &mut Session<'_>,
    ) -> Result<Tuned, Failure> {
        let games = positions.games - positions.left_out;
        let settings = Settings { epochs: self.epochs, prior: self.prior.into(), games, scale };
        let bar = Bar::new(session.has_terminal);
        let mut printed = Ok(());
        let tuned = Tuned::new(old, &positions.training, &positions.held_out, &settings, &mut |epoch, losses| {
            bar.show("epochs", f64::from(epoch) / f64::from(self.epochs));
            if self.json {
                printed = session.json(&EpochLine { epoch, losses });
            } else if epoch.is_multiple_of(PRINTED_EPOCHS) {
                let line = format!("epoch {epoch:>5}  loss {:.5}  held out {:.5}", losses.training, losses.held_out);
                printed = writeln!(session.out, "{line}").map_err(Failure::from);
            }
            if printed.is_err() || session.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        printed.map(|()| tuned)
    }
}

/// An epoch for programs.
#[derive(Serialize)]
#[serde(tag = "type", rename = "epoch")]
struct EpochLine {
    epoch: u32,
    #[serde(flatten)]
    losses: Losses,
}

/// The result for programs.
#[derive(Serialize)]
#[serde(tag = "type", rename = "tuning")]
struct ResultLine<'a> {
    game: &'a str,
    games: usize,
    left_out: usize,
    positions: usize,
    scale: f64,
    best_epoch: u32,
    before: Losses,
    after: Losses,
    origin: &'a str,
    /// By the names of the source.
    weights: BTreeMap<&'a str, &'a [i32]>,
}

impl<'a> ResultLine<'a> {
    fn new<O>(game: &'a str, positions: &Positions<O>, tuned: &Tuned, new: &'a Weights) -> Self {
        Self {
            game,
            games: positions.games,
            left_out: positions.left_out,
            positions: positions.training.len() + positions.held_out.len(),
            scale: tuned.scale,
            best_epoch: tuned.epoch,
            before: tuned.before,
            after: tuned.after,
            origin: &new.origin,
            weights: new.groups.iter().map(|group| (group.name, group.values.as_slice())).collect(),
        }
    }
}

fn print(tuned: &Tuned, session: &mut Session<'_>) -> Result<(), Failure> {
    let Tuned { scale, before, after, epoch, .. } = tuned;
    writeln!(session.out, "scale of the sigmoid: {:.2} for each log-odds unit", scale / 100.0)?;
    writeln!(session.out, "best epoch {epoch}: loss {:.5} -> {:.5}", before.training, after.training)?;
    Ok(writeln!(session.out, "held out: loss {:.5} -> {:.5}", before.held_out, after.held_out)?)
}
