//! The baseline's table, square by square.

use super::*;
use crate::game::{Baselines, Variant};

fn plays(position: &Gomoku, seed: u64) -> String {
    let m = position.baseline("vacancy", seed, None).expect("a move");
    position.move_text(m)
}

#[test]
fn openings() {
    assert_eq!(plays(&Gomoku::start(&rules("default")), 0), "h8");
    assert_eq!(plays(&Gomoku::start(&rules("default")), 9), "h8");
    assert_eq!(plays(&after("h8", "default"), 0), "g9");
    let neighbours = ["g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9"];
    let replies: Vec<String> = (1..60).map(|seed| plays(&after("h8", "default"), seed)).collect();
    assert!(replies.iter().all(|reply| neighbours.contains(&reply.as_str())));
    assert!(neighbours.iter().all(|neighbour| replies.iter().any(|reply| reply == neighbour)));
}

/// The square that the baseline fills in a row of 15 with nothing else on the board.
fn in_row(row: &str) -> String {
    let rest = "/15".repeat(4);
    plays(&position(&format!("15{rest}/{row}/15{rest} x"), "default"), 0)
}

#[test]
fn rows_of_the_table() {
    // An own five comes before preventing one; that before an own open four; and so on down.
    assert_eq!(in_row("4xxxx2oooo1"), "d6");
    assert_eq!(in_row("oooo4xxx4"), "e6");
    assert_eq!(in_row("1ooo4xxx4"), "h6");
    assert_eq!(in_row("2ooo5xxo2"), "b6");
    assert_eq!(in_row("2ooo5xx3"), "b6");
    assert_eq!(in_row("oxx5ooo4"), "h6");
    // Their threes and twos are not looked at; an own three is.
    assert_eq!(in_row("2oo6xx3"), "j6");
    // The whole run counts, on both sides of the square.
    assert_eq!(in_row("3xx1xx7"), "f6");
}

#[test]
fn nothing_to_play() {
    assert_eq!(position("xxxxx/5 o", "default").baseline("vacancy", 0, None), None);
    assert_eq!(Gomoku::start(&rules("default")).baseline("gap", 0, None), None);
    // Any board, any run.
    assert_eq!(plays(&Gomoku::start(&rules("size=1")), 0), "a1");
    assert_eq!(plays(&position("oo1/xx1/3 x", "connect=3"), 0), "c2");
}
