//! Static exchange evaluation against a search of the captures on one square.

use super::*;
use crate::game::Variant;

use quickcheck::quickcheck;

/// The value of a piece; also the order in which pieces capture.
fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight => 280,
        Kind::Bishop => 290,
        Kind::Rook => 440,
        Kind::Queen => 880,
        Kind::King => 10_000,
    }
}

fn material(position: &Minichess, side: Side) -> i32 {
    let pieces = (0..30).filter_map(|square| position.board().at(square));
    pieces.map(|(owner, kind)| if owner == side { value(kind) } else { -value(kind) }).sum()
}

/// The best material that the side to move can get by taking on `target` with its cheapest piece, or not.
fn captures(position: &Minichess, target: Square, side: Side) -> i32 {
    let stand_pat = material(position, side);
    let takers = moves(position).into_iter().filter(|m| m.to() == target);
    let cheapest = takers.min_by_key(|m| (position.board().at(m.from()).map(|(_, kind)| value(kind)), m.from()));
    let Some(m) = cheapest else { return stand_pat };
    let mut next = position.clone();
    next.make(m);
    stand_pat.max(-captures(&next, target, side.other()))
}

quickcheck! {
    fn see_agrees_with_a_search_of_captures(any: Any) -> bool {
        let rules = Rules { plies: None, king: King::Capture, ..any.0.rules() };
        let position = Minichess::new(*any.0.board(), any.0.ply(), rules);
        let side = position.side_to_move();
        moves(&position).into_iter().all(|m| {
            let mut next = position.clone();
            next.make(m);
            let won = -captures(&next, m.to(), side.other()) - material(&position, side);
            let exact = state(&position).see_ge(&position, m, won) && !state(&position).see_ge(&position, m, won + 1);
            assert!(exact, "{m} wins {won} in {}", position.position_text());
            [-900, -100, -1, 0, 1, 100, 300].iter().all(|&t| state(&position).see_ge(&position, m, t) == (won >= t))
        })
    }
}

#[test]
fn x_ray_attackers_join_in() {
    let wins = |text: &str, m: &str, least| {
        let position = position(text, "");
        state(&position).see_ge(&position, position.parse_move(m).expect("a move"), least)
    };
    // Two rooks on the file against a protected pawn.
    assert!(!wins("4k/1p3/p4/5/R4/R3K w - - 0 1", "a2a4", 0));
    // Against a pawn protected by a rook: the second rook decides.
    assert!(wins("r3k/5/p4/5/R4/R3K w - - 0 1", "a2a4", 100));
    assert!(!wins("r3k/5/p4/5/R4/R3K w - - 0 1", "a2a4", 101));
    // A promotion that is taken back costs the pawn.
    assert!(!wins("1r2k/P4/5/5/5/4K w - - 0 1", "a5a6", 0));
    assert!(wins("1r2k/P4/5/5/5/4K w - - 0 1", "a5b6", 900));
}

#[test]
fn captures_are_ordered_by_mvv_lva() {
    let position = position("4k/1q1n1/P1P2/5/3R1/4K w - - 0 1", "");
    let gain = |m: &str| state(&position).noisy_score(&position, position.parse_move(m).expect("a move"));
    assert!(gain("a4b5") > gain("d2d5"));
    assert_eq!(gain("a4b5"), gain("c4b5"));
    assert!(gain("c4d5") > gain("d2d5"));
}
