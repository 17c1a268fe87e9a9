//! What the rules say, in examples.

use super::super::attacks::{self, Boards};
use super::*;
use crate::game::{Outcome, TextErrorKind, Variant};

const START: &str = "8/8/bPbPbPbPbPbPbPbP/bRbNbBbQbKbBbNbR|\
    8/8/gPgPgPgPgPgPgPgP/gRgNgBgQgKgBgNgR|\
    8/8/rPrPrPrPrPrPrPrP/rRrNrBrQrKrBrNrR b 0";

#[test]
fn start_and_texts() {
    let start = Threechess::start(&Rules::default());
    assert_eq!(start.position_text(), START);
    assert_eq!(position(START, ""), start);
    assert_eq!(Threechess::rules_text(&start.rules()), "pass=stuck,promotion=queen,castling=free,plies=none");
    let moved = after(start, "BB2BB4 GG1GF3 RA2RA3 BB4GG4");
    assert_eq!(
        moved.position_text(),
        "8/8/bP1bPbPbPbPbPbP/bRbNbBbQbKbBbNbR|6bP1/5gN2/gPgPgPgPgPgPgPgP/gRgNgBgQgKgB1gR|\
         8/rP7/1rPrPrPrPrPrPrP/rRrNrBrQrKrBrNrR g 4"
    );
    let rights = Threechess::start(&Threechess::parse_rules("castling=history").expect("rules"));
    assert_eq!(rights.position_text(), START.replace(" b 0", " b KbQbKgQgKrQr 0"));
}

#[test]
fn a_pawn_becomes_what_the_rules_let_it() {
    let text = "8/8/8/7bK|8/8/bP7/1gN5gK|8/8/8/7rK b 0";
    let queen = position(text, "");
    assert!(after(queen.clone(), "GA2GA1").position_text().contains("bQgN5gK"));
    assert_eq!(after(queen.clone(), "GA2GB1=Q"), after(queen.clone(), "GA2GB1"));
    assert_eq!(
        queen.parse_move("GA2GA1=N").map_err(|error| (error.kind, error.column)),
        Err((TextErrorKind::Illegal, 8))
    );
    let choice = position(text, "promotion=choice");
    assert!(after(choice.clone(), "GA2GB1=N").position_text().contains("1bN5gK"));
    assert_eq!(choice.parse_move("GA2GA1").map_err(|error| (error.kind, error.column)), Err((TextErrorKind::Shape, 7)));
    let texts: Vec<String> =
        moves(&choice).into_iter().map(|m| choice.move_text(m)).filter(|m| m.contains('=')).collect();
    assert_eq!(texts.len(), 8, "{texts:?}");
    // Nothing is promoted at home, and a pawn that stands on a back rank abroad stays there.
    assert!(moves(&position("8/8/8/bP6bK|8/8/8/bP6gK|8/8/8/7rK b 0", "")).iter().all(|m| m.from() != square("GA1")));
}

#[test]
fn castling_free_and_by_history() {
    let text = "8/8/8/bR3bK2bR|8/8/8/7gK|8/8/8/7rK b";
    let free = position(&format!("{text} 0"), "");
    assert!(after(free.clone(), "BE1BG1").position_text().starts_with("8/8/8/bR4bRbK1|"));
    assert!(after(free.clone(), "BE1BC1").position_text().starts_with("8/8/8/2bKbR3bR|"));
    // Without history a king that went and came back castles.
    let back = "BE1BD1 GH1GG1 RH1RG1 BD1BE1 GG1GH1 RG1RH1";
    assert!(after(free, back).parse_move("BE1BG1").is_ok());
    let history = position(&format!("{text} KbQb 0"), "castling=history");
    assert!(history.parse_move("BE1BG1").is_ok());
    assert!(after(history.clone(), back).parse_move("BE1BG1").is_err());
    // A rook's move costs one right only.
    let rook = after(history, "BH1BH2 GH1GG1 RH1RG1 BH2BH1 GG1GH1 RG1RH1");
    assert_eq!(rook.position_text(), format!("{text} Qb 6"));
    assert!(rook.parse_move("BE1BG1").is_err() && rook.parse_move("BE1BC1").is_ok());
    // B1 must be empty too.
    assert!(position("8/8/8/bRbN2bK3|8/8/8/7gK|8/8/8/7rK b 0", "").parse_move("BE1BC1").is_err());
}

#[test]
fn a_right_goes_with_a_taken_rook() {
    let text = "8/8/8/bR3bK3|8/8/8/7gR|8/8/8/7rK g Qb 1";
    let position = position(&text.replace("7gR", "gK6gR"), "castling=history");
    assert_eq!(after(position, "GH1BA1").position_text().split(' ').nth(2), Some("-"));
}

#[test]
fn taking_a_king_ends_the_game() {
    let over = after(position("8/8/8/bR6gK|8/8/8/7bK|8/8/8/7rK b 5", ""), "BA1BH1");
    assert_eq!(over.outcome(), Some(Outcome::beats(Side::FIRST, Side::SECOND)));
    assert_eq!((moves(&over), over.count_moves()), (Vec::new(), 0));
    assert_eq!(position(&over.position_text(), ""), over);
    // The third side's king as well, and with the last ply, and by a promotion.
    let over = after(position("8/8/8/bR6rK|8/8/8/7gK|8/8/8/7bK b 5", "plies=6"), "BA1BH1");
    assert_eq!(over.outcome(), Some(Outcome::beats(Side::FIRST, Side::THIRD)));
    let over = after(position("8/8/8/7bK|8/8/bP7/1gK6|8/8/8/7rK b 5", "promotion=choice"), "GA2GB1=N");
    assert_eq!(over.outcome(), Some(Outcome::beats(Side::FIRST, Side::SECOND)));
}

#[test]
fn passes() {
    // Two files full of pawns, which end on a back rank abroad, wall the king in.
    let walled = position("bPbP6/bPbP6/bPbP6/bKbP6|6bPbP/6bPbP/6bPbP/6bPbP|8/8/8/2gK2rK2 b 0", "");
    assert_eq!((moves(&walled), walled.count_moves(), walled.outcome()), (vec![Move::PASS], 1, None));
    assert_eq!(after(walled, "pass").side_to_move(), Side::SECOND);
    assert!(Threechess::start(&Rules::default()).parse_move("pass").is_err());
    // With `pass=always` passing is legal.
    let start = Threechess::start(&Threechess::parse_rules("pass=always").expect("rules"));
    assert_eq!(start.count_moves(), 21);
    let round = after(start.clone(), "pass pass pass");
    assert_eq!((round.repetition_key(), round.ply()), (start.repetition_key(), 3));
}

#[test]
fn the_limit_is_a_draw() {
    let at = |text: &str, rules| position(text, rules).outcome();
    let text = "8/8/8/7bK|8/8/8/7gK|8/8/8/7rK b";
    assert_eq!(at(&format!("{text} 12"), "plies=12"), Some(Outcome::DRAW));
    assert_eq!(at(&format!("{text} 11"), "plies=12"), None);
    assert_eq!(at(&format!("{text} 11"), ""), None);
    assert_eq!(position(&format!("{text} 10"), "plies=12").plies_left(), Some(2));
    assert_eq!(position(&format!("{text} 99"), "plies=12").plies_left(), Some(0));
}

#[test]
fn fits_the_lists() {
    let empty = Boards::new(0);
    let most = (0..96).map(|at| attacks::queen(at, &empty).count_ones()).max().expect("squares");
    assert!(16 * most as usize + 3 <= super::super::position::Moves::new().capacity(), "{most}");
    // A queen's two ways of moving never lead to the same square.
    assert!((0..96).all(|at| attacks::bishop(at, &empty) & attacks::rook(at, &empty) == 0));
}
