//! Which cell gets which bit: a numbering under which the table is filled with the least work.

use super::plan::{GROUP_CELLS, TILE_CELLS, WORD_CELLS, parts};
use crate::solve::removal::Removal;

/// Rough costs in instructions for a group of eight words, 256 bits at a time.
const UNITED_TILES: u64 = 2;
const UNITED_GROUPS: u64 = 6;
const SHIFTED: u64 = 14;
const WITHIN_GROUP: u64 = 100;
/// What a group from another block costs on top, in the time that it takes to come from memory.
const FROM_OTHER_BLOCK: u64 = 30;
/// More than all lines together cost, in 1/65536 instructions.
const FORBIDDEN: u64 = 1 << 40;

/// How a table is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// All of it.
    Whole,
    /// First the half without the topmost cell, then in its place the half with it: no line through that cell may
    /// stray.
    Half,
}

/// How many cells that choose the block a line through the topmost cell has besides.
pub(super) fn strays(line: u64, cells: usize, block_cells: usize) -> u32 {
    let top = 1 << (cells - 1);
    if line & top == 0 { 0 } else { ((line & !top) >> block_cells).count_ones() }
}

/// New names for the cells: found by exchanging pairs as long as that makes the estimated work less.
pub(super) fn best_names(game: &Removal, block_cells: usize, form: Form) -> Vec<usize> {
    let mut names: Vec<usize> = (0..game.cells).collect();
    let top = if form == Form::Half { game.cells - 1 } else { game.cells };
    let class = |name: usize| {
        [WORD_CELLS, GROUP_CELLS, TILE_CELLS, block_cells, top].iter().filter(|&&end| end <= name).count()
    };
    let work = |game: &Removal, block_cells| {
        let strays = game.lines.iter().map(|&line| strays(line, game.cells, block_cells)).sum::<u32>();
        let work = work(game, block_cells);
        if form == Form::Half { work + FORBIDDEN * u64::from(strays) } else { work }
    };
    let mut least = work(&game.renamed(&names), block_cells);
    loop {
        let before = least;
        for (one, other) in (0..game.cells).flat_map(|one| (0..one).map(move |other| (one, other))) {
            if class(names[one]) != class(names[other]) {
                names.swap(one, other);
                let work = work(&game.renamed(&names), block_cells);
                if work < least {
                    least = work;
                } else {
                    names.swap(one, other);
                }
            }
        }
        if least == before {
            return names;
        }
    }
}

/// The estimated work for a group, in 1/65536 instructions: lines within a word are free, they are in a table anyway;
/// of the others each costs in proportion to the groups that it applies to.
fn work(game: &Removal, block_cells: usize) -> u64 {
    let cost = |&line: &u64| {
        let (high, low) = parts(line);
        let (lanes, groups, tiles) = (high & 7, high >> 3 & 63, high >> (TILE_CELLS - WORD_CELLS));
        if groups | tiles == 0 {
            let is_free = lanes == 0 || lanes.is_power_of_two() && low == 0;
            return if is_free { 0 } else { WITHIN_GROUP << 16 };
        }
        let kind = if lanes != 0 || low != 0 {
            SHIFTED
        } else if groups != 0 {
            UNITED_GROUPS
        } else {
            UNITED_TILES
        };
        let far = if high >> (block_cells - WORD_CELLS) == 0 { 0 } else { FROM_OTHER_BLOCK };
        (kind + far) << 16 >> (groups.count_ones() + tiles.count_ones())
    };
    game.lines.iter().map(cost).sum()
}
