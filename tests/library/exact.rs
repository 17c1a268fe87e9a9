//! Exact searches against brute force: every distance that they tell is the true one, and so is every outcome.

use super::points::Sums;
use super::toy::Toy;
use manyply::game::{MoveList, Notation, Played, Position, Variant};
use manyply::games::gomoku::Gomoku;
use manyply::games::hexnim::Hexnim;
use manyply::games::hop::Hop;
use manyply::games::minichess::Minichess;
use manyply::search::hooks::Searchable;
use manyply::search::{EngineOf, Limits, Options, Score};
use manyply::solve::Value;
use manyply::zobrist::SplitMix64;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

pub(super) const WIN: i32 = 1000;

/// The value for the side to move: `WIN` less the plies to the end, minus that, or 0; every line is played out.
pub(super) fn value<P: Position>(position: &mut P, known: &mut Values) -> i32 {
    let side = position.side_to_move();
    if let Some(outcome) = position.outcome() {
        return i32::from(outcome.payoff(side)) * WIN;
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let mut list = P::Moves::default();
    position.moves(&mut list);
    let mut best = -WIN;
    for &m in list.as_slice() {
        let undo = position.make(m);
        let value = value(position, known);
        let value = value - value.signum();
        best = best.max(if position.side_to_move() == side { value } else { -value });
        position.unmake(m, undo);
    }
    known.insert(position.key(), best);
    best
}

/// Values of positions, by their keys.
pub(super) type Values = HashMap<u64, i32>;

/// Shows `check` every position that is met in `games` random games while at least `begin` plies have been played, with
/// the values that are known of the game's positions, none at first; says how many positions they were.
pub(super) fn each_position<P: Position>(
    start: impl Fn(u64) -> Option<P>,
    games: u64,
    begin: usize,
    check: &mut dyn FnMut(&Played<P>, &mut Values),
) -> u32 {
    let mut random = SplitMix64::new(11);
    let mut count = 0;
    for start in (0..games).filter_map(start) {
        let (mut game, mut known) = (Played::new(start), HashMap::new());
        while game.outcome().is_none() {
            if game.moves().len() >= begin {
                check(&game, &mut known);
                count += 1;
            }
            let moves = game.legal_moves();
            game.play(moves[random.below(moves.len())]);
        }
    }
    count
}

/// Compares the distances of a search with brute force.
fn compare<P: Searchable>(start: impl Fn(u64) -> Option<P>, games: u64, begin: usize) -> u32 {
    let mut engine = EngineOf::<P>::new(Options { hash_mib: 4, exact: true, ..Options::default() });
    each_position(start, games, begin, &mut |game, known| {
        if known.is_empty() {
            engine.new_game();
        }
        let expected = match value(&mut game.position().clone(), known) {
            0 => Score::Draw,
            value if value > 0 => Score::Win((WIN - value) as u32),
            value => Score::Loss((WIN + value) as u32),
        };
        let found = engine.search(game, &Limits::default(), &AtomicBool::new(false), &mut |_| ());
        assert_eq!(found.score, Some(expected), "{:?}", game.position());
    })
}

pub(super) fn variant<G: Notation>(rules: &str) -> impl Fn(u64) -> Option<G> {
    let rules = G::parse_rules(rules).expect("rules");
    move |seed| Some(G::random_start(&rules, seed).unwrap_or_else(|| G::start(&rules)))
}

/// Compares outcomes with brute force, and those after the moves that are to keep them.
fn compare_outcomes<P: Searchable>(start: impl Fn(u64) -> Option<P>, games: u64, begin: usize) -> u32 {
    let mut engine = EngineOf::<P>::new(Options { hash_mib: 4, ..Options::default() });
    let sign = |game: &Played<P>, known: &mut Values| match value(&mut game.position().clone(), known) {
        0 => Value::Draw,
        value => Value::of(value.signum() as i8),
    };
    each_position(start, games, begin, &mut |game, known| {
        if known.is_empty() {
            engine.new_game();
        }
        let expected = sign(game, known);
        let found = engine.outcome(game, &Limits::default(), &AtomicBool::new(false));
        assert_eq!(found.value, expected, "{:?}", game.position());
        let side = game.position().side_to_move();
        let mut after = game.clone();
        assert!(after.play(found.best[0]), "{:?}", found.best);
        let kept = sign(&after, known);
        let kept = if after.position().side_to_move() == side { kept } else { kept.opposite() };
        assert_eq!(kept, expected, "{:?} {:?}", game.position(), found.best);
    })
}

#[test]
fn outcomes_are_those_of_brute_force() {
    let compared = [
        compare_outcomes::<Gomoku>(variant("size=5x4,connect=4"), 300, 9),
        compare_outcomes(|_| Hexnim::parse_position("..../..../....", &Default::default()).ok(), 300, 0),
        compare_outcomes::<Minichess>(variant("plies=40,repetition=0"), 40, 37),
        compare_outcomes::<Hop>(variant("plies=30"), 40, 27),
        compare_outcomes::<Sums>(|seed| Some(Sums { seed, sum: 0 }), 600, 0),
    ];
    assert!(compared.iter().sum::<u32>() >= 5_000, "{compared:?}");
}

#[test]
fn no_outcome_is_told_without_a_bound_or_time() {
    let ask = |limits| {
        let game = Played::new(Hexnim::start(&Default::default()));
        EngineOf::<Hexnim>::new(Options { hash_mib: 1, ..Options::default() }).outcome(
            &game,
            &limits,
            &AtomicBool::new(false),
        )
    };
    let found = ask(Limits::nodes(1000));
    assert!(found.value == Value::Unknown && found.best.is_empty() && found.nodes <= 1001, "{found:?}");
    let game = Played::new(Toy::<2>::start(&1));
    let mut engine = EngineOf::<Toy<2>>::new(Options { hash_mib: 1, ..Options::default() });
    let value = engine.outcome(&game, &Limits::default(), &AtomicBool::new(false)).value;
    assert_eq!((game.position().plies_left(), value), (None, Value::Unknown));
}

#[test]
fn distances_are_those_of_brute_force() {
    let compared = [
        compare::<Gomoku>(variant("size=5x4,connect=4"), 400, 9),
        compare(|_| Hexnim::parse_position("..../..../....", &Default::default()).ok(), 400, 0),
        compare::<Minichess>(variant("plies=40,repetition=0"), 40, 37),
        compare::<Hop>(variant("plies=30"), 40, 27),
        compare::<Toy<2>>(|seed| Some(Toy::start(&seed)), 2000, 0),
    ];
    assert!(compared.iter().sum::<u32>() >= 10_000, "{compared:?}");
}
