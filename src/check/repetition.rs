//! Repetitions: positions that have one repetition key are one, and what looks the same after moves there and back has
//! one, where the rules count what comes back.

use super::{Verdict, ensure, legal_moves};
use crate::game::{MoveList, Notation, Position};
use crate::zobrist::SplitMix64;
use std::cell::Cell;

/// So many positions may come back and look the same, none of them with its repetition key, before that is told.
const LOOKS: u32 = 16;

/// Of two positions with one repetition key, while the game goes on, the same side moves and has the same moves.
pub(super) fn are_one<P: Position>(before: &P, now: &P) -> Verdict {
    let is_over = before.outcome().is_some() || now.outcome().is_some();
    ensure(is_over || before.repetition_key() != now.repetition_key() || same_choice(before, now), || {
        format!("the repetition key of a position with another side to move, or other moves: {before:?}")
    })
}

/// The same side moves, and has the same moves.
fn same_choice<P: Position>(a: &P, b: &P) -> bool {
    let sorted = |position: &P| {
        let mut moves = legal_moves(position).as_slice().to_vec();
        moves.sort_unstable();
        moves
    };
    a.side_to_move() == b.side_to_move() && sorted(a) == sorted(b)
}

/// What moves there and back have shown so far.
#[derive(Default)]
pub(super) struct Returns {
    came_back: Cell<bool>,
    /// Positions that looked the same and had another repetition key.
    others: Cell<u32>,
}

impl Returns {
    /// Plays a move of each side, drawn at random, and then all that may take them back.
    pub(super) fn look<G: Notation>(&self, at: &G) -> Verdict {
        if G::SIDES > 2 || at.repetition_limit() == 0 || self.came_back.get() || at.outcome().is_some() {
            return Ok(());
        }
        let mut random = SplitMix64::new(at.key());
        let mut now = at.clone();
        for _ in 0..2 {
            let list = legal_moves(&now);
            let Some(&m) = list.as_slice().get(random.below(list.as_slice().len())) else { return Ok(()) };
            if now.is_irreversible(m) {
                return Ok(());
            }
            now.make(m);
        }
        for &back in legal_moves(&now).as_slice() {
            let undo = now.make(back);
            for &m in legal_moves(&now).as_slice() {
                let inner = now.make(m);
                let looks_same = || now.outcome().is_none() && same_choice(at, &now) && at.picture() == now.picture();
                if now.repetition_key() == at.repetition_key() {
                    self.came_back.set(true);
                } else if looks_same() {
                    self.others.set(self.others.get() + 1);
                }
                now.unmake(m, inner);
            }
            now.unmake(back, undo);
        }
        ensure(self.came_back.get() || self.others.get() < LOOKS, || {
            let (limit, others) = (at.repetition_limit(), self.others.get());
            format!(
                "repetition_limit is {limit}, yet none of {others} positions that looked the same came back with its \
                 repetition key: it must not count plies"
            )
        })
    }
}

#[cfg(test)]
mod tests;
