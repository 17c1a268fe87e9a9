//! The evaluation: bounds, terms, and hanging kings. Its symmetry is tested in `symmetry`.

use super::*;
use crate::game::Evaluate;
use quickcheck::quickcheck;

const START: &str = "8/8/bPbPbPbPbPbPbPbP/bRbNbBbQbKbBbNbR|\
    8/8/gPgPgPgPgPgPgPgP/gRgNgBgQgKgBgNgR|\
    8/8/rPrPrPrPrPrPrPrP/rRrNrBrQrKrBrNrR b 0";

fn values(position: &Threechess) -> [i32; 3] {
    [0, 1, 2].map(|side| position.evaluate(Side::new(side)))
}

quickcheck! {
    fn bounded_and_explained(any: Any) -> bool {
        let values = values(&any.0);
        let terms = any.0.explain();
        let sums = [0, 1, 2].map(|side| terms.iter().map(|term| term.values[side]).sum::<i32>());
        values.iter().all(|value| value.abs() <= 20_000) && sums == values
    }
}

#[test]
fn a_piece_more_is_better_and_worse_for_both_others() {
    let before = values(&position(START, ""));
    let after = values(&position(&START.replace("gQ", "1"), ""));
    assert!(after[0] > before[0] + 300 && after[2] > before[2] + 300 && after[1] < before[1] - 700, "{after:?}");
}

#[test]
fn a_hanging_king_depends_on_the_turn() {
    // Blue's rook attacks Green's king along the file; only whose turn it is differs.
    let board = "8/8/8/bR3bK3|8/8/8/7gK|8/8/8/4rK3";
    let at = |side: &str| values(&position(&format!("{board} {side} 0"), ""));
    let [green, red] = [at("g"), at("r")];
    assert!(red[0] > green[0] + 1000, "Blue is first to move after Red: {red:?}, {green:?}");
    assert!(red[1] < green[1] - 1000, "{red:?}, {green:?}");
    assert!(red[2].abs() < green[2].abs(), "little for the third side: {red:?}, {green:?}");
    let third = position(&format!("{board} r 0"), "").network_base(Side::new(2));
    assert!(third.abs() < 100, "nothing for it by the terms: {third}");
}

#[test]
fn a_hanging_piece_costs_its_side() {
    // Blue's rook attacks along the row; Green's piece at its end is defended by the king or not.
    let threats = |section: &str, side: &str| {
        let position = position(&format!("8/8/8/4bK3|{section}|8/8/8/4rK3 {side} 0"), "");
        let terms = position.explain();
        terms.into_iter().find(|term| term.name == "threats").expect("the term").values[1]
    };
    let [alone, defended, hanging] = ["gN7/8/8/4gK3", "bR3gNgK2/8/8/8", "bR3gN3/8/8/4gK3"].map(|at| threats(at, "r"));
    assert!(hanging < defended && defended <= alone, "{alone}, {defended}, {hanging}");
}

#[test]
fn pawns_near_promotion_count_more() {
    let value = |section: &str| values(&position(&format!("8/8/8/4bK3|{section}|8/8/8/4rK3 b 0"), ""))[0];
    let rows = ["bP7/8/8/4gK3", "8/bP7/8/4gK3", "8/8/bP7/4gK3"].map(value);
    assert!(rows[0] < rows[1] && rows[1] < rows[2], "{rows:?}");
}
