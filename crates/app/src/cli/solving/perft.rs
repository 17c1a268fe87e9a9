//! `manyply perft`: counting lines of play.

use crate::cli::common::{
    Bar, Blame, Checkpoint, Failure, JsonArgument, Part, PositionArguments, Report, Result, Session, Tag, count, input,
    resources,
};
use manyply::face::{AnyGame, Kind, Origin};
use manyply::perft::{Branch, MAX_DEPTH, Mode, Progress, Settings};
use manyply::search::nodes_per_second;
use manyply::shard::Shard;
use manyply::threads::lock;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What shards call themselves.
pub(crate) const COMMAND: &str = "perft";
/// What checkpoints call themselves.
const CHECKPOINT: &str = "perft --checkpoint";

/// Count lines of play to prove a move generator
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; 'manyply games' lists them
    pub(crate) game: String,
    /// Plies to count
    #[arg(required_unless_present = "suite", value_parser = count::<u32>(0..=MAX_DEPTH))]
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) position: PositionArguments,
    /// Make every move, also those of the last ply
    #[arg(long)]
    full: bool,
    /// Count for each first move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Threads to use
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// Size of a table of counts, in MiB; 0: none
    #[arg(long, value_name = "MiB", default_value = "0", value_parser = resources::hash_or_none)]
    hash: usize,
    /// Check the counts in an EPD file instead ('-' reads standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "position", "random", "moves"])]
    pub(crate) suite: Option<PathBuf>,
    /// Skip the counts of the suite that are larger
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "depth",
        default_value_t = u64::MAX,
        hide_default_value = true,
        value_parser = count::<u64>(0..=u64::MAX)
    )]
    pub(crate) max_nodes: u64,
    /// Find the first position and move where another program differs: ugi:COMMAND, an engine that knows 'go perft', or
    /// a COMMAND that prints a count for each move, with {position}, {moves} and {depth} filled in
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["suite", "divide", "full", "shard", "checkpoint"])]
    pub(crate) against: Option<String>,
    /// Count only part i of n and print JSON, which 'manyply merge' adds up
    #[arg(long, value_name = "i/n", conflicts_with = "suite")]
    shard: Option<Shard>,
    /// Keep what is counted in this file, from which the same command goes on
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgument,
    /// With --divide: print a table as comma-separated values, a header first
    #[arg(long, requires = "divide", conflicts_with_all = ["json", "shard"])]
    csv: bool,
}

impl Arguments {
    pub(crate) fn settings(&self) -> Settings {
        let mode = if self.full { Mode::Full } else { Mode::Bulk };
        Settings { mode, threads: self.threads, hash_mib: self.hash, shard: self.shard.unwrap_or_default() }
    }
}

/// What is counted.
#[derive(Serialize, Deserialize)]
struct Task {
    origin: Origin,
    depth: u32,
    mode: String,
    divide: bool,
}

/// The lines of play that begin with one move.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "branch")]
pub(crate) struct BranchLine {
    /// The first move.
    #[serde(rename = "move")]
    first: String,
    /// The lines that begin with it.
    nodes: u64,
}

/// A count of lines of play.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "perft")]
pub(crate) struct CountLine<'a> {
    game: &'static str,
    position: String,
    /// The plies of each line.
    depth: u32,
    /// Whether the moves of the last ply were counted or made.
    #[cfg_attr(test, schemars(extend("enum" = ["bulk", "full"])))]
    mode: &'a str,
    /// The lines of so many plies.
    nodes: u64,
    seconds: f64,
    nps: u64,
    /// Only there if the count was broken off.
    #[serde(skip_serializing_if = "Clone::clone")]
    #[cfg_attr(test, schemars(extend("const" = false)))]
    complete: bool,
}

impl fmt::Display for CountLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, mode, nodes, seconds, nps, complete, .. } = self;
        let so_far = if *complete { "" } else { " so far (interrupted)" };
        write!(f, "perft {depth}: {nodes}{so_far}  ({mode}, {seconds:.3} s, {:.1} M nodes/s)", *nps as f64 / 1e6)
    }
}

/// What was found; of a part, what its last line says of it.
#[derive(Deserialize)]
struct Found {
    #[serde(skip)]
    branches: Vec<BranchLine>,
    nodes: u64,
    seconds: f64,
    #[serde(default = "yes")]
    complete: bool,
}

fn yes() -> bool {
    true
}

impl Found {
    fn print(&self, game: &dyn AnyGame, task: &Task, mut report: Report, session: &mut Session<'_>) -> Result {
        // A part says them all, so that its sum can be checked.
        if task.divide || matches!(report, Report::Part(..)) {
            for line in &self.branches {
                report.line(line, format_args!("{}: {}", line.first, line.nodes), session)?;
            }
        }
        let elapsed = Duration::try_from_secs_f64(self.seconds).unwrap_or_default();
        let line = CountLine {
            game: game.kind().name,
            position: game.position_text(),
            depth: task.depth,
            mode: &task.mode,
            nodes: self.nodes,
            seconds: self.seconds,
            nps: nodes_per_second(self.nodes, elapsed),
            complete: self.complete,
        };
        report.last(&line, &line, session)
    }
}

pub(crate) fn run(kind: &Kind, arguments: &Arguments, depth: u32, session: &mut Session<'_>) -> Result {
    let game = arguments.position.load(kind, session)?;
    let settings = arguments.settings();
    let (mode, divide) = (settings.mode.name().to_owned(), arguments.divide);
    let task = Task { origin: Origin::of(&*game), depth, mode, divide };
    let tag = |command| Tag::new(kind, command, settings.shard, &task);
    let mut checkpoint = Checkpoint::<Known>::open(arguments.checkpoint.as_deref(), || tag(CHECKPOINT))?;
    let earlier = checkpoint.state.clone();
    let bar = Bar::new(session.has_terminal);
    let started = Instant::now();
    let seconds = || earlier.seconds + started.elapsed().as_secs_f64();
    let kept = Mutex::new(&mut checkpoint);
    let show = |progress: Progress| {
        bar.show(&format!("{} nodes", progress.nodes), progress.done as f64 / progress.total as f64);
        lock(&kept).add(&progress, seconds());
    };
    let counts = game.perft(depth, &settings, &earlier.parts, &session.stop, &show);
    let seconds = seconds();
    drop(bar);
    let counts = counts.of("--hash")?;
    if counts.nodes == u64::MAX {
        return Err(too_large(depth));
    }
    let branches = counts.branches.into_iter().filter(|branch| branch.complete);
    let line = |Branch { first, nodes, .. }: Branch<_>| BranchLine { first, nodes };
    let found =
        Found { branches: branches.map(line).collect(), nodes: counts.nodes, seconds, complete: counts.complete };
    let part = arguments.shard.map(|_| tag(COMMAND)).transpose()?;
    let report = Report::new(part, session).or_csv(arguments.csv, "move nodes");
    found.print(&*game, &task, report, session)?;
    checkpoint.state.seconds = seconds;
    checkpoint.save()?;
    let parts = &checkpoint.state.parts;
    let done = format!("{} of {} parts of the count are", parts.iter().flatten().count(), parts.len());
    let nothing = "nothing is kept but what is printed; --checkpoint FILE keeps the counts";
    session.keeps(checkpoint.kept(done, nothing));
    if counts.complete { Ok(()) } else { Err(Failure::Interrupted) }
}

/// The content of a checkpoint.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Known {
    /// The lines in each part of the work.
    parts: Vec<Option<u64>>,
    seconds: f64,
}

impl Checkpoint<Known> {
    fn add(&mut self, progress: &Progress, seconds: f64) {
        let (part, nodes) = progress.part;
        self.state.parts.resize(progress.total, None);
        self.state.parts[part] = Some(nodes);
        if self.is_due() {
            self.state.seconds = seconds;
            // A full disk may have space again later; the last saving reports it.
            let _ = self.save();
        }
    }
}

fn too_large(depth: u32) -> Failure {
    input!("perft {depth} is larger than {}; expected a smaller depth", u64::MAX)
}

/// Adds up all parts of a count.
pub(crate) fn merge(kind: &Kind, first: &Part, parts: &[Part], session: &mut Session<'_>) -> Result {
    let task: Task = first.run()?;
    let game = task.origin.load(kind).map_err(|problem| first.wrong(first.end(), problem))?;
    let moves = if task.depth == 0 { Vec::new() } else { game.legal_moves() };
    let none = moves.into_iter().map(|first| BranchLine { first, nodes: 0 });
    let mut sum = Found { branches: none.collect(), nodes: 0, seconds: 0.0, complete: true };
    for part in parts {
        let found = read(kind, part, &task, &sum.branches)?;
        let mut all_fit = true;
        let mut add = |sum: &mut u64, more| {
            *sum = sum.saturating_add(more);
            all_fit &= *sum < u64::MAX;
        };
        sum.branches.iter_mut().zip(&found.branches).for_each(|(sum, more)| add(&mut sum.nodes, more.nodes));
        add(&mut sum.nodes, found.nodes);
        if !all_fit {
            return Err(too_large(task.depth));
        }
        sum.seconds += found.seconds;
    }
    sum.print(&*game, &task, Report::new(None, session), session)
}

/// What a part found, which must be a whole count of all first moves.
fn read(kind: &Kind, part: &Part, task: &Task, all: &[BranchLine]) -> Result<Found> {
    let mut found: Found = part.result()?;
    // No first move leads to more lines.
    let most = (kind.most_moves as u64).saturating_pow(task.depth.saturating_sub(1));
    for (number, line) in part.lines::<BranchLine>()? {
        let expected = all.get(number - 1).map_or("the end", |line| &line.first);
        if line.first != expected {
            return Err(part.wrong(number, format!("has the move {:?}; expected {expected}", line.first)));
        }
        if line.nodes > most {
            return Err(part.wrong(number, format!("has {} nodes; expected at most {most}", line.nodes)));
        }
        found.branches.push(line);
    }
    if !found.complete || found.branches.len() != all.len() || found.seconds < 0.0 {
        return Err(part.wrong(part.end(), "the count was broken off; expected a complete one"));
    }
    let sum = match task.depth {
        0 => Some(part.tag.shard().takes(0).into()),
        _ => found.branches.iter().try_fold(0u64, |sum, line| sum.checked_add(line.nodes)),
    };
    match sum {
        Some(sum) if sum == found.nodes => Ok(found),
        sum => {
            let sum = sum.map_or("too much".into(), |sum| sum.to_string());
            let problem = format!("has {} nodes; expected {sum}, the sum of its first moves", found.nodes);
            Err(part.wrong(part.end(), problem))
        }
    }
}
