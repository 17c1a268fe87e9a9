//! Retrograde bit tables: for every subset of a game's cells one bit, whether the side to move loses.
//!
//! What is left after a move is a subset of what was there, so filling the table in rising order of the subsets'
//! numbers meets every successor first. All of it is done a word or more at a time (`kernel`), by blocks (`fill`).
//! `order` numbers the cells, `plan` works out what leads where, `file` keeps tables on disk. Where only one position
//! is asked for, `once` does with half the memory (`half`).

mod file;
mod fill;
mod half;
mod kernel;
mod memory;
mod once;
mod order;
mod plan;

pub use file::KIND;
pub use once::Answer;

use super::removal::{Removal, rename};
use fill::Filling;
use memory::Memory;
use order::Form;
use plan::{Plan, TILE_CELLS};

/// Cells whose subsets make a block, 512 KiB: half the second-level cache, measured best of 20 to 24.
const BLOCK_CELLS: usize = 22;
/// The most cells that a table can have: 8 TiB.
pub const MAX_CELLS: usize = 46;

/// The losing subsets of a game of removal.
#[derive(Debug)]
pub struct Table {
    /// The game, its cells named as it came.
    game: Removal,
    /// What bit each cell is in the numbers of subsets.
    names: Vec<usize>,
    memory: Memory,
}

impl Table {
    /// How many bytes a table for this number of cells takes; `u64::MAX` if there are more.
    pub const fn size(cells: usize) -> u64 {
        match cells {
            0..TILE_CELLS => 1 << (TILE_CELLS - 3),
            TILE_CELLS..66 => 1 << (cells - 3),
            _ => u64::MAX,
        }
    }

    /// Fills a table with `threads` threads. `is_over` is asked now and then whether to give up, which gives `None`;
    /// `progress` is told the part that is done, 0 to 1.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn fill(
        game: &Removal,
        threads: usize,
        is_over: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Option<Self>, String> {
        if game.cells > MAX_CELLS {
            return Err(format!("{} cells are too many for a table", game.cells));
        }
        let names = order::best_names(game, BLOCK_CELLS, Form::Whole);
        let plan = Plan::new(&game.renamed(&names), BLOCK_CELLS);
        let mut memory = Memory::zeroed(Self::size(game.cells) as usize)?;
        let filling = Filling { plan: &plan, last_wins: game.last_wins, threads, is_over, progress };
        let is_filled = filling.pass(0, &mut memory);
        Ok(is_filled.then(|| Self { game: game.clone(), names, memory: Memory::Own(memory) }))
    }

    /// The game that the table is for.
    pub fn game(&self) -> &Removal {
        &self.game
    }

    /// Whether the side to move loses with `set` left, cells named as in the game.
    #[inline]
    pub fn loses(&self, set: u64) -> bool {
        kernel::is_marked(&self.memory, rename(set, &self.names))
    }

    /// The lines after which the other side loses.
    pub fn winning_lines(&self, set: u64) -> impl Iterator<Item = u64> + '_ {
        self.game.winning_lines(set, |set| self.loses(set))
    }

    /// All about `set`.
    pub fn answer(&self, set: u64) -> Answer {
        let (mut left, mut line) = (set, Vec::new());
        while let Some(next) = self.game.best_line(left, |set| self.loses(set)) {
            line.push(next);
            left &= !next;
        }
        Answer { loses: self.loses(set), winning_lines: self.winning_lines(set).collect(), line }
    }
}

#[cfg(test)]
mod tests;
