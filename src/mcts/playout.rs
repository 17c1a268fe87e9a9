//! Playouts: from a position to the end of the game, by chance.

use super::averages::{Averages, Step, name};
use super::numbers::Numbers;
use crate::game::{MoveList, Outcome, Position};
use crate::zobrist::SplitMix64;

/// A playout that takes longer is a draw, as far as anybody knows.
pub(super) const MOST_PLIES: usize = 400;
/// Every so many playouts look for moves that win at once whatever the others have found.
const SCOUTS: u32 = 16;

/// The source of playouts, and whether it pays to look for moves that win at once (decisive moves: Teytaud and
/// Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree search algorithms", CIG 2010). They are looked
/// for by making every move, which is dear where few are found.
#[derive(Debug)]
pub(super) struct Playouts {
    random: SplitMix64,
    count: u32,
    looks: u32,
    wins: u32,
}

impl Playouts {
    pub(super) fn new(seed: u64) -> Self {
        Self { random: SplitMix64::new(seed), count: 0, looks: 0, wins: 0 }
    }

    /// Plays `position` to its end, and returns the payoffs and how many positions were made.
    pub(super) fn run<G: Position>(
        &mut self,
        position: &mut G,
        averages: &mut Averages,
        numbers: &Numbers,
    ) -> ([i8; 3], u64) {
        self.count = self.count.wrapping_add(1);
        let looks = numbers.decisive > 0
            && (self.count.is_multiple_of(SCOUTS) || self.wins.saturating_mul(numbers.decisive) >= self.looks);
        let mut nodes = 0;
        let mut list = G::Moves::default();
        for _ in 0..MOST_PLIES {
            if let Some(outcome) = position.outcome() {
                return (payoffs(outcome), nodes);
            }
            list.clear();
            position.moves(&mut list);
            let moves = list.as_slice();
            if moves.is_empty() {
                break;
            }
            if looks {
                nodes += moves.len() as u64;
                if let Some(outcome) = self.decisive(position, moves) {
                    return (payoffs(outcome), nodes);
                }
            }
            let (m, step) = self.choose(position, moves, averages, numbers);
            averages.play(step);
            position.make(m);
            nodes += 1;
        }
        (payoffs(Outcome::DRAW), nodes)
    }

    /// The result if some move wins at once.
    fn decisive<G: Position>(&mut self, position: &mut G, moves: &[G::Move]) -> Option<Outcome> {
        let side = position.side_to_move();
        let won = moves.iter().find_map(|&m| {
            let undo = position.make(m);
            let outcome = position.outcome().filter(|outcome| outcome.payoff(side) > 0);
            position.unmake(m, undo);
            outcome
        });
        self.looks += 1;
        self.wins += u32::from(won.is_some());
        if self.looks >= 1 << 16 {
            (self.looks, self.wins) = (self.looks / 2, self.wins / 2);
        }
        won
    }

    /// The best of some moves drawn at random.
    fn choose<G: Position>(
        &mut self,
        position: &G,
        moves: &[G::Move],
        averages: &Averages,
        numbers: &Numbers,
    ) -> (G::Move, Step) {
        let side = position.side_to_move();
        let mut draw = || {
            let m = moves[self.random.below(moves.len())];
            (m, Step { side, name: name(position, m) })
        };
        let mut best = draw();
        if moves.len() > 1 {
            for _ in 1..numbers.tournament {
                let other = draw();
                if averages.mean(other.1) > averages.mean(best.1) {
                    best = other;
                }
            }
        }
        best
    }
}

fn payoffs(outcome: Outcome) -> [i8; 3] {
    super::proof::Proof::over(outcome).payoffs()
}
