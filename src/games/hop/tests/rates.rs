//! The rates of the weights: with the weights they make the estimate, and the table is in the form that is written.

use super::*;
use crate::game::{Evaluate, Tunable};
use quickcheck::quickcheck;

quickcheck! {
    fn weights_times_rates_are_the_estimate(seed: u64, crowd: bool) -> bool {
        let rules = Rules { plies: 60, ..Rules::default() };
        let position = if crowd { crowded(seed, rules) } else { played(seed, rules) };
        let weights = Hop::weights().values();
        Side::all(2).all(|side| {
            let rates = position.rates(side);
            let sum: f64 = weights.iter().zip(&rates).map(|(&weight, rate)| f64::from(weight) * rate).sum();
            // Two sides' divisions near the limit on plies round, times two or less, and one more.
            rates.len() == weights.len() && (sum - f64::from(position.evaluate(side))).abs() < 5.0
        })
    }
}

#[test]
fn the_table_is_as_tune_writes_it() {
    assert_eq!(crate::train::weights::source(Hop::NAME, &Hop::weights()), include_str!("../fitted.rs"));
}
