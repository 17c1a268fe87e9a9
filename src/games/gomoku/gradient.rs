//! The gradient of the evaluation by each of its weights, counted square by square: a second, slow and plain version of
//! the evaluation, for tuning.

use super::fitted::{Table, weights};
use super::patterns::Patterns;
use super::patterns::pattern4::Pattern4;
use super::position::Gomoku;
use super::square::{Direction, Square};
use crate::game::{Position, Side, Tunable, Weights};

impl Tunable for Gomoku {
    fn weights() -> Weights {
        weights()
    }

    fn gradient(&self, side: Side) -> Vec<f64> {
        let mover = self.side_to_move();
        let mut gradient = Table::default();
        for (role, owner) in [mover, mover.other()].into_iter().enumerate() {
            let sign = if owner == side { 1.0 } else { -1.0 };
            if self.has_patterns() {
                self.count_patterns(
                    &Patterns::of(self),
                    owner,
                    sign,
                    (&mut gradient.shape[role], &mut gradient.threat[role]),
                );
            } else {
                let windows = self.windows(owner);
                gradient
                    .lacking
                    .iter_mut()
                    .zip(windows)
                    .for_each(|(partial, windows)| *partial += sign * f64::from(windows));
            }
        }
        let tempo = if self.has_patterns() { &mut gradient.tempo } else { &mut gradient.tempo_in_windows };
        *tempo += if side == mover { 1.0 } else { -1.0 };
        gradient.flat()
    }
}

impl Gomoku {
    /// Counts the line patterns and the combined patterns of `owner` on the empty squares.
    fn count_patterns(&self, patterns: &Patterns, owner: Side, sign: f64, gradient: (&mut [f64; 12], &mut [f64; 16])) {
        let (by_line, by_pattern4) = gradient;
        for square in (0..self.height()).flat_map(|y| (0..self.width()).map(move |x| Square::at(x, y))) {
            let pattern4 = patterns.pattern4(owner, square);
            if self.is_empty(square) && pattern4 != Pattern4::Forbidden {
                by_pattern4[pattern4 as usize] += sign;
                for direction in Direction::ALL {
                    by_line[patterns.line_pattern(owner, square, direction) as usize] += sign;
                }
            }
        }
    }
}
