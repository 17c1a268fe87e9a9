//! The option of commands that can use endgame tables, and where tables are unless it says.

use crate::cli::common::failure::{Blame, Result, input};
use manyply::face::{Kind, Registry};
use manyply::harmless::one_line;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The environment variable that names the directory of tables; empty: none are used unless they are asked for.
pub(crate) const DIRECTORY: &str = "MANYPLY_TABLES";

/// Where tables are unless somebody says otherwise; none if the system has no such place.
pub(crate) fn default_directory() -> Option<PathBuf> {
    match std::env::var_os(DIRECTORY) {
        Some(named) if named.is_empty() => None,
        Some(named) => Some(named.into()),
        None => Some(directories::ProjectDirs::from("", "", "manyply")?.data_dir().join("tables")),
    }
}

/// Loads the tables of the default directory, if any; how many files.
fn load_found(kind: &Kind) -> usize {
    let directory = default_directory().filter(|_| kind.loads_tables);
    // That other tables are loaded already is no harm.
    directory.map_or(0, |directory| kind.load_tables(&directory, Some(warn)).unwrap_or(0))
}

/// The option of commands that can use tables.
#[derive(clap::Args)]
pub(crate) struct TablesArgument {
    /// Use the endgame tables ('manyply tables' makes them) and the proofs ('manyply prove', files gomoku….proof) in
    /// this directory [default: MANYPLY_TABLES, or the user's data directory]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl TablesArgument {
    /// Loads the tables that are asked for, or else those of the default directory, if any, and says how many files
    /// there were.
    pub(crate) fn load(&self, kind: &Kind) -> Result<usize> {
        let Some(directory) = &self.tables else { return Ok(load_found(kind)) };
        check_folder(directory)?;
        match kind.load_tables(directory, None) {
            Ok(0) => Err(input!("--tables: {}: no tables of {}", directory.display(), kind.name)),
            Ok(files) => Ok(files),
            Err(error) => Err(input!("--tables: {error}")),
        }
    }

    /// Loads the tables of all games that are asked for, or else those of the default directory, if any.
    pub(crate) fn load_all(&self, games: &Registry) -> Result {
        let Some(directory) = &self.tables else { return games.all().try_for_each(|kind| self.load(kind).map(drop)) };
        check_folder(directory)?;
        let mut count = 0;
        for kind in games.all().filter(|kind| kind.loads_tables) {
            let loaded = kind.load_tables(directory, None);
            count += loaded.of("--tables")?;
        }
        if count > 0 { Ok(()) } else { Err(input!("--tables: {}: no tables", directory.display())) }
    }
}

fn check_folder(directory: &Path) -> Result {
    let unreadable = |error| input!("--tables: {}: {error}; expected a folder", directory.display());
    std::fs::read_dir(directory).map(drop).map_err(unreadable)
}

/// Says that a table that nobody asked for is not used; it may be found out in the middle of a search.
fn warn(problem: &str) {
    let mut err = std::io::stderr().lock();
    // A stream that takes nothing cannot be told of.
    let _ = writeln!(err, "warning: {}; the table is not used", one_line(problem));
}
