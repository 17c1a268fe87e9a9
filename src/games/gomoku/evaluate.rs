//! The estimate of who is better: where five win, what stones on the empty squares would make ([`super::patterns`]);
//! otherwise stones in windows that can still become a run.

use super::patterns::Patterns;
use super::position::Gomoku;
use super::stones::{LINES, extent};
use crate::game::{Evaluate, Position, Side};

/// What a window that only one side has stones in is worth, by how many stones it lacks.
const LACKING: [i32; 5] = [0, 90, 25, 6, 1];
/// What it is worth to be on move: by patterns, by windows.
const TEMPO: [i32; 2] = [136, 20];
/// No estimate is larger.
const MOST: i32 = 19_000;

impl Evaluate for Gomoku {
    fn evaluate(&self, side: Side) -> i32 {
        let mover = self.side_to_move();
        let estimate = if let Some(patterns) = self.patterns() {
            by_patterns(patterns, mover)
        } else if self.has_patterns() {
            by_patterns(&Patterns::of(self), mover)
        } else {
            self.potential(mover) - self.potential(mover.other()) + TEMPO[1]
        };
        let estimate = estimate.clamp(-MOST, MOST);
        if side == mover { estimate } else { -estimate }
    }
}

/// What the empty squares are worth to the side to move, less what they are worth to the other one.
fn by_patterns(patterns: &Patterns, mover: Side) -> i32 {
    let ([own, _], [_, other]) = (patterns.worth(mover), patterns.worth(mover.other()));
    own - other + TEMPO[0]
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
