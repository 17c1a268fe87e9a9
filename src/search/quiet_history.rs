//! What quiet moves have done elsewhere in the tree: the memory by which they are ordered.
//!
//! Slots are the game's classes of moves. Counters move towards ±[`LIMIT`] with gravity, so that old experience fades.

const LIMIT: i32 = 16_384;

/// A class of moves made on the way, or nothing (the root, a pass).
pub(super) type Slot = Option<usize>;

/// Where the counters begin of what follows the moves made one and two plies ago.
pub(super) type Before = [usize; 2];

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

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.main.fill(0);
        self.continuation.iter_mut().for_each(|counters| counters.fill(0));
    }

    /// Where the counters begin of what follows moves of these classes, made one and two plies ago.
    #[inline]
    pub(super) fn before(&self, slots: [Slot; 2]) -> Before {
        let zeros = self.continuation[0].len() - self.slots;
        slots.map(|slot| slot.map_or(zeros, |slot| zeros.min(slot * self.slots)))
    }

    /// What there is to know of the moves that follow.
    #[inline]
    pub(super) fn after(&self, before: Before) -> Experience<'_> {
        let row = |index: usize| &self.continuation[index][before[index]..][..self.slots];
        Experience { rows: [&self.main, row(0), row(1)] }
    }

    /// Learns that a move of class `slot` cut, or failed to, in a search of `depth` plies.
    #[inline]
    pub(super) fn learn(&mut self, slot: usize, before: Before, depth: i32, cut: bool) {
        let size = (12 * depth * depth + 40 * depth).min(1800);
        let bonus = if cut { size } else { -size };
        pull(&mut self.main[slot], bonus);
        for (counters, start) in self.continuation.iter_mut().zip(before) {
            if start + self.slots < counters.len() {
                pull(&mut counters[start + slot], bonus);
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
        let before = |slots| QuietHistory::new(3, true).before(slots);
        for _ in 0..10_000 {
            history.learn(1, before([Some(2), None]), 100, true);
        }
        let score = |history: &QuietHistory, slots, slot| history.after(before(slots)).score(slot);
        let high = score(&history, [Some(2), None], 1);
        assert!(high > LIMIT && high <= 2 * LIMIT, "{high}");
        assert!(score(&history, [None, None], 1) <= LIMIT && score(&history, [Some(2), Some(1)], 0) == 0);
        history.learn(1, before([None, None]), 100, false);
        assert!(score(&history, [Some(2), None], 1) < high);
    }
}
