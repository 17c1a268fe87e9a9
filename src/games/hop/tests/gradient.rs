//! The gradient: multiplied with the weights it is the evaluation, and the weights are in the form that `tune` writes.

use super::*;
use crate::game::{Evaluate, Tunable};
use quickcheck::quickcheck;

quickcheck! {
    fn weights_times_gradient_are_the_evaluation(seed: u64, crowd: bool) -> bool {
        let rules = Rules { plies: 60, ..Rules::default() };
        let position = if crowd { crowded(seed, rules) } else { played(seed, rules) };
        let weights = Hop::weights().values();
        Side::all(2).all(|side| {
            let gradient = position.gradient(side);
            let sum: f64 = weights.iter().zip(&gradient).map(|(&weight, partial)| f64::from(weight) * partial).sum();
            // Rounding: the division near the ply limit, once a side and scaled by two at most, and the division by
            // scale.
            gradient.len() == weights.len() && (sum - f64::from(position.evaluate(side))).abs() < 5.0
        })
    }
}

#[test]
fn the_weights_are_as_tune_writes_them() {
    assert_eq!(crate::train::weights::source(Hop::NAME, &Hop::weights()), include_str!("../fitted.rs"));
}
