//! Tables on disk: written once, checked and mapped by later calls. A file says itself, in JSON, what game it is of.

use super::memory::Memory;
use super::{MAX_CELLS, Removal, Table};
use crate::table_file::{Kind, TableFile, TableFileError, save};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What files of subsets call themselves.
pub const KIND: Kind = Kind { name: "subsets", version: "2" };

/// What a file is of.
#[derive(Serialize, Deserialize)]
struct Description {
    label: String,
    cells: usize,
    last_wins: bool,
    lines: Vec<u64>,
    names: Vec<usize>,
}

impl Table {
    /// Writes the table to a file. The `label` comes back when it is loaded: what the cells are, say.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(&self, path: &Path, label: &str) -> Result<(), String> {
        let error = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let Removal { cells, lines, last_wins } = self.game.clone();
        let description = Description { label: label.into(), cells, last_wins, lines, names: self.names.clone() };
        let tag = serde_json::to_string(&description).map_err(|problem| error(&problem))?;
        save(path, KIND, &tag, self.memory.len() as u64, [&*self.memory]).map_err(|problem| error(&problem))
    }

    /// Maps a table that was saved, and its label.
    ///
    /// # Errors
    /// If there is no such file, or it is not a whole, unchanged table.
    pub fn load(path: &Path) -> Result<(Self, String), String> {
        let error = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
        let file = TableFile::open(path, KIND).map_err(|problem| error(&problem))?;
        let description = serde_json::from_str(file.tag()).ok().filter(is_sound);
        let Some(Description { label, cells, last_wins, lines, names }) = description else {
            return Err(error(&"not a table: its description makes no sense"));
        };
        if file.len() as u64 != Self::size(cells) {
            return Err(error(&TableFileError::Length));
        }
        let game = Removal { cells, lines, last_wins };
        Ok((Self { game, names, memory: Memory::File(file) }, label))
    }
}

/// Whether cells, lines and names fit each other.
fn is_sound(description: &Description) -> bool {
    let mut names = description.names.clone();
    names.sort_unstable();
    description.cells <= MAX_CELLS
        && names.into_iter().eq(0..description.cells)
        && description.lines.iter().all(|&line| line != 0 && line >> description.cells == 0)
}
