//! The command line: arguments, one file a command, and how results and mistakes reach the user. No game is named here.

mod ablate;
mod adviser;
mod analyze;
mod annotate;
mod annotate_svg;
mod batch;
mod bench;
mod best_moves;
mod book;
mod checkpoint;
mod client;
mod completions;
mod contest;
mod convert;
mod cpu_time;
mod data;
mod eval;
mod eval_compare;
mod eval_compare_svg;
mod failure;
mod games;
mod gomocup;
mod growth;
mod input;
mod live;
mod man;
mod match_;
mod match_shard;
mod network;
mod network_argument;
#[cfg(unix)]
mod patient;
mod perft;
mod picture;
mod play;
mod plot;
mod position;
mod processor;
mod progress;
mod protocol;
mod prove;
mod prove_guide;
mod prove_hints;
mod prove_jobs;
mod prove_journal;
mod prove_known;
mod prove_plane;
mod prove_plane_worker;
mod query;
mod recorded;
mod render;
mod replay;
mod resources;
mod selfplay;
mod serve;
mod session;
mod shard;
mod shell;
mod show;
mod solve;
mod solve_shard;
mod speedup;
mod suite;
mod tables;
#[cfg(test)]
mod tests;
mod tournament;
mod train;
mod train_svg;
mod tune;
mod tune_positions;
mod tune_search;
mod verify;
mod verify_plane;

pub use session::Session;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use std::ffi::OsString;
use std::io::{BufReader, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Deep search, perft and exact solving for board games that no strong engine serves.
#[derive(Parser)]
#[command(name = "manyply", version, max_term_width = 100, after_help = "Example: manyply show minichess")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Arguments),
    Show(show::Arguments),
    Perft(perft::Arguments),
    Merge(shard::Arguments),
    Analyze(analyze::Arguments),
    Query(query::Arguments),
    Suite(best_moves::Arguments),
    Annotate(annotate::Arguments),
    Bench(bench::Arguments),
    Plot(plot::Arguments),
    Eval(eval::Arguments),
    Solve(solve::Arguments),
    Prove(prove::Arguments),
    Verify(verify::Arguments),
    Play(play::Arguments),
    Shell(shell::Arguments),
    Match(match_::Arguments),
    Tournament(tournament::Arguments),
    Convert(convert::Arguments),
    Book(book::Arguments),
    Serve(serve::Arguments),
    Tables(tables::Arguments),
    Selfplay(selfplay::Arguments),
    Data(data::Arguments),
    Train(train::Arguments),
    Network(network::Arguments),
    Tune(tune::Arguments),
    Ugi(protocol::UgiArguments),
    Ubgi(protocol::UbgiArguments),
    MinichessFile(protocol::FileArguments),
    Gomocup(gomocup::Arguments),
    HexnimClient(client::HexnimArguments),
    TrichessClient(client::TrichessArguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Runs the program on the process's own arguments and streams.
pub fn main() -> ExitCode {
    if let Some(complaint) = processor::complaint() {
        // An error of standard error itself cannot be reported.
        let _ = writeln!(std::io::stderr(), "error: {complaint}");
        return ExitCode::from(2);
    }
    let stop = Arc::new(AtomicBool::new(false));
    for signal in signals() {
        // The first signal asks for an end; a second one, if nobody listens, enforces it. Without handlers a signal
        // ends the program as it always did, so a failure here does no harm.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, failure::INTERRUPTED.into(), stop.clone());
        let _ = signal_hook::flag::register(signal, stop.clone());
    }
    #[cfg(unix)]
    let mut out = patient::stdout(stop.clone());
    #[cfg(not(unix))]
    let mut out = anstream::stdout().lock();
    let mut session = Session {
        input: Box::new(BufReader::new(std::io::stdin())),
        out: &mut out,
        err: &mut anstream::stderr(),
        stop,
        has_terminal: std::io::stderr().is_terminal(),
    };
    ExitCode::from(run(std::env::args_os(), &mut session))
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
fn run_command(arguments: &[&str], session: &mut Session<'_>) -> Result<(), Failure> {
    let arguments = ["manyply"].iter().chain(arguments);
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) => dispatch(arguments.command, session),
        Err(error) => Err(Failure::usage(&error)),
    }
}

/// Runs the program on any arguments (the first is its own name) and streams, and returns the exit code: 0 success,
/// 1 a check failed, 2 bad input, 130 interrupted.
pub fn run(arguments: impl IntoIterator<Item = OsString>, session: &mut Session<'_>) -> u8 {
    let parsed = program().try_get_matches_from(arguments);
    let result = match parsed.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => dispatch(arguments.command, session),
        Err(error) if error.use_stderr() => Err(Failure::usage(&error)),
        Err(help) => write!(session.out, "{}", help.render().ansi()).map_err(Failure::from),
    };
    let result = result.and_then(|()| session.out.flush().map_err(Failure::from));
    result.map_or_else(|failure| failure.report(session), |()| 0)
}

/// All arguments, as they are parsed, completed and described. What stands for a number or a time may begin with a
/// dash, so that the message says what is wrong with it.
fn program() -> clap::Command {
    let lenient = |argument: clap::Arg| {
        let is_time = argument.get_value_names().is_some_and(|names| names.iter().any(|name| name == "TIME"));
        if argument.is_positional() || !argument.get_action().takes_values() {
            argument
        } else if is_time {
            argument.allow_hyphen_values(true)
        } else {
            argument.allow_negative_numbers(true)
        }
    };
    Arguments::command().mut_subcommands(move |command| command.mut_args(lenient))
}

fn dispatch(command: Command, session: &mut Session<'_>) -> Result<(), Failure> {
    match command {
        Command::Games(arguments) => games::run(&arguments, session),
        Command::Show(arguments) => show::run(&arguments, session),
        Command::Perft(arguments) => perft::run(&arguments, session),
        Command::Merge(arguments) => shard::merge(&arguments, session),
        Command::Analyze(arguments) => analyze::run(&arguments, session),
        Command::Annotate(arguments) => annotate::run(&arguments, session),
        Command::Suite(arguments) => best_moves::run(&arguments, session),
        Command::Query(arguments) => query::run(&arguments, session),
        Command::Bench(arguments) => bench::run(&arguments, session),
        Command::Plot(arguments) => plot::run(&arguments, session),
        Command::Eval(arguments) => eval::run(&arguments, session),
        Command::Solve(arguments) => solve::run(&arguments, session),
        Command::Prove(arguments) => prove::run(&arguments, session),
        Command::Verify(arguments) => verify::run(&arguments, session),
        Command::Completions(arguments) => completions::run(&arguments, session),
        Command::Man(arguments) => man::run(&arguments, session),
        Command::Match(arguments) => match_::run(arguments, session),
        Command::Book(arguments) => book::run(&arguments, session),
        Command::Shell(arguments) => shell::run(&arguments, session),
        Command::Convert(arguments) => convert::run(&arguments, session),
        Command::Tournament(arguments) => tournament::run(arguments, session),
        Command::Serve(arguments) => serve::run(&arguments, session),
        Command::Tables(arguments) => tables::run(&arguments, session),
        Command::Selfplay(arguments) => selfplay::run(&arguments, session),
        Command::Data(arguments) => data::run(&arguments, session),
        Command::Train(arguments) => train::run(&arguments, session),
        Command::Network(arguments) => network::run(&arguments, session),
        Command::Tune(arguments) => tune::run(&arguments, session),
        Command::Ugi(arguments) => protocol::ugi(&arguments, session),
        Command::Ubgi(arguments) => protocol::ubgi(&arguments, session),
        Command::MinichessFile(arguments) => protocol::minichess_file(&arguments, session),
        Command::Gomocup(arguments) => gomocup::run(&arguments, session),
        Command::HexnimClient(arguments) => client::hexnim(&arguments, session),
        Command::TrichessClient(arguments) => client::trichess(&arguments, session),
        Command::Play(arguments) => play::run(&arguments, session),
    }
}
