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
use rewrite::{Edges, Rewrite};
use std::cell::Cell;
use std::ops::RangeInclusive;

/// Nodes of threat searches for a chart in the first round, and as many for writing its tree down; twice as many in
/// every other round.
const MOST_NODES: u64 = 12_000_000;

/// So often a tree may meet a position for which the chart has no answer, before it is given up.
const MOST_REPAIRS: u32 = 200;

/// So often such a position may resist.
const MOST_FAILURES: u32 = 6;

/// A tree that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its moves, by the rules of certificates.
    pub tree: Vec<Point>,
    /// Whether it wins only on the board: elsewhere some of White's windows have squares beyond its edges.
    pub is_on_board: bool,
}

/// The tree of a position in which Black, which is to move, wins on the plane; none if it is not found in these rounds.
/// With a board of so many columns and rows it is looked for there, as far as White's stones are on it: a tree of the
/// plane that serves there, or else one of the board. Orders are asked for positions of the chart; `accepts` has the
/// last word on what was found.
pub fn prove(
    prover: &mut Prover<'_>,
    scene: &Scene,
    (exact, board): (bool, Option<i8>),
    rounds: RangeInclusive<u32>,
    order: &mut OrderOnChart<'_>,
    accepts: &dyn Fn(&Found) -> bool,
) -> Option<Found> {
    let left = Cell::new((MOST_REPAIRS, MOST_FAILURES));
    prover.most = MOST_NODES << (*rounds.end()).min(LAST_ROUND);
    Chart::all(scene, board).into_iter().find_map(|chart| {
        let game = chart.game(scene, exact)?;
        let tree = prover.prove(&game, rounds.clone(), &mut |game, nodes| order(&chart, game, nodes))?;
        let root = node::read(&game, &tree)?;
        let mut again = |scene: &Scene| {
            let (repairs, failures) = left.get();
            if repairs == 0 || failures == 0 {
                return None;
            }
            let found = Chart::all(scene, board).into_iter().find_map(|chart| {
                let game = chart.game(scene, exact)?;
                let tree = prover.prove_briefly(&game)?;
                Some((node::read(&game, &tree)?, chart))
            });
            left.set((repairs - 1, failures - u32::from(found.is_none())));
            found
        };
        let edges = [Some(board.map_or(Edges::None, Edges::OfFives)), board.map(Edges::OfAll)];
        edges.into_iter().flatten().find_map(|edges| {
            let is_on_board = matches!(edges, Edges::OfAll(_));
            if is_on_board {
                left.set((MOST_REPAIRS, MOST_FAILURES));
            }
            let tree = Rewrite::new(scene, (exact, edges), &mut again).tree(&root, &chart)?;
            Some(Found { tree, is_on_board }).filter(accepts)
        })
    })
}

/// What orders Black's moves: as [`Order`](super::Order), told of the chart.
pub type OrderOnChart<'a> = dyn FnMut(&Chart, &Gomoku, u64) -> Vec<Square> + 'a;

/// The side that wins on the plane.
pub const ATTACKER: Side = Side::FIRST;
