//! The solvers for any game against brute force: proof-number search, and tables by retrograde analysis.

use super::endings;
use super::exact::{each_position, value, variant};
use super::maze::{Maze, TURNS, values};
use super::toy::Toy;
use manyply::game::{Exact, Notation, Played, Position, Variant};
use manyply::games::gomoku::Gomoku;
use manyply::games::hexnim::Hexnim;
use manyply::games::hop::Hop;
use manyply::games::minichess::Minichess;
use manyply::solve::proof_search::ProofSearch;
use manyply::solve::{Task, Value};
use manyply::zobrist::SplitMix64;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Bytes of a table: too few for all that is asked of it.
const MEMORY: u64 = 1 << 20;

fn value_of(exact: Exact) -> Value {
    match exact {
        Exact::Win(_) => Value::Win,
        Exact::Loss(_) => Value::Loss,
        Exact::Draw => Value::Draw,
    }
}

/// Games without circles, against lines that are all played out.
fn compare<P: Position>(start: impl Fn(u64) -> Option<P>, games: u64, begin: usize) -> u32 {
    let (stop, mut search) = (AtomicBool::new(false), ProofSearch::new(MEMORY));
    let task = Task::new(&stop, 1, MEMORY);
    each_position(start, games, begin, &mut |game: &Played<P>, known| {
        let mut position = game.position().clone();
        let expected = Value::of(value(&mut position, known).signum() as i8);
        let found = search.solve(&position, &task);
        assert_eq!(found.value, expected, "{position:?}");
        let side = position.side_to_move();
        position.make(found.best[0]);
        let after = Value::of(value(&mut position, known).signum() as i8);
        assert_eq!(if position.side_to_move() == side { after } else { after.opposite() }, expected, "{position:?}");
    })
}

#[test]
fn proof_search_finds_who_wins() {
    let compared = [
        compare::<Gomoku>(variant("size=5x4,connect=4"), 300, 9),
        compare(|_| Hexnim::parse_position("..../..../....", &Default::default()).ok(), 300, 0),
        compare::<Minichess>(variant("plies=40,repetition=0"), 40, 37),
        compare::<Hop>(variant("plies=30"), 40, 27),
        compare::<Toy<2>>(|seed| Some(Toy::start(&seed)), 2000, 0),
    ];
    assert!(compared.iter().sum::<u32>() >= 10_000, "{compared:?}");
}

#[test]
fn proof_search_goes_around_circles() {
    let stop = AtomicBool::new(false);
    let task = Task { nodes: Some(100_000), ..Task::new(&stop, 1, MEMORY) };
    let mut count = [0; 3];
    for seed in (0..3000).flat_map(|seed| [seed, seed | TURNS]) {
        let values = values(seed);
        let (mut search, mut random) = (ProofSearch::new(0), SplitMix64::new(seed));
        let mut mazes = Maze::all(seed);
        for last in (1..mazes.len()).rev() {
            mazes.swap(last, random.below(last + 1));
        }
        for maze in mazes {
            let expected = value_of(values[maze.number()]);
            let found = search.solve(&maze, &task);
            assert_eq!(found.value, expected, "{maze:?}");
            count[expected as usize] += 1;
            if maze.outcome().is_none() {
                let mut after = maze.clone();
                after.make(found.best[0]);
                let kept = value_of(values[after.number()]);
                assert_eq!(if after.side == maze.side { kept } else { kept.opposite() }, expected, "{maze:?}");
            }
        }
    }
    assert!(count.iter().all(|&count| count > 10_000), "{count:?}");
}

/// Nothing is claimed where a repetition may end a game before its last ply, nor beyond the limits.
#[test]
fn proof_search_does_not_guess() {
    let stop = AtomicBool::new(false);
    let bounded = Minichess::start(&Minichess::parse_rules("plies=20").expect("rules"));
    let mut search = ProofSearch::new(0);
    assert_eq!(search.solve(&bounded, &Task::new(&stop, 1, 0)).value, Value::Unknown);
    assert_eq!(search.nodes(), 0);
    let (board, mut search) = (Gomoku::start(&Default::default()), ProofSearch::new(0));
    let found = search.solve(&board, &Task { nodes: Some(10_000), ..Task::new(&stop, 1, 0) });
    assert!(found.value == Value::Unknown && (10_000..11_000).contains(&found.nodes), "{found:?}");
    stop.store(true, Relaxed);
    assert_eq!(search.solve(&board, &Task::new(&stop, 1, 0)).value, Value::Unknown);
}

#[test]
fn proof_search_knows_endings() {
    let (stop, mut random) = (AtomicBool::new(false), SplitMix64::new(5));
    let task = Task { nodes: Some(2_000_000), ..Task::new(&stop, 1, 1 << 26) };
    for (pieces, simpler) in [("KQk", &["Kk"][..]), ("KRk", &["Kk"]), ("KPk", &["Kk", "KQk"])] {
        let ending = endings::positions(pieces);
        let all: Vec<_> = simpler.iter().flat_map(|pieces| endings::positions(pieces)).chain(ending.clone()).collect();
        let truth = endings::distances(&all);
        let mut search = ProofSearch::new(task.memory);
        for _ in 0..100 {
            let position = &ending[random.below(ending.len())];
            let expected = match truth.get(&position.key()) {
                Some(1..) => Value::Win,
                Some(_) => Value::Loss,
                None => Value::Draw,
            };
            let found = search.solve(position, &task);
            assert_eq!(found.value, expected, "{}", position.position_text());
        }
    }
}
