//! Random boards as the tournament has them: a connected region of free cells, everything else blocked.

use super::grid::{self, Cells, Direction};
use super::position::{Hexnim, Rules};
use crate::bits::BitSet;
use crate::zobrist::SplitMix64;

/// Free cells of a tournament board.
pub(super) const TOURNAMENT_CELLS: std::ops::RangeInclusive<usize> = 12..=33;

/// A board of 12x12 cells with 12 to 33 free ones, all connected; every number is as likely as any other.
pub(super) fn tournament_board(rules: Rules, seed: u64) -> Hexnim {
    let mut random = SplitMix64::new(seed);
    let (least, most) = TOURNAMENT_CELLS.into_inner();
    let count = least + random.below(most - least + 1);
    Hexnim::new(12, 12, region(12, 12, count, &mut random), rules)
}

/// A connected region of `count` cells: it grows from the middle, cell by cell, and each cell that it meets stays
/// blocked with 3 chances in 10, which leaves holes and bays.
fn region(width: usize, height: usize, count: usize, random: &mut SplitMix64) -> Cells {
    let board = grid::rectangle(width, height);
    loop {
        let mut free = Cells::of(grid::cell(width / 2, height / 2));
        let mut met = free;
        let mut frontier: Vec<usize> = free.members().collect();
        while !frontier.is_empty() && (free.len() as usize) < count {
            let from = frontier[random.below(frontier.len())];
            let step = Direction::new(1 + random.below(6)).and_then(|direction| direction.step(from));
            if let Some(to) = step.filter(|&to| board.contains(to) && !met.contains(to)) {
                met = met.with(to);
                if random.below(10) < 7 {
                    free = free.with(to);
                    frontier.push(to);
                }
            }
            frontier.retain(|&cell| grid::grown(Cells::of(cell)).minus(met).meets(board));
        }
        if free.len() as usize == count {
            return free;
        }
    }
}
