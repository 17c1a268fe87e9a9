//! Histories: how often quiet moves have failed high elsewhere in the tree, the memory by which they are ordered and
//! reduced.
//!
//! The main (butterfly) history counts by the game's [history index](super::hooks::Ordering::history_index),
//! continuation history also by the index of the move made one ply or two plies before. A history update moves a
//! counter towards ±[`MAX_HISTORY`] with gravity, so that old results fade.

/// No counter is larger, either way.
const MAX_HISTORY: i32 = 16_384;

/// The history index of a quiet move on the way, or nothing (the root, a noisy move, a null move).
pub(super) type HistoryIndex = Option<usize>;

/// Where the continuation history begins of moves that follow those made one ply and two plies ago.
pub(super) type ContinuationRows = [usize; 2];

/// The histories of quiet moves, of one thread.
#[derive(Debug)]
pub(super) struct QuietHistory {
    /// How many history indices there are.
    size: usize,
    main: Vec<i16>,
    /// By the index one ply before and the move's; then by the index two plies before. The last row stays zero.
    continuation: [Vec<i16>; 2],
}

/// The histories of all moves at one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryRows<'a> {
    rows: [&'a [i16]; 3],
}

impl HistoryRows<'_> {
    /// The sum of a move's histories: −3·[`MAX_HISTORY`] to 3·[`MAX_HISTORY`].
    #[inline]
    pub(super) fn score(&self, index: usize) -> i32 {
        self.rows.iter().map(|row| i32::from(row[index])).sum()
    }
}

impl QuietHistory {
    /// Empty histories of `size` indices; continuation history only if asked for.
    pub(super) fn new(size: usize, continuation: bool) -> Self {
        let rows = if continuation { size + 1 } else { 1 };
        Self { size, main: vec![0; size], continuation: [vec![0; rows * size], vec![0; rows * size]] }
    }

    /// Halves everything: what an earlier search found counts less than what this one finds.
    pub(super) fn age(&mut self) {
        self.main.iter_mut().chain(self.continuation.iter_mut().flatten()).for_each(|counter| *counter /= 2);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.main.fill(0);
        self.continuation.iter_mut().for_each(|counters| counters.fill(0));
    }

    /// Where the continuation history of the moves begins that follow moves with these indices, made one ply and two
    /// plies ago.
    #[inline]
    pub(super) fn continuation_rows(&self, before: [HistoryIndex; 2]) -> ContinuationRows {
        let zeros = self.continuation[0].len() - self.size;
        before.map(|index| index.map_or(zeros, |index| zeros.min(index * self.size)))
    }

    /// The histories of the moves that follow.
    #[inline]
    pub(super) fn rows(&self, rows: ContinuationRows) -> HistoryRows<'_> {
        let row = |back: usize| &self.continuation[back][rows[back]..][..self.size];
        HistoryRows { rows: [&self.main, row(0), row(1)] }
    }

    /// A history update: the move with this index failed high, or did not, in a search of `depth` plies.
    #[inline]
    pub(super) fn update(&mut self, index: usize, rows: ContinuationRows, depth: i32, failed_high: bool) {
        let size = (12 * depth * depth + 40 * depth).min(1800);
        let bonus = if failed_high { size } else { -size };
        gravity(&mut self.main[index], bonus);
        for (counters, start) in self.continuation.iter_mut().zip(rows) {
            if start + self.size < counters.len() {
                gravity(&mut counters[start + index], bonus);
            }
        }
    }
}

/// Adds a bonus, the less the nearer the counter already is to its bound.
#[inline]
fn gravity(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_in_range_and_fade() {
        let mut history = QuietHistory::new(3, true);
        let rows = |before| QuietHistory::new(3, true).continuation_rows(before);
        for _ in 0..10_000 {
            history.update(1, rows([Some(2), None]), 100, true);
        }
        let score = |history: &QuietHistory, before, index| history.rows(rows(before)).score(index);
        let high = score(&history, [Some(2), None], 1);
        assert!(high > MAX_HISTORY && high <= 2 * MAX_HISTORY, "{high}");
        assert!(score(&history, [None, None], 1) <= MAX_HISTORY && score(&history, [Some(2), Some(1)], 0) == 0);
        history.update(1, rows([None, None]), 100, false);
        assert!(score(&history, [Some(2), None], 1) < high);
    }
}
