//! The moves at the root, as the iterations pass them on: to the next one, to other threads, to reports.

use super::table::Bound;
use super::value::{INFINITE, MAX_PLY, Value, Values};

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    /// The move and the best line after it.
    pub(super) line: Vec<M>,
    /// The value of the last iteration that found it the best of its line.
    pub(super) value: Value,
    /// All sides' values, in max^n.
    pub(super) values: Option<Values>,
    /// The depth of that iteration, in plies.
    pub(super) depth: u32,
    /// Whether the value is one, or a lower bound, as where the iteration was stopped.
    pub(super) bound: Bound,
    /// The deepest ply of that iteration.
    pub(super) seldepth: usize,
    /// What the last iteration spent on it.
    pub(super) nodes: u64,
    /// The game thinks it useless.
    pub(super) left_out: bool,
    /// Its value and its line are proved outside of the search, which leaves it as it is.
    pub(super) is_proved: bool,
}

impl<M> RootMove<M> {
    pub(super) fn new(m: M) -> Self {
        let mut line = Vec::with_capacity(MAX_PLY);
        line.push(m);
        Self {
            line,
            value: -INFINITE,
            values: None,
            depth: 0,
            bound: Bound::Exact,
            seldepth: 0,
            nodes: 0,
            left_out: false,
            is_proved: false,
        }
    }

    /// Takes over what an iteration has found.
    pub(super) fn found(&mut self, value: Value, bound: Bound, rest: &[M], depth: i32, seldepth: usize)
    where
        M: Copy,
    {
        self.line.truncate(1);
        self.line.extend_from_slice(rest);
        (self.value, self.bound, self.depth, self.seldepth) = (value, bound, depth as u32, seldepth);
    }
}
