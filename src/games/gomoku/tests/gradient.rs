//! The gradient: multiplied with the weights it is the evaluation.

use super::*;
use crate::game::{Evaluate, Tunable, Variant};
use crate::games::gomoku::patterns::Patterns;

#[test]
fn weights_times_gradient_are_the_evaluation() {
    let mut random = SplitMix64::new(9);
    for round in 0..400 {
        let options = ["rule=freestyle", "rule=standard", "rule=renju", "connect=4"][round % 4];
        let position = random_board(&mut random, options);
        let weights = Gomoku::weights(&position.rules()).values();
        for side in Side::all(2) {
            let gradient = position.gradient(side);
            assert_eq!(gradient.len(), weights.len());
            let sum: f64 = weights.iter().zip(&gradient).map(|(&weight, partial)| f64::from(weight) * partial).sum();
            let eval = f64::from(position.evaluate(side));
            assert!(eval == sum.clamp(-19_000.0, 19_000.0), "{eval} {sum} {}", position.position_text());
        }
    }
}

#[test]
fn weights_times_the_gradient_of_a_move_are_its_ordering_score() {
    let mut random = SplitMix64::new(10);
    for round in 0..60 {
        let position = random_board(&mut random, ["rule=freestyle", "rule=standard", "rule=renju"][round % 3]);
        let weights = Gomoku::policy_weights(&position.rules()).values();
        let patterns = Patterns::of(&position);
        let moves = legal(&position);
        for (&m, gradient) in moves.iter().zip(position.move_gradients(&moves)) {
            let terms = gradient.into_iter().map(|(weight, slope)| weights[weight as usize] as f32 * slope);
            let score = patterns.move_score(position.side_to_move(), m);
            assert!(score as f32 == terms.sum::<f32>(), "{score} {}", position.position_text());
        }
    }
}
