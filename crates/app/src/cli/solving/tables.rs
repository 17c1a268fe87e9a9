//! `manyply tables`: endgame tables, made once and kept on disk.

use crate::cli::common::tables::{DIRECTORY, default_directory};
use crate::cli::common::{Bar, Blame, Failure, JsonArgument, Result, Session, input, resources};
use manyply::face::Kind;
use manyply::harmless::one_line;
use manyply::solve::{LongestWin, TableInfo, TableSide, Task, Zugzwang};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Make endgame tables, for games that have them
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; 'manyply games' lists them
    game: String,
    /// The last table to make, or for minichess the most men; those that it needs come first
    #[arg(long, value_name = "TABLE", visible_alias = "men")]
    up_to: Option<String>,
    /// Compare the values of the tables with one another instead of making any
    #[arg(long, requires = "up_to")]
    verify: bool,
    /// Say what a table holds: counts, the longest win, mutual zugzwangs
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["up_to", "verify"])]
    info: Option<String>,
    /// Where the tables are kept; those that are there are not made again [default: MANYPLY_TABLES, or the user's data
    /// directory]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
    /// Memory that may be taken, in MiB [default: half of what is free]
    #[arg(long, value_name = "MiB", value_parser = resources::memory)]
    memory: Option<usize>,
    #[command(flatten)]
    json: JsonArgument,
}

/// An endgame table.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "table")]
pub(crate) struct Line<'a> {
    game: &'static str,
    /// The name of the table.
    table: &'a str,
    /// Where it is, once it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    dir: Option<String>,
    /// Its size there.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
}

/// What an endgame table holds.
#[derive(Serialize)]
#[serde(tag = "type", rename = "table_info")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct InfoLine<'a> {
    game: &'static str,
    #[serde(flatten)]
    info: &'a TableInfo,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game)?;
    let game = kind.name;
    if kind.tables.is_empty() {
        return Err(input!("{game} has no endgame tables"));
    }
    if let Some(name) = &arguments.info {
        let info = kind.table_info(name, &arguments.directory()?).or_input()?;
        return session.report(&InfoLine { game, info: &info }, |out| print(&info, out));
    }
    let Some(last) = &arguments.up_to else {
        return list(kind, arguments, session);
    };
    if !kind.tables.contains(&last.as_str()) {
        let tables = kind.tables.join(", ");
        return Err(input!("--up-to: no table is called {last:?}; expected one of {tables}"));
    }
    let directory = arguments.directory()?;
    if !arguments.verify {
        std::fs::create_dir_all(&directory).of_file("--dir", &directory)?;
    }
    let bar = Bar::new(session.has_terminal);
    let threads = arguments.threads.unwrap_or_else(resources::cores);
    let task = Task {
        progress: &|message, part| bar.show(message, part),
        ..Task::new(&session.stop, threads, resources::solver_memory(arguments.memory))
    };
    let done = if arguments.verify {
        kind.verify_tables(last, &directory, &task)
    } else {
        kind.make_tables(last, &directory, &task)
    };
    let done = done.or_input()?;
    drop(bar);
    if !done {
        if !arguments.verify {
            let (count, dir) = (made(kind, &directory).len(), directory.display());
            session.keeps(format!("{count} finished tables are in {dir}; the same command makes the others"));
        }
        return Err(Failure::Interrupted);
    }
    let dir = directory.display().to_string();
    let how = if arguments.verify { "right" } else { "there" };
    let text = format!("the tables up to {last} are {how}: {dir}");
    session.report(&Line { game, table: last, dir: Some(dir), bytes: None }, |out| writeln!(out, "{text}"))
}

/// Lists the tables that can be made, and those that are there with their sizes.
fn list(kind: &Kind, arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let directory = arguments.directory().ok().filter(|directory| !directory.as_os_str().is_empty());
    let there = directory.as_deref().map(|directory| made(kind, directory)).unwrap_or_default();
    let dir = directory.map(|directory| directory.display().to_string());
    if session.json {
        let line = |table, dir, bytes| Line { game: kind.name, table, dir, bytes };
        kind.tables.iter().try_for_each(|table| session.object(&line(table, None, None)))?;
        return there.iter().try_for_each(|(table, &bytes)| session.object(&line(table, dir.clone(), Some(bytes))));
    }
    writeln!(session.out, "that can be made: {}", kind.tables.join(", "))?;
    match dir {
        None => {}
        Some(dir) if there.is_empty() => writeln!(session.out, "none is there yet: {dir}")?,
        Some(dir) => {
            writeln!(session.out, "{} are there, {} bytes: {dir}", there.len(), there.values().sum::<u64>())?;
            there.iter().try_for_each(|(table, bytes)| writeln!(session.out, "  {table:<8} {bytes:>12} bytes"))?;
        }
    }
    Ok(())
}

/// The tables of a game in a directory by their names, with the bytes of all their files.
fn made(kind: &Kind, directory: &Path) -> BTreeMap<String, u64> {
    let (mut names, mut sizes) = (BTreeSet::new(), BTreeMap::new());
    for file in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        let own =
            name.strip_prefix(kind.name).and_then(|name| name.strip_prefix('-')).and_then(|name| name.rsplit_once('.'));
        if let Some((table, part)) = own {
            *sizes.entry(one_line(table)).or_default() += file.metadata().map_or(0, |about| about.len());
            if part == "table" {
                names.insert(one_line(table));
            }
        }
    }
    sizes.retain(|table, _| names.contains(table));
    sizes
}

impl Arguments {
    fn directory(&self) -> Result<PathBuf> {
        self.dir
            .clone()
            .or_else(default_directory)
            .ok_or_else(|| input!("--dir: neither {DIRECTORY} nor the system names a directory; expected one"))
    }
}

/// Prints what a table holds.
fn print(info: &TableInfo, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}, {} bytes\n", info.table, info.bytes)?;
    writeln!(out, "{:<8} {:>12} {:>12} {:>12} {:>12}", "to move", "positions", "wins", "draws", "losses")?;
    for side in &info.sides {
        let TableSide { side, positions, wins, draws, losses, .. } = side;
        writeln!(out, "{side:<8} {positions:>12} {wins:>12} {draws:>12} {losses:>12}")?;
    }
    for side in &info.sides {
        let counts: Vec<String> = side.by_plies.iter().map(|(plies, count)| format!("{plies}:{count}")).collect();
        writeln!(out, "\n{} to move, positions by plies to the end:\n{}", side.side, counts.join(" "))?;
    }
    if let Some(LongestWin { plies, position, line }) = &info.longest {
        writeln!(out, "\nlongest win: {plies} plies\n{position}\n{}", line.join(" "))?;
    }
    writeln!(out, "\nmutual zugzwang, whoever is to move does worse:")?;
    for Zugzwang { what, boards, example } in &info.zugzwangs {
        let example = example.as_ref().map_or_else(String::new, |text| format!(", as in {text}"));
        writeln!(out, "{what}: {boards}{example}")?;
    }
    Ok(())
}
