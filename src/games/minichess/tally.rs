//! Several small sums in one word, which one addition changes together.

use std::ops::{AddAssign, Mul, Sub, SubAssign};

/// Four sums in 16 bits each of one word. The first three are White's minus Black's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Tally(i64);

impl Tally {
    /// Nothing.
    pub(super) const ZERO: Self = Self(0);

    /// Four summands.
    pub(super) const fn new(middle: i32, end: i32, count: i32, phase: i32) -> Self {
        Self(middle as i64 + ((end as i64) << 16) + ((count as i64) << 32) + ((phase as i64) << 48))
    }

    /// Lane `index`, without what the lanes below have borrowed from it.
    #[inline]
    const fn lane(self, index: u32) -> i32 {
        let below = 0x8000_8000_8000 & ((1_i64 << (16 * index)) - 1);
        ((self.0 + below) >> (16 * index)) as i16 as i32
    }

    /// Material and squares, weighed for the middle game.
    #[inline]
    pub(super) const fn middle(self) -> i32 {
        self.lane(0)
    }

    /// Material and squares, weighed for the endgame.
    #[inline]
    pub(super) const fn end(self) -> i32 {
        self.lane(1)
    }

    /// The count that decides the game when the plies have run out.
    #[inline]
    pub(super) const fn count(self) -> i32 {
        self.lane(2)
    }

    /// The pieces left, of both sides.
    #[inline]
    pub(super) const fn phase(self) -> i32 {
        self.lane(3)
    }
}

impl Mul<u32> for Tally {
    type Output = Self;
    #[inline]
    fn mul(self, times: u32) -> Self {
        Self(self.0 * i64::from(times))
    }
}

impl Sub for Tally {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Tally {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Tally {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_do_not_disturb_each_other() {
        for middle in [-30_000, -1, 0, 1, 30_000] {
            for end in [-30_000, -1, 0, 1, 30_000] {
                for count in [-580, -1, 0, 1, 580] {
                    let mut sum = Tally::new(middle, end, count, 200);
                    assert_eq!((sum.middle(), sum.end(), sum.count(), sum.phase()), (middle, end, count, 200));
                    sum -= Tally::new(middle, end, count, 100);
                    assert_eq!((sum.middle(), sum.end(), sum.count(), sum.phase()), (0, 0, 0, 100));
                }
            }
        }
    }
}
