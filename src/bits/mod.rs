//! Fixed-size bit sets from 32 to 448 bits behind one small trait: set algebra, shifts, counting, iteration.
//! What a bit stands for (a square, a cell) is the game's business.

mod wide;

pub use wide::{Wide, WideIter};

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of small numbers kept in one machine word or a few.
///
/// Shifts move every member up (`<<`) or down (`>>`); members that leave the set's capacity are dropped, and the
/// distance must be smaller than the capacity.
pub trait BitSet:
    Copy
    + Eq
    + Hash
    + Default
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Numbers `0..CAPACITY` can be members.
    const CAPACITY: usize;
    /// The set without members.
    const EMPTY: Self;
    /// Walks the members in rising order.
    type Members: Iterator<Item = usize>;

    /// The set whose only member is `index`, which must be below [`Self::CAPACITY`].
    fn of(index: usize) -> Self;
    /// How many members there are.
    fn len(self) -> u32;
    /// The smallest member.
    fn first(self) -> Option<usize>;
    /// All members, in rising order.
    fn members(self) -> Self::Members;
    /// The members but the smallest.
    #[must_use]
    fn without_first(self) -> Self;

    /// Whether there is no member.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether `index` is a member.
    #[inline]
    fn contains(self, index: usize) -> bool {
        self.meets(Self::of(index))
    }

    /// Whether the two sets share a member.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether every member of this set is one of `other`.
    #[inline]
    fn within(self, other: Self) -> bool {
        (self & other) == self
    }

    /// The members that are not in `other`.
    #[inline]
    #[must_use]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// This set and `index`.
    #[inline]
    #[must_use]
    fn with(self, index: usize) -> Self {
        self | Self::of(index)
    }

    /// Removes and returns the smallest member.
    #[inline]
    fn pop_first(&mut self) -> Option<usize> {
        let first = self.first()?;
        *self = self.without_first();
        Some(first)
    }
}

macro_rules! word {
    ($word:ty, $members:ty, $list:expr) => {
        impl BitSet for $word {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;
            type Members = $members;

            #[inline]
            fn of(index: usize) -> Self {
                debug_assert!(index < Self::CAPACITY);
                1 << index
            }
            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }
            #[inline]
            fn members(self) -> Self::Members {
                $list(self)
            }
            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

word!(u32, WordMembers<u32>, WordMembers);
word!(u64, WordMembers<u64>, WordMembers);
// By halves: measured 1.75 times as fast as clearing the lowest bit of the u128.
word!(u128, WideIter<2>, |set| Wide([set as u64, (set >> 64) as u64]).members());

/// Members of a set that fits a machine word.
#[derive(Clone, Copy, Debug)]
pub struct WordMembers<W>(W);

impl<W: BitSet> Iterator for WordMembers<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.0.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

#[cfg(test)]
mod tests;
