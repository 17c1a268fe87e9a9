//! The static evaluation: with `connect=5` the scores of the line codes on the empty squares and of the threats
//! ([`super::patterns`]); otherwise of windows that can still become a winning run.

use super::patterns::Patterns;
use super::position::Gomoku;
use super::stones::{LINES, extent};
use super::weights::windows::TABLE;
use crate::game::{Evaluate, Position, Side, Variant};

/// Windows that lack more stones than this score nothing.
const MOST_LACKING: usize = 4;
/// The bound of the evaluation.
const MAX_EVAL: i32 = 19_000;

impl Evaluate for Gomoku {
    const CHANCE_SCALE: f64 = 655.0;
    const LEVEL_ELO: &'static [i32] = &[1000, 1079, 1222, 1413, 1604, 1845, 2013, 2263, 2361];

    fn evaluate(&self, side: Side) -> i32 {
        let mover = self.side_to_move();
        if self.has_patterns() {
            return by_patterns(&Patterns::of(self), mover, side);
        }
        let windows = self.potential(mover) - self.potential(mover.other()) + TABLE.tempo;
        from_view(windows, mover, side)
    }
}

/// From `side`'s view: the scores of the empty squares for the side to move, less those for the other side, and the
/// score of the threats that there are.
#[inline]
pub(super) fn by_patterns(patterns: &Patterns, mover: Side, side: Side) -> i32 {
    let ([own, _], [_, other]) = (patterns.scores(mover), patterns.scores(mover.other()));
    from_view(own - other + patterns.threat_score(mover), mover, side)
}

/// The mover's evaluation, in bounds, from `side`'s view.
#[inline]
fn from_view(eval: i32, mover: Side, side: Side) -> i32 {
    let eval = eval.clamp(-MAX_EVAL, MAX_EVAL);
    if side == mover { eval } else { -eval }
}

impl Gomoku {
    /// The score of all windows in which `side` alone may still make a run.
    fn potential(&self, side: Side) -> i32 {
        self.windows(side).into_iter().zip(TABLE.lacking).map(|(count, score)| count * score).sum()
    }

    /// How many windows there are in which `side` alone may still make a run, by how many stones they lack.
    pub(super) fn windows(&self, side: Side) -> [i32; MOST_LACKING + 1] {
        let (own, other) = (self.stones(side).lines(), self.stones(side.other()).lines());
        let connect = u32::from(self.rules().connect);
        let mut counts = [0; MOST_LACKING + 1];
        for line in (0..LINES).filter(|&line| own[line] != 0) {
            let free = extent(line, self.width(), self.height()) & !other[line];
            // One bit a window, at its first square: whether it is free, and the number of lacking stones in binary.
            let (mut open, mut ones, mut twos, mut fours) = (u32::MAX, 0, 0, 0);
            for place in 0..connect {
                open &= free >> place;
                let lacking = !(own[line] >> place);
                let to_twos = ones & lacking;
                let to_fours = twos & to_twos;
                ones ^= lacking;
                twos ^= to_twos;
                // The counter has three bits: a window that lacks eight or more is dropped.
                open &= !(fours & to_fours);
                fours ^= to_fours;
            }
            let few = open & !fours;
            let windows = [0, few & ones & !twos, few & twos & !ones, few & ones & twos, open & fours & !ones & !twos];
            for (count, windows) in counts.iter_mut().zip(windows) {
                *count += windows.count_ones() as i32;
            }
        }
        counts
    }
}
