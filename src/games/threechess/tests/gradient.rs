//! The gradient: multiplied with the weights it is the evaluation but for the network's part, and the weights are in
//! the form that `tune` writes.

use super::*;
use crate::game::{Evaluate, Tunable};
use quickcheck::quickcheck;

quickcheck! {
    fn weights_times_gradient_are_the_evaluation(any: Any) -> bool {
        let weights = Threechess::weights(&Default::default()).values();
        Side::all(3).all(|side| {
            let gradient = any.0.gradient(side);
            let sum: f64 = weights.iter().zip(&gradient).map(|(&weight, partial)| f64::from(weight) * partial).sum();
            // Three parts of each side are rounded, and the whole.
            gradient.len() == weights.len()
                && (sum.clamp(-20_000.0, 20_000.0) - f64::from(any.0.network_base(side))).abs() < 8.0
        })
    }
}

#[test]
fn the_weights_are_as_tune_writes_them() {
    assert_eq!(
        crate::train::weights::source(Threechess::NAME, &Threechess::weights(&Default::default())),
        include_str!("../fitted.rs")
    );
}
