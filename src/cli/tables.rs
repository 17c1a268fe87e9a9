//! `manyply tables`: endgame tables, made once and kept on disk; and the option by which other commands use them.

use super::failure::Failure;
use super::position::kind;
use super::progress::Bar;
use super::resources;
use super::session::Session;
use crate::service::Kind;
use crate::solve::Task;
use serde::Serialize;
use std::path::PathBuf;

/// Make endgame tables, for games that have them
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  manyply tables hop\n  manyply tables hop --up-to 2v2 --dir tables\n  \
    manyply analyze hop --tables tables --time 10s\n\nWithout --up-to the tables that can be made are listed.")]
pub(super) struct Arguments {
    /// The game; 'manyply games' lists them
    game: String,
    /// The last table to make; those that it needs come first
    #[arg(long, value_name = "TABLE")]
    up_to: Option<String>,
    /// Where the tables are kept; those that are there are not made again
    #[arg(long, value_name = "DIR", default_value = "tables")]
    dir: PathBuf,
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
    /// Memory that may be taken, in MiB [default: half of what is free]
    #[arg(long, value_name = "MiB", value_parser = resources::memory)]
    memory: Option<usize>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

/// A table, for programs.
#[derive(Serialize)]
#[serde(tag = "type", rename = "table")]
struct Line<'a> {
    game: &'static str,
    table: &'a str,
    /// Where it is, once it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    dir: Option<String>,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let kind = kind(&arguments.game)?;
    let game = kind.name;
    if kind.tables.is_empty() {
        return Err(Failure::input(format!("{game} has no endgame tables")));
    }
    let Some(last) = &arguments.up_to else {
        return kind.tables.iter().try_for_each(|table| {
            let line = Line { game, table, dir: None };
            if arguments.json { session.json(&line) } else { Ok(writeln!(session.out, "{table}")?) }
        });
    };
    if !kind.tables.contains(&last.as_str()) {
        let tables = kind.tables.join(", ");
        return Err(Failure::input(format!("--up-to: no table is called {last:?}; expected one of {tables}")));
    }
    std::fs::create_dir_all(&arguments.dir)
        .map_err(|error| Failure::input(format!("--dir: {}: {error}", arguments.dir.display())))?;
    let memory_mib = arguments.memory.unwrap_or_else(|| resources::memory_mib() / 2);
    let bar = Bar::new(session.has_terminal);
    let threads = arguments.threads.unwrap_or_else(resources::cores);
    let task = Task {
        progress: &|message, part| bar.show(message, part),
        ..Task::new(&session.stop, threads, (memory_mib as u64) << 20)
    };
    let done = kind.make_tables(last, &arguments.dir, &task).map_err(Failure::input)?;
    drop(bar);
    if !done {
        return Err(Failure::Interrupted);
    }
    let dir = arguments.dir.display().to_string();
    if arguments.json {
        return session.json(&Line { game, table: last, dir: Some(dir) });
    }
    Ok(writeln!(session.out, "the tables up to {last} are in {dir}")?)
}

/// The option of commands that can use tables.
#[derive(clap::Args)]
pub(super) struct TablesArgument {
    /// Use the endgame tables in this directory ('manyply tables' makes them)
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl TablesArgument {
    /// Loads the tables, if any are asked for.
    pub(super) fn load(&self, kind: &Kind) -> Result<(), Failure> {
        let Some(directory) = &self.tables else { return Ok(()) };
        let unreadable =
            |error| Failure::input(format!("--tables: {}: {error}; expected a folder", directory.display()));
        std::fs::read_dir(directory).map_err(unreadable)?;
        match kind.load_tables(directory) {
            Ok(0) => Err(Failure::input(format!("--tables: {}: no tables of {}", directory.display(), kind.name))),
            Ok(_) => Ok(()),
            Err(error) => Err(Failure::input(format!("--tables: {error}"))),
        }
    }
}
