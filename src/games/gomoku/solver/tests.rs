//! Wins with quiet moves, which no VCT is, and the turns of the searches.

use super::turns::QUIET;
use crate::game::{Notation, Outcome, Position, Side, Variant};
use crate::games::gomoku::prover::Prover;
use crate::games::gomoku::{Gomoku, proofs};
use crate::solve::{Solution, Solve, Task, Value};
use std::sync::atomic::AtomicBool;

type Square = crate::games::gomoku::Square;

/// White wins by a quiet move; a VCT has not been found in minutes.
const WON: &str = "h8 i7 k10 g7 k7 g6 g5 i6 i5";

fn played(moves: &str, rules: &str) -> Gomoku {
    let mut game = Gomoku::start(&Gomoku::parse_rules(rules).unwrap());
    for word in moves.split_whitespace() {
        let m = game.parse_move(word).unwrap();
        game.make(m);
    }
    game
}

fn solve(game: &Gomoku, method: Option<&'static str>, nodes: u64, wins_only: bool) -> Solution<Square> {
    let stop = AtomicBool::new(false);
    game.solve(&Task { nodes: Some(nodes), method, wins_only, ..Task::new(&stop, 1, 64 << 20) }).unwrap()
}

#[test]
fn wins_with_quiet_moves_are_found() {
    let game = played(WON, "");
    assert_eq!(solve(&game, Some("vct"), 2_000_000, true).value, Value::Unknown);
    for wins_only in [true, false] {
        let solution = solve(&game, None, 2_000_000, wins_only);
        assert_eq!((solution.value, solution.method.as_str()), (Value::Win, QUIET));
        assert!(solution.nodes < 1_000_000, "{}", solution.nodes);
        assert_eq!(solution.best.first(), solution.line.first());
        let mut now = game.clone();
        for &m in &solution.line {
            assert!(now.is_legal(m));
            now.make(m);
        }
        assert_eq!(now.outcome().and_then(Outcome::winner), Some(game.side_to_move()));
        assert!(solution.line.len() as u32 <= solution.plies.unwrap());
    }
}

/// What the prover says is believed only once the checker has read it.
#[test]
fn a_tree_that_is_not_whole_says_nothing() {
    let game = played("h8 a1 i8 a3 j8 a5", "rule=standard");
    let never = || false;
    let tree = Prover::new(Side::FIRST, &never).prove(&game, 0..=0, &mut |_, _| Vec::new()).expect("an open three");
    let proved = proofs::by_tree(&game, &tree).expect("whole");
    assert!(proved.wins && proved.plies == 3, "{proved:?}");
    assert!(proofs::by_tree(&game, &tree[1..]).is_none());
    assert!(proofs::by_tree(&played("h8 a1 i8 a3 j7 a5", "rule=standard"), &tree).is_none());
}

#[test]
fn limits_on_nodes_hold_for_all_searches_together() {
    for (moves, rules) in [(WON, ""), ("h8 i9", "rule=standard"), ("h8 i9 h10", "rule=renju")] {
        for nodes in [4_000, 50_000, 300_000] {
            for wins_only in [true, false] {
                let solution = solve(&played(moves, rules), None, nodes, wins_only);
                assert!(solution.nodes < nodes + nodes / 2 + 4_000, "{moves} {rules} {nodes}: {}", solution.nodes);
            }
        }
    }
}

/// Such a position has no certificate, since the stones are not those of turns.
#[test]
fn one_side_may_have_more_stones() {
    let game =
        Gomoku::parse_position("15/15/15/15/15/15/15/5ooo7/15/15/15/15/15/15/x14 o", &Default::default()).unwrap();
    let solution = solve(&game, None, 100_000, false);
    assert_eq!((solution.value, solution.plies), (Value::Win, Some(3)));
}
