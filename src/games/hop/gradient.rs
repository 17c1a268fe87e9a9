//! The gradient of the evaluation by each of its weights, counted piece by piece: a second, slow and plain version of
//! the evaluation, for tuning.

use super::Hop;
use super::board::{SIZE, TARGETS};
use super::evaluate::{LAST_PLIES, SCALE_DIVISOR, SCALE_PIECES};
use super::fitted::{Table, weights};
use crate::bits::BitSet;
use crate::game::{Position, Side, Tunable, Weights};

impl Tunable for Hop {
    fn weights() -> Weights {
        weights()
    }

    fn gradient(&self, side: Side) -> Vec<f64> {
        let pieces = (self.men(Side::FIRST) | self.men(Side::SECOND)).len() as i32;
        let scale = f64::from(SCALE_PIECES - pieces) / f64::from(SCALE_DIVISOR);
        let mut gradient = Table::default();
        self.count(side, scale, &mut gradient);
        self.count(side.other(), -scale, &mut gradient);
        gradient.flat()
    }
}

impl Hop {
    /// Counts the weights of one side, each with the factor `scale`.
    fn count(&self, side: Side, scale: f64, gradient: &mut Table<f64>) {
        let (men, enemy) = (self.men(side), self.men(side.other()));
        // Boards as rows and columns, columns from the side's view; nothing off the board.
        let index = |row: i32, column: i32| {
            let column = if side == Side::FIRST { column } else { SIZE as i32 - 1 - column };
            let inside = (0..SIZE as i32).contains(&row) && (0..SIZE as i32).contains(&column);
            inside.then_some((row * SIZE as i32 + column) as usize)
        };
        let is_in = |set: u64, row: i32, column: i32| index(row, column).is_some_and(|at| set.contains(at));
        let is_free = |row: i32, column: i32| index(row, column).is_some_and(|at| !(men | enemy).contains(at));
        let to_move = self.side_to_move() == side;
        let mut last = None;
        for column in 0..SIZE as i32 {
            for row in 0..SIZE as i32 {
                if !is_in(men, row, column) {
                    continue;
                }
                last = last.or(Some(column as usize));
                gradient.column[column as usize] += scale;
                let taken = |(down, right): &(i32, i32)| {
                    is_in(enemy, row + down, column + right) && is_free(row - down, column - right)
                };
                if [(0, 1), (1, 0), (0, -1), (-1, 0)].iter().any(taken) {
                    gradient.hanging[usize::from(to_move)] += scale;
                }
                if index(row, column + 1).is_some() && !is_free(row, column + 1) && is_free(row, column + 2) {
                    gradient.forward_hop += scale;
                }
                if is_in(men, row, column + 1) {
                    gradient.pair[0] += scale;
                }
                if is_in(men, row + 1, column) {
                    gradient.pair[1] += scale;
                }
                if is_free(row, column + 1) && is_in(men, row, column + 2) {
                    gradient.gap += scale;
                }
            }
        }
        let under_way = men.minus(TARGETS[side.index()]).len();
        gradient.under_way[under_way as usize] += scale;
        if let Some(last) = last {
            gradient.last[last] += scale;
        }
        if to_move {
            gradient.tempo += scale;
        }
        let left = self.plies_left().unwrap_or(u32::MAX);
        if left < LAST_PLIES {
            let late = scale * f64::from(LAST_PLIES - left) / f64::from(LAST_PLIES);
            let turns = (left + u32::from(to_move)) / 2;
            gradient.home_in_time += late * f64::from(men.len() - under_way);
            gradient.too_late += late * f64::from(under_way.saturating_sub(turns));
        }
    }
}
