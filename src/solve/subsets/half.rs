//! The half of a table that holds the subsets with one cell, filled in place of the half without it: for the position
//! with all cells that is enough, and takes half the memory.

use super::fill::Filling;
use super::kernel;
use super::memory::{Bytes, Memory};
use super::order::{self, Form};
use super::plan::{Plan, TILE_CELLS};
use crate::solve::removal::{Removal, rename};

/// The losing subsets with a certain cell.
#[derive(Debug)]
pub(super) struct Half {
    /// What bit each cell is in the numbers of subsets.
    names: Vec<usize>,
    /// Those with the cell.
    memory: Bytes,
    /// The last block of those without it: subsets that lack the cell and have all cells that choose a block.
    without: Vec<u8>,
}

impl Half {
    /// Fills the half, in blocks of `block_cells` cells, as [`super::Table::fill`] does a table. More than
    /// [`TILE_CELLS`] cells are needed.
    ///
    /// # Errors
    /// If there is no memory for it, or no cell whose lines stay within a block.
    pub(super) fn fill(
        game: &Removal,
        block_cells: usize,
        threads: usize,
        is_over: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Option<Self>, String> {
        let half_cells = game.cells - 1;
        let block_cells = block_cells.clamp(TILE_CELLS, half_cells);
        let names = order::best_names(game, block_cells, Form::Half);
        let renamed = game.renamed(&names);
        if renamed.lines.iter().any(|&line| order::strays(line, game.cells, block_cells) != 0) {
            return Err("no cell has lines that stay within a block".into());
        }
        let plan = Plan::new(&renamed, block_cells);
        let mut memory = Memory::zeroed(1 << (half_cells - 3))?;
        let filling = Filling { plan: &plan, last_wins: game.last_wins, threads, is_over, progress };
        if !filling.pass(0, &mut memory) {
            return Ok(None);
        }
        let without = memory[memory.len() - (1 << (block_cells - 3))..].to_vec();
        let is_filled = filling.pass(1 << (half_cells - block_cells), &mut memory);
        Ok(is_filled.then_some(Self { names, memory, without }))
    }

    /// The cell that all subsets have.
    pub(super) fn cell(&self) -> u64 {
        self.names.iter().position(|&name| name + 1 == self.names.len()).map_or(0, |cell| 1 << cell)
    }

    /// Whether the side to move loses with `set` left, cells named as in the game. Known with the cell, and without it
    /// just after a line through it was taken from all cells.
    pub(super) fn loses(&self, set: u64) -> Option<bool> {
        let index = rename(set, &self.names);
        let half = 1 << (self.names.len() - 1);
        match index.checked_sub(half) {
            Some(index) => Some(kernel::is_marked(&self.memory, index)),
            None => {
                let index = index.checked_sub(half - 8 * self.without.len() as u64)?;
                Some(kernel::is_marked(&self.without, index))
            }
        }
    }
}
