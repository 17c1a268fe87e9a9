//! The solvers for any game against brute force: proof-number search, and tables by retrograde analysis.

use super::breakthrough::{Arrangements, Breakthrough};
use super::endings;
use super::exact::{each_position, value, variant};
use super::maze::{Maze, TURNS, values};
use super::toy::Toy;
use manyply::clock::Instant;
use manyply::game::{ArrayVec, Exact, Notation, Outcome, Played, Position, Side, Variant};
use manyply::games::gomoku::Gomoku;
use manyply::games::hexnim::Hexnim;
use manyply::games::hop::Hop;
use manyply::games::minichess::Minichess;
use manyply::solve::indexed::{IndexError, PositionIndex, PositionTable};
use manyply::solve::proof_search::ProofSearch;
use manyply::solve::{Task, Value};
use manyply::zobrist::SplitMix64;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

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

/// Positions in a list, with numbers by their keys.
struct Listed<P>(Vec<P>, HashMap<u64, usize>);

impl<P: Position> Listed<P> {
    fn new(positions: Vec<P>) -> Self {
        let numbers = positions.iter().enumerate().map(|(number, position)| (position.key(), number)).collect();
        Self(positions, numbers)
    }
}

impl<P: Position> PositionIndex<P> for Listed<P> {
    fn len(&self) -> usize {
        self.0.len()
    }
    fn index(&self, position: &P) -> Option<usize> {
        self.1.get(&position.key()).copied()
    }
    fn position(&self, index: usize) -> Option<P> {
        self.0.get(index).cloned()
    }
}

fn table<P: Position, I: PositionIndex<P>>(index: I) -> PositionTable<P, I> {
    let stop = AtomicBool::new(false);
    PositionTable::make(index, &Task::new(&stop, 2, 1 << 28)).expect("a table").expect("nobody stops it")
}

/// What brute force says.
fn exact(value: i32) -> Exact {
    match value {
        0 => Exact::Draw,
        1.. => Exact::Win((super::exact::WIN - value) as u32),
        _ => Exact::Loss((super::exact::WIN + value) as u32),
    }
}

#[test]
fn tables_of_mazes_are_those_of_brute_force() {
    for seed in (0..3000).flat_map(|seed| [seed, seed | TURNS]) {
        let (all, values) = (Maze::all(seed), values(seed));
        // What is over may have numbers.
        let numbered = |maze: &&Maze| seed.is_multiple_of(3) || maze.outcome().is_none();
        let table = table(Listed::new(all.iter().filter(numbered).cloned().collect()));
        for maze in all.iter().filter(numbered) {
            assert_eq!(table.get(maze), Some(values[maze.number()]), "{maze:?}");
            let best = table.best_moves(maze);
            let is_best = |m| {
                let mut after = maze.clone();
                after.make(m);
                let same = after.side == maze.side;
                match (values[maze.number()], values[after.number()]) {
                    (Exact::Win(plies), Exact::Win(after)) | (Exact::Loss(plies), Exact::Loss(after)) => {
                        same && after + 1 == plies
                    }
                    (Exact::Win(plies), Exact::Loss(after)) | (Exact::Loss(plies), Exact::Win(after)) => {
                        !same && after + 1 == plies
                    }
                    (value, after) => value == after,
                }
            };
            let legal = Played::new(maze.clone()).legal_moves();
            assert_eq!(best, legal.into_iter().filter(|&m| is_best(m)).collect::<Vec<_>>(), "{maze:?}");
        }
    }
}

#[test]
fn tables_without_circles_are_those_of_brute_force() {
    for seed in 0..200 {
        let reached = |ply: u8| (0..=3 * ply).map(move |sum| Toy::<2> { seed, sum, ply });
        let all: Vec<_> = (0..=Toy::<2>::LENGTH).flat_map(reached).collect();
        let (table, mut known) = (table(Listed::new(all)), HashMap::new());
        for (mut toy, found) in table.iter() {
            assert_eq!(found, exact(value(&mut toy, &mut known)), "{toy:?}");
        }
    }
}

#[test]
fn a_table_of_breakthrough_has_all_distances() {
    let (table, mut known) = (table(Arrangements), HashMap::new());
    let mut start = Breakthrough::START;
    assert_eq!(table.get(&start), Some(exact(value(&mut start, &mut known))));
    let mut random = SplitMix64::new(7);
    for _ in 0..300 {
        let mut game = Played::new(Breakthrough::START);
        while game.outcome().is_none() {
            let mut position = game.position().clone();
            assert_eq!(table.get(&position), Some(exact(value(&mut position, &mut known))), "{position:?}");
            let moves = game.legal_moves();
            let m = moves[random.below(moves.len())];
            game.play(m);
        }
    }
    assert!(known.len() > 1000, "{}", known.len());
}

#[test]
fn tables_of_endings_have_all_distances() {
    for (pieces, simpler) in [("KQk", &["Kk"][..]), ("KRk", &["Kk"])] {
        let ending = endings::positions(pieces);
        let all: Vec<_> = simpler.iter().flat_map(|pieces| endings::positions(pieces)).chain(ending).collect();
        let truth = endings::distances(&all);
        let table = table(Listed::new(all));
        for (position, found) in table.iter().filter(|(position, _)| position.outcome().is_none()) {
            let expected = match truth.get(&position.key()) {
                Some(&plies) if plies > 0 => Exact::Win(plies as u32),
                Some(plies) => Exact::Loss(plies.unsigned_abs()),
                None => Exact::Draw,
            };
            assert_eq!(found, expected, "{}", position.position_text());
        }
    }
}

/// So many moves to the end, one after the other; who makes the last one wins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Way(u16);

impl Position for Way {
    type Move = ();
    type Undo = ();
    type Moves = ArrayVec<(), 1>;

    fn side_to_move(&self) -> Side {
        Side::new(usize::from(self.0) % 2)
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then(|| Outcome::win(Side::SECOND))
    }
    fn moves(&self, list: &mut Self::Moves) {
        list.extend((self.0 > 0).then_some(()));
    }
    fn make(&mut self, (): ()) {
        self.0 -= 1;
    }
    fn unmake(&mut self, (): (), (): ()) {
        self.0 += 1;
    }
}

/// A line that is longer than the search follows at once is followed all the same, and comes to an end.
#[test]
fn proof_search_follows_long_lines() {
    let stop = AtomicBool::new(false);
    // A bound, which a search that ends does not come near.
    let task = Task { nodes: Some(10_000_000), ..Task::new(&stop, 1, 1 << 24) };
    for plies in [999, 1000, 1003, 2500, 5003] {
        let ask = |side| ProofSearch::new(task.memory).wins(&Way(plies), side, &task);
        assert_eq!((ask(Side::SECOND), ask(Side::FIRST)), (Some(true), Some(false)), "{plies}");
    }
}

/// Steps around a circle, in turns, which lead nowhere.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Circle(u32, Side);

impl Circle {
    const LENGTH: u32 = 100_001;
}

impl Position for Circle {
    type Move = ();
    type Undo = ();
    type Moves = ArrayVec<(), 1>;

    fn side_to_move(&self) -> Side {
        self.1
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn moves(&self, list: &mut Self::Moves) {
        list.push(());
    }
    fn make(&mut self, (): ()) {
        *self = Self((self.0 + 1) % Self::LENGTH, self.1.other());
    }
    fn unmake(&mut self, (): (), (): ()) {
        *self = Self((self.0 + Self::LENGTH - 1) % Self::LENGTH, self.1.other());
    }
}

/// All positions of a circle are checked where there is memory for them; else there is an end, and no answer.
#[test]
fn proof_search_checks_what_it_has_memory_for() {
    let stop = AtomicBool::new(false);
    for (memory, expected) in [(1 << 26, Value::Draw), (1 << 20, Value::Unknown)] {
        let task = Task { nodes: Some(10_000_000), ..Task::new(&stop, 1, memory) };
        let found = ProofSearch::new(1 << 24).solve(&Circle(0, Side::FIRST), &task);
        assert!(found.value == expected && found.nodes < 5_000_000, "{memory} {found:?}");
    }
}

/// A value that is proved is told, also where the limits end the search for a move that keeps it.
#[test]
fn proof_search_keeps_what_it_has_proved() {
    let stop = AtomicBool::new(false);
    let (mut bare, mut random) = (0, SplitMix64::new(3));
    let start = Gomoku::start(&Gomoku::parse_rules("size=5x4,connect=4").expect("rules"));
    for _ in 0..40 {
        let mut game = Played::new(start.clone());
        for _ in 0..8 {
            let moves = game.legal_moves();
            game.play(moves[random.below(moves.len())]);
        }
        // A table so small that it forgets most of what was found.
        let solve = |nodes| {
            let task = Task { nodes, ..Task::new(&stop, 1, MEMORY) };
            ProofSearch::new(0).solve(game.position(), &task)
        };
        let whole = solve(Some(100_000));
        let less = solve(Some(whole.nodes - 1));
        assert!([whole.value, Value::Unknown].contains(&less.value), "{less:?}");
        bare += u32::from(less.value != Value::Unknown && less.best.is_empty());
    }
    assert!(bare > 0);
}

/// An index that says something else when it is asked again.
struct Fickle(Listed<Way>, AtomicUsize);

impl PositionIndex<Way> for Fickle {
    fn len(&self) -> usize {
        self.0.len()
    }
    fn index(&self, position: &Way) -> Option<usize> {
        let is_first = self.1.load(Relaxed) <= self.len();
        self.0.index(position).map(|number| if is_first { number } else { number + self.len() })
    }
    fn position(&self, index: usize) -> Option<Way> {
        self.1.fetch_add(1, Relaxed);
        self.0.position(index)
    }
}

/// An index that is wrong, a game that is too long, and too little memory are said.
#[test]
fn tables_that_cannot_be_are_refused() {
    let stop = AtomicBool::new(false);
    let task = Task::new(&stop, 1, 1 << 20);
    let make = |positions: Vec<Maze>| PositionTable::make(Listed::new(positions), &task).err();
    let all = Maze::all(TURNS);
    assert_eq!(make(all.clone()), None);
    assert!(matches!(make(all[..9].to_vec()), Some(IndexError::Leaves(0..9))));
    let twice = [all.clone(), all.clone()].concat();
    assert!(matches!(make(twice), Some(IndexError::Number(_, Some(_)))));
    let little = Task::new(&stop, 1, 100);
    assert!(matches!(PositionTable::make(Listed::new(all.clone()), &little).err(), Some(IndexError::Memory(336))));
    let ways = |longest: u16| PositionTable::make(Listed::new((0..=longest).map(Way).collect()), &task);
    let table = ways(252).expect("short enough").expect("nobody stops it");
    assert_eq!((table.get(&Way(251)), table.get(&Way(252))), (Some(Exact::Win(251)), Some(Exact::Loss(252))));
    assert_eq!((table.get(&Way(253)), table.best_moves(&Way(253))), (None, Vec::new()));
    assert_eq!(table.best_moves(&Way(254)), []);
    assert_eq!(ways(300).err(), Some(IndexError::Plies(253)));
    let fickle = Fickle(Listed::new((0..=9).map(Way).collect()), AtomicUsize::new(0));
    assert!(matches!(PositionTable::make(fickle, &task).err(), Some(IndexError::Leaves(_))));
    let late = Task { deadline: Some(Instant::now()), ..Task::new(&stop, 1, 1 << 20) };
    assert!(PositionTable::make(Listed::new(all.clone()), &late).is_ok_and(|table| table.is_none()));
    stop.store(true, Relaxed);
    assert!(PositionTable::make(Listed::new(all), &task).is_ok_and(|table| table.is_none()));
}
