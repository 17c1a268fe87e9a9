//! Inference with efficiently updatable neural networks (NNUE; Nasu, 2018), for games whose features are many and
//! sparse.
//!
//! The *feature transformer* adds up one row of weights for each active feature: an [`Accumulator`], once from either
//! side's perspective. It is clipped to `0..=1`, squared (SCReLU), and weighed by the *output weights* into one number,
//! the half of the side to move first. Everything is integers, so the evaluation is the same on every machine. From one
//! position to the next few features change, so few rows.
//!
//! A game says which features are active; networks are trained elsewhere.

mod accumulator;
#[cfg(test)]
mod tests;

use accumulator::Row;
pub use accumulator::{Accumulator, HIDDEN};

/// The quantisation of the feature transformer: what stands for 1.
pub const QA: i32 = 255;
/// The quantisation of the output weights: what stands for 1.
pub const QB: i32 = 64;
/// The scale of the sigmoid: hundredths of a unit for each log-odds unit.
pub const SCALE: i32 = 150;
/// The greatest weight: so large that nothing overflows with [`MAX_ACTIVE`] features.
pub const MAX_WEIGHT: f32 = 1.98;
/// How many features may be active at once.
pub const MAX_ACTIVE: usize = 60;

/// A network that looks at `FEATURES` features. Its rows begin at cache lines.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Network<const FEATURES: usize> {
    feature_weights: [Row; FEATURES],
    feature_bias: Row,
    output_weights: [Row; 2],
    output_bias: i16,
}

/// How many bytes a network with so many features takes.
pub const fn size(features: usize) -> usize {
    2 * ((features + 3) * HIDDEN + 1)
}

impl<const FEATURES: usize> Network<FEATURES> {
    /// A network from numbers of 16 bits, the lower byte first: feature weights, feature bias, output weights (side to
    /// move, other side), output bias.
    ///
    /// # Panics
    /// If there are not exactly [`size`] bytes for the features.
    pub const fn from_bytes(bytes: &[u8]) -> Self {
        assert!(bytes.len() == size(FEATURES), "a network of another size");
        let mut network = Self {
            feature_weights: [[0; HIDDEN]; FEATURES],
            feature_bias: [0; HIDDEN],
            output_weights: [[0; HIDDEN]; 2],
            output_bias: 0,
        };
        let mut index = 0;
        while 2 * index < bytes.len() {
            let value = i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]);
            let (row, column) = (index / HIDDEN, index % HIDDEN);
            if row < FEATURES {
                network.feature_weights[row][column] = value;
            } else if row == FEATURES {
                network.feature_bias[column] = value;
            } else if row < FEATURES + 3 {
                network.output_weights[row - FEATURES - 1][column] = value;
            } else {
                network.output_bias = value;
            }
            index += 1;
        }
        network
    }

    /// The accumulator where no feature is active.
    pub const fn empty(&self) -> Accumulator {
        Accumulator([self.feature_bias; 2])
    }

    /// The accumulator once features are taken from and added to those that are active: each as the first and as the
    /// second of two sides sees it. At most [`MAX_ACTIVE`] are active then.
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

    /// The evaluation for the side to move, in hundredths of a unit: the first of the two sides, or the second.
    #[inline]
    pub fn evaluate(&self, accumulator: &Accumulator, second_to_move: bool) -> i32 {
        let mover = usize::from(second_to_move);
        let sum = screlu(&accumulator.0[mover], &self.output_weights[0])
            + screlu(&accumulator.0[1 - mover], &self.output_weights[1]);
        (sum / QA + i32::from(self.output_bias)) * SCALE / (QA * QB)
    }
}

/// One perspective through the squared clipped ReLU, times the output weights. Not inlined: inlined, the compiler
/// chooses between the two perspectives inside the loop.
#[inline(never)]
fn screlu(hidden: &Row, weights: &Row) -> i32 {
    let mut sum = 0;
    for (&x, &weight) in hidden.iter().zip(weights) {
        let x = x.clamp(0, QA as i16);
        // Below 2^15: weights are below 128.
        sum += i32::from(x.wrapping_mul(weight)) * i32::from(x);
    }
    sum
}
