//! The gradient: multiplied with the weights it is the evaluation but for the network's part.

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
