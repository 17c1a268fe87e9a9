//! The search on small random games: values and proofs against a plain search.

use super::toy::Toy;
use arrayvec::ArrayVec;
use manyply::game::{Evaluate, Played, Position, Side, Variant};
use manyply::search::{EngineOf, Limits, Model, Options, Score, Techniques};
use std::sync::atomic::AtomicBool;

const WIN: i32 = 1_000_000;

/// The value for `root` where the side to move has a move that wins at once for its team.
fn won_at_once<const SIDES: usize, const ZERO_SUM: bool>(
    position: &Toy<SIDES, ZERO_SUM>,
    root: Side,
    ply: i32,
) -> Option<i32> {
    let mut now = position.clone();
    now.make(position.winning_move()?);
    let payoff = now.outcome()?.payoff(root);
    let sign = if position.side_to_move() == root { 1 } else { -1 };
    (payoff == sign).then_some(i32::from(payoff) * (WIN - ply - 1))
}

/// The value for `root`, the others against it, without any cut.
fn plain<const SIDES: usize, const ZERO_SUM: bool>(
    position: &mut Toy<SIDES, ZERO_SUM>,
    root: Side,
    depth: u32,
    ply: i32,
) -> i32 {
    if let Some(outcome) = position.outcome() {
        return i32::from(outcome.payoff(root)) * (WIN - ply);
    }
    if let Some(value) = won_at_once(position, root, ply) {
        return value;
    }
    if depth == 0 {
        return position.evaluate(root);
    }
    let mut list = ArrayVec::new();
    position.moves(&mut list);
    let ours = position.side_to_move() == root;
    let values = list.iter().map(|&m| {
        position.make(m);
        let value = plain(position, root, depth - 1, ply + 1);
        position.unmake(m, ());
        value
    });
    if ours { values.max() } else { values.min() }.expect("the game goes on")
}

fn check<const SIDES: usize, const ZERO_SUM: bool>() {
    let mut proofs = 0;
    for seed in 0..100 {
        let position = Toy::<SIDES, ZERO_SUM>::start(&seed);
        let root = position.side_to_move();
        for depth in 1..=Toy::<SIDES, ZERO_SUM>::LENGTH.into() {
            let expected = plain(&mut position.clone(), root, depth, 0);
            for name in std::iter::once(&"").chain(Techniques::NAMES) {
                let mut techniques = Techniques::ALL;
                if let Some(switch) = techniques.switch(name) {
                    *switch = false;
                }
                // Reductions see less at the same depth; what they prove must be true all the same.
                let exact = !techniques.late_move_reductions;
                techniques.internal_reductions = false;
                techniques.singular_extension = false;
                let options = Options { hash_mib: 1, techniques, model: Model::Paranoid, ..Options::default() };
                let game = Played::new(position.clone());
                let limits = Limits::depth(depth);
                let stop = AtomicBool::new(false);
                let found = EngineOf::<Toy<SIDES, ZERO_SUM>>::new(options).search(&game, &limits, &stop, &mut |_| ());
                let what = format!("without {name:?}, seed {seed}, depth {depth}: {found:?}, expected {expected}");
                let score = found.score.expect("the game goes on");
                assert!(SIDES == 2 || !matches!(score, Score::Loss(_) | Score::Draw), "{what}");
                match score {
                    Score::Win(plies) => assert!(expected >= WIN - plies as i32, "{what}"),
                    Score::Loss(_) => assert!(expected <= -WIN / 2, "{what}"),
                    Score::Draw => assert!(expected == 0, "{what}"),
                    // Decided, if the others play together.
                    Score::Cp(..-20_000) => assert!(SIDES > 2 && expected <= -WIN / 2, "{what}"),
                    Score::Cp(cp) if exact => {
                        assert!((cp - expected).abs() <= 1 || (expected == 0 && cp.abs() <= 1), "{what}");
                    }
                    Score::Cp(_) => {}
                }
                proofs += u32::from(found.score.is_some_and(Score::is_proven));
            }
        }
    }
    assert!(proofs > 300, "{proofs}");
}

#[test]
fn two_sides_that_do_not_alternate() {
    check::<2, true>();
}

#[test]
fn three_sides_of_which_two_play_together() {
    check::<3, true>();
}

/// Two may win together, or lose.
#[test]
fn three_sides_with_any_payoffs() {
    check::<3, false>();
}

#[test]
fn four_sides_of_which_three_play_together() {
    check::<4, true>();
    check::<4, false>();
}
