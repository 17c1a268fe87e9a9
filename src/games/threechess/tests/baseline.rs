//! The simple player, line by line of its table.

use super::super::baseline::{self, priority};
use super::super::movegen::targets;
use super::*;
use crate::game::{Baselines, Variant};

/// The moves among which it draws.
fn candidates(position: &Threechess) -> Vec<Move> {
    let mut list = <Threechess as Position>::Moves::default();
    baseline::candidates(position, &mut list);
    list.to_vec()
}

/// The moves among which it draws, as texts, sorted.
fn drawn(text: &str) -> Vec<String> {
    let mut moves: Vec<String> = candidates(&position(text, "")).iter().map(Move::to_string).collect();
    moves.sort();
    moves
}

/// The same, by a slow second implementation, piece by piece.
fn slowly(position: &Threechess) -> Vec<Move> {
    let side = position.side_to_move();
    let pieces = |side: Side| {
        let squares = (0..SQUARES).filter(move |&square| position.board().of(side) >> square & 1 == 1);
        squares.flat_map(move |from| {
            let targets = targets(position, side, from);
            (0..SQUARES).filter(move |&to| targets >> to & 1 == 1).map(move |to| Move::new(from, to))
        })
    };
    let enemies = [side.next(3), side.next(3).next(3)];
    let danger = enemies.into_iter().flat_map(pieces).fold(0, |danger, m| danger | 1u128 << m.to());
    let hot = |square| danger >> square & 1 == 1;
    let king = position.board().king(side).expect("a king");
    let flights: Vec<Move> = pieces(side).filter(|m| hot(king) && m.from() == king && !hot(m.to())).collect();
    if !flights.is_empty() {
        return flights;
    }
    let highest = pieces(side).map(|m| priority(position, m, danger)).max();
    pieces(side).filter(|&m| Some(priority(position, m, danger)) == highest).collect()
}

#[test]
fn the_moves_to_draw_from_are_those_found_slowly() {
    let mut random = SplitMix64::new(31);
    for rules in ["", "promotion=choice,pass=always"] {
        for _ in 0..15 {
            let mut position = Threechess::start(&Threechess::parse_rules(rules).expect("rules"));
            for _ in 0..100 {
                let list = moves(&position);
                if list.is_empty() {
                    break;
                }
                let [mut fast, mut slow] = [candidates(&position), slowly(&position)];
                fast.sort_by_key(|m| (m.from(), m.to()));
                slow.sort_by_key(|m| (m.from(), m.to()));
                assert_eq!(fast, slow, "{}", position.position_text());
                position.make(list[random.below(list.len())]);
            }
        }
    }
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
fn attacked_pieces_move_away() {
    // The rook on A1 is attacked along its file: it captures, or without a capture moves to a safe square.
    let runs = drawn("8/8/8/bR6bK|8/8/8/gK6gR|8/8/8/7rK b 0");
    assert_eq!(runs, ["BA1GH1"]);
    let runs = drawn("8/8/gN7/1bR5bK|8/8/8/gK7|8/8/8/7rK b 0");
    assert!(!runs.is_empty() && runs.iter().all(|m| m.starts_with("BB1") || m.starts_with("BH1")), "{runs:?}");
    // An attacked king goes to a safe square before anything else; the queen attacks its file.
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
