//! Retrograde bit tables: for every subset of a game's cells one bit, whether the side to move loses.
//!
//! What is left after a move is a subset of what was there, so filling the table in rising order of the subsets'
//! numbers meets every successor first. All of it is done a word or more at a time (`kernel`), by blocks: a block of
//! subsets needs those with fewer of the top cells, so that blocks with equally many are filled by all threads at once.
//! `order` numbers the cells, `plan` works out what leads where, `file` keeps tables on disk.

mod file;
mod kernel;
mod memory;
mod order;
mod plan;

use super::removal::{Removal, rename};
use kernel::Tile;
use memory::Memory;
use plan::{Link, Plan, TILE_CELLS};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

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
    /// None while it is not yet filled.
    memory: Option<Memory>,
    /// Where in the memory the table begins.
    start: usize,
}

/// A block and the tiles that it is made of.
type Block<'a> = &'a [Tile];

impl Table {
    /// How many bytes a table takes for so many cells; as many as can be said, if they are even more.
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
        let mut table = Self::plan(game.clone());
        let plan = Plan::new(&game.renamed(&table.names), BLOCK_CELLS);
        let mut memory = Memory::zeroed(Self::size(game.cells) as usize)?;
        let blocks = 1usize << plan.top_cells;
        // Each block is written by one thread, which then hands it to all as finished.
        let slots: Vec<Mutex<Option<&mut [u8]>>> =
            memory.chunks_mut(1 << (plan.block_cells - 3)).map(|bytes| Mutex::new(Some(bytes))).collect();
        let finished: Vec<OnceLock<Block<'_>>> = (0..blocks).map(|_| OnceLock::new()).collect();
        let done = AtomicUsize::new(0);
        for size in 0..=plan.top_cells as u32 {
            let layer: Vec<usize> = (0..blocks).filter(|block| block.count_ones() == size).collect();
            let next = AtomicUsize::new(0);
            let work = || {
                while let Some(&block) = layer.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let slot = slots[block].lock().ok().and_then(|mut slot| slot.take());
                    if let Some(bytes) = slot.filter(|_| !is_over()) {
                        let tiles = tiles_mut(bytes);
                        fill_block(&plan, game.last_wins, block, tiles, &finished);
                        // Nobody else had the slot, so nobody else has set it.
                        let _ = finished[block].set(tiles);
                        progress((1 + done.fetch_add(1, Ordering::Relaxed)) as f64 / blocks as f64);
                    }
                }
            };
            std::thread::scope(|scope| {
                (1..threads.min(layer.len())).for_each(|_| drop(scope.spawn(work)));
                work();
            });
            if layer.iter().any(|&block| finished[block].get().is_none()) {
                return Ok(None);
            }
        }
        drop((slots, finished));
        table.memory = Some(Memory::Own(memory));
        Ok(Some(table))
    }

    /// A table of `game` that is numbered but not filled.
    fn plan(game: Removal) -> Self {
        let names = order::best_names(&game, BLOCK_CELLS);
        Self { game, names, memory: None, start: 0 }
    }

    /// The game that the table is for.
    pub fn game(&self) -> &Removal {
        &self.game
    }

    /// Whether the side to move loses with `set` left, cells named as in the game.
    #[inline]
    pub fn loses(&self, set: u64) -> bool {
        kernel::is_marked(self.bytes(), rename(set, &self.names))
    }

    /// The lines after which the other side loses.
    pub fn winning_lines(&self, set: u64) -> impl Iterator<Item = u64> + '_ {
        self.game.moves(set).filter(move |line| self.loses(set & !line))
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        self.memory.as_ref().map_or(&[], |memory| &memory[self.start..])
    }
}

fn tiles_mut(bytes: &mut [u8]) -> &mut [Tile] {
    bytes.as_chunks_mut::<64>().0.as_chunks_mut::<64>().0
}

/// Fills one block, when those with fewer top cells are finished.
fn fill_block(plan: &Plan, last_wins: bool, block: usize, tiles: &mut [Tile], finished: &[OnceLock<Block<'_>>]) {
    // Where a link comes from: a finished block, or this one.
    let source = |link: &Link| match link.blocks {
        0 => Some(None),
        cells => finished[block ^ cells].get().map(|tiles| Some(*tiles)),
    };
    let reaching = plan.links.iter().filter(|link| link.blocks & block == link.blocks);
    let links: Vec<(&Link, Option<Block<'_>>)> =
        reaching.filter_map(|link| source(link).map(|tiles| (link, tiles))).collect();
    let (plain, others): (Vec<_>, Vec<_>) = links.into_iter().partition(|(link, _)| link.is_whole_tiles());
    for at in 0..tiles.len() {
        let (before, rest) = tiles.split_at_mut(at);
        let (before, tile) = (&*before, &mut rest[0]);
        let sources: Vec<&Tile> = reached(&plain, at, before).map(|(_, tile)| tile).collect();
        kernel::unite(&sources, tile);
        for (link, from) in reached(&others, at, before) {
            kernel::link_tiles(link, from, tile);
        }
        if block == 0 && at == 0 && !last_wins {
            // Nothing left: the side to move has won, since the other took the last cell.
            tile[0][0] |= 1;
        }
        kernel::resolve(plan, tile);
    }
}

/// The links that reach tile number `at` of a block, and the tiles they come from: in a finished block, or in the part
/// of this one `before` the tile.
fn reached<'a>(
    links: &[(&'a Link, Option<Block<'a>>)],
    at: usize,
    before: &'a [Tile],
) -> impl Iterator<Item = (&'a Link, &'a Tile)> {
    let reaching = links.iter().filter(move |(link, _)| link.tiles & at == link.tiles);
    reaching.map(move |&(link, tiles)| (link, &tiles.unwrap_or(before)[at ^ link.tiles]))
}

#[cfg(test)]
mod tests;
