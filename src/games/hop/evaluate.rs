//! The estimate: how far the pieces have come, what they can hop over, who can be taken, and who may finish first.

use super::Hop;
use super::board::{COLUMNS, SIZE, Way};
use crate::bits::BitSet;
use crate::game::{Evaluate, Position, Side, Term};

/// The weights, in hundredths of a step forward.
struct Weights {
    /// A piece by the columns that it has come.
    column: [i32; SIZE],
    /// A piece that the enemy can take: on the enemy's turn, on the own.
    hanging: [i32; 2],
    /// A piece that can hop forward.
    forward_hop: i32,
    /// The columns that the last piece has come.
    last: [i32; SIZE],
    /// Having the move.
    tempo: i32,
}

const WEIGHTS: Weights = Weights {
    column: [300, 380, 460, 540, 620, 720, 900, 900],
    hanging: [-150, -30],
    forward_hop: 40,
    last: [0, 20, 40, 60, 80, 100, 100, 100],
    tempo: 50,
};

/// What the estimate adds up, in this order.
const TERMS: [&str; 5] = ["progress", "hanging", "hops", "last piece", "tempo"];

impl Hop {
    /// The columns of `side` in the order in which its pieces come by.
    #[inline]
    fn columns(side: Side) -> impl Iterator<Item = u64> {
        (0..SIZE).map(move |index| COLUMNS[if side == Side::FIRST { index } else { SIZE - 1 - index }])
    }

    /// The pieces of `side` that an enemy beside them can hop over.
    #[inline]
    pub(super) fn hanging(&self, side: Side) -> u64 {
        let (enemy, empty) = (self.men(side.other()), self.empty());
        self.men(side) & Way::ALL.iter().fold(0, |found, way| found | way.step(enemy) & way.back().step(empty))
    }

    /// The terms of one side.
    #[inline]
    fn terms(&self, side: Side) -> [i32; TERMS.len()] {
        let men = self.men(side);
        let forward = if side == Side::FIRST { Way::Right } else { Way::Left };
        let (mut progress, mut last) = (0, None);
        for (index, column) in Self::columns(side).enumerate() {
            let count = (men & column).len() as i32;
            progress += count * WEIGHTS.column[index];
            if last.is_none() && count > 0 {
                last = Some(index);
            }
        }
        let to_move = self.side_to_move() == side;
        let hanging = self.hanging(side).len() as i32 * WEIGHTS.hanging[usize::from(to_move)];
        let hops = (men & forward.hops_from(!self.empty(), self.empty())).len() as i32 * WEIGHTS.forward_hop;
        [progress, hanging, hops, last.map_or(0, |last| WEIGHTS.last[last]), if to_move { WEIGHTS.tempo } else { 0 }]
    }
}

impl Evaluate for Hop {
    #[inline]
    fn evaluate(&self, side: Side) -> i32 {
        let sum = |side| self.terms(side).iter().sum::<i32>();
        sum(side) - sum(side.other())
    }

    fn explain(&self) -> Vec<Term> {
        let (first, second) = (self.terms(Side::FIRST), self.terms(Side::SECOND));
        let difference = |index: usize| first[index] - second[index];
        TERMS
            .iter()
            .enumerate()
            .map(|(index, &name)| Term { name, values: vec![difference(index), -difference(index)] })
            .collect()
    }
}
