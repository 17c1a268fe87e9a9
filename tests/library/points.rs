//! Games for points against brute force: random ones, in which the same position comes about after different numbers
//! of plies, and sides move twice.

use arrayvec::ArrayVec;
use manyply::defaults;
use manyply::game::{Evaluate, Notation, Outcome, Played, Position, Side, TextError, Variant};
use manyply::games::minichess::Minichess;
use manyply::mcts::Mcts;
use manyply::search::hooks::{Searchable, State};
use manyply::search::{EngineOf, Found, Limits, Options, Score};
use manyply::zobrist::{SplitMix64, mix};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// Adding one to three to a sum; the sum and a seed decide at random who moves, and who wins by how much.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Sums {
    pub(crate) seed: u64,
    pub(crate) sum: u8,
}

/// The most that a sum can be before the game is over.
const LAST: u8 = 15;

impl Sums {
    fn chance(&self, what: u64, of: u64) -> u64 {
        mix(self.key() ^ mix(what)) % of
    }

    fn noisy(&self, m: u8) -> bool {
        self.chance(10 + u64::from(m), 3) == 0
    }
}

impl Position for Sums {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 3>;
    const POINTS: bool = true;

    fn side_to_move(&self) -> Side {
        Side::new(self.chance(1, 2) as usize)
    }
    fn outcome(&self) -> Option<Outcome> {
        let over = self.sum > LAST || (self.sum > 4 && self.chance(2, 8) == 0);
        over.then(|| match self.chance(3, 9) as i32 - 4 {
            0 => Outcome::DRAW,
            points => Outcome::win_by(Side::new(usize::from(points < 0)), points.unsigned_abs() as u16),
        })
    }
    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_none() {
            list.extend(1..=3);
        }
    }
    fn make(&mut self, m: u8) {
        self.sum += m;
    }
    fn unmake(&mut self, m: u8, (): ()) {
        self.sum -= m;
    }
    fn key(&self) -> u64 {
        mix(mix(self.seed) ^ u64::from(self.sum))
    }
    fn plies_left(&self) -> Option<u32> {
        Some(if self.outcome().is_some() { 0 } else { u32::from(LAST + 1 - self.sum) })
    }
}

impl Variant for Sums {
    type Rules = u64;

    fn start(&seed: &u64) -> Self {
        Self { seed, sum: 0 }
    }
    fn rules(&self) -> u64 {
        self.seed
    }
}

impl Evaluate for Sums {
    fn evaluate(&self, side: Side) -> i32 {
        let value = self.chance(5, 801) as i32 - 400;
        if side == Side::FIRST { value } else { -value }
    }
}

/// A state whose hooks say who wins, where the search must not listen to them, and prune as those of minichess do.
#[derive(Debug)]
pub(crate) struct Pruned;

impl State<Sums> for Pruned {
    const MARGINS: manyply::search::hooks::Margins = <<Minichess as Searchable>::State as State<Minichess>>::MARGINS;

    fn new(_: &Sums) -> Self {
        Self
    }
    fn static_eval(&mut self, position: &Sums, side: Side) -> i32 {
        position.evaluate(side)
    }
    fn noisy(&self, position: &Sums, list: &mut ArrayVec<u8, 3>) {
        list.extend(legal(position).into_iter().filter(|&m| position.noisy(m)));
    }
    fn quiet(&self, position: &Sums, list: &mut ArrayVec<u8, 3>) {
        list.extend(legal(position).into_iter().filter(|&m| !position.noisy(m)));
    }
    fn is_noisy(&self, position: &Sums, m: u8) -> bool {
        position.noisy(m)
    }
    fn winning_move(&self, position: &Sums) -> Option<u8> {
        let wins = |m: &u8| {
            let after = Sums { sum: position.sum + m, ..position.clone() };
            after.outcome().is_some_and(|outcome| outcome.payoff(position.side_to_move()) == 1)
        };
        legal(position).into_iter().find(wins)
    }
}

impl Searchable for Sums {
    type State = Pruned;
}

impl Notation for Sums {
    const NAME: &'static str = "sums";
    const SUMMARY: &'static str = "a random game for points";

    fn position_text(&self) -> String {
        format!("{}", self.sum)
    }
    fn parse_position(text: &str, &seed: &u64) -> Result<Self, TextError> {
        Ok(Self { seed, sum: manyply::game::number(text, 1, 0..=255, "")? as u8 })
    }
    fn side_name(side: Side) -> &'static str {
        ["first", "second"][side.index()]
    }
}

defaults!(Sums: game::Baselines, game::Tunable, solve::Solve);

fn legal(position: &Sums) -> ArrayVec<u8, 3> {
    let mut list = ArrayVec::new();
    position.moves(&mut list);
    list
}

/// The points of the side to move, every line played out.
fn points(position: &Sums, known: &mut HashMap<u8, i32>) -> i32 {
    let side = position.side_to_move();
    if let Some(outcome) = position.outcome() {
        return i32::from(outcome.payoff(side)) * i32::from(outcome.points());
    }
    if let Some(&points) = known.get(&position.sum) {
        return points;
    }
    let value = |m| {
        let after = Sums { sum: position.sum + m, ..position.clone() };
        let value = points(&after, known);
        if after.side_to_move() == side { value } else { -value }
    };
    let best = legal(position).into_iter().map(value).max().expect("a move");
    known.insert(position.sum, best);
    best
}

/// Plays random games, and hands what searches of their positions find to a check with what is true of them.
fn compare(options: Options, limits: &Limits, games: u64, check: impl Fn(&Found<u8>, i32, &Sums)) {
    let mut engine = EngineOf::<Sums>::new(Options { hash_mib: 1, ..options });
    let mut random = SplitMix64::new(5);
    for seed in 0..games {
        let (mut game, mut known) = (Played::new(Sums { seed, sum: 0 }), HashMap::new());
        engine.new_game();
        while game.outcome().is_none() {
            let expected = points(game.position(), &mut known);
            let found = engine.search(&game, limits, &AtomicBool::new(false), &mut |_| ());
            check(&found, expected, game.position());
            let moves = game.legal_moves();
            game.play(moves[random.below(moves.len())]);
        }
    }
}

/// The most points are found, and a line that leads to them.
fn is_the_most(found: &Found<u8>, expected: i32, position: &Sums) {
    assert_eq!(found.points, Some(expected), "{position:?} {found:?}");
    let plies = position.plies_left().expect("a bound");
    let score = match expected.signum() {
        0 => Score::Draw,
        1 => Score::Win(plies),
        _ => Score::Loss(plies),
    };
    assert_eq!(found.score, Some(score), "{position:?}");
    let mut line = Played::new(position.clone());
    assert!(found.line.iter().all(|&m| line.play(m)));
    if expected != 0 {
        let end = line.outcome().expect("the line ends the game");
        let sign = i32::from(end.payoff(position.side_to_move()));
        assert_eq!(sign * i32::from(end.points()), expected, "{position:?} {found:?}");
    }
}

#[test]
fn the_most_points_are_those_of_brute_force() {
    compare(Options::default(), &Limits::default(), 4000, is_the_most);
    compare(Options { threads: 2, ..Options::default() }, &Limits::default(), 60, is_the_most);
    compare(Options { exact: true, ..Options::default() }, &Limits::default(), 60, is_the_most);
}

#[test]
fn points_of_a_search_that_ends_sooner_are_bounds() {
    for depth in 1..9 {
        compare(Options::default(), &Limits::depth(depth), 300, |found, expected, position| {
            let holds = match (found.score, found.points) {
                (Some(Score::Cp(_)), None) => true,
                (Some(Score::Draw), Some(0)) => expected == 0,
                (Some(Score::Win(_)), Some(points)) => (1..=expected).contains(&points),
                (Some(Score::Loss(_)), Some(points)) => (expected..=-1).contains(&points),
                _ => false,
            };
            assert!(holds, "{position:?} is worth {expected}, found {found:?}");
        });
    }
}

/// Monte Carlo tree search plays for the win alone.
#[test]
fn proofs_of_wins_do_not_ask_for_points() {
    for seed in 0..200 {
        let position = Sums { seed, sum: 0 };
        if position.outcome().is_some() {
            continue;
        }
        let expected = points(&position, &mut HashMap::new());
        let mut player = Mcts::new(Options { hash_mib: 1, ..Options::default() });
        let stop = AtomicBool::new(false);
        let found = player.search(&Played::new(position), &Limits::default(), &stop, &mut |_| ());
        let sign = match found.score {
            Some(Score::Win(_)) => 1,
            Some(Score::Loss(_)) => -1,
            Some(Score::Draw) => 0,
            _ => 2,
        };
        assert_eq!((sign, found.points), (expected.signum(), None), "{seed}");
    }
}

#[test]
fn the_battery_passes_points() {
    assert_eq!(manyply::check::rules(&Sums { seed: 3, sum: 0 }, 50, 1), Ok(()));
}
