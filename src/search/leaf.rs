//! One of the positions that a search evaluates: what a network is asked about, and so should learn from.

use crate::zobrist::SplitMix64;

/// A position drawn while a search goes on, each one that is evaluated with the same probability: reservoir sampling
/// with a jump to the next one that is taken (Li, 1994, algorithm L).
pub(super) struct DrawnLeaf<G> {
    drawn: Option<G>,
    /// Positions so far.
    seen: u64,
    /// The number, from 1, of the next one that is taken.
    next: u64,
    random: SplitMix64,
}

impl<G: Clone> DrawnLeaf<G> {
    pub(super) const fn new(seed: u64) -> Self {
        Self { drawn: None, seen: 0, next: 1, random: SplitMix64::new(seed) }
    }

    /// Sees a position that is evaluated.
    #[inline]
    pub(super) fn see(&mut self, position: &G) {
        self.seen += 1;
        if self.seen == self.next {
            self.take(position);
        }
    }

    /// Takes the position number n. The next one that is taken has a number above m, of m ≥ n, with probability n/m.
    #[cold]
    fn take(&mut self, position: &G) {
        const BITS: u32 = 53;
        self.drawn = Some(position.clone());
        let uniform = ((self.random.next_u64() >> (u64::BITS - BITS)) + 1) as f64 / (1u64 << BITS) as f64;
        self.next = (self.seen as f64 / uniform) as u64 + 1;
    }

    /// The position; none where none was evaluated.
    pub(super) fn drawn(self) -> Option<G> {
        self.drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_drawn_with_the_same_probability() {
        let mut counts = [0u32; 5];
        for seed in 0..20_000 {
            let mut leaf = DrawnLeaf::new(seed);
            (0..5).for_each(|position: usize| leaf.see(&position));
            counts[leaf.drawn().expect("one")] += 1;
        }
        // Within five standard deviations.
        assert!(counts.iter().all(|&count| count.abs_diff(4000) < 290), "{counts:?}");
        assert_eq!(DrawnLeaf::<u8>::new(1).drawn(), None);
    }
}
