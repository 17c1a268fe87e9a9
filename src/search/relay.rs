//! The relay: how threads help one another to go deeper. Helpers search further ahead than the thread that reports, which
//! finds their work in the table when it comes there. Whoever ends an iteration ends those of the others that are not
//! deeper: they take over its moves and go on from there.
//!
//! At the same depth threads would do the same work at the same time: `docs/performance.md` has the figures.

use super::root::RootMove;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The deepest finished iteration of all threads.
#[derive(Debug)]
pub(super) struct Relay<M> {
    /// Its depth in plies, changed only under the lock; 0 before the first.
    depth: AtomicU32,
    moves: Mutex<Vec<RootMove<M>>>,
}

/// How many plies deeper than the next iteration the `helper`th helper, from 1 on, searches: at least 1.
pub(super) fn ahead(helper: usize) -> u32 {
    1 + ((helper - 1) % 3) as u32
}

impl<M: Clone> Relay<M> {
    /// Before the first iteration.
    pub(super) fn new() -> Self {
        Self { depth: AtomicU32::new(0), moves: Mutex::default() }
    }

    /// Whether an iteration of `depth` or deeper is finished.
    #[inline]
    pub(super) fn is_finished(&self, depth: u32) -> bool {
        self.depth.load(Relaxed) >= depth
    }

    /// Hands over the moves of a finished iteration, unless another one is as deep.
    pub(super) fn hand_over(&self, depth: u32, moves: &[RootMove<M>]) {
        let mut kept = self.lock();
        if !self.is_finished(depth) {
            kept.clear();
            kept.extend_from_slice(moves);
            self.depth.store(depth, Relaxed);
        }
    }

    /// Replaces `moves` by those of the deepest finished iteration, if it is of `depth` or deeper; how deep it is.
    pub(super) fn take_over(&self, depth: u32, moves: &mut [RootMove<M>]) -> Option<u32> {
        let kept = self.lock();
        self.is_finished(depth).then(|| {
            moves.clone_from_slice(&kept);
            self.depth.load(Relaxed)
        })
    }

    /// What is behind the lock is whole even if a thread panicked: each change is of values made before.
    fn lock(&self) -> MutexGuard<'_, Vec<RootMove<M>>> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves at the root of this order.
    fn moves(order: [u8; 2]) -> Vec<RootMove<u8>> {
        order.map(RootMove::new).to_vec()
    }

    fn order(moves: &[RootMove<u8>]) -> Vec<u8> {
        moves.iter().map(|root| root.line[0]).collect()
    }

    #[test]
    fn the_first_of_the_deepest_is_taken_over() {
        let relay = Relay::new();
        let mut mine = moves([1, 2]);
        assert!(!relay.is_finished(1));
        assert_eq!(relay.take_over(1, &mut mine), None);
        relay.hand_over(3, &moves([2, 1]));
        relay.hand_over(3, &moves([1, 2]));
        relay.hand_over(2, &moves([1, 2]));
        assert!(relay.is_finished(2) && relay.is_finished(3) && !relay.is_finished(4));
        assert_eq!(relay.take_over(4, &mut mine), None);
        assert_eq!(order(&mine), [1, 2]);
        assert_eq!(relay.take_over(2, &mut mine), Some(3));
        assert_eq!(order(&mine), [2, 1]);
    }
}
