//! The gradient: multiplied with the weights it is the evaluation, and the weights are in the form that `tune` writes.

use super::*;
use crate::game::{Evaluate, Tunable};

#[test]
fn weights_times_gradient_are_the_evaluation() {
    let mut random = SplitMix64::new(9);
    let weights = Gomoku::weights().values();
    for round in 0..400 {
        let options = ["rule=freestyle", "rule=standard", "rule=renju", "connect=4"][round % 4];
        let position = random_board(&mut random, options);
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
fn the_weights_are_as_tune_writes_them() {
    assert_eq!(crate::train::weights::source("gomoku", &Gomoku::weights()), include_str!("../fitted.rs"));
}
