//! Proofs that the rules, texts and hints are right. One file a subject.

mod perft;

use super::*;
use crate::game::{Notation, Position};

/// The position with this text; panics on a bad one.
fn position(text: &str, rules: &str) -> Minichess {
    let rules = Minichess::parse_rules(rules).expect("rules");
    Minichess::parse_position(text, &rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal moves.
fn moves(position: &Minichess) -> Vec<Move> {
    let mut list = <Minichess as Position>::Moves::default();
    position.moves(&mut list);
    list.to_vec()
}
