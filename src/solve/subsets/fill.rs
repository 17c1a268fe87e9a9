//! Filling a table block by block: a block of subsets needs those with fewer of the top cells, so that blocks with
//! equally many are filled by all threads at once.

use super::kernel::{self, Tile};
use super::plan::{Link, Plan};
use crate::threads;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// A block: the tiles that it is made of.
type Block<'a> = &'a [Tile];

/// What is to be filled, and how.
pub(super) struct Filling<'a> {
    /// What leads where.
    pub(super) plan: &'a Plan,
    /// Whether the side that takes the last cell wins.
    pub(super) last_wins: bool,
    /// Threads to use.
    pub(super) threads: usize,
    /// Asked now and then whether to give up.
    pub(super) is_over: &'a (dyn Fn() -> bool + Sync),
    /// Told the part of all blocks that is done, 0 to 1.
    pub(super) progress: &'a (dyn Fn(f64) + Sync),
}

impl Filling<'_> {
    /// Fills as many blocks as `memory` holds, from number `first` on; false if it was told to give up.
    ///
    /// A `first` that is not 0 is the number of blocks, so the subsets with one more cell. They take the place of those
    /// without it, which the memory must hold, and which the lines through that cell lead to: these lines must have no
    /// other cells that choose the block.
    pub(super) fn pass(&self, first: usize, memory: &mut [u8]) -> bool {
        // Each block is written by one thread, which then hands it to all as finished.
        let slots: Vec<Mutex<Option<&mut [u8]>>> =
            memory.chunks_mut(1 << (self.plan.block_cells - 3)).map(|bytes| Mutex::new(Some(bytes))).collect();
        let finished: Vec<OnceLock<Block<'_>>> = slots.iter().map(|_| OnceLock::new()).collect();
        let done = AtomicUsize::new(first);
        for size in 0..=slots.len().ilog2() {
            let layer: Vec<usize> = (0..slots.len()).filter(|slot| slot.count_ones() == size).collect();
            let next = AtomicUsize::new(0);
            let work = || {
                let mut replaced = Vec::new();
                while let Some(&at) = layer.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let slot = slots[at].lock().ok().and_then(|mut slot| slot.take());
                    if let Some(bytes) = slot.filter(|_| !(self.is_over)()) {
                        let tiles = tiles_mut(bytes);
                        if first != 0 {
                            replaced.clear();
                            replaced.extend_from_slice(tiles);
                        }
                        self.fill_block(first + at, tiles, |block| match block.checked_sub(first) {
                            Some(at) => finished[at].get().copied(),
                            None => Some(&replaced),
                        });
                        // Nobody else had the slot, so nobody else has set it.
                        let _ = finished[at].set(tiles);
                        let part = 1 + done.fetch_add(1, Ordering::Relaxed);
                        (self.progress)(part as f64 / (1u64 << self.plan.top_cells) as f64);
                    }
                }
            };
            threads::share(self.threads.min(layer.len()), work);
            if layer.iter().any(|&slot| finished[slot].get().is_none()) {
                return false;
            }
        }
        true
    }

    /// Fills one block from others, which are finished.
    fn fill_block<'a>(&self, block: usize, tiles: &mut [Tile], finished: impl Fn(usize) -> Option<Block<'a>>) {
        // Where a link comes from: a finished block, or this one.
        let source = |link: &Link| match link.blocks {
            0 => Some(None),
            cells => finished(block ^ cells).map(Some),
        };
        let reaching = self.plan.links.iter().filter(|link| link.blocks & block == link.blocks);
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
            if block == 0 && at == 0 && !self.last_wins {
                // Nothing left: the side to move has won, since the other took the last cell.
                tile[0][0] |= 1;
            }
            kernel::resolve(self.plan, tile);
        }
    }
}

fn tiles_mut(bytes: &mut [u8]) -> &mut [Tile] {
    bytes.as_chunks_mut::<64>().0.as_chunks_mut::<64>().0
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
