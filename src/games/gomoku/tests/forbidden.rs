//! Squares that renju forbids to Black, one rule at a time.

use super::*;
use crate::game::Variant;
use crate::games::gomoku::forcing::View;
use crate::games::gomoku::patterns::Patterns;
use crate::games::gomoku::stones::Stones;

quickcheck::quickcheck! {
    fn patterns_agree_about_forbidden_points(seed: u64) -> bool {
        let plain = random_board(&mut SplitMix64::new(seed), "rule=renju");
        let patterns = Patterns::of(&plain);
        let view = View { game: &plain, patterns: &patterns };
        let mut empty = plain.empty();
        empty.all(|square| plain.is_forbidden(square) == view.is_forbidden(square))
    }
}

/// Whether Black may not play on `square` of a 15x15 board with these stones.
fn is_forbidden(black: &str, white: &str, square: &str) -> bool {
    let start = Gomoku::start(&rules("rule=renju"));
    let parse = |text: &str| start.parse_move(text).expect("a square");
    let stones = [black, white].map(|list| {
        let mut stones = Stones::default();
        list.split_whitespace().for_each(|text| stones.toggle(parse(text)));
        stones
    });
    let position = Gomoku::new(start.rules(), stones, Side::FIRST, false);
    let square = parse(square);
    assert!(position.is_empty(square));
    assert_eq!(position.is_legal(square), !position.is_forbidden(square));
    let patterns = Patterns::of(&position);
    let view = View { game: &position, patterns: &patterns };
    assert_eq!(view.is_forbidden(square), position.is_forbidden(square));
    position.is_forbidden(square)
}

#[test]
fn double_threes() {
    assert!(is_forbidden("f8 g8 h9 h10", "", "h8"));
    assert!(is_forbidden("e8 f8 h9 h10", "", "h8"), "with a gap");
    assert!(is_forbidden("f6 g7 g9 i7", "", "h8"), "diagonals");
    assert!(!is_forbidden("f8 g8 h9 h10", "i8", "h8"), "one is shut in");
    assert!(!is_forbidden("f8 g8 h9 h10", "d8 j8", "h8"), "one has room for no straight four");
    assert!(!is_forbidden("b8 d8 c9 c10", "f8", "c8"), "the edge shuts in like a stone");
    assert!(!is_forbidden("f8 g8 h9 h10 c8 k8", "", "h8"), "the straight four's ends would make six");
}

#[test]
fn double_fours() {
    assert!(is_forbidden("e8 f8 g8 h9 h10 h11", "", "h8"));
    assert!(is_forbidden("d8 f8 h8 j8", "", "g8"), "two on one line, three stones in the middle");
    assert!(is_forbidden("d8 e8 h8 j8 k8", "", "g8"), "two on one line, two stones in the middle");
    assert!(is_forbidden("c8 d8 e8 i8 j8 k8", "", "g8"), "two on one line, one stone in the middle");
    assert!(!is_forbidden("e8 f8 g8", "", "h8"), "a straight four is one four");
    assert!(!is_forbidden("e8 f8 g8 h9 h10", "d8", "h8"), "a four and a three");
    assert!(!is_forbidden("c8 e8 f8 g8 h9 h10 h11", "h12 h7", "h8"), "one of them can become no five");
}

#[test]
fn overlines_and_fives() {
    assert!(is_forbidden("d8 e8 f8 h8 i8", "", "g8"));
    assert!(!is_forbidden("d8 e8 f8 h8", "", "g8"));
    assert!(!is_forbidden("d8 e8 f8 h8 i8 g9 g10 g11 g12", "", "g8"), "five on another line");
    assert!(!is_forbidden("f8 h8 i8 j8 g9 g10 g6 g7 h9 i10", "", "g8"), "five, with a double four or three");
}

/// A three counts only if the stone that makes the straight four may be played.
#[test]
fn threes_that_cannot_become_straight_fours() {
    // Only i8 makes the row a straight four.
    assert!(is_forbidden("f8 g8 h9 h10 i9 i10", "d8", "h8"), "where i8 makes a three as well");
    assert!(!is_forbidden("f8 g8 h9 h10 i9 i10 i11", "d8", "h8"), "where i8 makes a double four");
    assert!(!is_forbidden("f8 g8 h9 h10 i9 i10 i11 i6 i7", "d8", "h8"), "where i8 makes six");
    assert!(!is_forbidden("f8 g8 h9 h10 i9 i10 j9 k10", "d8", "h8"), "where i8 makes a double three");
}

#[test]
fn white_has_no_forbidden_points() {
    let board = "15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/15";
    let counts = ["x", "o"].map(|side| position(&format!("{board} {side}"), "rule=renju").count_moves());
    assert_eq!(counts, [220, 221]);
    let long = position("xxxx1xx8/oooo1oo8/15/15/15 o", "rule=renju");
    assert!(long.wins_at(Side::SECOND, Square::at(4, 1)) && !long.wins_at(Side::FIRST, Square::at(4, 0)));
}

/// Black may play nowhere: a draw.
#[test]
fn only_forbidden_points_left_is_a_draw() {
    let stuck = position("xxx1xx/oooxoo x", "rule=renju");
    assert_eq!((stuck.outcome(), stuck.count_moves()), (Some(Outcome::DRAW), 0));
    assert_eq!(position("xxx1xx/oooxoo o", "rule=renju").outcome(), None);
}
