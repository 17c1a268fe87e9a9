//! Inference with efficiently updatable neural networks (NNUE; Nasu, 2018), for games whose features are many and
//! sparse.
//!
//! The *feature transformer* adds up one row of weights for each active feature: an [`Accumulator`], once from each
//! side's perspective. It is clipped to `0..=1`, squared (SCReLU), and weighed by the *output weights* into one number,
//! the side that is asked for first, then the others in the order of their turns. A game may have several sets of
//! output weights (*output buckets*), and says which is meant. Everything is integers, so the evaluation is the same
//! on every machine. From one position to the next few features change, so few rows: an [`AccumulatorCache`] keeps the
//! accumulators of the last positions.
//!
//! A game says which features are active; networks are trained elsewhere, and come as [files](mod@file): some are in
//! the program ([`GameNetwork`]), others are read ([`NetworkRef`]).
//!
//! ```
//! use manyply::nnue::{Network, QA, QB};
//!
//! /// Four features, two neurons, two perspectives, one set of output weights.
//! type Small = Network<4, 2, 2, 1>;
//!
//! // A row of weights for each feature, the bias, the output weights of the side that is asked for and of the other
//! // one, the output bias. The first feature is worth as much as the scale.
//! let (one, out) = (QA as i16, QB as i16);
//! let numbers = [one, 0, 0, one, 0, 0, 0, 0, 0, 0, out, 0, -out, 0, 0];
//! let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
//! let network = Small::from_bytes(&bytes, 150);
//!
//! // What the first side sees as feature 0 the second one sees as feature 2.
//! let accumulator = network.refresh([[0, 2]].into_iter());
//! assert_eq!([0, 1].map(|side| network.evaluate(&accumulator, side, 0)), [150, -150]);
//! // A move takes it away and adds another one.
//! let accumulator = network.update(accumulator, [[0, 2]].into_iter(), [[1, 3]].into_iter());
//! assert_eq!(network.evaluate(&accumulator, 0, 0), 0);
//! ```

mod accumulator;
mod cache;
pub mod file;
mod kept;
#[cfg(test)]
mod tests;

pub use accumulator::Accumulator;
pub use cache::{AccumulatorCache, Inputs};
pub use file::{NetworkError, NetworkHead};
pub use kept::{Embedded, GameNetwork, NetworkRef};

/// The quantisation of the feature transformer: what stands for 1.
pub const QA: i32 = 255;
/// The quantisation of the output weights: what stands for 1.
pub const QB: i32 = 64;
/// The greatest weight: so large that nothing overflows with [`MAX_ACTIVE`] features.
pub const MAX_WEIGHT: f32 = 1.98;
/// How many neurons the hidden layer may have for all perspectives together: the sum of so many outputs, each below
/// 2^23, fits into 32 bits.
pub const MAX_WIDTH: usize = 256;
/// How many features may be active at once.
pub const MAX_ACTIVE: usize = 60;

/// The shape of a game's network, and the unit of its output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// What the features and output buckets mean, in a word: with another meaning another word.
    pub inputs: &'static str,
    /// The number of features.
    pub features: usize,
    /// The number of neurons of the hidden layer for each perspective.
    pub hidden: usize,
    /// The number of perspectives: one for each side.
    pub views: usize,
    /// The number of output buckets.
    pub buckets: usize,
    /// The scale of the sigmoid: hundredths of a unit for each log-odds unit.
    pub scale: i32,
}

impl Shape {
    /// How many bytes such a network takes.
    pub const fn size(&self) -> usize {
        2 * ((self.features + 1 + self.views * self.buckets) * self.hidden + self.buckets)
    }
}

/// A network that looks at `FEATURES` features from `VIEWS` perspectives, with `BUCKETS` sets of output weights. Its
/// rows begin at cache lines.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Network<const FEATURES: usize, const HIDDEN: usize, const VIEWS: usize, const BUCKETS: usize> {
    feature_weights: [[i16; HIDDEN]; FEATURES],
    feature_bias: [i16; HIDDEN],
    output_weights: [[[i16; HIDDEN]; VIEWS]; BUCKETS],
    output_bias: [i16; BUCKETS],
    scale: i32,
}

impl<const FEATURES: usize, const HIDDEN: usize, const VIEWS: usize, const BUCKETS: usize>
    Network<FEATURES, HIDDEN, VIEWS, BUCKETS>
{
    /// The shape of the network whose features are so called, with this scale of the sigmoid.
    pub const fn shape(inputs: &'static str, scale: i32) -> Shape {
        Shape { inputs, features: FEATURES, hidden: HIDDEN, views: VIEWS, buckets: BUCKETS, scale }
    }

    /// A network from numbers of 16 bits, the lower byte first: feature weights, feature bias, output weights of each
    /// bucket (the side that is asked for, then the next ones), output bias of each bucket.
    ///
    /// # Panics
    /// If there are not exactly as many bytes as its [`Shape`] takes.
    pub const fn from_bytes(bytes: &[u8], scale: i32) -> Self {
        assert!(bytes.len() == Self::shape("", scale).size(), "a network of another size");
        const { assert!(HIDDEN * VIEWS <= MAX_WIDTH, "sums might overflow") };
        let mut network = Self {
            feature_weights: [[0; HIDDEN]; FEATURES],
            feature_bias: [0; HIDDEN],
            output_weights: [[[0; HIDDEN]; VIEWS]; BUCKETS],
            output_bias: [0; BUCKETS],
            scale,
        };
        let mut index = 0;
        while 2 * index < bytes.len() {
            let value = i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]);
            let (row, column) = (index / HIDDEN, index % HIDDEN);
            if row < FEATURES {
                network.feature_weights[row][column] = value;
            } else if row == FEATURES {
                network.feature_bias[column] = value;
            } else if row <= FEATURES + VIEWS * BUCKETS {
                let row = row - FEATURES - 1;
                network.output_weights[row / VIEWS][row % VIEWS][column] = value;
            } else {
                network.output_bias[index - (FEATURES + 1 + VIEWS * BUCKETS) * HIDDEN] = value;
            }
            index += 1;
        }
        network
    }

    /// The accumulator where no feature is active.
    pub const fn empty(&self) -> Accumulator<HIDDEN, VIEWS> {
        Accumulator([self.feature_bias; VIEWS])
    }

    /// The accumulator once features are taken from and added to those that are active: each as every side sees it. At
    /// most [`MAX_ACTIVE`] are active then.
    #[inline]
    pub fn update(
        &self,
        Accumulator(mut views): Accumulator<HIDDEN, VIEWS>,
        removed: impl Iterator<Item = [u16; VIEWS]>,
        added: impl Iterator<Item = [u16; VIEWS]>,
    ) -> Accumulator<HIDDEN, VIEWS> {
        for features in removed {
            for (view, feature) in views.iter_mut().zip(features) {
                let row = &self.feature_weights[usize::from(feature)];
                for index in 0..HIDDEN {
                    view[index] = view[index].wrapping_sub(row[index]);
                }
            }
        }
        for features in added {
            for (view, feature) in views.iter_mut().zip(features) {
                let row = &self.feature_weights[usize::from(feature)];
                for index in 0..HIDDEN {
                    view[index] = view[index].wrapping_add(row[index]);
                }
            }
        }
        Accumulator(views)
    }

    /// The accumulator of the features that are active, made from nothing.
    #[inline]
    pub fn refresh(&self, active: impl Iterator<Item = [u16; VIEWS]>) -> Accumulator<HIDDEN, VIEWS> {
        self.update(self.empty(), std::iter::empty(), active)
    }

    /// The evaluation for side number `first`, in hundredths of a unit, by the output weights of a bucket.
    #[inline]
    pub fn evaluate(&self, accumulator: &Accumulator<HIDDEN, VIEWS>, first: usize, bucket: usize) -> i32 {
        let mut sum = 0;
        for (index, weights) in self.output_weights[bucket].iter().enumerate() {
            let view = if first + index < VIEWS { first + index } else { first + index - VIEWS };
            sum += screlu(&accumulator.0[view], weights);
        }
        let output = i64::from(sum / QA + i32::from(self.output_bias[bucket]));
        (output * i64::from(self.scale) / i64::from(QA * QB)) as i32
    }
}

/// One perspective through the squared clipped ReLU, times the output weights. Not inlined: inlined, the compiler
/// chooses between the perspectives inside the loop.
#[inline(never)]
fn screlu<const HIDDEN: usize>(hidden: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let mut sum = 0i32;
    for (&x, &weight) in hidden.iter().zip(weights) {
        let x = x.clamp(0, QA as i16);
        // Below 2^15: weights are below 128. The sum is below 2^31 ([`MAX_WIDTH`]): asked for that at each step, as
        // without optimisation, the compiler makes no vectors.
        sum = sum.wrapping_add(i32::from(x.wrapping_mul(weight)) * i32::from(x));
    }
    sum
}
