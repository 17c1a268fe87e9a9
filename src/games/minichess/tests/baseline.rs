//! The simple players.

use super::*;
use crate::game::Baselines;

#[test]
fn pruning_changes_no_move() {
    let mut random = SplitMix64::new(3);
    for _ in 0..60 {
        let position = scattered(&Rules::default(), &mut random);
        for depth in 1..=3 {
            assert_eq!(
                position.baseline("minimax", 0, Some(depth)),
                position.baseline("alphabeta", 0, Some(depth)),
                "{} at depth {depth}",
                position.position_text()
            );
        }
    }
}

#[test]
fn they_take_kings_and_avoid_losing_theirs() {
    let text = |position: &Minichess, name, depth| position.baseline(name, 0, depth).map(|m| m.to_string());
    let take = position("4k/3QP/3N1/5/5/R3K w - - 0 1", "");
    for name in Minichess::BASELINES {
        let m = take.baseline(name, 0, None).expect("a move");
        assert_eq!(square("e6"), m.to(), "{name}");
    }
    // The rook on a1 threatens the king on e1; only taking it helps.
    let attacked = position("k4/5/5/5/2B2/r3K w - - 0 1", "");
    assert_ne!(text(&attacked, "minimax", None), None);
    let m = attacked.baseline("alphabeta", 0, None).expect("a move");
    let mut next = attacked.clone();
    next.make(m);
    assert!(state(&next).winning_move(&next).is_none(), "{m}");
    assert_eq!(text(&attacked, "nobody", None), None);
    assert_eq!(text(&after(take, "d5e6"), "alphabeta", Some(1)), None);
}
