//! The evaluation: symmetric, bounded, and aware of the end.

use super::*;
use crate::game::{Evaluate, Variant};

use quickcheck::quickcheck;

quickcheck! {
    fn evaluation_is_colour_symmetric(any: Any) -> bool {
        any.0.evaluate(Side::FIRST) == swapped(&any.0).evaluate(Side::SECOND)
    }

    fn bounded_opposite_and_explained(any: Any) -> bool {
        let values = [Side::FIRST, Side::SECOND].map(|side| any.0.evaluate(side));
        let terms = any.0.explain();
        let sums = [0, 1].map(|side| terms.iter().map(|term| term.values[side]).sum::<i32>());
        values[0].abs() <= 20_000 && values[0] == -values[1] && sums == values
    }

    /// Through makes and unmakes, after some of which the position is evaluated.
    fn accumulators_equal_new_ones(any: Any, walk: Vec<(usize, bool)>) -> bool {
        let (mut now, mut line) = (any.0, Vec::new());
        let mut state = state(&now);
        walk.into_iter().cycle().take(300).all(|(choice, evaluates)| {
            let moves = moves(&now);
            match choice.checked_rem(moves.len()) {
                Some(index) if choice % 5 > 1 => line.push((moves[index], now.make(moves[index]))),
                _ => {
                    if let Some((m, undo)) = line.pop() {
                        now.unmake(m, undo);
                    }
                }
            }
            let same = !evaluates
                || now.outcome().is_some()
                || state.static_eval(&now, Side::SECOND) == now.evaluate(Side::SECOND);
            same && state.validate(&now) == Ok(())
        })
    }

    fn the_last_ply_evaluates_the_count(any: Any) -> bool {
        let rules = Rules { plies: std::num::NonZeroU32::new(200), limit: Limit::Material, ..any.0.rules() };
        let last = Minichess::new(*any.0.board(), 199, rules);
        let lead: i32 = (0..30).filter_map(|square| last.board().at(square))
            .map(|(side, kind)| if side == Side::FIRST { kind.count() } else { -kind.count() }).sum();
        // One point outweighs the rest of the evaluation there, except in extreme positions.
        lead == 0 || last.evaluate(Side::FIRST).abs() < 100 || last.evaluate(Side::FIRST).signum() == lead.signum()
    }
}

/// A search state changes the network with the rules, unless it was given one.
#[test]
fn games_without_a_limit_have_a_network_of_their_own() {
    let [limited, endless] =
        ["", "plies=none"].map(|rules| position("k3r/p1n2/1p1p1/1P1P1/P2R1/1N2K w - - 0 1", rules));
    assert_ne!(limited.evaluate(Side::FIRST), endless.evaluate(Side::FIRST));
    let given = Minichess::NETWORK.unwrap().parse("minichess", include_bytes!("../network_no_limit.bin")).unwrap();
    assert_eq!(limited.evaluate_with(Some(given), Side::FIRST), endless.evaluate(Side::FIRST));
    let mut state = state(&limited);
    for now in [&limited, &endless, &limited] {
        state.reset(now);
        assert_eq!(state.static_eval(now, Side::FIRST), now.evaluate(Side::FIRST));
    }
    state.use_network(given);
    for now in [&limited, &endless] {
        state.reset(now);
        assert_eq!(state.static_eval(now, Side::FIRST), endless.evaluate(Side::FIRST));
    }
}

#[test]
fn extreme_material_stays_in_bounds() {
    let queens = "QQQQQ/QQQQQ/QQQQQ/QQQQQ/QQQQQ/kQQQK w - - 0 1";
    for rules in ["", "plies=none", "plies=3"] {
        let value = position(queens, rules).evaluate(Side::FIRST);
        assert!((500..=20_000).contains(&value), "{value}");
    }
    assert!(position("k4/5/5/5/4P/4K w - - 0 1", "plies=none").evaluate(Side::FIRST) > 0);
}

#[test]
fn evaluation_is_tapered_near_the_ply_limit() {
    // A rook (6) against a bishop (8): better for chess, lost by the count.
    let text = "k4/ppp2/5/b4/PPP2/R3K w - - 0";
    assert!(position(&format!("{text} 1"), "").evaluate(Side::FIRST) > 0);
    assert!(position(&format!("{text} 50"), "").evaluate(Side::FIRST) < 0);
    assert!(position(&format!("{text} 50"), "plies=none").evaluate(Side::FIRST) > 0);
    assert!(position(&format!("{text} 50"), "limit=draw").evaluate(Side::FIRST).abs() < 60);
}
