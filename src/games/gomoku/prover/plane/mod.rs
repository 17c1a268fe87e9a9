//! Wins on the unbounded board. The search works on a chart (`chart.rs`), a board of the usual size with the stones
//! that matter in its middle; what it finds is written out again by the rules of certificates for the plane
//! (`rewrite.rs`), where no edge cuts a window off and far stones are on a sheet of their own.

mod chart;
mod node;
mod plan;
mod point;
mod rewrite;
#[cfg(test)]
mod tests;

pub use chart::{Chart, SIDE};
pub use plan::{Answers, Facts, Proved, Task, plan};
pub use point::{Point, Scene, Turn};

use super::{LAST_ROUND, Prover};
use crate::game::Side;
use crate::games::gomoku::{Gomoku, Square};
use rewrite::Rewrite;
use std::ops::RangeInclusive;

/// Nodes of threat searches for a chart in the first round, and as many for writing its tree down; twice as many in
/// every other round.
const MOST_NODES: u64 = 12_000_000;

/// So often a tree may meet a position for which the chart has no answer, before it is given up.
const MOST_REPAIRS: u32 = 200;

/// So often such a position may resist.
const MOST_FAILURES: u32 = 6;

/// The tree of a position in which Black, which is to move, wins on the plane: its moves, by the rules of certificates;
/// none if it is not found in these rounds. With a board of so many columns and rows it is looked for there, as far as
/// White's stones are on it. Orders are asked for positions of the chart.
pub fn prove(
    prover: &mut Prover<'_>,
    scene: &Scene,
    (exact, board): (bool, Option<i8>),
    rounds: RangeInclusive<u32>,
    order: &mut OrderOnChart<'_>,
) -> Option<Vec<Point>> {
    let (mut repairs, mut failures) = (MOST_REPAIRS, 0);
    prover.most = MOST_NODES << (*rounds.end()).min(LAST_ROUND);
    Chart::all(scene, board).into_iter().find_map(|chart| {
        let game = chart.game(scene, exact)?;
        let tree = prover.prove(&game, rounds.clone(), &mut |game, nodes| order(&chart, game, nodes))?;
        let mut again = |scene: &Scene| {
            if failures == MOST_FAILURES {
                return None;
            }
            repairs = repairs.checked_sub(1)?;
            let found = Chart::all(scene, board).into_iter().find_map(|chart| {
                let game = chart.game(scene, exact)?;
                let tree = prover.prove_briefly(&game)?;
                Some((node::read(&game, &tree)?, chart))
            });
            failures += u32::from(found.is_none());
            found
        };
        Rewrite::new(scene, (exact, board), &mut again).tree(&*node::read(&game, &tree)?, &chart)
    })
}

/// What orders Black's moves: as [`Order`](super::Order), told of the chart.
pub type OrderOnChart<'a> = dyn FnMut(&Chart, &Gomoku, u64) -> Vec<Square> + 'a;

/// The side that wins on the plane.
pub const ATTACKER: Side = Side::FIRST;
