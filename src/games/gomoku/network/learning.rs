//! How the network learns: its definition in floating point, and the gradient by all of its weights, which are those of
//! its file.

use super::CHANNELS;
use super::accumulator::lines;
use super::heads::{self, POOL};
use super::rows::{HALVES, NEURONS, halves};
use crate::game::{Notation, Position, Side, sigmoid};
use crate::games::gomoku::patterns::{Patterns, WALL};
use crate::games::gomoku::position::Gomoku;
use crate::games::gomoku::rules::Rules;
use crate::games::gomoku::square::{SQUARES, Square};
use crate::games::gomoku::stones::{Place, Stones};
use crate::nnue::{Errors, Lesson, Model};
use crate::zobrist::SplitMix64;

/// Neurons of each layer of the value head.
const HIDDEN: usize = 8 * heads::HIDDEN;

/// A layer among the weights: where the weights of its inputs begin, those of all outputs for each, and its biases.
struct Layer<const IN: usize, const OUT: usize> {
    weights: usize,
    bias: usize,
}

const MIX: Layer<NEURONS, CHANNELS> = Layer { weights: HALVES * NEURONS, bias: HALVES * NEURONS + NEURONS * CHANNELS };
const FIRST: Layer<CHANNELS, HIDDEN> = Layer::behind(MIX.bias + CHANNELS);
const SECOND: Layer<HIDDEN, HIDDEN> = Layer::behind(FIRST.bias + HIDDEN);
const LAST: Layer<HIDDEN, 1> = Layer::behind(SECOND.bias + HIDDEN);
/// The factor of the tables' evaluation.
const VALUE_TABLES: usize = LAST.bias + 1;
const POLICY: Layer<CHANNELS, CHANNELS> = Layer { weights: VALUE_TABLES + 1 + CHANNELS, bias: VALUE_TABLES + 1 };
/// The factor of the tables' scores of moves.
const POLICY_TABLES: usize = POLICY.weights + CHANNELS * CHANNELS;
/// All weights.
pub(super) const COUNT: usize = POLICY_TABLES + 1;

/// Layer by layer: the halves, the mix of neurons, the value head, the policy head.
#[cfg(test)]
pub(super) const LAYERS: [std::ops::Range<usize>; 8] = [
    0..MIX.weights,
    MIX.weights..FIRST.weights,
    FIRST.weights..SECOND.weights,
    SECOND.weights..LAST.weights,
    LAST.weights..VALUE_TABLES,
    VALUE_TABLES..POLICY.bias,
    POLICY.bias..POLICY_TABLES,
    POLICY_TABLES..COUNT,
];

impl<const IN: usize, const OUT: usize> Layer<IN, OUT> {
    /// The layer whose weights begin here, its biases behind them.
    const fn behind(weights: usize) -> Self {
        Self { weights, bias: weights + IN * OUT }
    }

    fn rows<'a>(&self, weights: &'a [f32]) -> &'a [[f32; OUT]] {
        weights[self.weights..][..IN * OUT].as_chunks().0
    }

    fn forward(&self, weights: &[f32], input: &[f32; IN]) -> [f32; OUT] {
        let mut output = [0.0; OUT];
        output.copy_from_slice(&weights[self.bias..][..OUT]);
        for (&input, row) in input.iter().zip(self.rows(weights)) {
            add(&mut output, input, row);
        }
        output
    }

    /// Adds the derivatives by the weights, where those by the outputs are `slopes`; those by the inputs.
    fn backward(&self, weights: &[f32], input: &[f32; IN], slopes: &[f32; OUT], gradient: &mut [f32]) -> [f32; IN] {
        add(gradient[self.bias..][..OUT].first_chunk_mut().expect("biases"), 1.0, slopes);
        let rows = gradient[self.weights..][..IN * OUT].as_chunks_mut().0;
        for (&input, row) in input.iter().zip(rows) {
            add(row, input, slopes);
        }
        let mut back = [0.0; IN];
        for (back, row) in back.iter_mut().zip(self.rows(weights)) {
            *back = dot(row, slopes);
        }
        back
    }
}

/// Adds so many times the other numbers.
#[inline(always)]
fn add<const N: usize>(to: &mut [f32; N], factor: f32, numbers: &[f32; N]) {
    to.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += factor * number);
}

#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Clipped at 0 (ReLU).
fn relu<const N: usize>(numbers: [f32; N]) -> [f32; N] {
    numbers.map(|number| number.max(0.0))
}

/// The derivatives by numbers whose clipped ones have these.
fn relu_back<const N: usize>(mut slopes: [f32; N], clipped: &[f32; N]) -> [f32; N] {
    slopes.iter_mut().zip(clipped).filter(|(_, clipped)| **clipped == 0.0).for_each(|(slope, _)| *slope = 0.0);
    slopes
}

/// An empty square on the way forward.
struct Cell {
    square: Square,
    /// What it sees in each direction.
    halves: [[usize; 2]; 4],
    /// The neurons of all directions, added up.
    seen: [f32; NEURONS],
    features: [f32; CHANNELS],
    /// The score of a move there by the tables, in log-odds units.
    tables: f32,
}

/// What comes out on the way forward.
struct Forward {
    cells: Vec<Cell>,
    pool: [f32; CHANNELS],
    hidden: [[f32; HIDDEN]; 2],
    /// In log-odds units.
    value: f32,
    /// The weights of the features in a move's score.
    policy: [f32; CHANNELS],
    /// The scores of moves, cell by cell.
    scores: Vec<f32>,
}

/// The network of some rules, in training.
pub(super) struct Learner {
    rules: Rules,
}

impl Learner {
    /// The network of these rules.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn of(rules: &str) -> Result<Self, String> {
        let rules = Gomoku::parse_rules(rules).map_err(|error| error.to_string())?;
        match rules.connect {
            5 => Ok(Self { rules }),
            connect => Err(format!("connect={connect}: no network learns that; expected connect=5")),
        }
    }

    /// The position that has these features, and whose turn it is. Of features that no position has, some are left out.
    fn position(&self, features: &[u16]) -> Gomoku {
        let numbers = || features.iter().map(|&feature| usize::from(feature));
        let mover = Side::new(usize::from(numbers().any(|number| number == 2 * SQUARES + 1)));
        let mut stones = [Stones::default(); 2];
        for number in numbers().filter(|&number| number < 2 * SQUARES) {
            let side = if number < SQUARES { mover } else { mover.other() };
            stones[side.index()].toggle(Square::new((number % SQUARES) as u16));
        }
        Gomoku::new(self.rules, stones, mover, false)
    }

    fn forward(weights: &[f32], base: f32, position: &Gomoku) -> Forward {
        let mover = position.side_to_move();
        let (lines, patterns) = (lines(position, mover), Patterns::of(position));
        let rows: &[[f32; NEURONS]] = weights[..HALVES * NEURONS].as_chunks().0;
        let mut pool = [0.0; CHANNELS];
        let cell = |square: Square| {
            let halves = Place::all(square).map(|Place { line, bit }| halves(lines[line], 2 * (bit + WALL)));
            let mut seen = [0.0; NEURONS];
            for [before, behind] in halves {
                for (neuron, seen) in seen.iter_mut().enumerate() {
                    *seen += (rows[before][neuron] + rows[behind][neuron]).max(0.0);
                }
            }
            let features = relu(MIX.forward(weights, &seen));
            add(&mut pool, 1.0 / POOL, &features);
            let tables = patterns.move_score(mover, square) as f32 / 100.0;
            Cell { square, halves, seen, features, tables }
        };
        let cells: Vec<Cell> = position.empty().map(cell).collect();
        let first = relu(FIRST.forward(weights, &pool));
        let second = relu(SECOND.forward(weights, &first));
        let [value] = LAST.forward(weights, &second);
        let policy = POLICY.forward(weights, &pool);
        let score = |cell: &Cell| weights[POLICY_TABLES] * cell.tables + dot(&policy, &cell.features);
        let scores = cells.iter().map(score).collect();
        let value = value + weights[VALUE_TABLES] * base;
        Forward { cells, pool, hidden: [first, second], value, policy, scores }
    }

    /// The way back, with the derivatives by the value and by the scores of the cells.
    fn backward(weights: &[f32], base: f32, forward: &Forward, slope: f32, scores: &[f32], gradient: &mut [f32]) {
        let Forward { cells, pool, hidden: [first, second], policy, .. } = forward;
        let rows: &[[f32; NEURONS]] = weights[..HALVES * NEURONS].as_chunks().0;
        gradient[VALUE_TABLES] += slope * base;
        let back = relu_back(LAST.backward(weights, second, &[slope], gradient), second);
        let back = relu_back(SECOND.backward(weights, first, &back, gradient), first);
        let mut by_pool = FIRST.backward(weights, pool, &back, gradient);
        let mut by_policy = [0.0; CHANNELS];
        for (cell, &slope) in cells.iter().zip(scores) {
            add(&mut by_policy, slope, &cell.features);
            gradient[POLICY_TABLES] += slope * cell.tables;
        }
        add(&mut by_pool, 1.0, &POLICY.backward(weights, pool, &by_policy, gradient));
        for (cell, &slope) in cells.iter().zip(scores) {
            let mut by_features = by_pool.map(|slope| slope / POOL);
            add(&mut by_features, slope, policy);
            let by_seen = MIX.backward(weights, &cell.seen, &relu_back(by_features, &cell.features), gradient);
            for halves in cell.halves {
                let [before, behind] = halves.map(|half| &rows[half]);
                let clipped = std::array::from_fn(|neuron| (before[neuron] + behind[neuron]).max(0.0));
                let back = relu_back(by_seen, &clipped);
                let gradient = gradient[..HALVES * NEURONS].as_chunks_mut().0;
                halves.into_iter().for_each(|half| add(&mut gradient[half], 1.0, &back));
            }
        }
    }
}

impl Model for Learner {
    /// Of the size of their inputs, the value near 0, and the tables as they are.
    fn random_weights(&self, random: &mut SplitMix64) -> Vec<f32> {
        let mut uniform = |most: f32| most * (random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
        let mut weights = vec![0.0; COUNT];
        for (range, most) in [
            (0..MIX.weights, 0.35),
            (MIX.weights..MIX.bias, 0.075),
            (FIRST.weights..FIRST.bias, 0.25),
            (SECOND.weights..SECOND.bias, 0.25),
            (LAST.weights..LAST.bias, 0.02),
        ] {
            weights[range].iter_mut().for_each(|weight| *weight = uniform(most));
        }
        (weights[VALUE_TABLES], weights[POLICY_TABLES]) = (1.0, 1.0);
        weights
    }

    fn errors(&self, weights: &[f32], lesson: &Lesson<'_>) -> Errors {
        let forward = Self::forward(weights, lesson.base, &self.position(lesson.features));
        errors(&forward, lesson).0
    }

    /// What is made less is the cross-entropy of the expected result and that of the best move.
    fn learn(&self, weights: &[f32], lesson: &Lesson<'_>, share: f32, gradient: &mut [f32]) -> Errors {
        let forward = Self::forward(weights, lesson.base, &self.position(lesson.features));
        let (errors, slope, mut scores) = errors(&forward, lesson);
        scores.iter_mut().for_each(|slope| *slope *= share);
        Self::backward(weights, lesson.base, &forward, slope * share, &scores, gradient);
        errors
    }
}

/// The errors, and the derivatives of the cross-entropies by the value and by each move's score.
fn errors(forward: &Forward, lesson: &Lesson<'_>) -> (Errors, f32, Vec<f32>) {
    let slope = sigmoid(forward.value.into()) as f32 - lesson.target;
    let value = f64::from(slope).powi(2);
    let is_best = |cell: &Cell| lesson.best.is_some_and(|best| usize::from(best) == cell.square.index());
    let Some(best) = forward.cells.iter().position(is_best) else {
        return (Errors { value, policy: None }, slope, vec![0.0; forward.scores.len()]);
    };
    let most = forward.scores.iter().copied().fold(f32::MIN, f32::max);
    let mut slopes: Vec<f32> = forward.scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f32 = slopes.iter().sum();
    slopes.iter_mut().for_each(|weight| *weight /= sum);
    let policy = -f64::from(slopes[best].max(f32::MIN_POSITIVE)).ln();
    slopes[best] -= 1.0;
    (Errors { value, policy: Some(policy) }, slope, slopes)
}
