//! The gradient of the evaluation by each of its weights, counted square by square: a second, slow and plain version of
//! the evaluation, for tuning.

use super::patterns::Patterns;
use super::patterns::line_code::{COMBINATIONS, combination};
use super::patterns::pattern4::Pattern4;
use super::position::Gomoku;
use super::rules::Rules;
use super::square::Square;
use super::weights::{self, windows::Table};
use crate::game::{Position, Side, Tunable, Variant, Weights};

impl Tunable for Gomoku {
    fn weights(rules: &Rules) -> Weights {
        weights::evaluation(rules)
    }

    fn gradient(&self, side: Side) -> Vec<f64> {
        let mover = self.side_to_move();
        let sign = |owner: Side| if owner == side { 1.0 } else { -1.0 };
        if !self.has_patterns() {
            let mut gradient = Table::default();
            for owner in Side::all(2) {
                let counts = gradient.lacking.iter_mut().zip(self.windows(owner));
                counts.for_each(|(partial, windows)| *partial += sign(owner) * f64::from(windows));
            }
            gradient.tempo = sign(mover);
            return gradient.flat();
        }
        let (patterns, rule) = (Patterns::of(self), self.rules().rule);
        let mut gradient = vec![0.0; weights::count(rule)];
        let squares = (0..self.height()).flat_map(|y| (0..self.width()).map(move |x| Square::at(x, y)));
        for square in squares.filter(|&square| self.is_empty(square)) {
            for owner in Side::all(2) {
                if let Some(number) = self.combination_weight(&patterns, owner, square) {
                    gradient[number] += sign(owner);
                }
            }
        }
        gradient[weights::first_threat(rule, mover) + patterns.threats(mover)] = sign(mover);
        gradient
    }

    fn policy_weights(rules: &Rules) -> Weights {
        weights::policy(rules)
    }

    fn move_gradients(&self, moves: &[Square]) -> Vec<Vec<(u32, f32)>> {
        if !self.has_patterns() {
            return vec![Vec::new(); moves.len()];
        }
        let patterns = Patterns::of(self);
        let number = |owner: Side, m: Square| self.combination_weight(&patterns, owner, m);
        let of = |&m: &Square| Side::all(2).filter_map(|owner| Some((number(owner, m)? as u32, 1.0))).collect();
        moves.iter().map(of).collect()
    }
}

impl Gomoku {
    /// The number of the weight that an empty square has by the combination of line codes of `owner`, in the evaluation
    /// or in the move ordering.
    fn combination_weight(&self, patterns: &Patterns, owner: Side, square: Square) -> Option<usize> {
        if patterns.pattern4(owner, square) == Pattern4::Forbidden {
            return None;
        }
        let mover = self.side_to_move();
        let role = if owner == mover { 0 } else { COMBINATIONS };
        let first = weights::first_combination(self.rules().rule, mover);
        Some(first + role + combination(patterns.codes(owner, square))?)
    }
}
