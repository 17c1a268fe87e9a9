//! What quiet moves have done elsewhere in the tree: the memory by which they are ordered.
//!
//! Slots are the game's classes of moves. Counters move towards ±[`LIMIT`] with gravity, so that old experience fades.

const LIMIT: i32 = 16_384;

/// A class of moves made on the way, or nothing (the root, a pass).
pub(super) type Slot = Option<usize>;

/// History counters of one thread.
#[derive(Debug)]
pub(super) struct QuietHistory {
    slots: usize,
    main: Vec<i16>,
    /// By the slot one ply before and the slot; then by the slot two plies before. The last row stays zero.
    continuation: [Vec<i16>; 2],
}

/// The counters of all classes of moves at one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Experience<'a> {
    rows: [&'a [i16]; 3],
}

impl Experience<'_> {
    /// How well moves of class `slot` did: −3·LIMIT to 3·LIMIT.
    #[inline]
    pub(super) fn score(&self, slot: usize) -> i32 {
        self.rows.iter().map(|row| i32::from(row[slot])).sum()
    }
}

impl QuietHistory {
    /// Empty counters for `slots` classes; pairs of classes only if `continuation`.
    pub(super) fn new(slots: usize, continuation: bool) -> Self {
        let rows = if continuation { slots + 1 } else { 1 };
        Self { slots, main: vec![0; slots], continuation: [vec![0; rows * slots], vec![0; rows * slots]] }
    }

    /// What there is to know of the moves that follow `before` (made one and two plies ago).
    #[inline]
    pub(super) fn after(&self, before: [Slot; 2]) -> Experience<'_> {
        let row = |index: usize| {
            let counters = &self.continuation[index];
            let zeros = counters.len() - self.slots;
            let start = before[index].map_or(zeros, |before| zeros.min(before * self.slots));
            &counters[start..start + self.slots]
        };
        Experience { rows: [&self.main, row(0), row(1)] }
    }

    /// Learns that a move of class `slot` cut, or failed to, in a search of `depth` plies.
    #[inline]
    pub(super) fn learn(&mut self, slot: usize, before: [Slot; 2], depth: i32, cut: bool) {
        let size = (12 * depth * depth + 40 * depth).min(1800);
        let bonus = if cut { size } else { -size };
        pull(&mut self.main[slot], bonus);
        for (counters, before) in self.continuation.iter_mut().zip(before) {
            if let Some(before) = before
                && (before + 1) * self.slots < counters.len()
            {
                pull(&mut counters[before * self.slots + slot], bonus);
            }
        }
    }
}

#[inline]
fn pull(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_in_range_and_fade() {
        let mut history = QuietHistory::new(3, true);
        for _ in 0..10_000 {
            history.learn(1, [Some(2), None], 100, true);
        }
        let high = history.after([Some(2), None]).score(1);
        assert!(high > LIMIT && high <= 2 * LIMIT, "{high}");
        assert!(history.after([None, None]).score(1) <= LIMIT && history.after([Some(2), Some(1)]).score(0) == 0);
        history.learn(1, [None, None], 100, false);
        assert!(history.after([Some(2), None]).score(1) < high);
    }
}
