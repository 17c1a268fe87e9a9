//! `manyply analyze`: a deep search, reported as it goes.

use super::failure::Failure;
use super::position::GameArguments;
use super::progress::Bar;
use super::resources;
use super::session::Session;
use super::show::print_board;
use super::tables::TablesArgument;
use crate::files::check_place;
use crate::search::{Limits, MAX_DEPTH, Model, Options, Report, Score};
use crate::service::{AnyEngine, AnyGame};
use crate::solve::{Task, Value};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Search a position deeply for the best move
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  manyply analyze minichess --time 10s\n  manyply analyze minichess --depth 16 --multipv 3 \
    --moves \"a2a3 b5b4\"\n\nWithout a limit the search goes on until Ctrl-C. Scores are from the view of the side to \
    move: +1.00 is about a \
    pawn ahead; 'win in 5', 'loss in 8' and 'draw' are proven.\n\nWith three sides a score depends on what the others \
    are assumed to do. paranoid: they play together; brs: one of them plays any move, the other the first of its \
    ordering; opps: the other one of the first few; maxn: each plays for itself. What is decided only if they do as \
    assumed is no proof: it shows as about +250.00 or -250.00. With two sides all models are the same."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) game: GameArguments,
    #[command(flatten)]
    tables: TablesArgument,
    /// Stop after this time, as in 10s
    #[arg(long, value_name = "TIME", value_parser = resources::time)]
    time: Option<Duration>,
    /// Stop after this depth, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// Stop after so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Show the best K moves, each with its line
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    multipv: u32,
    /// Consider only these moves, as in "m1 m2"
    #[arg(long, value_name = "MOVES")]
    root_moves: Option<String>,
    /// What the other sides are assumed to do, where three play: paranoid, brs, opps or maxn
    #[arg(long, value_name = "MODEL", default_value_t)]
    model: Model,
    /// Threads to use
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MiB", default_value = "64", value_parser = resources::hash)]
    hash: usize,
    /// Go on with a table that was kept, in its size
    #[arg(long, value_name = "FILE", conflicts_with = "hash")]
    hash_load: Option<PathBuf>,
    /// Keep the table in this file at the end
    #[arg(long, value_name = "FILE")]
    hash_save: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

/// A line of an iteration, for programs.
#[derive(Serialize)]
struct Iteration<'a> {
    depth: u32,
    seldepth: u32,
    multipv: u32,
    score: Score,
    /// With three sides: what the score depends on.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Model>,
    /// All sides' values, each from its own view, under a model that has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<[Score; 3]>,
    nodes: u64,
    nps: u64,
    hashfull: u32,
    hitrate: u32,
    time_ms: u128,
    pv: &'a [String],
}

#[derive(Serialize)]
struct Best {
    bestmove: Option<String>,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let started = Instant::now();
    let game = arguments.game.load(session)?;
    let kind = game.kind();
    arguments.tables.load(kind)?;
    let moves = root_moves(&*game, arguments)?;
    if let Some(path) = &arguments.hash_save {
        check_place(path).map_err(|error| Failure::input(format!("--hash-save: {}: {error}", path.display())))?;
    }
    let mut searcher = searcher(&*game, arguments)?;
    if !arguments.json {
        print_board(&*game, session)?;
        if game.outcome().is_none() {
            if kind.sides > 2 {
                writeln!(session.out, "\nmodel: {}, {}", arguments.model, arguments.model.summary())?;
            }
            writeln!(session.out, "\n{HEADER}")?;
        }
    }
    let stop = session.stop.clone();
    let mut spent = 0;
    if game.outcome().is_none() && arguments.root_moves.is_none() && kind.solver.is_some() {
        match solved(&*game, arguments, session)? {
            Ok(bestmove) => return print_best(bestmove, arguments.json, session),
            Err(nodes) => spent = nodes,
        }
    }
    let limits = Limits {
        depth: arguments.depth,
        nodes: arguments.nodes.map(|nodes| nodes.saturating_sub(spent).max(1)),
        time: arguments.time.map(|time| time.saturating_sub(started.elapsed() + MARGIN.min(time / 20))),
        soft_time: None,
    };
    let mut printed = Ok(());
    let found = searcher.search(&*game, moves.as_deref(), &limits, &stop, &mut |report| {
        if printed.is_ok() {
            printed = print(&*game, report, arguments, session);
            if printed.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    // The table is saved even if the output is closed.
    let printed = printed.and_then(|()| print_best(found.best, arguments.json, session));
    if let Some(path) = &arguments.hash_save {
        let _waits = session.waits_for(path);
        searcher
            .save_table(path, &*game)
            .map_err(|error| Failure::input(format!("--hash-save: {}: {error}", path.display())))?;
    }
    printed?;
    if session.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The best move, with its line printed, where the game's own solver has the value in part of the limits; else how many
/// nodes that took.
fn solved(
    game: &dyn AnyGame,
    arguments: &Arguments,
    session: &mut Session<'_>,
) -> Result<Result<Option<String>, u64>, Failure> {
    let started = Instant::now();
    let bar = Bar::new(session.has_terminal);
    let share = |nodes: u64| nodes / u64::from(game.kind().solver_share.max(1));
    let by_depth = arguments.depth.map(|depth| u64::from(depth) * SOLVER_NODES_PER_PLY);
    let task = Task {
        nodes: arguments.nodes.map(share).into_iter().chain(by_depth).min(),
        deadline: started.checked_add(arguments.time.map_or(SOLVER_TIME, |time| time / 2)),
        progress: &|message, part| bar.show(message, part),
        ..Task::new(&session.stop, arguments.threads, (resources::memory_mib() as u64) << 19)
    };
    let solution = game.solve(&task).map_err(Failure::input)?;
    drop(bar);
    // Where the solver keeps no distances, the game's length bounds them.
    let plies = solution.plies.or(game.plies_left()).unwrap_or(solution.line.len() as u32);
    let score = match solution.value {
        Value::Win => Score::Win(plies),
        Value::Loss => Score::Loss(plies),
        Value::Draw => Score::Draw,
        Value::Unknown => return Ok(Err(solution.nodes)),
    };
    let first = solution.line.first().cloned();
    let mut lines = vec![solution.line];
    for m in solution.best.into_iter().filter(|m| Some(m) != first.as_ref()) {
        if lines.len() == arguments.multipv as usize {
            break;
        }
        lines.push(vec![m]);
    }
    let bestmove = lines[0].first().cloned();
    for (multipv, line) in (1..).zip(lines) {
        let report = Report {
            depth: plies,
            seldepth: plies,
            multipv,
            score,
            values: None,
            nodes: solution.nodes,
            hashfull: 0,
            hitrate: 0,
            elapsed: started.elapsed(),
            line,
        };
        print(game, &report, arguments, session)?;
    }
    if !arguments.json {
        writeln!(session.out, "solved: {}", solution.method)?;
    }
    Ok(Ok(bestmove))
}

fn print_best(bestmove: Option<String>, json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
    if json {
        session.json(&Best { bestmove })?;
    } else if let Some(bestmove) = bestmove {
        writeln!(session.out, "best move: {bestmove}")?;
    }
    Ok(session.out.flush()?)
}

/// Where only the depth of the search is bounded: nodes for a solver, for each ply.
const SOLVER_NODES_PER_PLY: u64 = 10_000;

/// The longest time for a solver before the search has its turn, where no time is given.
const SOLVER_TIME: Duration = Duration::from_secs(10);

/// What printing the last lines and ending the process may take on a busy machine; at most a twentieth of the time.
const MARGIN: Duration = Duration::from_millis(50);

const HEADER: &str = "depth      score      nodes  nodes/s   table      time  line";

fn searcher(game: &dyn AnyGame, arguments: &Arguments) -> Result<Box<dyn AnyEngine>, Failure> {
    let options = Options {
        threads: arguments.threads,
        hash_mib: arguments.hash,
        multipv: arguments.multipv as usize,
        model: arguments.model,
        ..Options::default()
    };
    // A table that is kept has the size that was asked for.
    let nodes = arguments.nodes.filter(|_| arguments.hash_save.is_none());
    let options = nodes.map_or(options, |nodes| options.with_table_for(nodes));
    match &arguments.hash_load {
        None => resources::searcher(game.kind(), options),
        Some(path) => game
            .kind()
            .engine_with_table(options, path, game)
            .map_err(|error| Failure::input(format!("--hash-load: {}: {error}", path.display()))),
    }
}

/// The moves to consider: all, unless some are named.
fn root_moves(game: &dyn AnyGame, arguments: &Arguments) -> Result<Option<Vec<String>>, Failure> {
    let Some(text) = &arguments.root_moves else { return Ok(None) };
    let mut moves = Vec::new();
    for (column, word) in game.kind().split_moves(text) {
        match game.parse_move(word) {
            Ok(m) => moves.push(m),
            Err(error) => {
                let legal = error.legal.join(" ");
                let problem = format!("--root-moves: column {column}: {word:?} is not legal; legal moves: {legal}");
                return Err(Failure::input(problem));
            }
        }
    }
    if moves.is_empty() { Err(Failure::input("--root-moves: no move; expected at least one")) } else { Ok(Some(moves)) }
}

fn print(
    game: &dyn AnyGame,
    report: &Report<String>,
    arguments: &Arguments,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    if arguments.json {
        session.json(&Iteration {
            depth: report.depth,
            seldepth: report.seldepth,
            multipv: report.multipv,
            score: report.score,
            model: (game.kind().sides > 2).then_some(arguments.model),
            values: report.values,
            nodes: report.nodes,
            nps: report.nps(),
            hashfull: report.hashfull,
            hitrate: report.hitrate,
            time_ms: report.elapsed.as_millis(),
            pv: &report.line,
        })?;
    } else {
        let values = report.values.map_or(String::new(), |[a, b, c]| format!("[{a} {b} {c}] "));
        writeln!(
            session.out,
            "{:>2}/{:<3}{:>9} {:>10} {:>8.2} M {:>4.1} % {:>8.3}s  {values}{}",
            report.depth,
            report.seldepth,
            report.score,
            report.nodes,
            report.nps() as f64 / 1e6,
            f64::from(report.hashfull) / 10.0,
            report.elapsed.as_secs_f64(),
            report.line.join(" ")
        )?;
    }
    Ok(session.out.flush()?)
}
