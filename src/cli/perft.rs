//! `manyply perft`: counting lines of play.

use super::failure::Failure;
use super::position::{PositionArguments, with_game};
use super::progress::Bar;
use super::resources;
use super::session::Session;
use super::shard::{Part, Tag};
use super::suite;
use crate::game::Played;
use crate::games::Game;
use crate::games::registry::Visitor;
use crate::harmless::one_line;
use crate::perft::{Counts, MAX_DEPTH, Mode, Progress, Settings, divide};
use crate::search::nodes_per_second;
use crate::shard::Shard;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What shards call themselves.
pub(super) const COMMAND: &str = "perft";

/// Count lines of play to prove a move generator
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  manyply perft minichess 6\n  manyply perft minichess 5 --divide --full\n  \
    manyply perft minichess --suite perft/minichess.epd\n\nThe number is that of move sequences of exactly DEPTH plies; a finished game has no moves. \
    Counted in bulk, the moves of the last ply are not made, which is faster; --full makes them all.")]
pub(super) struct Arguments {
    /// The game; 'manyply games' lists them
    pub(super) game: String,
    /// Plies to count
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    #[command(flatten)]
    pub(super) position: PositionArguments,
    /// Make every move, also those of the last ply
    #[arg(long)]
    full: bool,
    /// Count for each first move
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Threads to use
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// Remember counts in a table of so many MiB; 0: none
    #[arg(long, value_name = "MiB", default_value = "0", value_parser = resources::hash_or_none)]
    hash: usize,
    /// Check the counts in an EPD file instead ('-' reads standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "position", "random", "moves"])]
    pub(super) suite: Option<PathBuf>,
    /// Skip the counts of the suite that are larger
    #[arg(long, value_name = "N", conflicts_with = "depth", default_value_t = u64::MAX, hide_default_value = true)]
    pub(super) max_nodes: u64,
    /// Count only part i of n and print JSON, which 'manyply merge' adds up
    #[arg(long, value_name = "i/n", conflicts_with = "suite")]
    shard: Option<Shard>,
    /// Print JSON lines
    #[arg(long)]
    pub(super) json: bool,
}

impl Arguments {
    pub(super) fn settings(&self) -> Settings {
        let mode = if self.full { Mode::Full } else { Mode::Bulk };
        Settings { mode, threads: self.threads, hash_mib: self.hash, shard: self.shard.unwrap_or_default() }
    }
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    match (&arguments.suite, arguments.depth) {
        (Some(path), _) => with_game(&arguments.game, suite::Suite { arguments, path, session }),
        (None, depth) => with_game(&arguments.game, Count { arguments, depth: depth.unwrap_or_default(), session }),
    }
}

#[derive(Serialize, Deserialize)]
struct BranchLine {
    #[serde(rename = "move")]
    first: String,
    nodes: u64,
}

#[derive(Serialize, Deserialize)]
struct CountLine {
    game: String,
    position: String,
    depth: u32,
    mode: String,
    nodes: u64,
    seconds: f64,
    nps: u64,
    /// Only there if the count was broken off.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Tag>,
}

fn yes() -> bool {
    true
}

struct Count<'a, 's> {
    arguments: &'a Arguments,
    depth: u32,
    session: &'a mut Session<'s>,
}

impl Visitor for Count<'_, '_> {
    type Out = Result<(), Failure>;

    fn visit<G: Game>(self) -> Result<(), Failure> {
        let Self { arguments, depth, session } = self;
        let game = arguments.position.load::<G>(session)?;
        let settings = arguments.settings();
        let bar = Bar::new(session.has_terminal);
        let show = |progress: Progress| {
            bar.show(&format!("{} nodes", progress.nodes), progress.done as f64 / progress.total as f64);
        };
        let started = Instant::now();
        let counts = divide(&game, depth, &settings, &session.stop, &show);
        let elapsed = started.elapsed();
        drop(bar);
        let counts = counts.map_err(|error| Failure::input(format!("--hash: {error}")))?;
        if counts.nodes == u64::MAX {
            return Err(Failure::input(format!("perft {depth} is larger than {}; expected a smaller depth", u64::MAX)));
        }
        let json = arguments.json || arguments.shard.is_some();
        if arguments.divide {
            print_branches(&branches(&game, &counts), json, session)?;
        }
        let line = CountLine {
            game: G::NAME.to_owned(),
            position: game.position().position_text(),
            depth,
            mode: settings.mode.name().to_owned(),
            nodes: counts.nodes,
            seconds: elapsed.as_secs_f64(),
            nps: nodes_per_second(counts.nodes, elapsed),
            complete: counts.complete,
            shard: arguments.shard.map(|shard| Tag::new(COMMAND, shard, G::rules_text(&game.position().rules()))),
        };
        print_count(&line, json, session)?;
        if counts.complete { Ok(()) } else { Err(Failure::Interrupted) }
    }
}

fn branches<G: Game>(game: &Played<G>, counts: &Counts<G::Move>) -> Vec<BranchLine> {
    let complete = counts.branches.iter().filter(|branch| branch.complete);
    complete.map(|branch| BranchLine { first: game.position().move_text(branch.first), nodes: branch.nodes }).collect()
}

fn print_branches(branches: &[BranchLine], json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
    for line in branches {
        if json {
            session.json(line)?;
        } else {
            writeln!(session.out, "{}: {}", one_line(&line.first), line.nodes)?;
        }
    }
    Ok(())
}

fn print_count(line: &CountLine, json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
    if json {
        return session.json(line);
    }
    let CountLine { depth, mode, nodes, seconds, nps, .. } = line;
    let so_far = if line.complete { "" } else { " so far (interrupted)" };
    let speed = *nps as f64 / 1e6;
    Ok(writeln!(session.out, "perft {depth}: {nodes}{so_far}  ({mode}, {seconds:.3} s, {speed:.1} M nodes/s)")?)
}

/// Adds up all parts of a count.
pub(super) fn merge(parts: &[Part], json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
    let mut whole: Option<(CountLine, Vec<BranchLine>)> = None;
    for part in parts {
        let (count, branches): (CountLine, _) = (part.result()?, part.lines()?);
        if !count.complete {
            return Err(Failure::input(format!("{}: the count was broken off; expected a complete one", part.name)));
        }
        let Some(sum) = &mut whole else {
            whole = Some((count, branches));
            continue;
        };
        if let Some(difference) = add(sum, &count, &branches) {
            return Err(Failure::input(format!("{}: {difference} than {}", part.name, parts[0].name)));
        }
    }
    let Some((mut count, branches)) = whole else { return Ok(()) };
    count.nps = nodes_per_second(count.nodes, Duration::try_from_secs_f64(count.seconds).unwrap_or_default());
    count.shard = None;
    print_branches(&branches, json, session)?;
    print_count(&count, json, session)
}

/// Adds one part to the sum, or says what it has that the others have not.
fn add(sum: &mut (CountLine, Vec<BranchLine>), count: &CountLine, branches: &[BranchLine]) -> Option<&'static str> {
    let (all, lines) = sum;
    if (&all.game, &all.position) != (&count.game, &count.position) {
        return Some("has another position");
    }
    if (all.depth, &all.mode) != (count.depth, &count.mode) {
        return Some("has another depth or mode");
    }
    if !lines.iter().map(|line| &line.first).eq(branches.iter().map(|line| &line.first)) {
        return Some("has other first moves");
    }
    for (line, more) in lines.iter_mut().zip(branches) {
        line.nodes = line.nodes.saturating_add(more.nodes);
    }
    all.nodes = all.nodes.saturating_add(count.nodes);
    all.seconds += count.seconds;
    None
}
