//! Sets of several 64-bit words, for boards of more than 128 squares.

use super::BitSet;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of `64 * N` bits; word 0 holds the members 0 to 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Wide<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> BitSet for Wide<N> {
    const CAPACITY: usize = 64 * N;
    const EMPTY: Self = Self([0; N]);
    type Members = WideIter<N>;

    #[inline]
    fn of(index: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[index / 64] = 1 << (index % 64);
        set
    }
    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
    #[inline]
    fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }
    #[inline]
    fn members(self) -> WideIter<N> {
        WideIter { words: self.0, at: 0 }
    }
    #[inline]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
    #[inline]
    fn contains(self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }
}

/// Members of a [`Wide`] set, word after word.
#[derive(Clone, Copy, Debug)]
pub struct WideIter<const N: usize> {
    words: [u64; N],
    at: usize,
}

impl<const N: usize> Iterator for WideIter<N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.at < N {
            if let Some(bit) = self.words[self.at].pop_first() {
                return Some(64 * self.at + bit);
            }
            self.at += 1;
        }
        None
    }

    /// Word by word: half the instructions of asking for one member after another.
    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, init: B, mut f: F) -> B {
        (self.at..N)
            .fold(init, |folded, at| self.words[at].members().fold(folded, |folded, bit| f(folded, 64 * at + bit)))
    }
}

macro_rules! by_words {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt),*) => {$(
        impl<const N: usize> $trait for Wide<N> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|word| self.0[word] $op other.0[word]))
            }
        }
        impl<const N: usize> $assign for Wide<N> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    )*};
}

by_words!(
    BitAnd bitand BitAndAssign bitand_assign &,
    BitOr bitor BitOrAssign bitor_assign |,
    BitXor bitxor BitXorAssign bitxor_assign ^
);

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for Wide<N> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        Self(std::array::from_fn(|at| {
            let Some(from) = at.checked_sub(words) else { return 0 };
            let carried = if bits > 0 && from > 0 { self.0[from - 1] >> (64 - bits) } else { 0 };
            self.0[from] << bits | carried
        }))
    }
}

impl<const N: usize> Shr<u32> for Wide<N> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        Self(std::array::from_fn(|at| {
            let from = at + words;
            if from >= N {
                return 0;
            }
            let carried = if bits > 0 && from + 1 < N { self.0[from + 1] << (64 - bits) } else { 0 };
            self.0[from] >> bits | carried
        }))
    }
}
