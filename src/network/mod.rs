//! Small neural networks that estimate a position, for games whose features are many and sparse.
//!
//! One hidden layer, seen from both sides: the features that are present, as each side sees them, add up rows of
//! weights; what comes out is cut to `0..=1`, squared, and weighed into one number, the mover's half first. Everything is
//! integers, so the estimate is the same on every machine. Networks of this form are known as efficiently updatable
//! (Nasu, 2018): what changes from one position to the next is few rows.
//!
//! [`Trainer`] makes them from [`Sample`]s of self-play.

mod sample;
mod train;

#[cfg(test)]
mod tests;

pub use sample::{Sample, SelfPlay};
pub use train::{Losses, Trainer};

/// How many numbers the hidden layer has for each side.
pub const HIDDEN: usize = 64;
/// What stands for 1 in the hidden layer.
const ONE: i32 = 255;
/// What stands for 1 among the output weights.
const OUTPUT_ONE: i32 = 64;
/// By so many hundredths of a unit better, and the chances are e to 1.
pub const ODDS: i32 = 150;
/// The greatest weight: so large that nothing overflows with [`MOST_PRESENT`] features.
const MOST_WEIGHT: f32 = 1.98;
/// How many features may be present at once.
pub const MOST_PRESENT: usize = 60;

/// One number for each of the hidden layer.
type Row = [i16; HIDDEN];

/// A network that looks at `FEATURES` features. Its rows begin at cache lines.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Network<const FEATURES: usize> {
    rows: [Row; FEATURES],
    bias: Row,
    output: [Row; 2],
    output_bias: i16,
}

/// The hidden layer before it is cut, as each of two sides sees what is present. Whoever keeps that of one position has
/// that of a similar one by a few changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Hidden([Row; 2]);

/// How many bytes a network with so many features takes.
pub const fn size(features: usize) -> usize {
    2 * ((features + 3) * HIDDEN + 1)
}

impl<const FEATURES: usize> Network<FEATURES> {
    /// The network that a [`Trainer`] wrote: numbers of 16 bits, the lower byte first.
    ///
    /// # Panics
    /// If there are not exactly [`size`] bytes for the features.
    pub const fn from_bytes(bytes: &[u8]) -> Self {
        assert!(bytes.len() == size(FEATURES), "a network of another size");
        let mut network =
            Self { rows: [[0; HIDDEN]; FEATURES], bias: [0; HIDDEN], output: [[0; HIDDEN]; 2], output_bias: 0 };
        let mut index = 0;
        while 2 * index < bytes.len() {
            let value = i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]);
            let (row, column) = (index / HIDDEN, index % HIDDEN);
            if row < FEATURES {
                network.rows[row][column] = value;
            } else if row == FEATURES {
                network.bias[column] = value;
            } else if row < FEATURES + 3 {
                network.output[row - FEATURES - 1][column] = value;
            } else {
                network.output_bias = value;
            }
            index += 1;
        }
        network
    }

    /// The hidden layer where no feature is present.
    pub const fn empty(&self) -> Hidden {
        Hidden([self.bias; 2])
    }

    /// The hidden layer once features are taken from and added to those that are present: each as the first and as the
    /// second of two sides sees it. There are at most [`MOST_PRESENT`] then.
    #[inline]
    pub fn changed(
        &self,
        Hidden([mut first, mut second]): Hidden,
        removed: impl Iterator<Item = (u16, u16)>,
        added: impl Iterator<Item = (u16, u16)>,
    ) -> Hidden {
        for (a, b) in removed {
            let (a, b) = (&self.rows[usize::from(a)], &self.rows[usize::from(b)]);
            for index in 0..HIDDEN {
                first[index] = first[index].wrapping_sub(a[index]);
                second[index] = second[index].wrapping_sub(b[index]);
            }
        }
        for (a, b) in added {
            let (a, b) = (&self.rows[usize::from(a)], &self.rows[usize::from(b)]);
            for index in 0..HIDDEN {
                first[index] = first[index].wrapping_add(a[index]);
                second[index] = second[index].wrapping_add(b[index]);
            }
        }
        Hidden([first, second])
    }

    /// The estimate for the side to move, in hundredths of a unit: the first of the two sides, or the second.
    #[inline]
    pub fn output(&self, hidden: &Hidden, second_to_move: bool) -> i32 {
        let mover = usize::from(second_to_move);
        let sum = weighed(&hidden.0[mover], &self.output[0]) + weighed(&hidden.0[1 - mover], &self.output[1]);
        (sum / ONE + i32::from(self.output_bias)) * ODDS / (ONE * OUTPUT_ONE)
    }

    /// The estimate for the side to move, in hundredths of a unit. Each item is one feature that is present, as the side
    /// to move and as the other one sees it; there are at most [`MOST_PRESENT`].
    #[inline]
    pub fn estimate(&self, features: impl Iterator<Item = (u16, u16)>) -> i32 {
        self.output(&self.changed(self.empty(), std::iter::empty(), features), false)
    }
}

/// The hidden numbers, cut and squared, times their weights. By itself: where the compiler sees that one of two sides is
/// meant, it asks which for each few of the numbers.
#[inline(never)]
fn weighed(hidden: &Row, weights: &Row) -> i32 {
    let mut sum = 0;
    for (&x, &weight) in hidden.iter().zip(weights) {
        let x = x.clamp(0, ONE as i16);
        // Below 2^15: weights are below 128.
        sum += i32::from(x.wrapping_mul(weight)) * i32::from(x);
    }
    sum
}
