//! `manyply bench`: fixed searches, as a fingerprint of what the search does and a measure of its speed.

use super::ablate::Ablate;
use super::failure::Failure;
use super::growth::Growth;
use super::position::with_game;
use super::resources;
use super::session::Session;
use crate::game::Game;
use crate::games::registry::{self, Visitor};
use crate::search::bench::{Fingerprint, fingerprint};
use crate::search::nodes_per_second;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Search fixed positions: a fingerprint of the search and its speed
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  manyply bench\n  manyply bench minichess --json\n  manyply bench hop --ablate\n  \
    manyply bench --growth --json > growth.json\n\nNodes and hash depend on what the \
    search does and on nothing else: the same on every machine, different after \
    any change of the search. Time and \
    nodes per second are this machine's."
)]
pub(super) struct Arguments {
    /// The game; all games if it is left out
    game: Option<String>,
    /// Leave out one technique of the search at a time: nodes and processor time to the same depths, the whole being 1
    #[arg(long, conflicts_with = "growth")]
    ablate: bool,
    /// Search the start ever deeper: nodes, processor time and memory of each depth
    #[arg(long)]
    growth: bool,
    /// How long to go on for --growth [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = resources::time, requires = "growth")]
    time: Option<Duration>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

/// How long the costs of depths are followed.
const GROWTH_TIME: Duration = Duration::from_secs(10);

#[derive(Serialize)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    nodes: u64,
    hash: String,
    seconds: f64,
    nps: u64,
}

#[derive(Serialize)]
struct Total {
    total: Line,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let games: Vec<String> = match &arguments.game {
        Some(game) => vec![game.clone()],
        None => registry::NAMES.iter().map(ToString::to_string).collect(),
    };
    if arguments.ablate || arguments.growth {
        let (json, time) = (arguments.json, arguments.time.unwrap_or(GROWTH_TIME));
        return games.iter().try_for_each(|game| match arguments.ablate {
            true => with_game(game, Ablate { json, session }),
            false => with_game(game, Growth { time, json, session }),
        });
    }
    let mut total = Fingerprint { nodes: 0, hash: 0, elapsed: Duration::ZERO };
    for game in games {
        let stop = session.stop.clone();
        let result = registry::dispatch(&game, Bench { stop: &stop }).map_err(Failure::input)?;
        // A search that was broken off has no fingerprint.
        if session.is_stopped() {
            return Err(Failure::Interrupted);
        }
        total.nodes += result.nodes;
        total.hash = total.hash.rotate_left(1) ^ result.hash;
        total.elapsed += result.elapsed;
        let line = line(Some(game), &result);
        if arguments.json { session.json(&line)? } else { print(&line, session)? }
    }
    let total = line(None, &total);
    if arguments.json { session.json(&Total { total }) } else { print(&total, session) }
}

struct Bench<'a> {
    stop: &'a AtomicBool,
}

impl Visitor for Bench<'_> {
    type Out = Fingerprint;

    fn visit<G: Game>(self) -> Fingerprint {
        fingerprint::<G>(self.stop)
    }
}

fn line(game: Option<String>, result: &Fingerprint) -> Line {
    Line {
        game,
        nodes: result.nodes,
        hash: format!("{:016x}", result.hash),
        seconds: result.elapsed.as_secs_f64(),
        nps: nodes_per_second(result.nodes, result.elapsed),
    }
}

fn print(line: &Line, session: &mut Session<'_>) -> Result<(), Failure> {
    let Line { game, nodes, hash, seconds, nps } = line;
    let name = game.as_deref().unwrap_or("total");
    let speed = *nps as f64 / 1e6;
    Ok(writeln!(session.out, "{name:<12}{nodes:>12} nodes  {hash}  {seconds:>7.3} s  {speed:>6.2} M nodes/s")?)
}
