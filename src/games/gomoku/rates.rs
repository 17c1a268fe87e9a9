//! By how much the estimate grows with each of its weights, counted square by square: the evaluation a second time, slow
//! and plain, for those who fit the weights.

use super::fitted::{Table, weights};
use super::patterns::Patterns;
use super::patterns::threat::Threat;
use super::position::Gomoku;
use super::square::{Direction, Square};
use crate::game::{Position, Side, Tunable, Weights};

impl Tunable for Gomoku {
    fn weights() -> Weights {
        weights()
    }

    fn rates(&self, side: Side) -> Vec<f64> {
        let mover = self.side_to_move();
        let mut rates = Table::default();
        for (role, owner) in [mover, mover.other()].into_iter().enumerate() {
            let sign = if owner == side { 1.0 } else { -1.0 };
            if self.has_patterns() {
                self.count_patterns(
                    &Patterns::of(self),
                    owner,
                    sign,
                    (&mut rates.shape[role], &mut rates.threat[role]),
                );
            } else {
                let windows = self.windows(owner);
                rates.lacking.iter_mut().zip(windows).for_each(|(rate, windows)| *rate += sign * f64::from(windows));
            }
        }
        let tempo = if self.has_patterns() { &mut rates.tempo } else { &mut rates.tempo_in_windows };
        *tempo += if side == mover { 1.0 } else { -1.0 };
        rates.flat()
    }
}

impl Gomoku {
    /// Counts what `owner` would make of the empty squares.
    fn count_patterns(&self, patterns: &Patterns, owner: Side, sign: f64, rates: (&mut [f64; 12], &mut [f64; 16])) {
        let (shapes, threats) = rates;
        for square in (0..self.height()).flat_map(|y| (0..self.width()).map(move |x| Square::at(x, y))) {
            let threat = patterns.threat(owner, square);
            if self.is_empty(square) && threat != Threat::Forbidden {
                threats[threat as usize] += sign;
                for direction in Direction::ALL {
                    shapes[patterns.shape(owner, square, direction) as usize] += sign;
                }
            }
        }
    }
}
