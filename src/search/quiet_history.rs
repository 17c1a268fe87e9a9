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
    /// By the slot one ply before and the slot; then by the slot two plies before.
    continuation: [Vec<i16>; 2],
}

impl QuietHistory {
    /// Empty counters for `slots` classes; pairs of classes only if `continuation`.
    pub(super) fn new(slots: usize, continuation: bool) -> Self {
        let pairs = if continuation { slots * slots } else { 0 };
        Self { slots, main: vec![0; slots], continuation: [vec![0; pairs], vec![0; pairs]] }
    }

    /// How well moves of class `slot` did, after `before` (one and two plies ago): −3·LIMIT to 3·LIMIT.
    #[inline]
    pub(super) fn score(&self, slot: usize, before: [Slot; 2]) -> i32 {
        let mut score = i32::from(self.main[slot]);
        for (counters, before) in self.continuation.iter().zip(before) {
            if let Some(before) = before
                && let Some(&counter) = counters.get(before * self.slots + slot)
            {
                score += i32::from(counter);
            }
        }
        score
    }

    /// Learns that a move of class `slot` cut, or failed to, in a search of `depth` plies.
    #[inline]
    pub(super) fn learn(&mut self, slot: usize, before: [Slot; 2], depth: i32, cut: bool) {
        let size = (12 * depth * depth + 40 * depth).min(1800);
        let bonus = if cut { size } else { -size };
        pull(&mut self.main[slot], bonus);
        for (counters, before) in self.continuation.iter_mut().zip(before) {
            if let Some(before) = before
                && let Some(counter) = counters.get_mut(before * self.slots + slot)
            {
                pull(counter, bonus);
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
        let high = history.score(1, [Some(2), None]);
        assert!(high > LIMIT && high <= 2 * LIMIT, "{high}");
        assert!(history.score(1, [None, None]) <= LIMIT && history.score(0, [Some(2), Some(1)]) == 0);
        history.learn(1, [None, None], 100, false);
        assert!(history.score(1, [Some(2), None]) < high);
    }
}
