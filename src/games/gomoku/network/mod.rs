//! The neural network of gomoku, which adds to what the tables of the evaluation and of the move ordering say.
//!
//! An empty cell sees in each of its four directions a *window* of four cells on either side: the cells of a *half*,
//! up to the edge of the board, are own stones, stones of the other side or empty. The two halves of a window are added
//! up, neuron by neuron, clipped at 0 (ReLU) and mixed into [`CHANNELS`] numbers: the *row* of the window. The rows of
//! a cell's four windows are added up and clipped at 0: its *features*. That is a convolution along lines, as in Rapfi
//! (Mixnet, arXiv 2503.13178), with halves that share their weights. As there are few windows, rows are computed once,
//! and a stone changes the features of no more than 32 cells: an [`Accumulator`] follows the stones.
//!
//! The *value head*, two small layers, looks at the sum of all features; the *policy head* weighs the features of each
//! cell, by weights that depend on that sum. Features are integers and heads add in a fixed order, so that evaluations
//! are the same on every machine, and the same for all images of a position.

mod accumulator;
mod heads;
mod learning;
mod rows;
#[cfg(test)]
mod tests;

pub(super) use accumulator::Accumulator;

use super::position::Gomoku;
use super::rules::{Rule, Rules};
use super::square::SQUARES;
use crate::game::Side;
use crate::nnue::{Architecture, Embedded, GameNetwork, NetworkRef, Shape};
use heads::{Policy, Value};
use once_cell::sync::Lazy;
use rows::Rows;
use wide::i16x16;

/// Numbers that describe a cell.
const CHANNELS: usize = 32;

/// Vectors of numbers that hold one of each channel.
const VECTORS: usize = CHANNELS / 16;

/// One number a channel, of a window or of a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Row([i16x16; VECTORS]);

impl Row {
    const ZERO: Self = Self([i16x16::ZERO; VECTORS]);

    fn new(numbers: [i16; CHANNELS]) -> Self {
        let vectors = numbers.as_chunks().0;
        Self(std::array::from_fn(|vector| i16x16::new(vectors[vector])))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|vector| self.0[vector] + other.0[vector]))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|vector| self.0[vector] - other.0[vector]))
    }

    /// Clipped at 0 (ReLU).
    #[inline(always)]
    fn clipped(self) -> Self {
        Self(self.0.map(|vector| vector.max(i16x16::ZERO)))
    }

    /// Adds this to a sum.
    #[inline(always)]
    fn add_to(self, sum: &mut Sum) {
        for (sums, vector) in sum.as_chunks_mut::<16>().0.iter_mut().zip(self.0) {
            sums.iter_mut().zip(vector.to_array()).for_each(|(sum, number)| *sum += i32::from(number));
        }
    }
}

/// The sum of the features of many cells.
type Sum = [i32; CHANNELS];

/// The weights, ready for use.
pub(super) struct Network {
    rows: Rows,
    value: Value,
    policy: Policy,
}

/// The networks of gomoku. The features are the stones on all squares, own and of the other side, and who asks.
///
/// Trained by self-play; docs/lab/gomoku.md says how, docs/guide/networks.md how to train another.
pub(super) const OWN: GameNetwork = GameNetwork::own(
    Shape {
        architecture: Architecture::Own(learning::COUNT),
        inputs: "windows-of-nine",
        features: 2 * SQUARES + 2,
        hidden: rows::NEURONS,
        views: 2,
        buckets: 1,
        scale: 655,
    },
    &[Embedded { rules: "rule=freestyle,size=15", file: include_bytes!("freestyle.bin") }],
    |numbers, _| Box::new(Network::from_bytes(numbers)),
    |rules| Ok(Box::new(learning::Learner::of(rules)?)),
);

/// The rules with which the network in the program has learned.
const LEARNED: Rules = Rules { rule: Rule::Freestyle, connect: 5, width: 15, height: 15 };

/// The network in the program.
static FREESTYLE: Lazy<Network> = Lazy::new(|| Network::from_bytes(OWN.numbers(0)));

impl Network {
    /// A network from numbers of 32 bits (IEEE 754), the lower byte first: what a half adds to each neuron of a window,
    /// half by half; what each neuron adds to each channel, and the bias of the channels; the value head; the policy
    /// head.
    fn from_bytes(bytes: &[u8]) -> Self {
        let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let mut reader = Reader(&numbers);
        let (rows, units) = Rows::read(&mut reader);
        let value = Value::read(&mut reader, units);
        let policy = Policy::read(&mut reader, units);
        assert!(reader.0.is_empty(), "a network of another size");
        Self { rows, value, policy }
    }

    /// What the evaluation of the side to move is better than the tables say, in hundredths of a unit: from scratch.
    pub(super) fn evaluate(&self, position: &Gomoku) -> i32 {
        self.value.of(&accumulator::sum(self, position))
    }
}

/// The network for these rules: the given one or, where it has learned them, the one in the program. None has learned
/// anything else than five in a row.
pub(super) fn given_or_own(network: Option<NetworkRef>, rules: &Rules) -> Option<&'static Network> {
    let given = network.filter(|_| rules.connect == 5).and_then(NetworkRef::own);
    given.or_else(|| (*rules == LEARNED).then(|| &*FREESTYLE))
}

/// What a side sees of a position: its stones, those of the other side, and which side it is.
pub(super) fn features(position: &Gomoku, view: Side) -> impl Iterator<Item = u16> {
    let stones = [view, view.other()].into_iter().zip([0, SQUARES]);
    let features = stones.flat_map(|(side, first)| position.stones(side).squares().map(move |at| first + at.index()));
    features.chain([2 * SQUARES + view.index()]).map(|feature| feature as u16)
}

/// What is left of the numbers of a network.
struct Reader<'a>(&'a [f32]);

impl Reader<'_> {
    /// The next number.
    fn number(&mut self) -> f32 {
        let [number] = self.numbers();
        number
    }

    /// The next `N` numbers.
    fn numbers<const N: usize>(&mut self) -> [f32; N] {
        let (numbers, rest) = self.0.split_first_chunk().expect("a network of another size");
        self.0 = rest;
        *numbers
    }

    /// The next `N` times `M` numbers.
    fn table<const N: usize, const M: usize>(&mut self) -> [[f32; M]; N] {
        std::array::from_fn(|_| self.numbers())
    }
}
