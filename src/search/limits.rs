//! How long a search may go on: what the caller asks for, and the stop condition that a worker asks now and then.

use crate::clock::{self, Instant};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Moves that the remaining time of a clock is kept for, where the game does not end sooner.
const MOVES_TO_GO: u32 = 25;

/// When a search ends; the first limit that is reached counts. Without any it goes on until it is stopped.
/// The first iteration is always finished, so that there is a move.
///
/// ```
/// use manyply::search::Limits;
/// use std::time::Duration;
///
/// // Whatever is reached first ends the search.
/// let limits = Limits { depth: Some(12), time: Some(Duration::from_secs(2)), ..Limits::default() };
/// assert_eq!(limits.nodes, None);
///
/// // Ten seconds for the rest of the game: a search may take a part of them.
/// let clock = Limits::clock(Duration::from_secs(10), Duration::ZERO, None);
/// assert!(clock.time.is_some_and(|time| time < Duration::from_secs(10)));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The last depth to search, in plies.
    pub depth: Option<u32>,
    /// Nodes, of all threads together (each thread gets its share).
    pub nodes: Option<u64>,
    /// The hard limit: kept within a node batch, about a millisecond.
    pub time: Option<Duration>,
    /// The soft limit, for searches under a clock: about when no iteration begins any more, sooner if the best move is
    /// clear, later if it is not.
    pub soft_time: Option<Duration>,
}

impl Limits {
    /// Only a depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Only a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Only a time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// A share of a clock that has `left`, gets `increment` with every move, and must do for so many `moves`, as far as
    /// is known. Never more than is left.
    pub fn clock(left: Duration, increment: Duration, moves: Option<u32>) -> Self {
        let moves = moves.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let share = (left / moves).saturating_add(increment / 5 * 4).min(left);
        Self {
            time: Some(share.saturating_mul(3).min(left.mul_f64(0.5).max(share)).min(left)),
            soft_time: Some(share.mul_f64(0.7)),
            ..Self::default()
        }
    }
}

/// Looks at the clock and the stop flags once in a batch of nodes.
#[derive(Clone, Debug)]
pub(crate) struct StopCondition<'a> {
    pub(super) started: Instant,
    deadline: Option<Instant>,
    budget: u64,
    stops: [&'a AtomicBool; 2],
}

impl<'a> StopCondition<'a> {
    /// Nodes between two looks: a quarter of a millisecond of a fast game.
    pub(super) const BATCH: u64 = 1024;

    /// A stop condition for one of `threads` workers; any of `stops` ends the search: the caller's, the threads' own.
    pub(crate) fn new(started: Instant, limits: &Limits, threads: usize, stops: [&'a AtomicBool; 2]) -> Self {
        let deadline = limits.time.and_then(|time| started.checked_add(time)).or_else(clock::never);
        let budget = limits.nodes.map_or(u64::MAX, |nodes| (nodes / threads as u64).max(1));
        Self { started, deadline, budget, stops }
    }

    /// What ends the search for all threads, once one of them has finished it.
    pub(super) const fn halt(&self) -> &'a AtomicBool {
        self.stops[1]
    }

    /// Whether the search must end, asked at every node with the worker's node count.
    #[inline]
    pub(super) fn is_over(&self, nodes: u64) -> bool {
        nodes >= self.budget || (nodes.is_multiple_of(Self::BATCH) && self.look())
    }

    /// Whether the limit on nodes is reached.
    pub(crate) fn is_over_budget(&self, nodes: u64) -> bool {
        nodes >= self.budget
    }

    /// Whether the limit on nodes is less than `more` away.
    #[inline]
    pub(super) fn is_near(&self, nodes: u64, more: u64) -> bool {
        nodes.saturating_add(more) > self.budget
    }

    /// Whether the search must end, looking at once.
    #[cold]
    pub(crate) fn look(&self) -> bool {
        self.stops.iter().any(|stop| stop.load(Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
