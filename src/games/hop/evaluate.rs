//! The static evaluation: progress of the pieces, hanging pieces, hops, structure, the last piece, tempo, and the ply
//! limit.

use super::Hop;
use super::board::{COLUMNS, SIZE, Way};
use super::fitted::{TABLE, Table};
use crate::bits::BitSet;
use crate::game::{Evaluate, Position, Side, Term};

/// The ply limit is evaluated in so many plies before it.
pub(super) const LAST_PLIES: u32 = 10;

/// The evaluation is scaled by (`SCALE_PIECES` − pieces) / `SCALE_DIVISOR`: the fewer pieces are left, the more an
/// advantage counts.
pub(super) const SCALE_PIECES: i32 = 26;
pub(super) const SCALE_DIVISOR: i32 = 14;

/// The names of the terms, in their order.
const TERMS: [&str; 7] = ["progress", "hanging", "hops", "structure", "last piece", "tempo", "ply limit"];

impl Hop {
    /// The columns from the view of `side`: its start first, its target last.
    #[inline]
    fn columns(side: Side) -> impl Iterator<Item = u64> {
        (0..SIZE).map(move |index| COLUMNS[if side == Side::FIRST { index } else { SIZE - 1 - index }])
    }

    /// The piece-square score of a piece of `side`.
    #[inline]
    pub(super) fn piece_square(square: u64, side: Side) -> i32 {
        let column = square.trailing_zeros() as usize % SIZE;
        TABLE.column[if side == Side::FIRST { column } else { SIZE - 1 - column }]
    }

    /// The hanging pieces of `side`: those that an enemy beside them can hop over.
    #[inline]
    pub(super) fn hanging(&self, side: Side) -> u64 {
        let (enemy, empty) = (self.men(side.other()), self.empty());
        self.men(side) & Way::ALL.iter().fold(0, |found, way| found | way.step(enemy) & way.back().step(empty))
    }

    /// The terms of one side.
    #[inline]
    fn terms(&self, side: Side, weights: &Table<i32>) -> [i32; TERMS.len()] {
        let (men, empty) = (self.men(side), self.empty());
        let forward = if side == Side::FIRST { Way::Right } else { Way::Left };
        let (mut progress, mut last) = (0, None);
        for (index, column) in Self::columns(side).enumerate() {
            let here = (men & column).len() as i32;
            progress += here * weights.column[index];
            last = last.or((here > 0).then_some(index));
        }
        let to_move = self.side_to_move() == side;
        let count = |set: u64| set.len() as i32;
        [
            progress,
            count(self.hanging(side)) * weights.hanging[usize::from(to_move)],
            count(men & forward.hops_from(!empty, empty)) * weights.forward_hop,
            count(men & Way::Right.step(men)) * weights.pair[0]
                + count(men & Way::Down.step(men)) * weights.pair[1]
                + count(men & forward.hops_from(empty, men)) * weights.gap,
            last.map_or(0, |last| weights.last[last]) + weights.under_way[self.under_way(side).len() as usize],
            if to_move { weights.tempo } else { 0 },
            self.ply_limit_score(side, weights),
        ]
    }

    /// The score near the ply limit: pieces at home count, and those that can no longer get there, at one a turn.
    #[inline]
    fn ply_limit_score(&self, side: Side, weights: &Table<i32>) -> i32 {
        let left = self.plies_left().unwrap_or(u32::MAX);
        if left >= LAST_PLIES {
            return 0;
        }
        let turns = (left + u32::from(self.side_to_move() == side)) / 2;
        let under_way = self.under_way(side).len();
        let home = self.men(side).len() - under_way;
        let value = home as i32 * weights.home_in_time + under_way.saturating_sub(turns) as i32 * weights.too_late;
        value * (LAST_PLIES - left) as i32 / LAST_PLIES as i32
    }
}

impl Hop {
    /// A sum of terms scaled by the number of pieces on the board.
    #[inline]
    fn scaled(&self, sum: i32) -> i32 {
        sum * (SCALE_PIECES - (self.men[0] | self.men[1]).len() as i32) / SCALE_DIVISOR
    }
}

impl Evaluate for Hop {
    const CHANCE_SCALE: f64 = 465.0;

    #[inline]
    fn evaluate(&self, side: Side) -> i32 {
        let sum = |side| self.terms(side, &TABLE).iter().sum::<i32>();
        self.scaled(sum(side) - sum(side.other()))
    }

    fn explain(&self) -> Vec<Term> {
        let (first, second) = (self.terms(Side::FIRST, &TABLE), self.terms(Side::SECOND, &TABLE));
        let mut rest = self.evaluate(Side::FIRST);
        let mut terms = Vec::new();
        for (index, name) in TERMS.into_iter().enumerate() {
            // The last term includes the rounding errors of the others.
            let value = if index + 1 < TERMS.len() { self.scaled(first[index] - second[index]) } else { rest };
            rest -= value;
            terms.push(Term { name, values: vec![value, -value] });
        }
        terms
    }
}
