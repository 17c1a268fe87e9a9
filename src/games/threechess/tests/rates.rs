//! The rates of the weights: with the weights they make the estimate, and the table is in the form that is written.

use super::*;
use crate::game::{Evaluate, Tunable};
use quickcheck::quickcheck;

quickcheck! {
    fn weights_times_rates_are_the_estimate(any: Any) -> bool {
        let weights = Threechess::weights().values();
        Side::all(3).all(|side| {
            let rates = any.0.rates(side);
            let sum: f64 = weights.iter().zip(&rates).map(|(&weight, rate)| f64::from(weight) * rate).sum();
            // Three parts of each side are rounded, and the whole.
            rates.len() == weights.len()
                && (sum.clamp(-20_000.0, 20_000.0) - f64::from(any.0.evaluate(side))).abs() < 8.0
        })
    }
}

#[test]
fn the_table_is_as_tune_writes_it() {
    assert_eq!(crate::train::weights::source(Threechess::NAME, &Threechess::weights()), include_str!("../fitted.rs"));
}
