//! Tests of gomoku.

use super::*;
use crate::game::{Notation, Position};

fn position(text: &str, rules: &str) -> Gomoku {
    Gomoku::parse_position(text, &Gomoku::parse_rules(rules).expect("options")).expect("a position")
}

mod rules;
