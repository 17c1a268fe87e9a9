//! `manyply bench`: fixed searches, as a fingerprint of what the search does and a measure of its speed.

use crate::cli::common::{JsonArgument, NetworkArgument, Result, Session, count, resources};
use crate::cli::measuring::ablate;
use crate::cli::measuring::growth;
use crate::cli::measuring::speedup::{self, Speedup};
use manyply::face::Kind;
use manyply::search::bench::{Fingerprint, Settings};
use manyply::search::{MAX_DEPTH, Table, hit_rate, nodes_per_second};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;

/// Search fixed positions: a fingerprint of the search and its speed
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; all games if it is left out
    game: Option<String>,
    /// Leave out one technique of the search at a time: nodes and processor time to the same depths, the whole being 1
    #[arg(long, conflicts_with_all = ["growth", "threads", "runs", "deeper", "hash"])]
    ablate: bool,
    /// Search the start ever deeper: nodes, processor time and memory of each depth
    #[arg(long, conflicts_with_all = ["threads", "runs", "deeper", "hash"])]
    growth: bool,
    /// How long to go on for --growth [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = resources::time, requires = "growth")]
    time: Option<Duration>,
    /// Compare N threads with one
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// How often the threads are compared
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = count::<u32>(1..=1000))]
    runs: u32,
    /// Search N plies deeper
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<u32>(0..=MAX_DEPTH))]
    deeper: u32,
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MiB", default_value = "16", value_parser = resources::hash)]
    hash: usize,
    #[command(flatten)]
    network: NetworkArgument,
    #[command(flatten)]
    json: JsonArgument,
}

/// How long the costs of depths are followed.
const GROWTH_TIME: Duration = Duration::from_secs(10);

/// The fingerprint of a game's search, or of all.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "bench")]
pub(crate) struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    nodes: u64,
    /// A hash over all moves, scores and lines, 16 hexadecimal digits.
    hash: String,
    seconds: f64,
    nps: u64,
    /// How many of a thousand questions to the table had an answer.
    hitrate: u32,
}

/// Several threads against one: ratios of wall time.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "speedup")]
pub(crate) struct Comparison {
    game: String,
    #[serde(flatten)]
    speedup: Speedup,
}

/// The fingerprints of all games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "total")]
pub(crate) struct Total {
    /// All games together.
    total: Line,
    /// Of all games, if there are several and threads were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    speedup: Option<Speedup>,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let kinds: Vec<&Kind> = match &arguments.game {
        Some(game) => vec![session.kind(game)?],
        None => session.games.all().collect(),
    };
    let network = match (&arguments.game, &kinds[..]) {
        (Some(_), [kind]) => arguments.network.load(kind)?,
        _ => arguments.network.refused("GAME")?,
    };
    session.keeps("nothing is kept but what is printed");
    if arguments.ablate || arguments.growth {
        let time = arguments.time.unwrap_or(GROWTH_TIME);
        return kinds.into_iter().try_for_each(|kind| match arguments.ablate {
            true => ablate::run(kind, network, session),
            false => growth::run(kind, network, time, session),
        });
    }
    let settings = Settings { hash_mib: arguments.hash, deeper: arguments.deeper, network };
    // Asked for once more, so that a table for which there is no memory is a message.
    if Table::try_new(arguments.hash).is_none() {
        return Err(resources::no_memory(arguments.hash));
    }
    let mut total = Fingerprint::default();
    let mut speedups = Vec::new();
    for kind in kinds {
        let game = kind.name.to_owned();
        let stop = session.stop.clone();
        let result = kind.fingerprint(&settings, &stop);
        // A search that was broken off has no fingerprint.
        session.check_stop()?;
        total.nodes += result.nodes;
        total.hash = total.hash.rotate_left(1) ^ result.hash;
        total.probes += result.probes;
        total.hits += result.hits;
        total.elapsed += result.elapsed;
        let line = line(Some(game.clone()), &result);
        session.report(&line, |out| print(&line, out))?;
        if arguments.threads > 1 {
            let speedup = speedup::measure(kind, arguments.threads, arguments.runs, &settings, &stop);
            let speedup = speedup.ok_or_else(|| resources::no_memory(arguments.hash))?;
            session.check_stop()?;
            speedups.push(speedup);
            let comparison = Comparison { game, speedup };
            session.report(&comparison, |out| print_speedup(&comparison.game, &speedup, out))?;
        }
    }
    let total = line(None, &total);
    let speedup = if speedups.len() > 1 { Speedup::of_all(&speedups) } else { None };
    let whole = Total { total, speedup };
    session.report(&whole, |out| {
        print(&whole.total, out)?;
        speedup.map_or(Ok(()), |speedup| print_speedup("total", &speedup, out))
    })
}

fn line(game: Option<String>, result: &Fingerprint) -> Line {
    Line {
        game,
        nodes: result.nodes,
        hash: format!("{:016x}", result.hash),
        seconds: result.elapsed.as_secs_f64(),
        nps: nodes_per_second(result.nodes, result.elapsed),
        hitrate: hit_rate(result.hits, result.probes),
    }
}

fn print(line: &Line, out: &mut dyn Write) -> io::Result<()> {
    let Line { game, nodes, hash, seconds, nps, hitrate } = line;
    let name = game.as_deref().unwrap_or("total");
    let speed = *nps as f64 / 1e6;
    let hits = f64::from(*hitrate) / 10.0;
    writeln!(out, "{name:<12}{nodes:>12} nodes  {hash}  {seconds:>7.3} s  {speed:>6.2} M nodes/s  {hits:>4.1} % hits")
}

fn print_speedup(name: &str, speedup: &Speedup, out: &mut dyn Write) -> io::Result<()> {
    let Speedup { threads, runs, positions, nps, time_to_depth, perft } = speedup;
    write!(out, "{name:<12}{threads:>12} threads against 1, {runs} runs:  ")?;
    match (nps, time_to_depth) {
        (Some(nps), Some(time)) => {
            write!(out, "{nps:.2}x nodes/s, {time:.2}x faster to depth ({positions} positions)")?;
        }
        _ => write!(out, "every search is too short to compare (--deeper)")?,
    }
    writeln!(out, ", {perft:.2}x perft")
}
