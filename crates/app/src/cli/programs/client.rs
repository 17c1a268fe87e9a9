//! Clients of tournament servers: the program plays where a server asks it to.

use crate::cli::common::{Blame, Result, Session, count, resources};
use crate::protocol::hexnim_client::{self, Settings};
use crate::protocol::trichess_client;
use manyply::games::threechess::Threechess;
use manyply::harmless::one_line;
use manyply::search::{EngineOf, Options};
use std::time::Duration;

/// Play hexnim on a tournament server
#[derive(clap::Args)]
pub(crate) struct HexnimArguments {
    /// The server
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Its port
    #[arg(long, default_value_t = 8888, value_parser = count::<u16>(0..=u16::MAX))]
    port: u16,
    /// The number by which the server knows the team
    #[arg(long, default_value_t = 1)]
    team: i32,
    /// The longest time to think about a move; the tournament allows 6s
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = resources::time)]
    time: Duration,
    /// Threads to solve with [default: all]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
    /// Memory for tables, in MiB [default: half of what is free]
    #[arg(long, value_name = "MiB", value_parser = resources::memory)]
    memory: Option<usize>,
}

pub(crate) fn hexnim(arguments: &HexnimArguments, session: &mut Session<'_>) -> Result {
    let settings = Settings {
        team: arguments.team,
        threads: arguments.threads.unwrap_or_else(resources::cores),
        memory: resources::solver_memory(arguments.memory),
        time: arguments.time,
    };
    talk(session, |report| hexnim_client::run(&arguments.host, arguments.port, &settings, report))
}

/// Play three-player chess on a Trichess server
#[derive(clap::Args)]
pub(crate) struct TrichessArguments {
    /// The server
    #[arg(long, default_value = "ws://127.0.0.1:8181/game")]
    url: String,
    /// The longest time to think about a move
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = resources::time)]
    time: Duration,
    /// Threads to search with
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// The table, in MiB
    #[arg(long, value_name = "MiB", default_value = "64", value_parser = resources::hash)]
    hash: usize,
}

pub(crate) fn trichess(arguments: &TrichessArguments, session: &mut Session<'_>) -> Result {
    let options = Options { threads: arguments.threads, hash_mib: arguments.hash, ..Options::default() };
    let mut searcher =
        EngineOf::<Threechess>::try_new(options).ok_or_else(|| resources::no_memory(options.hash_mib))?;
    talk(session, |report| trichess_client::run(&arguments.url, arguments.time, &mut searcher, report).map(|_| ()))
}

/// Lets a client talk with its server: prints what it reports, and ends the program when the user wants that.
fn talk(session: &mut Session<'_>, client: impl FnOnce(&mut dyn FnMut(&str)) -> Result<(), String>) -> Result {
    // A read from the server waits in the system.
    let _waits = session.ends_at_once();
    let out = &mut session.out;
    let mut printed = Ok(());
    let result = client(&mut |line| {
        if printed.is_ok() {
            printed = writeln!(out, "{}", one_line(line));
        }
    });
    printed?;
    result.or_input()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_does_not_steer_the_terminal() {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut session = Session {
            input: Box::new(std::io::empty()),
            out: &mut out,
            err: &mut err,
            stop: Default::default(),
            has_terminal: false,
            games: crate::all_games(),
            name: "manyply",
            json: false,
            kept: None,
        };
        let evil = "refused: \u{1b}[2Jthe game is over: won\nfake\u{202e}";
        let result = talk(&mut session, |report| {
            report(evil);
            Err(evil.to_owned())
        });
        assert!(result.is_err_and(|failure| session.fail(failure) == 2));
        for text in [out, err] {
            let text = String::from_utf8(text).expect("UTF-8");
            assert!(text.ends_with("refused: \\u{1b}[2Jthe game is over: won\\nfake\\u{202e}\n"), "{text:?}");
        }
    }
}
