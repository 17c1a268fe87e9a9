//! What the network makes of features: a value and scores of moves.

use super::{CHANNELS, Reader, Row, Sum};
use crate::game::Evaluate;
use crate::games::gomoku::position::Gomoku;
use wide::{f32x8, i32x8};

/// Vectors of eight neurons in each layer of the value head.
pub(super) const HIDDEN: usize = 2;
/// The sum of all features is divided by this before anything else.
pub(super) const POOL: f32 = 32.0;
/// Values are within this, either way.
const LARGEST_VALUE: f32 = 20_000.0;
/// Hundredths of a unit that are one log-odds unit, of the tables.
const TABLES_SCALE: f32 = <Gomoku as Evaluate>::CHANCE_SCALE as f32;

/// A layer: for each input the weights of all outputs, eight a vector, and the bias.
struct Layer<const IN: usize, const OUT: usize> {
    weights: [[f32x8; OUT]; IN],
    bias: [f32x8; OUT],
}

impl<const IN: usize, const OUT: usize> Layer<IN, OUT> {
    fn read(reader: &mut Reader<'_>) -> Self {
        Self { weights: std::array::from_fn(|_| vectors(reader)), bias: vectors(reader) }
    }

    /// The outputs, before they are clipped.
    #[inline(always)]
    fn of(&self, input: &[f32]) -> [f32x8; OUT] {
        // Sums of every fourth input, which do not wait for one another.
        let mut sums = [[f32x8::ZERO; OUT]; 4];
        sums[0] = self.bias;
        for (inputs, weights) in input.as_chunks::<4>().0.iter().zip(self.weights.as_chunks::<4>().0) {
            for place in 0..4 {
                for vector in 0..OUT {
                    sums[place][vector] += f32x8::splat(inputs[place]) * weights[place][vector];
                }
            }
        }
        std::array::from_fn(|vector| (sums[0][vector] + sums[1][vector]) + (sums[2][vector] + sums[3][vector]))
    }
}

/// The next vectors.
fn vectors<const N: usize>(reader: &mut Reader<'_>) -> [f32x8; N] {
    std::array::from_fn(|_| f32x8::new(reader.numbers()))
}

/// Clipped at 0 (ReLU).
#[inline(always)]
fn relu<const N: usize>(vectors: [f32x8; N]) -> [f32x8; N] {
    vectors.map(|vector| vector.fast_max(f32x8::ZERO))
}

/// Scales the weights of sums of features, by what stands for 1 in each of them.
fn scale<const OUT: usize>(layer: &mut Layer<CHANNELS, OUT>, units: [f32; CHANNELS]) {
    for (weights, unit) in layer.weights.iter_mut().zip(units) {
        weights.iter_mut().for_each(|weight| *weight *= f32x8::splat(1.0 / (unit * POOL)));
    }
}

/// Numbers for the layers.
#[inline(always)]
fn floats(sum: &Sum) -> [f32; CHANNELS] {
    sum.map(|number| number as f32)
}

/// The value head.
pub(super) struct Value {
    first: Layer<CHANNELS, HIDDEN>,
    second: Layer<{ 8 * HIDDEN }, HIDDEN>,
    last: [f32x8; HIDDEN],
    bias: f32,
}

impl Value {
    pub(super) fn read(reader: &mut Reader<'_>, units: [f32; CHANNELS]) -> Self {
        let (mut first, second) = (Layer::read(reader), Layer::read(reader));
        scale(&mut first, units);
        let last: [f32x8; HIDDEN] = vectors(reader);
        let [bias, tables] = reader.numbers();
        let to_hundredths = TABLES_SCALE / tables;
        let last = last.map(|weights| weights * f32x8::splat(to_hundredths));
        Self { first, second, last, bias: bias * to_hundredths }
    }

    /// What the evaluation of the side to move is better than the tables say, in hundredths of a unit, by the sum of
    /// the features of all empty cells.
    #[inline]
    pub(super) fn of(&self, sum: &Sum) -> i32 {
        let hidden = relu(self.first.of(&floats(sum)));
        let hidden = relu(self.second.of(hidden.map(f32x8::to_array).as_flattened()));
        let terms =
            hidden.iter().zip(&self.last).fold(f32x8::ZERO, |sum, (&neurons, &weights)| sum + neurons * weights);
        // In this order on every machine.
        let [a, b, c, d, e, f, g, h] = terms.to_array();
        let value = self.bias + (((a + e) + (c + g)) + ((b + f) + (d + h)));
        value.clamp(-LARGEST_VALUE, LARGEST_VALUE) as i32
    }
}

/// The policy head.
pub(super) struct Policy {
    weights: Layer<CHANNELS, { CHANNELS / 8 }>,
    /// The factor of the tables' score, with [`TABLES_BITS`].
    tables: i32,
}

/// Binary digits of a weight of a feature behind the point.
const WEIGHT_BITS: u32 = 10;
/// The same of the factor of the tables' score.
const TABLES_BITS: u32 = 8;
/// So large that the sum over all channels fits into 32 bits.
const LARGEST_WEIGHT: f32 = 16_000.0;

/// The weights of the features of a cell in its score.
#[derive(Clone, Copy, Debug)]
pub(super) struct PolicyWeights(Row);

impl Policy {
    pub(super) fn read(reader: &mut Reader<'_>, units: [f32; CHANNELS]) -> Self {
        let bias = vectors(reader);
        let mut weights = Layer { weights: std::array::from_fn(|_| vectors(reader)), bias };
        scale(&mut weights, units);
        let to_weights = units.map(|unit| 100.0 * (1 << WEIGHT_BITS) as f32 / unit);
        for weights in std::iter::once(&mut weights.bias).chain(&mut weights.weights) {
            for (weights, &factors) in weights.iter_mut().zip(to_weights.as_chunks().0) {
                *weights *= f32x8::new(factors);
            }
        }
        Self { weights, tables: (reader.number() * (1 << TABLES_BITS) as f32) as i32 }
    }

    /// The weights of the features, by their sum over all empty cells.
    pub(super) fn weights(&self, sum: &Sum) -> PolicyWeights {
        let [least, most] = [-LARGEST_WEIGHT, LARGEST_WEIGHT].map(f32x8::splat);
        let weights = self.weights.of(&floats(sum)).map(|weights| weights.fast_max(least).fast_min(most).to_array());
        let mut numbers = [0; CHANNELS];
        numbers.iter_mut().zip(weights.as_flattened()).for_each(|(number, &weight)| *number = weight as i16);
        PolicyWeights(Row::new(numbers))
    }

    /// The score of a cell with these features, and with this score by the tables, in hundredths of a log-odds unit.
    #[inline]
    pub(super) fn score(&self, weights: PolicyWeights, features: Row, tables: i32) -> i32 {
        let terms = weights.0.0.iter().zip(features.clipped().0).map(|(weights, features)| weights.dot(features));
        let sum = terms.fold(i32x8::ZERO, |sum, terms| sum + terms).reduce_add();
        (sum >> WEIGHT_BITS) + ((self.tables * tables) >> TABLES_BITS)
    }
}
