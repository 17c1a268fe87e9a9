//! Which cell gets which bit: a numbering under which the table is filled with the least work.

use super::plan::{GROUP_CELLS, TILE_CELLS, WORD_CELLS, by_high_part};
use crate::solve::removal::Removal;

/// Rough costs in instructions for a group of eight words, 256 bits at a time.
const PLAIN: u64 = 3;
const SHIFTED: u64 = 6;
const ACROSS_LANES: u64 = 3;
const FROM_OTHER_BLOCK: u64 = 4;
const WITHIN_GROUP: u64 = 8;
const SHIFTED_WITHIN_GROUP: u64 = 32;

/// New names for the cells: found by exchanging pairs as long as that makes the estimated work less.
pub(super) fn best_names(game: &Removal, block_cells: usize) -> Vec<usize> {
    let mut names: Vec<usize> = (0..game.cells).collect();
    let class =
        |name: usize| [WORD_CELLS, GROUP_CELLS, TILE_CELLS, block_cells].iter().filter(|&&end| end <= name).count();
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
    let mut work = 0;
    for (high, lows) in by_high_part(&game.lines) {
        let shifted = lows.iter().filter(|&&low| low != 0).count() as u64;
        let (lanes, groups) = (high & 7, high >> (GROUP_CELLS - WORD_CELLS));
        let cost = if groups == 0 {
            (WITHIN_GROUP + SHIFTED_WITHIN_GROUP * shifted) << 16 >> lanes.count_ones()
        } else {
            let across = if lanes == 0 { 0 } else { ACROSS_LANES };
            let other = if high >> (block_cells - WORD_CELLS) == 0 { 0 } else { FROM_OTHER_BLOCK };
            (PLAIN + SHIFTED * shifted + across + other) << 16 >> groups.count_ones()
        };
        work += cost;
    }
    work
}
