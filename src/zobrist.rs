//! Zobrist keys: random words from a fixed seed, so that keys, tables on disk and node counts are the same on every
//! machine. Which words a game needs, and what they stand for, the game says.
//!
//! The generator is SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Scatters a word over all 64 bits; a bijection, so different inputs keep different outputs.
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// A small deterministic generator for keys, openings and tests. Not for secrets.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator whose whole sequence follows from `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number in `0..bound`; 0 when `bound` is 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }
}

/// `N` keys that follow from `seed`; for `const` and `static` tables.
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut generator = SplitMix64::new(seed);
    let mut keys = [0; N];
    let mut index = 0;
    while index < N {
        keys[index] = generator.next_u64();
        index += 1;
    }
    keys
}

/// The key of a count (plies played, a clock) without a table of its own. `seed` keeps different counts apart.
#[inline]
pub const fn count_key(seed: u64, count: u32) -> u64 {
    mix(seed.wrapping_add(GOLDEN.wrapping_mul(count as u64 + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_distinct_and_reproducible() {
        const KEYS: [u64; 1000] = keys(7);
        let mut sorted = KEYS;
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(KEYS, keys::<1000>(7));
        assert_ne!(KEYS[0], keys::<1>(8)[0]);
    }

    #[test]
    fn random_numbers_are_below_the_bound() {
        let mut generator = SplitMix64::new(1);
        assert!((0..1000).all(|_| generator.below(7) < 7));
        assert_eq!(generator.below(0), 0);
    }
}
