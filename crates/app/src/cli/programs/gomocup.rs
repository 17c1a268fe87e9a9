//! `gomocup`: the engine behind the protocol of gomoku managers.

use crate::cli::common::{Result, Session, TablesArgument, resources};
use crate::protocol::gomocup::{self, Settings};
use manyply::face::Kind;
use manyply::games::gomoku::Gomoku;
use std::time::Duration;

/// Play gomoku for a manager that speaks the Gomocup protocol
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Time for a move, until the manager sets one
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = resources::time)]
    time: Duration,
    /// Threads, until the manager sets them
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// The table's size in MiB; less if the manager's memory limit asks for it
    #[arg(long, value_name = "MiB", default_value = "128", value_parser = resources::hash)]
    hash: usize,
    /// The manager speaks Yixin's dialect, in which rule 2 is renju; most show that by their commands
    #[arg(long)]
    yixin: bool,
    #[command(flatten)]
    tables: TablesArgument,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    arguments.tables.load(Kind::of::<Gomoku>())?;
    let settings = Settings {
        time: arguments.time,
        hash_mib: arguments.hash,
        threads: arguments.threads,
        most_threads: resources::cores().max(arguments.threads),
        most_hash_mib: resources::most_hash_mib(),
        is_yixin: arguments.yixin,
    };
    gomocup::run(session.take_input(), session.out, &settings, &session.stop)?;
    session.check_stop()
}
