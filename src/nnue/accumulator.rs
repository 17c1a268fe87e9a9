//! The output of the feature transformer, updated by the features that change from one position to the next.

use super::{HIDDEN, Network, Row};

/// The hidden layer before its activation, from the perspectives of the first and the second side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Accumulator([Row; 2]);

impl Accumulator {
    /// The hidden layer as the first (0) or second (1) side sees it.
    #[inline]
    pub(super) fn perspective(&self, side: usize) -> &Row {
        &self.0[side]
    }
}

impl<const FEATURES: usize> Network<FEATURES> {
    /// The accumulator where no feature is active.
    pub const fn empty(&self) -> Accumulator {
        Accumulator([self.feature_bias; 2])
    }

    /// The accumulator once features are taken from and added to those that are active: each as the first and as the
    /// second of two sides sees it. At most [`MAX_ACTIVE`](super::MAX_ACTIVE) are active then.
    #[inline]
    pub fn update(
        &self,
        Accumulator([mut first, mut second]): Accumulator,
        removed: impl Iterator<Item = (u16, u16)>,
        added: impl Iterator<Item = (u16, u16)>,
    ) -> Accumulator {
        for (a, b) in removed {
            let (a, b) = (&self.feature_weights[usize::from(a)], &self.feature_weights[usize::from(b)]);
            for index in 0..HIDDEN {
                first[index] = first[index].wrapping_sub(a[index]);
                second[index] = second[index].wrapping_sub(b[index]);
            }
        }
        for (a, b) in added {
            let (a, b) = (&self.feature_weights[usize::from(a)], &self.feature_weights[usize::from(b)]);
            for index in 0..HIDDEN {
                first[index] = first[index].wrapping_add(a[index]);
                second[index] = second[index].wrapping_add(b[index]);
            }
        }
        Accumulator([first, second])
    }

    /// The accumulator of the features that are active, made from nothing.
    #[inline]
    pub fn refresh(&self, active: impl Iterator<Item = (u16, u16)>) -> Accumulator {
        self.update(self.empty(), std::iter::empty(), active)
    }
}
