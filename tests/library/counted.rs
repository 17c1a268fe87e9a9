//! Games whose key has more than their repetition key: a position comes back though more plies were played, and what a
//! search, a solver or Monte Carlo tree search tells of it is true under the rule that ends repetitions.

use super::search::exact_played;
use manyply::game::{ArrayVec, Outcome, Played, Position, Side};
use manyply::mcts::Mcts;
use manyply::search::hooks::{Plain, Searchable};
use manyply::search::{EngineOf, Limits, Options, Score};
use manyply::solve::proof_search::ProofSearch;
use manyply::solve::{Task, Value};
use manyply::zobrist::{SplitMix64, mix};
use std::sync::atomic::AtomicBool;

/// A place to which random ways lead; plies are counted until the game is a draw, and are part of the key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Counted {
    seed: u64,
    place: u8,
    ply: u8,
}

impl Counted {
    const PLACES: u64 = 6;
    const PLIES: u8 = 11;

    fn new(seed: u64) -> Self {
        Self { seed, place: 0, ply: 0 }
    }

    /// Whether the search is told how many plies are left, or meets the end without.
    fn is_told(&self) -> bool {
        self.seed.is_multiple_of(2)
    }

    fn chance(&self, what: u64, of: u64) -> u64 {
        let side = u64::from(self.ply % 2);
        mix(mix(self.seed ^ mix(what)) ^ u64::from(self.place) << 1 ^ side) % of
    }
}

impl Position for Counted {
    type Move = u8;
    type Undo = u8;
    type Moves = ArrayVec<u8, 3>;

    fn side_to_move(&self) -> Side {
        Side::new((self.ply % 2).into())
    }
    fn outcome(&self) -> Option<Outcome> {
        let won = (self.chance(1, 5) == 0).then(|| Outcome::win(Side::new(self.chance(2, 2) as usize)));
        won.or((self.ply >= Self::PLIES).then_some(Outcome::DRAW))
    }
    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_none() {
            (0..3).map(|way| self.chance(3 + way, Self::PLACES) as u8).for_each(|m| {
                if !list.contains(&m) {
                    list.push(m);
                }
            });
        }
    }
    fn make(&mut self, m: u8) -> u8 {
        self.ply += 1;
        std::mem::replace(&mut self.place, m)
    }
    fn unmake(&mut self, _: u8, place: u8) {
        self.ply -= 1;
        self.place = place;
    }
    fn plies_left(&self) -> Option<u32> {
        let left = if self.outcome().is_some() { 0 } else { u32::from(Self::PLIES - self.ply) };
        self.is_told().then_some(left)
    }
    fn repetition_limit(&self) -> u32 {
        2 + (self.seed / 2 % 2) as u32
    }
    fn repetition_key(&self) -> u64 {
        mix(mix(self.seed) ^ u64::from(self.place) << 1 ^ u64::from(self.ply % 2))
    }
}

impl Searchable for Counted {
    type State = Plain;
}

#[test]
fn repetitions_are_known_by_their_own_key() {
    assert_eq!(manyply::check::rules(&Counted::new(5), 50, 1), Ok(()));
    let (mut random, stop) = (SplitMix64::new(4), AtomicBool::new(false));
    let options = Options { hash_mib: 1, ..Options::default() };
    // Games that repetitions have decided, and proofs of each kind.
    let (mut repeated, mut proofs) = (0, [0; 4]);
    for seed in 0..600 {
        let mut game = Played::new(Counted::new(seed));
        let mut engine = EngineOf::<Counted>::new(options);
        let (mut mcts, mut solver) = (Mcts::<Counted>::new(options), ProofSearch::new(1 << 20));
        while game.outcome().is_none() {
            let truth = exact_played(&mut game);
            let task = Task { nodes: Some(20_000), ..Task::new(&stop, 1, 1 << 20) };
            let of_score = |score: Option<Score>| match score {
                Some(Score::Win(_)) => Some(1),
                Some(Score::Loss(_)) => Some(-1),
                Some(Score::Draw) => Some(0),
                Some(Score::Cp(_)) | None => None,
            };
            let of_value = |value| match value {
                Value::Win => Some(1),
                Value::Loss => Some(-1),
                Value::Draw => Some(0),
                _ => None,
            };
            // A solver knows nothing of what was played before.
            let is_new = game.moves().len() == 0;
            let told = [
                of_score(engine.search(&game, &Limits::depth(14), &stop, &mut |_| ()).score),
                of_value(engine.outcome(&game, &Limits::default(), &stop).value),
                of_score(mcts.search(&game, &Limits::nodes(2000), &stop, &mut |_| ()).score),
                if is_new { of_value(solver.solve(game.position(), &task).value) } else { None },
            ];
            for (count, value) in proofs.iter_mut().zip(told) {
                assert!(value.is_none_or(|value| value == truth), "{told:?}, expected {truth}: {game:?}");
                *count += u32::from(value.is_some());
            }
            let moves = game.legal_moves();
            game.play(moves[random.below(moves.len())]);
        }
        repeated += u32::from(game.position().outcome().is_none());
    }
    assert!(repeated > 100, "{repeated}");
    // Outcomes and solvers say nothing where repetitions may end a game before its last ply.
    assert!(proofs[0] > 500 && proofs[2] > 1000, "{proofs:?}");
}
