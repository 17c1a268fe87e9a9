//! The last plies: the search against exhaustive minimax, up to the ply limit, with passes and without.

use super::{Hop, Rules, list, position};
use crate::bits::BitSet;
use crate::game::{Played, Position, Side};
use crate::games::hop::HopState;
use crate::search::hooks::State;
use crate::search::{EngineOf, Limits, Options, Score, Techniques};
use crate::zobrist::SplitMix64;
use std::sync::atomic::AtomicBool;

/// The value for the side to move by trying everything: 1, 0 or −1.
fn exact(position: &mut Hop) -> i8 {
    if let Some(outcome) = position.outcome() {
        return outcome.payoff(position.side_to_move());
    }
    let mut best = -1;
    for &m in &list(position) {
        let undo = position.make(m);
        best = best.max(-exact(position));
        position.unmake(m, undo);
        if best == 1 {
            break;
        }
    }
    best
}

/// A few pieces a side, most of them near their targets, and at most five plies to play.
fn late(random: &mut SplitMix64, rules: Rules) -> Hop {
    let mut men = [0u64; 2];
    for (side, men_of_side) in [1 + random.below(4), random.below(4)].into_iter().enumerate() {
        for _ in 0..men_of_side {
            let near = [7 - random.below(5), random.below(5)][side];
            let square = u64::of(8 * random.below(8) + if random.below(6) == 0 { random.below(8) } else { near });
            if !square.meets(men[0] | men[1]) {
                men[side] |= square;
            }
        }
    }
    if random.below(2) == 1 {
        men = [men[1], men[0]].map(crate::games::hop::board::mirror_columns);
    }
    let plies = if men[0].len() + men[1].len() > 4 { 4 } else { 5 };
    let left = random.below(plies + 1) as u16;
    Hop::new(men, Side::new(random.below(2)), rules.plies - left, rules)
}

fn search(position: &Hop, techniques: Techniques) -> Score {
    let mut searcher = EngineOf::<Hop>::new(Options { hash_mib: 1, techniques, ..Options::default() });
    let game = Played::new(position.clone());
    let found = searcher.search(&game, &Limits::depth(12), &AtomicBool::new(false), &mut |_| ());
    found.score.expect("the game goes on")
}

#[test]
fn the_last_plies_are_searched_exactly() {
    let mut random = SplitMix64::new(11);
    let mut values = [0; 3];
    for round in 0..600 {
        let rules = Rules {
            pass_always: round % 3 == 1,
            empty_ends: round % 5 == 1,
            revisit: round % 7 > 1,
            ..Rules::default()
        };
        let position = late(&mut random, rules);
        if position.outcome().is_some() {
            continue;
        }
        let truth = exact(&mut position.clone());
        let mut techniques = Techniques::ALL;
        let off = Techniques::NAMES[round % Techniques::NAMES.len()];
        *techniques.switch(off).expect("a technique") = round % 2 == 0;
        let value = match search(&position, techniques) {
            Score::Win(_) => 1,
            Score::Loss(_) => -1,
            Score::Draw => 0,
            Score::Cp(cp) => panic!("{cp} for {truth}: {position:?}"),
        };
        assert_eq!(value, truth, "{position:?}");
        values[(value + 1) as usize] += 1;
    }
    assert!(values.iter().all(|&count| count > 40), "{values:?}");
}

#[test]
fn finishing_moves_win_and_none_is_missed() {
    let mut random = SplitMix64::new(12);
    let mut found = 0;
    for _ in 0..3000 {
        let position = Hop { ply: 300, ..late(&mut random, Rules::default()) };
        if position.outcome().is_some() {
            continue;
        }
        let wins = |m| {
            let mut after = position.clone();
            let _ = after.make(m);
            after.outcome().is_some_and(|outcome| outcome.payoff(position.side_to_move()) == 1)
        };
        let chosen = HopState::new(&position).winning_move(&position);
        // Taking all that the enemy has under way ends the game too: the search finds that, not the hook.
        let possible = position.under_way(position.side_to_move()).len() == 1
            && list(&position).iter().any(|&m| {
                wins(m) && m.squares().meets(position.under_way(position.side_to_move())) && {
                    let mut after = position.clone();
                    let _ = after.make(m);
                    after.is_home(position.side_to_move())
                }
            });
        assert_eq!(chosen.is_some(), possible, "{position:?}");
        assert!(chosen.is_none_or(wins), "{position:?}");
        found += u32::from(possible);
    }
    assert!(found > 200, "{found}");
}

#[test]
fn whoever_is_behind_keeps_a_piece_out() {
    // Black could finish with one piece against two at home, and lose; a step back and forth holds until White is home.
    let waits = position("O......./O....X../......../......../......../......../...O..../........ b 100");
    assert_eq!(HopState::new(&waits).winning_move(&waits), None);
    // With as many pieces as White has at home finishing draws.
    let behind = position("O....X../......../......../......../......../......../......../...O.... b 398");
    assert_eq!(search(&behind, Techniques::ALL), Score::Draw);
}
