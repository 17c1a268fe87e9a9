//! `manyply solve`: the exact value of a position, by the game's solver or by a search until there is a proof.

use crate::cli::analysis::live;
use crate::cli::common::{
    Bar, Blame, Failure, GameArguments, JsonArgument, NetworkArgument, Result, Session, TablesArgument, check_place,
    file_failure, input, resources,
};
use manyply::face::{AnyGame, Kind};
use manyply::formats::Content;
use manyply::search::{Limits, Options, Score, Told};
use manyply::shard::Shard;
use manyply::solve::{Method, Solution, Task, Value};
use manyply_arena::service::report::Solved;
use manyply_arena::service::{prove, proving};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The table of a search for a proof, in MiB, unless the user says otherwise.
const SEARCH_MIB: usize = 256;

/// Find the exact value of a position, with proof
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) tables: TablesArgument,
    #[command(flatten)]
    network: NetworkArgument,
    /// Give up after this time, as in 10s
    #[arg(long, value_name = "TIME", value_parser = resources::time)]
    pub(crate) time: Option<Duration>,
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
    /// Memory for tables, in MiB [default: a solver takes up to half the memory of this machine, a search 256]
    #[arg(long, value_name = "MiB", visible_alias = "memory", value_parser = resources::memory)]
    hash: Option<usize>,
    /// Keep the solver's table in this file, where the game's solver has one
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Use a table that was kept
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// The kind of proof to look for, where the game's solver has several: an unknown one gets their list
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Only a win by continuous fours: short for --method vcf
    #[arg(long, conflicts_with_all = ["method", "vct", "any"])]
    vcf: bool,
    /// Only a win by continuous threats: short for --method vct
    #[arg(long, conflicts_with_all = ["method", "any"])]
    vct: bool,
    /// Any proof: short for --method any
    #[arg(long, conflicts_with = "method")]
    any: bool,
    /// The solver's own options, as in name=value,name=value
    #[arg(long, value_name = "OPTIONS", default_value = "")]
    solver: String,
    /// Solve only the moves of part i of n and print JSON, which 'manyply merge' adds up
    #[arg(long, value_name = "i/n", conflicts_with = "save")]
    pub(crate) shard: Option<Shard>,
    /// Solve every move by itself, and keep those that are solved in this file, from which the same command goes on
    #[arg(long, value_name = "FILE", conflicts_with = "save")]
    pub(crate) checkpoint: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgument,
}

impl Arguments {
    /// The position, with the tables and the network that it is solved with.
    pub(crate) fn load(&self, session: &mut Session<'_>) -> Result<Box<dyn AnyGame>> {
        let game = self.game.load(session)?;
        self.tables.load(game.kind())?;
        self.network.load(game.kind())?;
        if let Some(path) = &self.load
            && let Some(problem) = Content::of_file(path).and_then(|found| found.instead_of(&[Content::Table]))
        {
            return Err(file_failure("--load", path, problem));
        }
        Ok(game)
    }

    /// Whether more is asked for than an answer in some time.
    pub(crate) fn is_more_than_time(&self) -> bool {
        let has_method = self.method.is_some() || self.vcf || self.vct || !self.solver.is_empty();
        has_method || self.is_in_parts() || self.save.is_some() || self.load.is_some()
    }

    /// Whether every move is solved by itself.
    pub(crate) fn is_in_parts(&self) -> bool {
        self.shard.is_some() || self.checkpoint.is_some()
    }
}

pub(crate) fn run(game: &dyn AnyGame, arguments: &Arguments, session: &mut Session<'_>) -> Result {
    check_place("--save", arguments.save.as_deref())?;
    let started = Instant::now();
    let unsaved = Unsaved::default();
    let solution = match game.outcome() {
        Some(outcome) => Solution::over(outcome.payoff(game.side_to_move())),
        None => ask(game, arguments, &unsaved, session)?,
    };
    report(game, &solution, started.elapsed(), session)?;
    if let Some(problem) = unsaved.into_inner().unwrap_or_default() {
        return Err(input!("--save: {problem}"));
    }
    session.keeps("nothing is kept; --checkpoint FILE keeps moves that are solved, each by itself");
    let unfinished = solution.value == Value::Unknown && session.is_stopped();
    if unfinished { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Prints what is known of a position after so much time.
pub(crate) fn report(
    game: &dyn AnyGame,
    solution: &Solution<String>,
    elapsed: Duration,
    session: &mut Session<'_>,
) -> Result {
    let answer = Solved::of(game, solution, elapsed);
    session.report(&answer, |out| print(game.side_name(), &answer, solution, out))
}

impl Arguments {
    /// The kind of proof asked for, one that the game's solver has; any where none is asked for.
    pub(crate) fn method(&self, kind: &Kind) -> Result<Option<&'static str>> {
        let short = [(self.vcf, "vcf"), (self.vct, "vct"), (self.any, Method::ANY)];
        let short = short.into_iter().find_map(|(is_set, name)| is_set.then_some(name));
        let Some(name) = self.method.as_deref().or(short) else { return Ok(kind.any_method()) };
        let known = kind.methods.iter().find(|method| method.name == name);
        known.map(|method| Some(method.name)).ok_or_else(|| {
            let names: Vec<&str> = kind.methods.iter().map(|method| method.name).collect();
            let expected = if names.is_empty() { "none".into() } else { names.join(", ") };
            input!("--method {name}: {} has no such method; expected {expected}", kind.name)
        })
    }
}

/// Why the solver's table could not be kept, if it could not.
pub(crate) type Unsaved = Mutex<Option<String>>;

/// Asks the game's solver, where it has one, and the search for what that leaves open.
fn ask(
    game: &dyn AnyGame,
    arguments: &Arguments,
    unsaved: &Unsaved,
    session: &mut Session<'_>,
) -> Result<Solution<String>> {
    let method = arguments.method(game.kind())?;
    let solver = |time, session: &mut Session<'_>| {
        let _waits = arguments.save.as_ref().and_then(|path| session.waits_for(path));
        ask_solver(game, arguments, method, time, unsaved, session)
    };
    let search = |time, session: &mut Session<'_>| ask_search(game, None, arguments, time, session);
    in_turn(game.kind(), method, arguments.time, session, solver, search)
}

/// Asks a game's solver, where it has one, and then the search, unless a method is asked for. Where the solver has
/// several methods both get half of the time; other solvers leave to the search what they do not take.
pub(crate) fn in_turn<'s>(
    kind: &Kind,
    method: Option<&'static str>,
    time: Option<Duration>,
    session: &mut Session<'s>,
    solver: impl FnOnce(Option<Duration>, &mut Session<'s>) -> Result<Solution<String>>,
    search: impl FnOnce(Option<Duration>, &mut Session<'s>) -> Result<Solution<String>>,
) -> Result<Solution<String>> {
    if kind.solver.is_none() {
        return search(time, session);
    }
    let started = Instant::now();
    let goes_on = method.is_none_or(|name| name == Method::ANY);
    let shares = goes_on && !kind.methods.is_empty();
    let solution = solver(time.map(|time| if shares { time / 2 } else { time }), session)?;
    let left = time.map(|time| time.saturating_sub(started.elapsed()));
    let has_time = !session.is_stopped() && left.is_none_or(|left| !left.is_zero());
    if !(goes_on && has_time && solution.value == Value::Unknown) {
        return Ok(solution);
    }
    let found = search(left, session)?;
    Ok(Solution { nodes: found.nodes + solution.nodes, ..found })
}

/// Asks the game's own solver.
pub(crate) fn ask_solver(
    game: &dyn AnyGame,
    arguments: &Arguments,
    method: Option<&'static str>,
    time: Option<Duration>,
    unsaved: &Unsaved,
    session: &mut Session<'_>,
) -> Result<Solution<String>> {
    let bar = Bar::new(session.has_terminal);
    let task = Task {
        deadline: time.and_then(|time| Instant::now().checked_add(time)),
        nodes: None,
        stop: &session.stop,
        threads: arguments.threads.unwrap_or_else(resources::cores),
        memory: resources::solver_memory(arguments.hash),
        save: arguments.save.clone(),
        unsaved: &|problem| {
            // Nobody panics while it is locked.
            if let Ok(mut unsaved) = unsaved.lock() {
                *unsaved = Some(problem);
            }
        },
        load: arguments.load.clone(),
        method,
        wins_only: false,
        options: &arguments.solver,
        progress: &|message, part| bar.show(message, part),
    };
    game.solve(&task).or_input()
}

/// Searches ever deeper until the value of the best of `moves`, of all moves without, is proven. The hash table of the
/// search bounds the memory.
pub(crate) fn ask_search(
    game: &dyn AnyGame,
    moves: Option<&[String]>,
    arguments: &Arguments,
    time: Option<Duration>,
    session: &mut Session<'_>,
) -> Result<Solution<String>> {
    if arguments.save.is_some() || arguments.load.is_some() || !arguments.solver.is_empty() {
        return Err(input!(
            "--save, --load, --solver: {} has no solver of its own; expected a game that has",
            game.kind().name
        ));
    }
    let hash_mib = arguments.hash.unwrap_or(SEARCH_MIB).min(resources::memory_mib());
    let threads = arguments.threads.unwrap_or_else(resources::cores);
    let network = arguments.network.load(game.kind())?;
    let options = proving(Options { threads, hash_mib, network, ..Options::default() });
    let mut searcher = resources::searcher(game.kind(), options)?;
    let limits = Limits { time, ..Limits::default() };
    let (bar, started) = (Bar::new(session.has_terminal), Instant::now());
    Ok(prove(&mut *searcher, game, moves, &limits, &session.stop, &mut |told| {
        let message = match told {
            Told::Line(report) => format!("depth {}, {}, {} nodes", report.depth, report.score, report.nodes),
            Told::Heartbeat(heartbeat) => live::status(heartbeat),
        };
        // How far the proof is nobody knows; how much of the time is gone, where there is one, is known.
        match time {
            Some(time) => bar.show(&message, (started.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-3)).min(1.0)),
            None => bar.say(message),
        }
    }))
}

/// A value in words.
pub(crate) fn value_text(solution: &Solution<String>) -> String {
    match (solution.value, solution.plies) {
        (Value::Win, Some(plies)) => Score::Win(plies).to_string(),
        (Value::Loss, Some(plies)) => Score::Loss(plies).to_string(),
        (value, _) => value.to_string(),
    }
}

pub(crate) fn print(side: &str, answer: &Solved, solution: &Solution<String>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{side} to move: {}", value_text(solution))?;
    if !answer.best.is_empty() {
        let which = if solution.all_best { "all best moves" } else { "best" };
        writeln!(out, "{which}: {}", answer.best.join(" "))?;
    }
    if !answer.line.is_empty() {
        writeln!(out, "line: {}", answer.line.join(" "))?;
    }
    let method = if solution.method.is_empty() { "stopped without a proof" } else { &solution.method };
    writeln!(out, "{method}, {} nodes, {:.3} s", answer.nodes, answer.seconds)
}
