//! The generator of quiet checks against its definition.

use super::*;

use quickcheck::quickcheck;

/// The quiet moves after which the other side is in check, found by making them. A king gives no check itself.
fn by_making_them(position: &Minichess) -> Vec<Move> {
    let mut quiet = <Minichess as Position>::Moves::default();
    state(position).quiet(position, &mut quiet);
    quiet.retain(|m| {
        let mut next = position.clone();
        next.make(*m);
        let board = next.board();
        let giver = |king: Square| board.attackers(king, board.occupied()) & board.of(position.side_to_move());
        board.king(next.side_to_move()).is_some_and(|king| giver(king) & !board.kind(Kind::King) != 0)
    });
    quiet.to_vec()
}

quickcheck! {
    fn quiet_checks_are_the_quiet_moves_that_give_check(any: Any) -> bool {
        let (position, state) = (&any.0, state(&any.0));
        if position.outcome().is_some() || state.winning_move(position).is_some() {
            return true;
        }
        let mut checks = <Minichess as Position>::Moves::default();
        state.quiet_checks(position, &mut checks);
        checks.to_vec() == by_making_them(position)
    }
}

#[test]
fn direct_and_discovered_checks() {
    for (text, expected) in [
        // A rook, a knight, a pawn.
        ("4k/5/5/5/5/RK3 w - - 0 1", "a1a6"),
        ("4k/5/5/1N3/5/K4 w - - 0 1", "b3c5 b3d4"),
        ("4k/5/3P1/5/5/K4 w - - 0 1", "d4d5"),
        // The knight steps out of the rook's way; so does the king, but not along the line.
        ("k4/5/N4/5/5/R3K w - - 0 1", "a4b6 a4c5 a4c3 a4b2"),
        ("k4/5/5/K4/5/R4 w - - 0 1", "a3b4 a3b3 a3b2"),
        // A pawn that stays in the line discovers nothing.
        ("k4/5/P4/5/5/R3K w - - 0 1", ""),
    ] {
        let position = position(text, "king=royal");
        let mut checks = <Minichess as Position>::Moves::default();
        state(&position).quiet_checks(&position, &mut checks);
        let mut found: Vec<String> = checks.iter().map(ToString::to_string).collect();
        let mut expected: Vec<String> = expected.split_whitespace().map(String::from).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{text}");
    }
}
