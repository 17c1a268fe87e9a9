//! The agent that the game came with: a random move while there are many, then a search of four rounds.

use super::line::Line;
use super::position::{Hexnim, Winner};
use crate::bits::BitSet;
use crate::game::{Baselines, Position};
use crate::zobrist::SplitMix64;

/// With more legal moves than this, a random one is played.
const MOVES_TO_SEARCH: usize = 19;
/// Four rounds.
const PLIES: u32 = 8;
/// A finished game.
const WIN: i32 = 1000;
/// A game that the last ply of the search finishes or decides.
const LEAF_WIN: i32 = 100;

impl Baselines for Hexnim {
    const BASELINES: &'static [&'static str] = &["rounds4"];

    fn baseline(&self, name: &str, seed: u64, depth: Option<u32>) -> Option<Line> {
        if name != Self::BASELINES[0] {
            return None;
        }
        let mut list = <Self as Position>::Moves::default();
        self.moves(&mut list);
        let moves = list.as_slice();
        if moves.len() > MOVES_TO_SEARCH {
            return Some(moves[SplitMix64::new(seed ^ self.key()).below(moves.len())]);
        }
        let depth = depth.unwrap_or(PLIES);
        let mut position = self.clone();
        let mut best = *moves.first()?;
        let mut alpha = -i32::MAX;
        for &line in moves {
            position.make(line);
            let score = -alpha_beta(&mut position, depth - 1, -i32::MAX, -alpha);
            position.unmake(line, ());
            if score > alpha {
                (best, alpha) = (line, score);
            }
        }
        Some(best)
    }
}

/// The value for the side to move, `depth` plies deep.
fn alpha_beta(position: &mut Hexnim, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let free = position.free().len() as i32;
    let sign = if position.winner() == Winner::Misere { 1 } else { -1 };
    match (depth, free) {
        (0, 0) => return sign * LEAF_WIN,
        (0, 1) => return -sign * LEAF_WIN,
        (0, _) => return -free,
        (_, 0) => return sign * WIN,
        _ => {}
    }
    let mut list = <Hexnim as Position>::Moves::default();
    position.moves(&mut list);
    for &line in list.as_slice() {
        position.make(line);
        let score = -alpha_beta(position, depth - 1, -beta, -alpha);
        position.unmake(line, ());
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    alpha
}
