//! Proofs that the rules, texts, evaluation and hints are right. One file a subject.

mod geometry;

use super::board::square_name;
use super::*;

/// The square of a name: `BA1`.
fn square(name: &str) -> Square {
    (0..96).find(|&square| square_name(square) == name).unwrap_or_else(|| panic!("no square {name}"))
}
