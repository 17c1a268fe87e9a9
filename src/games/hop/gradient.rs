//! By how much the estimate grows with each of its weights, counted piece by piece: the evaluation a second time, slow
//! and plain, for those who fit the weights.

use super::Hop;
use super::board::{SIZE, TARGETS};
use super::evaluate::{LAST_PLIES, PIECES_AT_EVEN, SHARPNESS};
use super::fitted::{Table, weights};
use crate::bits::BitSet;
use crate::game::{Position, Side, Tunable, Weights};

impl Tunable for Hop {
    fn weights() -> Weights {
        weights()
    }

    fn gradient(&self, side: Side) -> Vec<f64> {
        let pieces = (self.men(Side::FIRST) | self.men(Side::SECOND)).len() as i32;
        let part = f64::from(PIECES_AT_EVEN - pieces) / f64::from(SHARPNESS);
        let mut gradient = Table::default();
        self.count(side, part, &mut gradient);
        self.count(side.other(), -part, &mut gradient);
        gradient.flat()
    }
}

impl Hop {
    /// Counts the weights of one side, each as `part`.
    fn count(&self, side: Side, part: f64, gradient: &mut Table<f64>) {
        let (men, enemy) = (self.men(side), self.men(side.other()));
        // Boards as rows and columns, columns in the order in which the side's pieces come by; nothing off the board.
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
                gradient.column[column as usize] += part;
                let taken = |(down, right): &(i32, i32)| {
                    is_in(enemy, row + down, column + right) && is_free(row - down, column - right)
                };
                if [(0, 1), (1, 0), (0, -1), (-1, 0)].iter().any(taken) {
                    gradient.hanging[usize::from(to_move)] += part;
                }
                if index(row, column + 1).is_some() && !is_free(row, column + 1) && is_free(row, column + 2) {
                    gradient.forward_hop += part;
                }
                if is_in(men, row, column + 1) {
                    gradient.pair[0] += part;
                }
                if is_in(men, row + 1, column) {
                    gradient.pair[1] += part;
                }
                if is_free(row, column + 1) && is_in(men, row, column + 2) {
                    gradient.gap += part;
                }
            }
        }
        let under_way = men.minus(TARGETS[side.index()]).len();
        gradient.under_way[under_way as usize] += part;
        if let Some(last) = last {
            gradient.last[last] += part;
        }
        if to_move {
            gradient.tempo += part;
        }
        let left = self.plies_left().unwrap_or(u32::MAX);
        if left < LAST_PLIES {
            let late = part * f64::from(LAST_PLIES - left) / f64::from(LAST_PLIES);
            let turns = (left + u32::from(to_move)) / 2;
            gradient.home_in_time += late * f64::from(men.len() - under_way);
            gradient.too_late += late * f64::from(under_way.saturating_sub(turns));
        }
    }
}
