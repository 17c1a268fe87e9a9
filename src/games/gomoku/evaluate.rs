//! The estimate of who is better, and what helps the search: stones in windows that can still become a run.

use super::position::Gomoku;
use super::square::{SQUARES, Square};
use super::stones::{LINES, extent};
use crate::game::{Evaluate, Hints, Margins, Position, Side};

/// What a window that only one side has stones in is worth, by how many stones it lacks.
const LACKING: [i32; 5] = [0, 90, 25, 6, 1];
/// What it is worth to be on move.
const TEMPO: i32 = 20;
/// No estimate is larger.
const MOST: i32 = 19_000;

impl Evaluate for Gomoku {
    fn evaluate(&self, side: Side) -> i32 {
        let tempo = if side == self.side_to_move() { TEMPO } else { -TEMPO };
        (self.potential(side) - self.potential(side.other()) + tempo).clamp(-MOST, MOST)
    }
}

impl Gomoku {
    /// The worth of all windows in which `side` alone may still make a run.
    fn potential(&self, side: Side) -> i32 {
        let (own, other) = (self.stones(side).lines(), self.stones(side.other()).lines());
        let connect = u32::from(self.rules().connect);
        let mut counts = [0; LACKING.len()];
        for line in (0..LINES).filter(|&line| own[line] != 0) {
            let free = extent(line, self.width(), self.height()) & !other[line];
            // One bit a window, that of its first square: whether it is free, and how many stones it lacks, in binary.
            let (mut open, mut ones, mut twos, mut fours) = (u32::MAX, 0, 0, 0);
            for place in 0..connect {
                open &= free >> place;
                let lacking = !(own[line] >> place);
                let to_twos = ones & lacking;
                let to_fours = twos & to_twos;
                ones ^= lacking;
                twos ^= to_twos;
                // More than seven are too many to tell.
                open &= !(fours & to_fours);
                fours ^= to_fours;
            }
            let few = open & !fours;
            let windows = [0, few & ones & !twos, few & twos & !ones, few & ones & twos, open & fours & !ones & !twos];
            for (count, windows) in counts.iter_mut().zip(windows) {
                *count += windows.count_ones() as i32;
            }
        }
        counts.iter().zip(LACKING).map(|(count, worth)| count * worth).sum()
    }
}

impl Hints for Gomoku {
    const HISTORY_SLOTS: usize = SQUARES;
    const MARGINS: Margins = Margins { aspiration: 60, late_moves: 20, reduction_base: 100, ..Margins::NONE };

    #[inline]
    fn history_slot(&self, m: Square) -> usize {
        m.index()
    }

    #[inline]
    fn winning_move(&self) -> Option<Square> {
        self.winning_square(self.side_to_move())
    }

    /// Whether the other side threatens to win with its next stone.
    #[inline]
    fn in_check(&self) -> bool {
        self.winning_square(self.side_to_move().other()).is_some()
    }
}
