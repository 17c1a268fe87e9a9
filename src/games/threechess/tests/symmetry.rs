//! Rotational symmetry: sections, colours and the turn together. And keys: different where the rules differ.

use super::*;
use crate::game::{Evaluate, Variant};
use crate::search::hooks::State;
use quickcheck::quickcheck;

fn rotated_square(square: Square) -> Square {
    (square + 32) % 96
}

fn rotated_move(m: Move) -> Move {
    if m == Move::PASS {
        m
    } else {
        Move::new(rotated_square(m.from()), rotated_square(m.to())).promoting(m.promotion())
    }
}

quickcheck! {
    fn rotated_positions_are_the_same_game(any: Any) -> bool {
        let (position, image) = (any.0.clone(), rotated(&any.0));
        let mut expected: Vec<Move> = moves(&position).into_iter().map(rotated_move).collect();
        let mut found = moves(&image);
        expected.sort_unstable();
        found.sort_unstable();
        let side = |index: usize| Side::new(index % 3);
        let alike = (0..3).all(|index| {
            position.evaluate(side(index)) == image.evaluate(side(index + 1))
                && position.outcome().map(|outcome| outcome.payoff(side(index)))
                    == image.outcome().map(|outcome| outcome.payoff(side(index + 1)))
        });
        found == expected && alike && hooks().in_check(&position) == hooks().in_check(&image)
            && position.key() != image.key() && rotated(&rotated(&image)) == position
    }

    fn see_is_rotationally_symmetric(any: Any) -> bool {
        let image = rotated(&any.0);
        moves(&any.0).into_iter().all(|m| {
            hooks().noisy_score(&any.0, m) == hooks().noisy_score(&image, rotated_move(m))
                && [-300, 0, 100].into_iter().all(|threshold| {
                    let see_ge = |position, m| hooks().see_ge(position, m, threshold);
                    see_ge(&any.0, m) == see_ge(&image, rotated_move(m))
                })
        })
    }

    fn siblings_and_plies_have_different_keys(any: Any) -> bool {
        let mut keys = vec![any.0.key()];
        for m in moves(&any.0) {
            let mut next = any.0.clone();
            next.make(m);
            keys.push(next.key());
        }
        let (turn, ply) = (any.0.turn(), any.0.ply() + 3);
        let later = Threechess::new(*any.0.board(), turn, ply, any.0.rights(), any.0.rules());
        keys.sort_unstable();
        keys.windows(2).all(|pair| pair[0] != pair[1])
            && (later.key() != any.0.key()) == any.0.rules().plies.is_some()
            && later.repetition_key() == any.0.repetition_key()
    }

    fn rights_have_keys(any: Any) -> bool {
        let without = Threechess::new(*any.0.board(), any.0.turn(), any.0.ply(), 0, any.0.rules());
        (without.key() == any.0.key()) == (any.0.rights() == 0)
    }
}

fn count(position: &mut Threechess, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_moves();
    }
    moves(position).into_iter().fold(0, |nodes, m| {
        let undo = position.make(m);
        let below = count(position, depth - 1);
        position.unmake(m, undo);
        nodes + below
    })
}

#[test]
fn rotated_positions_have_equal_perft() {
    for line in include_str!("../../../../perft/threechess.epd").lines().filter(|line| !line.starts_with('#')) {
        let text = line.split(';').next().expect("a position").trim();
        let mut image = rotated(&position(text, ""));
        for depth in 1..=2 {
            let expected = line.split(&format!(";D{depth} ")).nth(1).and_then(|rest| rest.split(' ').next());
            assert_eq!(Some(count(&mut image, depth).to_string().as_str()), expected, "{text}, depth {depth}");
        }
    }
}
