//! The choice among the moves in the tree: UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML
//! 2006), with all-moves-as-first values, and means of moves wherever they are played, as simulations that count before
//! the move's own.

use super::averages::{Averages, Step};
use super::numbers::{EXPLORATION, HISTORY, RAVE};
use super::proof::Payoffs;
use super::tree::Node;
use crate::game::{Position, Side};

/// Simulations that the mean of a move wherever it is played counts for in its all-moves-as-first value.
const AMAF_PRIOR: f32 = 3.0;

/// What a simulation does at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    /// The move that it follows.
    pub(super) index: usize,
    /// What the side to move would rather have, if the value of another move is settled and looks better: then the
    /// simulation is of use to the moves that it follows, but no answer to what the node is worth.
    pub(super) rather: Option<Payoffs>,
}

/// Which of the moves of `side` a simulation follows: none with a settled value as long as there are others, so that in
/// the end all are settled.
pub(super) fn select<G: Position>(
    parent: &Node<G::Move>,
    moves: &[Node<G::Move>],
    side: Side,
    averages: &Averages,
) -> Choice {
    let attraction = EXPLORATION * EXPLORATION * log2(parent.visits.max(1));
    let certain = moves.iter().map(|node| node.proof.least(side)).max().unwrap_or(-1);
    let (mut settled, mut open) = (None::<usize>, None::<(usize, (bool, f32))>);
    for (index, node) in moves.iter().enumerate() {
        if node.proof.wins(side) {
            return Choice { index, rather: None };
        }
        if node.proof.is_settled() {
            if settled.is_none_or(|best| node.proof.least(side) > moves[best].proof.least(side)) {
                settled = Some(index);
            }
            continue;
        }
        let history = averages.mean(Step { side, name: node.name });
        let visits = node.visits as f32;
        let amaf = (node.amaf_sum as f32 + AMAF_PRIOR * history) / (node.amaf_visits as f32 + AMAF_PRIOR);
        let prior = RAVE * amaf + HISTORY * history;
        let mean = (node.sum as f32 + prior) / (visits + RAVE + HISTORY);
        // Moves that cannot be better than what there is come last.
        let merit = (node.proof.most::<G>(side) > certain, mean + (attraction / (visits + 1.0)).sqrt());
        if open.is_none_or(|(_, best)| merit > best) {
            open = Some((index, merit));
        }
    }
    let Some((index, _)) = open else { return Choice { index: settled.unwrap_or(0), rather: None } };
    let best = settled.map(|index| moves[index].proof);
    let rather = best.filter(|best| {
        let node = &moves[index];
        i64::from(best.least(side)) * i64::from(node.visits.max(1)) > i64::from(node.sum)
    });
    Choice { index, rather: rather.map(|proof| proof.payoffs()) }
}

/// The logarithm, piecewise linear: nothing but exact operations, so that it is the same on every machine.
fn log2(number: u32) -> f32 {
    let whole = number.ilog2();
    whole as f32 + (number as f32 / (1_u64 << whole) as f32 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::log2;

    #[test]
    fn logarithms() {
        for number in [1, 2, 3, 5, 1000, u32::MAX] {
            assert!((log2(number) - (number as f32).log2()).abs() < 0.1, "{number}");
        }
    }
}
