//! The simple player, line by line of its table.

use super::super::baseline::candidates;
use super::*;
use crate::game::Baselines;

/// The moves among which it draws, as texts, sorted.
fn drawn(text: &str) -> Vec<String> {
    let mut moves: Vec<String> = candidates(&position(text, "")).iter().map(Move::to_string).collect();
    moves.sort();
    moves
}

#[test]
fn pawns_move_first() {
    // All sixteen pawn moves, and no knight's.
    let start = Threechess::start(&Rules::default());
    assert_eq!(candidates(&start).len(), 16);
    assert!(candidates(&start).iter().all(|m| row(m.from()) == 1));
    // Not onto row 4 of another section, if there is something else.
    assert_eq!(drawn("bP7/8/bP7/7bK|8/8/8/7gK|8/8/8/7rK b 0"), ["BA2BA3"]);
}

#[test]
fn captures_by_their_table() {
    // A knight takes a queen rather than a rook; a pawn takes either rather than that.
    assert_eq!(drawn("8/1gQ1gR4/8/2bN4bK|8/8/8/7gK|8/8/8/7rK b 0"), ["BC1BB3"]);
    assert_eq!(drawn("8/1gQ1gR4/2bP5/2bN4bK|8/8/8/7gK|8/8/8/7rK b 0"), ["BC2BB3"]);
    // A rook that takes a pawn is as good as a quiet pawn: 4 + 2 - 1 = 5.
    assert_eq!(drawn("8/8/7bP/bR2gP3bK|8/8/8/3gK4|8/8/8/7rK b 0"), ["BA1BD1", "BH2BH3", "BH2BH4"]);
    // A king takes when it can.
    assert_eq!(drawn("8/8/6gPbP/7bK|8/8/8/7gK|8/8/8/7rK b 0"), ["BH1BG2"]);
}

#[test]
fn attacked_pieces_run() {
    // The rook on A1 is attacked along its file: it takes, or with nothing to take it runs where nobody looks.
    let runs = drawn("8/8/8/bR6bK|8/8/8/gK6gR|8/8/8/7rK b 0");
    assert_eq!(runs, ["BA1GH1"]);
    let runs = drawn("8/8/gN7/1bR5bK|8/8/8/gK7|8/8/8/7rK b 0");
    assert!(!runs.is_empty() && runs.iter().all(|m| m.starts_with("BB1") || m.starts_with("BH1")), "{runs:?}");
    // An attacked king goes to a safe square before anything else; the queen looks down its file.
    let flights = drawn("8/8/8/gR6bK|8/8/8/gK7|8/8/gQ7/7rK b 0");
    assert_eq!(flights, ["BH1BG2"]);
}

#[test]
fn it_takes_kings_and_passes_when_it_must() {
    let take = position("8/8/8/bR6gK|8/8/8/7bK|8/8/8/7rK b 0", "");
    let m = take.baseline("priority", 0, None).expect("a move");
    assert_eq!(m.to_string(), "BA1BH1");
    let over = after(take, "BA1BH1");
    assert_eq!(over.baseline("priority", 0, None), None);
    assert_eq!(over.baseline("nobody", 0, None), None);
    // The seed decides among equals.
    let start = Threechess::start(&Rules::default());
    let drawn: std::collections::BTreeSet<_> = (0..100).map(|seed| start.baseline("priority", seed, None)).collect();
    assert!(drawn.len() > 10, "{drawn:?}");
}
