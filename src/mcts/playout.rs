//! Playouts: from a position to the end of the game, by chance.

use super::averages::{Averages, Step, name};
use super::numbers::{DECISIVE, EVASIONS, TOURNAMENT};
use super::proof::{Payoffs, Proof};
use crate::game::{MoveList, Outcome, Position};
use crate::zobrist::SplitMix64;

/// A playout that takes longer is a draw, as far as anybody knows.
pub(super) const MOST_PLIES: usize = 400;
/// One playout in this number looks for moves that win at once, whatever the others have found.
const SCOUTS: u32 = 16;

/// The source of playouts, and whether it pays to look for moves that win at once, and for moves that keep the next
/// side from doing so (decisive and anti-decisive moves: Teytaud and Teytaud, "On the huge benefit of decisive moves in
/// Monte-Carlo tree search algorithms", CIG 2010). They are looked for by making every move, which is dear where few
/// are found.
#[derive(Debug)]
pub(super) struct Playouts {
    random: SplitMix64,
    count: u32,
    looks: u32,
    wins: u32,
    /// Positions made in the present playout.
    nodes: u64,
}

impl Playouts {
    pub(super) fn new(seed: u64) -> Self {
        Self { random: SplitMix64::new(seed), count: 0, looks: 0, wins: 0, nodes: 0 }
    }

    /// Plays `position` to its end, and returns the payoffs and how many positions were made.
    pub(super) fn run<G: Position>(&mut self, position: &mut G, averages: &mut Averages) -> (Payoffs, u64) {
        self.nodes = 0;
        let outcome = self.play(position, averages).unwrap_or(Outcome::DRAW);
        (Proof::over(outcome).payoffs(), self.nodes)
    }

    /// The result of a playout, if it ends in time.
    fn play<G: Position>(&mut self, position: &mut G, averages: &mut Averages) -> Option<Outcome> {
        self.count = self.count.wrapping_add(1);
        let looks = self.count.is_multiple_of(SCOUTS) || self.wins.saturating_mul(DECISIVE) >= self.looks;
        let (mut moves, mut replies) = (G::Moves::default(), G::Moves::default());
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        position.moves(&mut moves);
        if looks && let Some((_, outcome)) = self.decisive(position, moves.as_slice()) {
            return Some(outcome);
        }
        for _ in 0..MOST_PLIES {
            if moves.as_slice().is_empty() {
                break;
            }
            let chosen = self.choose(position, moves.as_slice(), averages);
            let step = if looks {
                let (step, won) = self.make_safe(position, moves.as_slice(), chosen, &mut replies);
                if won.is_some() {
                    averages.play(step);
                    return won;
                }
                step
            } else {
                self.make(position, chosen.0, &mut replies);
                chosen.1
            };
            averages.play(step);
            if let Some(outcome) = position.outcome() {
                return Some(outcome);
            }
            std::mem::swap(&mut moves, &mut replies);
        }
        None
    }

    /// Makes a move and lists the replies.
    fn make<G: Position>(&mut self, position: &mut G, m: G::Move, replies: &mut G::Moves) -> G::Undo {
        let undo = position.make(m);
        self.nodes += 1;
        replies.clear();
        position.moves(replies);
        undo
    }

    /// Makes the chosen move or, where another side could then win at once, the first of some others after which it
    /// cannot. Returns what was made and, if the side to move then wins at once, how.
    fn make_safe<G: Position>(
        &mut self,
        position: &mut G,
        moves: &[G::Move],
        (chosen, mut step): (G::Move, Step),
        replies: &mut G::Moves,
    ) -> (Step, Option<Outcome>) {
        let mut undo = self.make(position, chosen, replies);
        let Some((threat, mut won)) = self.decisive(position, replies.as_slice()) else { return (step, None) };
        if won.payoff(step.side) > 0 {
            return (step, Some(won));
        }
        // The move that the other side wants is as a rule the one to make.
        let first = moves.iter().filter(|&&m| m == threat);
        let (sooner, later) = moves.split_at(self.random.below(moves.len()));
        let others = first.chain(later.iter().chain(sooner).filter(|&&m| m != threat)).filter(|&&m| m != chosen);
        let mut made = chosen;
        for &m in others.take(EVASIONS) {
            if position.side_to_move() == step.side {
                break;
            }
            position.unmake(made, undo);
            (made, step) = (m, Step { side: step.side, name: name(position, m) });
            undo = self.make(position, m, replies);
            match self.decisive(position, replies.as_slice()) {
                Some((_, outcome)) if outcome.payoff(step.side) > 0 => return (step, Some(outcome)),
                Some((_, outcome)) => won = outcome,
                None => return (step, None),
            }
        }
        (step, Some(won))
    }

    /// A move that wins at once, and how.
    fn decisive<G: Position>(&mut self, position: &mut G, moves: &[G::Move]) -> Option<(G::Move, Outcome)> {
        let side = position.side_to_move();
        let won = moves.iter().find_map(|&m| {
            let undo = position.make(m);
            let outcome = position.outcome().filter(|outcome| outcome.payoff(side) > 0);
            position.unmake(m, undo);
            outcome.map(|outcome| (m, outcome))
        });
        self.nodes += moves.len() as u64;
        self.looks += 1;
        self.wins += u32::from(won.is_some());
        if self.looks >= 1 << 16 {
            (self.looks, self.wins) = (self.looks / 2, self.wins / 2);
        }
        won
    }

    /// The best of some moves drawn at random.
    fn choose<G: Position>(&mut self, position: &G, moves: &[G::Move], averages: &Averages) -> (G::Move, Step) {
        let side = position.side_to_move();
        let mut draw = || {
            let m = moves[self.random.below(moves.len())];
            (m, Step { side, name: name(position, m) })
        };
        let mut best = draw();
        if moves.len() > 1 {
            for _ in 1..TOURNAMENT {
                let other = draw();
                if averages.mean(other.1) > averages.mean(best.1) {
                    best = other;
                }
            }
        }
        best
    }
}
