//! Monte Carlo tree search on small games: what it proves against a plain search of everything.

use super::toy::Toy;
use arrayvec::ArrayVec;
use manyply::game::{MoveList, Outcome, Played, Position, Side, Variant};
use manyply::mcts::Mcts;
use manyply::search::{Found, Limits, Options, Score};
use manyply::zobrist::mix;
use quickcheck::{QuickCheck, TestResult};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

const WIN: i32 = 1000;

/// What `side` can force whatever the others do: more for quick wins and slow losses.
fn forced<P: Position>(game: &mut Played<P>, side: Side, ply: i32) -> i32 {
    if let Some(outcome) = game.outcome() {
        return i32::from(outcome.payoff(side)) * (WIN - ply);
    }
    let ours = game.position().side_to_move() == side;
    let values = game.legal_moves().into_iter().map(|m| {
        game.play(m);
        let value = forced(game, side, ply + 1);
        game.take_back();
        value
    });
    if ours { values.max() } else { values.min() }.expect("the game goes on")
}

fn player<P: Position>() -> Mcts<P> {
    Mcts::new(Options { hash_mib: 1, ..Options::default() })
}

fn search<P: Position>(player: &mut Mcts<P>, game: &Played<P>, limits: &Limits) -> Found<P::Move> {
    player.search(game, limits, &AtomicBool::new(false), &mut |_| ())
}

/// What was found must be true, and of two sides a search without limits finds what there is.
fn check<P: Position>(game: &mut Played<P>, found: &Found<P::Move>) -> Result<(), String> {
    let side = game.position().side_to_move();
    let expected = forced(game, side, 0);
    let best = found.best.expect("a move");
    game.play(best);
    let after = forced(game, side, 1);
    game.take_back();
    let agrees = match found.score.expect("a score") {
        Score::Win(plies) => after >= WIN - plies as i32,
        Score::Loss(plies) => P::SIDES == 2 && -expected >= WIN - plies as i32,
        Score::Draw => P::SIDES == 2 && expected == 0 && after == 0,
        Score::Cp(_) => P::SIDES > 2,
    };
    let mut line = game.clone();
    let legal = found.line.iter().all(|&m| line.play(m)) && found.line.first() == Some(&best);
    let ends = P::SIDES > 2 || line.outcome().is_some();
    if agrees && legal && ends { Ok(()) } else { Err(format!("{found:?}, expected {expected}, then {after}")) }
}

/// Plays a game to its end, with one tree, and checks every move of it.
fn plays_right<P: Position>(start: P, limits: &Limits) -> TestResult {
    let mut game = Played::new(start);
    let mut player = player();
    while game.outcome().is_none() {
        let found = search(&mut player, &game, limits);
        if let Err(error) = check(&mut game, &found) {
            return TestResult::error(error);
        }
        game.play(found.best.expect("a move"));
    }
    TestResult::passed()
}

#[test]
fn two_sides_that_do_not_alternate() {
    let check = |seed: u64| plays_right(Toy::<2>::start(&seed), &Limits::default());
    QuickCheck::new().tests(100).quickcheck(check as fn(u64) -> TestResult);
}

#[test]
fn three_sides_and_four() {
    let tests = [
        |seed: u64| plays_right(Toy::<3>::start(&seed), &Limits::nodes(20_000)),
        |seed| plays_right(Toy::<3, false>::start(&seed), &Limits::nodes(20_000)),
        |seed| plays_right(Toy::<4>::start(&seed), &Limits::nodes(20_000)),
        |seed| plays_right(Toy::<4, false>::start(&seed), &Limits::nodes(20_000)),
    ];
    for check in tests {
        QuickCheck::new().tests(30).quickcheck(check as fn(u64) -> TestResult);
    }
}

/// Not only are the wins of three sides that it finds true: it finds most of them. (A side that has nothing to win
/// looks seldom at what is worst for it, where the others may have a proof.)
fn finds_wins<const SIDES: usize, const ZERO_SUM: bool>() {
    let (mut wins, mut found) = (0, 0);
    for seed in 0..200 {
        let mut game = Played::new(Toy::<SIDES, ZERO_SUM>::start(&seed));
        let side = game.position().side_to_move();
        if forced(&mut game, side, 0) > 0 {
            wins += 1;
            let score = search(&mut player(), &game, &Limits::nodes(200_000)).score;
            found += u32::from(matches!(score, Some(Score::Win(_))));
        }
    }
    assert!(wins >= 5 && 2 * found >= wins, "{found} of {wins}");
}

#[test]
fn three_sides_and_four_find_wins() {
    finds_wins::<3, true>();
    finds_wins::<3, false>();
    finds_wins::<4, false>();
}

/// A walk over some places, drawn when one is met again by the same side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Walk {
    seed: u64,
    places: u8,
    place: u8,
    side: u8,
}

impl Walk {
    fn new(seed: u64, places: u8) -> Self {
        Self { seed, places, place: 0, side: 0 }
    }

    fn chance(&self, what: u64, of: u64) -> u64 {
        mix(mix(self.seed ^ u64::from(self.place)) ^ mix(what)) % of
    }
}

impl Position for Walk {
    type Move = u8;
    type Undo = u8;
    type Moves = ArrayVec<u8, 3>;
    const SHORTEST_CYCLE: u32 = 1;

    fn side_to_move(&self) -> Side {
        Side::new(self.side.into())
    }
    fn outcome(&self) -> Option<Outcome> {
        // Where there are many, the game ends by repetition alone, after more lines than can be counted.
        (self.places < 10 && self.chance(1, 4) == 0).then(|| Outcome::win(Side::new(self.chance(2, 2) as usize)))
    }
    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_none() {
            (0..3).map(|way| self.chance(3 + way, self.places.into()) as u8).for_each(|m| {
                if !list.contains(&m) {
                    list.push(m);
                }
            });
        }
    }
    fn make(&mut self, m: u8) -> u8 {
        self.side ^= 1;
        std::mem::replace(&mut self.place, m)
    }
    fn unmake(&mut self, _: u8, place: u8) {
        self.side ^= 1;
        self.place = place;
    }
    fn key(&self) -> u64 {
        mix(mix(self.seed) ^ u64::from(self.place) << 1 ^ u64::from(self.side))
    }
    fn repetition_limit(&self) -> u32 {
        2
    }
}

#[test]
fn repetitions_are_draws() {
    let check = |seed: u64| plays_right(Walk::new(seed, 6), &Limits::default());
    QuickCheck::new().tests(200).quickcheck(check as fn(u64) -> TestResult);
}

/// The squares of each side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct TicTacToe([u16; 2]);

impl Position for TicTacToe {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 9>;

    fn side_to_move(&self) -> Side {
        Side::new((self.0[0] | self.0[1]).count_ones() as usize % 2)
    }
    fn outcome(&self) -> Option<Outcome> {
        let lines: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        let has_line = |side: &Side| lines.iter().any(|&line| self.0[side.index()] & line == line);
        let full = self.0[0] | self.0[1] == 0o777;
        Side::all(2).find(has_line).map(Outcome::win).or(full.then_some(Outcome::DRAW))
    }
    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_none() {
            list.extend((0..9).filter(|square| (self.0[0] | self.0[1]) >> square & 1 == 0));
        }
    }
    fn make(&mut self, square: u8) {
        self.0[self.side_to_move().index()] |= 1 << square;
    }
    fn unmake(&mut self, square: u8, (): ()) {
        self.0 = self.0.map(|squares| squares & !(1 << square));
    }
    fn key(&self) -> u64 {
        mix(1 + u64::from(self.0[0]) + (u64::from(self.0[1]) << 9))
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let mut game = Played::new(TicTacToe::default());
    let mut player = player();
    let mut reports = Vec::new();
    let found = player.search(&game, &Limits::default(), &AtomicBool::new(false), &mut |report| {
        reports.push((report.score.is_proven(), report.nodes));
    });
    assert_eq!(found.score, Some(Score::Draw));
    assert!(reports.len() > 1 && reports.iter().rev().skip(1).all(|&(is_proven, _)| !is_proven), "{reports:?}");
    assert!(reports.is_sorted_by_key(|&(_, nodes)| nodes));
    // X in the corner and the middle, O beside them: what now?
    assert!([0, 1, 4].into_iter().all(|square| game.play(square)));
    let found = search(&mut player, &game, &Limits::default());
    assert_eq!((found.best, found.score), (Some(8), Some(Score::Loss(4))));
}

#[test]
fn some_moves_only() {
    let game = Played::new(TicTacToe([0o5, 0o30]));
    let (mut player, stop) = (player(), AtomicBool::new(false));
    let found = player.search_moves(&game, &[8, 100], &Limits::default(), &stop, &mut |_| ());
    assert_eq!((found.best, found.score), (Some(8), Some(Score::Loss(2))));
    let found = search(&mut player, &game, &Limits::default());
    assert_eq!((found.best, found.score), (Some(1), Some(Score::Win(1))));
    assert_eq!(player.search_moves(&game, &[100], &Limits::default(), &stop, &mut |_| ()).best, None);
}

#[test]
fn the_same_seed_and_nodes_give_the_same_search() {
    let game = Played::new(TicTacToe::default());
    let result = |seed| {
        let found = search(&mut player().with_seed(seed), &game, &Limits::nodes(3000));
        (found.best, found.score, found.line, found.nodes)
    };
    assert_eq!(result(1), result(1));
    assert!((2..9).any(|seed| result(seed) != result(1)));
    let mut player = player();
    let [first, again] = [0, 1].map(|_| {
        player.new_game();
        search(&mut player, &game, &Limits::nodes(3000)).line
    });
    assert_eq!(first, again);
}

#[test]
fn limits_hold() {
    let game = Played::new(Toy::<3>::start(&3));
    let found = search(&mut player(), &game, &Limits::nodes(5000));
    assert!((5000..6000).contains(&found.nodes), "{found:?}");
    let found = search(&mut player(), &game, &Limits::depth(3));
    assert!(found.line.len() >= 3, "{found:?}");
    let begin = Instant::now();
    search(&mut player(), &game, &Limits::time(Duration::from_millis(30)));
    assert!(begin.elapsed() >= Duration::from_millis(30));
}

/// Without any other limit, and where nothing can be proven.
#[test]
fn the_stop_flag_is_heard() {
    let game = Played::new(Walk::new(1, 60));
    let stop = AtomicBool::new(false);
    let (mut stopped, mut nodes) = (None, 0);
    let found = player().search(&game, &Limits::default(), &stop, &mut |report| {
        stop.store(true, Relaxed);
        if stopped.is_none() {
            (stopped, nodes) = (Some(Instant::now()), report.nodes);
        }
    });
    // It is heard after some thousand nodes, whatever a busy machine takes for them.
    let (more, time) = (found.nodes - nodes, stopped.expect("a report").elapsed());
    assert!(found.best.is_some() && more < 20_000 && time < Duration::from_secs(5), "{more} nodes, {time:?}");
}

/// A move list of a game that has ended is empty, and so is what is found.
#[test]
fn nothing_is_found_after_the_end() {
    let game = Played::new(TicTacToe([0o7, 0o120]));
    let mut list = <TicTacToe as Position>::Moves::default();
    game.position().moves(&mut list);
    assert!(MoveList::as_slice(&list).is_empty());
    assert_eq!(search(&mut player(), &game, &Limits::default()).best, None);
}
