//! How the network learns: its definition in floating point, and the gradient by all of its weights, which are those of
//! its file.

use super::CHANNELS;
use super::accumulator::lines;
use super::heads::{self, POOL};
use super::rows::{HALVES, NEURONS, WINDOWS, halves, window};
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

    fn biases(&self, weights: &[f32]) -> [f32; OUT] {
        *weights[self.bias..].first_chunk().expect("biases")
    }

    fn forward(&self, weights: &[f32], input: &[f32; IN]) -> [f32; OUT] {
        let mut output = self.biases(weights);
        self.add_to(&mut output, weights, input);
        output
    }

    /// Adds the outputs without biases.
    fn add_to(&self, output: &mut [f32; OUT], weights: &[f32], input: &[f32; IN]) {
        for (&input, row) in input.iter().zip(self.rows(weights)) {
            add(output, input, row);
        }
    }

    /// Adds the derivatives by the weights, where those by the outputs are `slopes`; those by the inputs.
    fn backward(&self, weights: &[f32], input: &[f32; IN], slopes: &[f32; OUT], gradient: &mut [f32]) -> [f32; IN] {
        self.backward_biases(slopes, gradient);
        self.backward_weights(weights, input, slopes, gradient)
    }

    fn backward_biases(&self, slopes: &[f32; OUT], gradient: &mut [f32]) {
        add(gradient[self.bias..].first_chunk_mut().expect("biases"), 1.0, slopes);
    }

    fn backward_weights(
        &self,
        weights: &[f32],
        input: &[f32; IN],
        slopes: &[f32; OUT],
        gradient: &mut [f32],
    ) -> [f32; IN] {
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

/// The rows of the windows of some positions, each computed where it is first met: most are met more than once.
struct Rows<'a> {
    weights: &'a [f32],
    /// Of the windows so far: the halves, what the neurons see, clipped, and what comes of it.
    windows: Vec<([usize; 2], [f32; NEURONS], [f32; CHANNELS])>,
    /// Where each window is among them, from 1 on.
    places: Vec<u16>,
}

impl<'a> Rows<'a> {
    fn new(weights: &'a [f32]) -> Self {
        Self { weights, windows: Vec::new(), places: vec![0; WINDOWS] }
    }

    /// Where the row of this window is.
    fn place(&mut self, halves: [usize; 2]) -> usize {
        let place = &mut self.places[window(halves[0], halves[1])];
        if *place == 0 {
            let [before, behind] = halves.map(|half| &neurons(self.weights)[half]);
            let seen = std::array::from_fn(|neuron| (before[neuron] + behind[neuron]).max(0.0));
            let mut row = [0.0; CHANNELS];
            MIX.add_to(&mut row, self.weights, &seen);
            self.windows.push((halves, seen, row));
            *place = self.windows.len() as u16;
        }
        usize::from(*place) - 1
    }

    /// Adds the derivatives by the weights that rows come from, where those by the rows are `slopes`.
    fn backward(&self, slopes: &[[f32; CHANNELS]], gradient: &mut [f32]) {
        for ((halves, seen, _), slopes) in self.windows.iter().zip(slopes) {
            let back = relu_back(MIX.backward_weights(self.weights, seen, slopes, gradient), seen);
            let gradient: &mut [[f32; NEURONS]] = gradient[..HALVES * NEURONS].as_chunks_mut().0;
            halves.iter().for_each(|&half| add(&mut gradient[half], 1.0, &back));
        }
    }
}

/// What the halves add to each neuron.
fn neurons(weights: &[f32]) -> &[[f32; NEURONS]] {
    weights[..HALVES * NEURONS].as_chunks().0
}

/// An empty square on the way forward.
struct Cell {
    square: Square,
    /// Which rows its windows have.
    rows: [usize; 4],
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

    fn forward(&self, rows: &mut Rows<'_>, lesson: &Lesson<'_>) -> Forward {
        let position = self.position(lesson.features);
        let mover = position.side_to_move();
        let (lines, patterns) = (lines(&position, mover), Patterns::of(&position));
        let weights = rows.weights;
        let mut pool = [0.0; CHANNELS];
        let cell = |square: Square| {
            let mut features = MIX.biases(weights);
            let rows = Place::all(square).map(|Place { line, bit }| {
                let place = rows.place(halves(lines[line], 2 * (bit + WALL)));
                add(&mut features, 1.0, &rows.windows[place].2);
                place
            });
            let features = relu(features);
            add(&mut pool, 1.0 / POOL, &features);
            let tables = patterns.move_score(mover, square) as f32 / 100.0;
            Cell { square, rows, features, tables }
        };
        let cells: Vec<Cell> = position.empty().map(cell).collect();
        let first = relu(FIRST.forward(weights, &pool));
        let second = relu(SECOND.forward(weights, &first));
        let [value] = LAST.forward(weights, &second);
        let policy = POLICY.forward(weights, &pool);
        let score = |cell: &Cell| weights[POLICY_TABLES] * cell.tables + dot(&policy, &cell.features);
        let scores = cells.iter().map(score).collect();
        let value = value + weights[VALUE_TABLES] * lesson.base;
        Forward { cells, pool, hidden: [first, second], value, policy, scores }
    }

    /// The way back, with the derivatives by the value and by the scores of the cells; those by rows are added to
    /// `by_rows`.
    fn backward(
        weights: &[f32],
        base: f32,
        forward: &Forward,
        (slope, scores): (f32, &[f32]),
        gradient: &mut [f32],
        by_rows: &mut [[f32; CHANNELS]],
    ) {
        let Forward { cells, pool, hidden: [first, second], policy, .. } = forward;
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
            let by_features = relu_back(by_features, &cell.features);
            MIX.backward_biases(&by_features, gradient);
            cell.rows.into_iter().for_each(|row| add(&mut by_rows[row], 1.0, &by_features));
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

    fn errors(&self, weights: &[f32], lessons: &[Lesson<'_>]) -> Vec<Errors> {
        let mut rows = Rows::new(weights);
        lessons.iter().map(|lesson| errors(&self.forward(&mut rows, lesson), lesson).0).collect()
    }

    /// What is made less is the cross-entropy of the expected result and that of the best move.
    fn learn(&self, weights: &[f32], lessons: &[Lesson<'_>], share: f32, gradient: &mut [f32]) -> Vec<Errors> {
        let mut rows = Rows::new(weights);
        let mut by_rows = Vec::new();
        let mut learn = |lesson: &Lesson<'_>| {
            let forward = self.forward(&mut rows, lesson);
            let (errors, slope, mut scores) = errors(&forward, lesson);
            scores.iter_mut().for_each(|slope| *slope *= share);
            by_rows.resize(rows.windows.len(), [0.0; CHANNELS]);
            Self::backward(weights, lesson.base, &forward, (slope * share, &scores), gradient, &mut by_rows);
            errors
        };
        let errors = lessons.iter().map(&mut learn).collect();
        rows.backward(&by_rows, gradient);
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
