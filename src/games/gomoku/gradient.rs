//! The gradient of the evaluation by each of its weights, counted square by square: a second, slow and plain version of
//! the evaluation, for tuning.

use super::fitted::{Table, weights};
use super::patterns::Patterns;
use super::patterns::line_code::{COMBINATIONS, combination};
use super::patterns::pattern4::Pattern4;
use super::policy;
use super::position::Gomoku;
use super::square::Square;
use crate::game::{Position, Side, Tunable, Weights};

impl Tunable for Gomoku {
    fn weights() -> Weights {
        weights()
    }

    fn gradient(&self, side: Side) -> Vec<f64> {
        let mover = self.side_to_move();
        let mut gradient = Table::default();
        let patterns = self.has_patterns().then(|| Patterns::of(self));
        for (role, owner) in [mover, mover.other()].into_iter().enumerate() {
            let sign = if owner == side { 1.0 } else { -1.0 };
            if let Some(patterns) = &patterns {
                self.count_combinations(patterns, owner, sign, role, &mut gradient.combination);
            } else {
                let windows = self.windows(owner);
                gradient
                    .lacking
                    .iter_mut()
                    .zip(windows)
                    .for_each(|(partial, windows)| *partial += sign * f64::from(windows));
            }
        }
        let for_mover = match &patterns {
            Some(patterns) => &mut gradient.threats.as_flattened_mut()[patterns.threats(mover)],
            None => &mut gradient.tempo_in_windows,
        };
        *for_mover += if side == mover { 1.0 } else { -1.0 };
        gradient.flat()
    }

    fn policy_weights() -> Weights {
        policy::weights()
    }

    fn move_gradients(&self, moves: &[Square]) -> Vec<Vec<(u32, f32)>> {
        if !self.has_patterns() {
            return vec![Vec::new(); moves.len()];
        }
        let (patterns, mover) = (Patterns::of(self), self.side_to_move());
        let sides = [mover, mover.other()];
        let number = |role: usize, m: Square| match patterns.pattern4(sides[role], m) {
            Pattern4::Forbidden => None,
            _ => Some(role * COMBINATIONS + combination(patterns.codes(sides[role], m))?),
        };
        let of = |&m: &Square| [0, 1].into_iter().filter_map(|role| Some((number(role, m)? as u32, 1.0))).collect();
        moves.iter().map(of).collect()
    }
}

impl Gomoku {
    /// Counts the combinations of line codes of `owner` on the empty squares.
    fn count_combinations(&self, patterns: &Patterns, owner: Side, sign: f64, role: usize, gradient: &mut [[f64; 13]]) {
        for square in (0..self.height()).flat_map(|y| (0..self.width()).map(move |x| Square::at(x, y))) {
            if self.is_empty(square)
                && patterns.pattern4(owner, square) != Pattern4::Forbidden
                && let Some(combination) = combination(patterns.codes(owner, square))
            {
                gradient.as_flattened_mut()[role * COMBINATIONS + combination] += sign;
            }
        }
    }
}
