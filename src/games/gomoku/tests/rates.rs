//! The rates of the weights: with the weights they make the estimate, and the table is in the form that is written.

use super::*;
use crate::game::{Evaluate, Tunable};

#[test]
fn weights_times_rates_are_the_estimate() {
    let mut random = SplitMix64::new(9);
    let weights = Gomoku::weights().values();
    for round in 0..400 {
        let options = ["rule=freestyle", "rule=standard", "rule=renju", "connect=4"][round % 4];
        let position = random_board(&mut random, options);
        for side in Side::all(2) {
            let rates = position.rates(side);
            assert_eq!(rates.len(), weights.len());
            let sum: f64 = weights.iter().zip(&rates).map(|(&weight, rate)| f64::from(weight) * rate).sum();
            let estimate = f64::from(position.evaluate(side));
            assert!(estimate == sum.clamp(-19_000.0, 19_000.0), "{estimate} {sum} {}", position.position_text());
        }
    }
}

#[test]
fn the_table_is_as_tune_writes_it() {
    assert_eq!(crate::train::weights::source("gomoku", &Gomoku::weights()), include_str!("../fitted.rs"));
}
