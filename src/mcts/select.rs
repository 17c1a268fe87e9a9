//! The choice among the moves in the tree: UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006),
//! with all-moves-as-first values, and means of moves wherever they are played, as simulations that count before the
//! move's own.

use super::averages::{Averages, Step};
use super::numbers::Numbers;
use super::tree::Node;
use crate::game::Side;

/// Simulations that the mean of a move wherever it is played counts for in its all-moves-as-first value.
const AMAF_PRIOR: f32 = 3.0;

/// Which of the moves of `side` a simulation follows.
pub(super) fn select<M>(
    parent: &Node<M>,
    moves: &[Node<M>],
    side: Side,
    averages: &Averages,
    numbers: &Numbers,
) -> usize {
    let attraction = log2(parent.visits.max(1)) * numbers.exploration * numbers.exploration;
    let (mut best, mut highest) = (None, f32::NEG_INFINITY);
    for (index, node) in moves.iter().enumerate() {
        let value = if node.proof.wins(side) {
            return index;
        } else if node.proof.most(side) < 0 {
            continue;
        } else if node.proof.is_settled() {
            f32::from(node.proof.least(side))
        } else {
            let history = averages.mean(Step { side, name: node.name });
            let visits = node.visits as f32;
            let amaf = (node.amaf_sum as f32 + AMAF_PRIOR * history) / (node.amaf_visits as f32 + AMAF_PRIOR);
            let prior = numbers.rave * amaf + numbers.history * history;
            let value = (node.sum as f32 + prior) / (visits + numbers.rave + numbers.history + 1e-6);
            value + (attraction / (visits + 1.0)).sqrt()
        };
        if value > highest {
            (best, highest) = (Some(index), value);
        }
    }
    // All is lost, or so it is if the others agree: what they leave open is the better.
    best.unwrap_or_else(|| {
        let open = moves.iter().position(|node| !node.proof.is_settled());
        open.unwrap_or(0)
    })
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
