//! The command line: arguments, one file a command by topic, and how results and mistakes reach the user. Only the
//! commands that speak the protocol of a single game name one.

mod analysis;
mod arena;
mod boards;
mod common;
mod measuring;
mod merge;
mod playing;
mod programs;
mod slips;
mod solving;
#[cfg(test)]
mod tests;
mod training;

pub use common::Session;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use common::{Failure, INTERRUPTED, Result, Wording};
use manyply::face::Registry;
use std::ffi::{OsStr, OsString};
use std::io::{BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Deep search, perft and exact solving for board games that no strong engine serves.
#[derive(Parser)]
#[command(name = "manyply", version, max_term_width = 100, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The commands: their arguments, and what does them.
macro_rules! commands {
    ($($name:ident($arguments:path) => $run:path,)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($name($arguments)),*
        }

        fn dispatch(command: &Command, session: &mut Session<'_>) -> Result {
            if command.is_service() {
                session.keeps("");
            }
            match command {
                $(Command::$name(arguments) => $run(arguments, session)),*
            }
        }
    };
}

commands! {
    Games(boards::games::Arguments) => boards::games::run,
    Show(analysis::show::Arguments) => analysis::show::run,
    Perft(solving::perft::Arguments) => solving::perft,
    Merge(merge::Arguments) => merge::run,
    Analyze(analysis::analyze::Arguments) => analysis::analyze,
    Query(analysis::query::Arguments) => analysis::query::run,
    Suite(analysis::suite::Arguments) => analysis::suite::run,
    Annotate(analysis::annotate::Arguments) => analysis::annotate::run,
    Bench(measuring::bench::Arguments) => measuring::bench::run,
    Plot(measuring::plot::Arguments) => measuring::plot::run,
    Eval(analysis::eval::Arguments) => analysis::eval::run,
    Solve(solving::solve::Arguments) => solving::solve,
    Prove(solving::prove::Arguments) => solving::prove,
    Verify(solving::verify::Arguments) => solving::verify::run,
    Play(playing::play::Arguments) => playing::play,
    Shell(playing::shell::Arguments) => playing::shell::run,
    Match(arena::match_::Arguments) => arena::match_::run,
    Tournament(arena::tournament::Arguments) => arena::tournament::run,
    Convert(arena::convert::Arguments) => arena::convert::run,
    Book(arena::book::Arguments) => arena::book::run,
    Serve(playing::serve::Arguments) => playing::serve::run,
    Site(playing::site::Arguments) => playing::site::run,
    Tables(solving::tables::Arguments) => solving::tables::run,
    Selfplay(training::selfplay::Arguments) => training::selfplay::run,
    Data(training::data::Arguments) => training::data::run,
    Train(training::train::Arguments) => training::train::run,
    Network(training::network::Arguments) => training::network::run,
    Tune(training::tune_arguments::Arguments) => training::tune,
    Ugi(programs::protocol::UgiArguments) => programs::protocol::ugi,
    Ubgi(programs::protocol::UbgiArguments) => programs::protocol::ubgi,
    MinichessFile(programs::protocol::FileArguments) => programs::protocol::minichess_file,
    Gomocup(programs::gomocup::Arguments) => programs::gomocup::run,
    HexnimClient(programs::client::HexnimArguments) => programs::client::hexnim,
    TrichessClient(programs::client::TrichessArguments) => programs::client::trichess,
    Completions(programs::completions::Arguments) => programs::completions::run,
    Man(programs::man::Arguments) => programs::man::run,
    Schema(programs::schema::Arguments) => programs::schema::run,
    Help(programs::help::Arguments) => programs::help::run,
}

impl Command {
    /// Whether it serves people or programs until they want no more: then that is no end of a work.
    fn is_service(&self) -> bool {
        use Command::{Gomocup, HexnimClient, MinichessFile, Query, Serve, Shell, TrichessClient, Ubgi, Ugi};
        let is_client = matches!(self, HexnimClient(_) | MinichessFile(_) | TrichessClient(_));
        is_client || matches!(self, Gomocup(_) | Query(_) | Serve(_) | Shell(_) | Ubgi(_) | Ugi(_))
    }
}

/// Commands of a single game, with that game.
const OF_A_GAME: [(&str, &str); 7] = [
    ("minichess-file", "minichess"),
    ("ubgi", "minichess"),
    ("prove", "gomoku"),
    ("verify", "gomoku"),
    ("gomocup", "gomoku"),
    ("hexnim-client", "hexnim"),
    ("trichess-client", "threechess"),
];

/// The game of a command that is of a single one.
fn game_of(command: &str) -> Option<&'static str> {
    OF_A_GAME.iter().find(|(name, _)| *name == command).map(|(_, game)| *game)
}

/// Runs the program with these games on the process's own arguments and streams.
pub(crate) fn main(games: Registry) -> ExitCode {
    if let Some(complaint) = common::processor::complaint() {
        // An error of standard error itself cannot be reported.
        let _ = writeln!(std::io::stderr(), "error: {complaint}");
        return ExitCode::from(2);
    }
    let stop = Arc::new(AtomicBool::new(false));
    for signal in signals() {
        // The first signal asks for an end; a second one, if nobody listens, enforces it. Without handlers a signal
        // ends the program as it always did, so a failure here does no harm.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED.into(), stop.clone());
        let _ = signal_hook::flag::register(signal, stop.clone());
    }
    #[cfg(unix)]
    let mut out = common::patient::stdout(stop.clone());
    #[cfg(not(unix))]
    let mut out = anstream::stdout().lock();
    let mut session = Session {
        input: Box::new(BufReader::new(std::io::stdin())),
        out: &mut out,
        err: &mut anstream::stderr(),
        stop,
        has_terminal: std::io::stderr().is_terminal(),
        games,
        name: called(),
        json: false,
        kept: None,
    };
    ExitCode::from(run(std::env::args_os(), &mut session))
}

/// The name by which the program was called.
fn called() -> &'static str {
    let path = std::env::args_os().next().map(PathBuf::from);
    let name = path.as_deref().and_then(Path::file_name).and_then(OsStr::to_str);
    let name = name.map(|name| name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(name));
    name.map_or("manyply", |name| name.to_owned().leak())
}

/// The signals that ask for an end: Ctrl-C, `kill`, and a terminal that goes away, unless that is to be outlived.
fn signals() -> Vec<std::ffi::c_int> {
    use signal_hook::consts;
    #[cfg(unix)]
    let hangup = Some(consts::SIGHUP).filter(|&signal| !ignores(signal));
    #[cfg(not(unix))]
    let hangup = None;
    [consts::SIGINT, consts::SIGTERM].into_iter().chain(hangup).collect()
}

/// Whether the program was started so that it ignores a signal, as `nohup` does; no where the system does not say.
#[cfg(unix)]
fn ignores(signal: std::ffi::c_int) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Runs another command of the program, as a part of one.
fn run_command(arguments: &[&str], session: &mut Session<'_>) -> Result {
    let arguments = ["manyply"].iter().chain(arguments);
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) => dispatch(&arguments.command, session),
        Err(error) => Err(Failure::Input(Failure::one_line(&error))),
    }
}

/// Runs the program on any arguments (the first is its own name) and streams, and returns the exit code: 0 success,
/// 1 a check failed, 2 bad input, 130 interrupted.
pub fn run(arguments: impl IntoIterator<Item = OsString>, session: &mut Session<'_>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let program = program(&session.games, session.name);
    let parsed = program.clone().try_get_matches_from(&arguments);
    session.json = parsed.as_ref().is_ok_and(wants_json);
    let game = parsed.as_ref().ok().and_then(ArgMatches::subcommand_name).and_then(game_of);
    let result = match parsed.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => game
            .map_or(Ok(()), |game| session.kind(game).map(drop))
            .and_then(|()| dispatch(&arguments.command, session)),
        Err(error) if error.use_stderr() => {
            let words: Vec<_> = arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
            Err(slips::complaint(&program, &error, &words, &session.games))
        }
        Err(help) => write!(session.out, "{}", help.render().ansi()).map_err(Failure::from),
    };
    let result = result.and_then(|()| session.out.flush().map_err(Failure::from));
    result.map_or_else(|failure| session.fail(failure), |()| 0)
}

/// Whether a command is given `--json`.
fn wants_json(matches: &ArgMatches) -> bool {
    let is_given = matches.try_get_one("json").ok().flatten() == Some(&true);
    is_given || matches.subcommand().is_some_and(|(_, matches)| wants_json(matches))
}

/// A command with notes and examples below the options of those behind it.
fn with_examples(command: clap::Command, before: &str, wording: Wording<'_>) -> clap::Command {
    command.mut_subcommands(|inner| {
        let name = format!("{before}{}", inner.get_name());
        with_examples(inner, &format!("{name} "), wording).after_help(wording.help(&name))
    })
}

/// All arguments, as they are parsed, completed and described. What stands for a number or a time may begin with a
/// dash, so that the message says what is wrong with it.
fn program(games: &Registry, name: &'static str) -> clap::Command {
    let lenient = |argument: clap::Arg| {
        let is_time = argument.get_value_names().is_some_and(|names| names.iter().any(|name| name == "TIME"));
        if !argument.get_action().takes_values() {
            argument
        } else if is_time {
            argument.allow_hyphen_values(true)
        } else {
            argument.allow_negative_numbers(true)
        }
    };
    let has_tables = games.all().any(|kind| !kind.tables.is_empty());
    let is_there = |command: &str| {
        game_of(command).is_none_or(|game| games.kind(game).is_ok()) && (command != "tables" || has_tables)
    };
    let wording = Wording { name, games };
    let program = with_examples(Arguments::command().name(name), "", wording).after_help(wording.help("manyply"));
    program.mut_subcommands(move |command| {
        let is_there = is_there(command.get_name());
        command.mut_args(|argument| wording.argument(lenient(argument))).hide(!is_there)
    })
}
