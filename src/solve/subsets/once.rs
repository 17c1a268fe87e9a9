//! One position and what follows under best play, from half a table that is not kept.

use super::half::Half;
use super::{BLOCK_CELLS, MAX_CELLS, Table};
use crate::solve::removal::{Removal, rename};

/// What there is to know of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Whether the side to move loses.
    pub loses: bool,
    /// The lines after which the other side loses.
    pub winning_lines: Vec<u64>,
    /// Best play: to the end, unless it was stopped.
    pub line: Vec<u64>,
}

impl Answer {
    /// The fewest cells that can be asked for.
    pub const LEAST_CELLS: usize = BLOCK_CELLS + 1;

    /// How many bytes it takes to answer for so many cells, besides a block of 512 KiB for each thread and one more.
    pub const fn size(cells: usize) -> u64 {
        Table::size(cells.saturating_sub(1))
    }

    /// Solves a game of at least [`Self::LEAST_CELLS`] cells; arguments and errors are those of [`Table::fill`].
    ///
    /// # Errors
    /// If there is no memory for it, or each cell has lines with too many others.
    pub fn find(
        game: &Removal,
        threads: usize,
        is_over: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Option<Self>, String> {
        if !(Self::LEAST_CELLS..=MAX_CELLS).contains(&game.cells) {
            return Err(format!("half a table is not for {} cells", game.cells));
        }
        Self::find_by(game, BLOCK_CELLS, threads, is_over, progress)
    }

    /// The same with blocks of `block_cells` cells.
    pub(super) fn find_by(
        game: &Removal,
        block_cells: usize,
        threads: usize,
        is_over: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<Option<Self>, String> {
        let Some(half) = Half::fill(game, block_cells, threads, is_over, progress)? else { return Ok(None) };
        let cell = half.cell();
        let is_lost = |set: u64| half.loses(set) == Some(true);
        let full = game.full();
        let winning_lines = game.winning_lines(full, is_lost).collect();
        // As long as it can be, best play leaves the cell that the half has.
        let mut leaving = game.clone();
        leaving.lines.retain(|line| line & cell == 0);
        let (mut left, mut line) = (full, Vec::new());
        let mut take = |left: &mut u64, next: u64| {
            line.push(next);
            *left &= !next;
        };
        while let Some(next) = if is_lost(left) {
            leaving.best_defence(left, is_lost)
        } else {
            leaving.winning_lines(left, is_lost).next()
        } {
            take(&mut left, next);
        }
        let loses = is_lost(full);
        drop(half);
        // Now it goes. A table of what else is left takes no more memory than the half did.
        let (part, names) = game.part(left & !cell);
        if let Some(table) = Table::fill(&part, threads, is_over, progress)? {
            let is_lost = |set: u64| set & cell == 0 && table.loses(rename(set, &names));
            while let Some(next) = game.best_line(left, is_lost) {
                take(&mut left, next);
            }
        }
        Ok(Some(Self { loses, winning_lines, line }))
    }
}
