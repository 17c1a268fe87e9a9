//! `manyply ugi`, `ubgi` and `minichess-file`: the engine behind other programs' protocols.

use crate::cli::common::{
    AlgorithmArgument, Blame, EngineArguments, Failure, Result, Session, TablesArgument, count, input, resources,
};
use crate::protocol::engine::{Dialect, End, Settings, run};
use crate::protocol::minichess_file::{self, Counter, State};
use crate::protocol::{ubgi, ugi};
use manyply::face::Kind;
use manyply::formats::Content;
use manyply::game::Notation as _;
use manyply::games::minichess::Minichess;
use manyply::search::{EngineOf, Level, Limits, MAX_DEPTH};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Any game's engine behind UGI, the Universal Game Interface, for match runners
#[derive(clap::Args)]
pub(crate) struct UgiArguments {
    /// The game; 'manyply games' lists them
    game: String,
    /// The rules, as in name=value,name=value; 'manyply games' lists them
    #[arg(long, value_name = "RULES", default_value = "")]
    rules: String,
    #[command(flatten)]
    algorithm: AlgorithmArgument,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    tables: TablesArgument,
}

/// The minichess engine behind UBGI, the Universal Board Game Interface
#[derive(clap::Args)]
pub(crate) struct UbgiArguments {
    /// The rules, as in name=value,name=value; 'manyply games' lists them
    #[arg(long, value_name = "RULES", default_value = ubgi::RULES)]
    rules: String,
    #[command(flatten)]
    algorithm: AlgorithmArgument,
    #[command(flatten)]
    engine: EngineArguments,
}

/// The minichess player of the 2023 runner, which starts it for each move
#[derive(clap::Args)]
pub(crate) struct FileArguments {
    /// The file with the position
    state: PathBuf,
    /// The file to write moves into
    action: PathBuf,
    /// The plies played so far
    #[arg(long, value_name = "N", conflicts_with = "counter", value_parser = count::<u32>(0..=u32::MAX))]
    ply: Option<u32>,
    /// Count the plies by this file, kept from one move to the next
    #[arg(long, value_name = "FILE")]
    counter: Option<PathBuf>,
    /// The rules, as in name=value,name=value; 'manyply games' lists them
    #[arg(long, value_name = "RULES", default_value = minichess_file::RULES)]
    rules: String,
    /// Stop after this time, unless stopped before
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = resources::time)]
    time: Duration,
    /// Stop after this depth, in plies
    #[arg(long, value_name = "N", value_parser = count::<u32>(1..=MAX_DEPTH))]
    depth: Option<u32>,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(crate) fn ugi(arguments: &UgiArguments, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game)?;
    arguments.tables.load(kind)?;
    serve(&ugi::dialect(kind), &arguments.rules, &arguments.engine, arguments.algorithm, session)
}

pub(crate) fn ubgi(arguments: &UbgiArguments, session: &mut Session<'_>) -> Result {
    serve(&ubgi::dialect(), &arguments.rules, &arguments.engine, arguments.algorithm, session)
}

fn serve(
    dialect: &Dialect,
    rules: &str,
    engine: &EngineArguments,
    algorithm: AlgorithmArgument,
    session: &mut Session<'_>,
) -> Result {
    let options = engine.options(dialect.kind)?;
    algorithm.check(&options, Level::MAX)?;
    let settings = Settings {
        options,
        algorithm: algorithm.named,
        most_threads: resources::MOST_THREADS,
        most_hash_mib: resources::most_hash_mib().max(engine.hash),
    };
    let rules = dialect.kind.rules(rules).of("--rules")?;
    match run(dialect, settings, &rules, session.take_input(), session.out, &session.stop)? {
        End::Quit => Ok(()),
        End::Interrupted => Err(Failure::Interrupted),
    }
}

pub(crate) fn minichess_file(arguments: &FileArguments, session: &mut Session<'_>) -> Result {
    let started = Instant::now();
    let rules = Minichess::parse_rules(&arguments.rules).of("--rules")?;
    let wrong = |problem: String| input!("STATE: {}: {problem}", arguments.state.display());
    let text = session.read_file("STATE", &arguments.state, &[Content::Other("the state of a runner")])?;
    let _waits = [Some(&arguments.action), arguments.counter.as_ref()].map(|path| session.waits_for(path?));
    let state = State::parse(&text).map_err(wrong)?;
    let ply = match &arguments.counter {
        None => arguments.ply,
        Some(path) => Counter::new(path).count(&state).of_file("--counter", path)?,
    };
    let game = state.game(ply, &rules).map_err(wrong)?;
    if game.outcome().is_some() {
        return Err(wrong("the game is over; expected a position with a move to choose".into()));
    }
    let options = arguments.engine.options(Kind::of::<Minichess>())?;
    let mut searcher = EngineOf::try_new(options).ok_or_else(|| resources::no_memory(options.hash_mib))?;
    let limits = Limits {
        depth: arguments.depth,
        time: Some(arguments.time.saturating_sub(started.elapsed())),
        ..Limits::default()
    };
    // That the runner ends the search is how it is meant: no failure.
    minichess_file::play(&game, &mut searcher, &limits, &arguments.action, &session.stop)
        .of_file("ACTION", &arguments.action)?;
    Ok(())
}
