//! Lazy SMP: how threads help one another to go deeper. Each searches another depth, and finds in the table what the
//! others left there. A thread that finishes an iteration ends those of the others that are not deeper: they take
//! over its moves and go on from there.
//!
//! At the same depth threads would do the same work at the same time: `docs/lab/speed.md` has the figures.

use super::root_move::RootMove;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// At how many depths threads search at once, at most: of what is far ahead most comes too early.
const DEPTHS: usize = 4;

/// The iterations of all threads.
#[derive(Debug)]
pub(super) struct Relay<M> {
    /// The depth in plies of the deepest finished one, changed only under the lock; 0 before the first.
    depth: AtomicU32,
    kept: Mutex<Kept<M>>,
}

#[derive(Debug)]
struct Kept<M> {
    /// The moves of the deepest finished iteration.
    moves: Vec<RootMove<M>>,
    /// The depth at which each thread searches.
    under_way: Vec<u32>,
}

impl<M: Clone> Relay<M> {
    /// Before the first iteration.
    pub(super) fn new(threads: usize) -> Self {
        let kept = Kept { moves: Vec::new(), under_way: vec![0; threads] };
        Self { depth: AtomicU32::new(0), kept: Mutex::new(kept) }
    }

    /// The depth of the next iteration of `thread`, which has `finished` those up to a depth less than `last`: the
    /// first that fewest others search. All search the first ply: there must be a move.
    pub(super) fn begin(&self, thread: usize, finished: u32, last: u32) -> u32 {
        let mut kept = self.lock();
        let depths = if finished == 0 { 1 } else { kept.under_way.len().min(DEPTHS) };
        let searching = |depth: &u32| kept.under_way.iter().filter(|&other| other == depth).count();
        let depth = (finished + 1..=last).take(depths).min_by_key(searching).unwrap_or(last);
        kept.under_way[thread] = depth;
        depth
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
            kept.moves.clear();
            kept.moves.extend_from_slice(moves);
            self.depth.store(depth, Relaxed);
        }
    }

    /// Replaces `moves` by those of the deepest finished iteration, if it is of `depth` or deeper; how deep it is.
    pub(super) fn take_over(&self, depth: u32, moves: &mut [RootMove<M>]) -> Option<u32> {
        let kept = self.lock();
        self.is_finished(depth).then(|| {
            moves.clone_from_slice(&kept.moves);
            self.depth.load(Relaxed)
        })
    }

    /// The deepest finished iteration with its moves, if one is finished.
    pub(super) fn finished(&self) -> Option<(u32, Vec<RootMove<M>>)> {
        let kept = self.lock();
        let depth = self.depth.load(Relaxed);
        (depth > 0).then(|| (depth, kept.moves.clone()))
    }

    /// What is behind the lock is whole even if a thread panicked: each change is of values made before.
    fn lock(&self) -> MutexGuard<'_, Kept<M>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
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
        let relay = Relay::new(2);
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
    #[test]
    fn each_thread_searches_another_depth() {
        let relay = Relay::<u8>::new(2);
        let begin = |thread, finished| relay.begin(thread, finished, 7);
        assert_eq!([begin(0, 0), begin(1, 0)], [1, 1]);
        assert_eq!([begin(0, 1), begin(1, 1)], [2, 3]);
        // The first passes the second, then both are passed.
        assert_eq!([begin(0, 2), begin(1, 3), begin(0, 4)], [4, 5, 6]);
        // Nothing is deeper than the last, which both may search.
        assert_eq!([begin(1, 6), begin(0, 6)], [7, 7]);
    }

    #[test]
    fn many_threads_share_few_depths() {
        let relay = Relay::<u8>::new(6);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|thread| relay.begin(thread, 1, 20)), [2, 3, 4, 5, 2, 3]);
    }
}
