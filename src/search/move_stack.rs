//! Moves with their ranks, on a stack: every node on the way puts its own on top.

/// A stack of moves with their ranks.
#[derive(Debug)]
pub(super) struct MoveStack<M>(Vec<ScoredMove<M>>);

#[derive(Clone, Copy, Debug)]
struct ScoredMove<M> {
    m: M,
    rank: i32,
}

/// Ranks that are compared at a time to find one.
const BLOCK: usize = 16;

impl<M: Copy + Eq> MoveStack<M> {
    /// An empty stack with room for `capacity` moves.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self(Vec::with_capacity(capacity))
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The move at `index` from the bottom.
    #[inline]
    pub(super) fn at(&self, index: usize) -> M {
        self.0[index].m
    }

    #[inline]
    pub(super) fn push(&mut self, m: M, rank: i32) {
        self.0.push(ScoredMove { m, rank });
    }

    /// Pushes moves in their order.
    #[inline]
    pub(super) fn extend(&mut self, moves: &[M], rank: impl Fn(M) -> i32) {
        self.0.extend(moves.iter().map(|&m| ScoredMove { m, rank: rank(m) }));
    }

    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    #[inline]
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        self.0.swap(a, b);
    }

    /// Takes `m` out, if it is at `from` or above; the others keep their order.
    pub(super) fn remove(&mut self, from: usize, m: M) {
        if let Some(index) = self.find(from, m) {
            self.0.remove(index);
        }
    }

    /// Where `m` is, at `from` or above.
    #[inline]
    pub(super) fn find(&self, from: usize, m: M) -> Option<usize> {
        self.0[from..].iter().position(|other| other.m == m).map(|index| from + index)
    }

    /// Brings the highest ranked move from `from` on to that place, the lowest on the stack among equals; returns it
    /// with its rank.
    #[inline]
    pub(super) fn pick_best(&mut self, from: usize) -> Option<(M, i32)> {
        let rest = &mut self.0[from..];
        let highest = rest.iter().fold(i32::MIN, |highest, ranked| highest.max(ranked.rank));
        let blocks = rest.as_chunks::<BLOCK>().0;
        // Without an early exit, which would keep the processor from comparing a block at once.
        let has_highest =
            |block: &[ScoredMove<M>; BLOCK]| block.iter().fold(false, |any, ranked| any | (ranked.rank == highest));
        let start = BLOCK * blocks.iter().position(has_highest).unwrap_or(blocks.len());
        let index = start + rest[start..].iter().position(|ranked| ranked.rank == highest)?;
        rest.swap(0, index);
        Some((rest[0].m, highest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::quickcheck;

    quickcheck! {
        fn the_best_comes_first(ranks: Vec<i8>, from: usize) -> bool {
            let mut ranking = MoveStack::with_capacity(0);
            ranks.iter().enumerate().for_each(|(m, &rank)| ranking.push(m, rank.into()));
            let from = from % (ranks.len() + 1);
            let best = (from..ranks.len()).min_by_key(|&index| (std::cmp::Reverse(ranks[index]), index));
            let found = ranking.pick_best(from);
            found == best.map(|index| (index, ranks[index].into()))
                && best.is_none_or(|index| ranking.at(from) == index && ranking.at(index) == from)
        }
    }

    #[test]
    fn what_is_taken_out_leaves_the_order() {
        let mut ranking = MoveStack::with_capacity(4);
        ranking.extend(&[7, 5, 7, 9], |m| 10 * m);
        ranking.remove(1, 7);
        ranking.remove(0, 8);
        assert_eq!((0..ranking.len()).map(|index| ranking.at(index)).collect::<Vec<_>>(), [7, 5, 9]);
        assert_eq!((ranking.find(1, 7), ranking.find(0, 9)), (None, Some(2)));
        assert_eq!(ranking.pick_best(1), Some((9, 90)));
        ranking.truncate(1);
        assert_eq!(ranking.pick_best(1), None);
    }
}
