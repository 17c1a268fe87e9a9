//! Training of networks: gradient descent (Adam, Kingma and Ba, 2014) on the squared error of the expected results,
//! which the sigmoid gives for the network's evaluations.

mod sample;
#[cfg(test)]
mod tests;

use super::sigmoid;
use crate::nnue::{HIDDEN, MAX_WEIGHT, QA, QB, SCALE};
use crate::zobrist::SplitMix64;
pub use sample::{Sample, samples};

/// Samples of one step.
const BATCH: usize = 2048;
/// The learning rate of the first and of the last step; between them it falls like a cosine.
const LEARNING_RATE: (f32, f32) = (2e-3, 2e-5);
/// Adam's decay of the mean and of the mean square of the gradient.
const DECAY: (f32, f32) = (0.9, 0.999);
/// WDL lambda: the part of the target that is the game's result; the rest is the search's score.
const WDL_LAMBDA: f32 = 0.1;

type Hidden = [f32; HIDDEN];

/// Mean squared errors of the expected results in an epoch: of the samples trained on, as each was, and of those held
/// out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Epochs so far.
    pub epoch: u32,
    /// Of the samples trained on.
    pub trained: f64,
    /// Of the samples held out.
    pub held_out: f64,
}

/// A network in training. The same samples and seed make the same network, but for the last bit of an exponential.
#[derive(Debug)]
pub struct Trainer {
    features: usize,
    /// All weights in the order of [`Network::from_bytes`](crate::nnue::Network::from_bytes).
    weights: Vec<f32>,
    gradient: Vec<f32>,
    means: Vec<(f32, f32)>,
    random: SplitMix64,
    steps: i32,
}

impl Trainer {
    /// A network of random weights for so many features.
    pub fn new(features: usize, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut uniform = |most: f32| most * (random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
        let (rows, count) = (features * HIDDEN, (features + 3) * HIDDEN + 1);
        let weights: Vec<f32> = (0..count)
            .map(|index| match index {
                _ if index < rows => uniform(0.15),
                _ if index < rows + HIDDEN => 0.1,
                _ if index < count - 1 => uniform(0.2),
                _ => 0.0,
            })
            .collect();
        Self { features, gradient: vec![0.0; count], means: vec![(0.0, 0.0); count], weights, random, steps: 0 }
    }

    /// Goes `epochs` times through the samples, in an order of its own, until `report` of an epoch returns false.
    pub fn train(
        &mut self,
        samples: &mut [Sample],
        held_out: &[Sample],
        epochs: u32,
        report: &mut dyn FnMut(Losses) -> bool,
    ) {
        let batches = samples.len().div_ceil(BATCH);
        for epoch in 1..=epochs {
            for last in (1..samples.len()).rev() {
                samples.swap(last, self.random.below(last + 1));
            }
            let mut error = 0.0;
            for (number, batch) in samples.chunks(BATCH).enumerate() {
                self.gradient.fill(0.0);
                error += batch.iter().map(|sample| self.add_gradient(sample, batch.len())).sum::<f64>();
                let done = ((epoch - 1) as usize * batches + number) as f32 / (epochs as usize * batches) as f32;
                let (first, last) = LEARNING_RATE;
                self.step(last + (first - last) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()));
            }
            let trained = error / samples.len().max(1) as f64;
            if !report(Losses { epoch, trained, held_out: self.error(held_out) }) {
                break;
            }
        }
    }

    /// The mean squared error on these.
    pub fn error(&self, samples: &[Sample]) -> f64 {
        let error = |sample: &Sample| f64::from(expected(self.forward(sample).0) - target(sample)).powi(2);
        samples.iter().map(error).sum::<f64>() / samples.len().max(1) as f64
    }

    /// The network in integers, for [`Network::from_bytes`](crate::nnue::Network::from_bytes).
    pub fn bytes(&self) -> Vec<u8> {
        let (hidden, last) = ((self.features + 1) * HIDDEN, self.weights.len() - 1);
        let scale = |index| match index {
            _ if index < hidden => QA,
            _ if index < last => QB,
            _ => QA * QB,
        };
        let number = |(index, &weight): (usize, &f32)| ((weight * scale(index) as f32).round() as i16).to_le_bytes();
        self.weights.iter().enumerate().flat_map(number).collect()
    }

    /// The output in log-odds units, and the hidden layer from the perspectives of the side to move and of the other
    /// one.
    fn forward(&self, sample: &Sample) -> (f32, [Hidden; 2]) {
        let (bias, output) = self.weights[self.features * HIDDEN..].split_at(HIDDEN);
        let mut hidden = [[0.0; HIDDEN]; 2];
        let mut sum = output[2 * HIDDEN];
        for (view, hidden) in hidden.iter_mut().enumerate() {
            hidden.copy_from_slice(bias);
            for &feature in sample.features(view) {
                let row = &self.weights[usize::from(feature) * HIDDEN..][..HIDDEN];
                hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            let weights = &output[view * HIDDEN..][..HIDDEN];
            sum += hidden.iter().zip(weights).map(|(&x, weight)| x.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>();
        }
        (sum, hidden)
    }

    /// Adds the gradient of the squared error of one of `count` samples; returns that error.
    fn add_gradient(&mut self, sample: &Sample, count: usize) -> f64 {
        let (log_odds, hidden) = self.forward(sample);
        let expected = expected(log_odds);
        let error = expected - target(sample);
        let slope = 2.0 * error * expected * (1.0 - expected) / count as f32;
        let (rows, after) = self.gradient.split_at_mut(self.features * HIDDEN);
        let (bias, output) = after.split_at_mut(HIDDEN);
        let weights = &self.weights[(self.features + 1) * HIDDEN..];
        output[2 * HIDDEN] += slope;
        for (view, hidden) in hidden.iter().enumerate() {
            let at = view * HIDDEN;
            let mut back = [0.0; HIDDEN];
            for (index, &x) in hidden.iter().enumerate() {
                let cut = x.clamp(0.0, 1.0);
                output[at + index] += slope * cut * cut;
                back[index] = if x > 0.0 && x < 1.0 { slope * 2.0 * x * weights[at + index] } else { 0.0 };
            }
            bias.iter_mut().zip(&back).for_each(|(sum, back)| *sum += back);
            for &feature in sample.features(view) {
                let row = &mut rows[usize::from(feature) * HIDDEN..][..HIDDEN];
                row.iter_mut().zip(&back).for_each(|(sum, back)| *sum += back);
            }
        }
        f64::from(error).powi(2)
    }

    /// One step of Adam.
    fn step(&mut self, learning_rate: f32) {
        self.steps += 1;
        let unbiased = (1.0 - DECAY.0.powi(self.steps), 1.0 - DECAY.1.powi(self.steps));
        for ((weight, mean), &slope) in self.weights.iter_mut().zip(&mut self.means).zip(&self.gradient) {
            mean.0 = DECAY.0 * mean.0 + (1.0 - DECAY.0) * slope;
            mean.1 = DECAY.1 * mean.1 + (1.0 - DECAY.1) * slope * slope;
            *weight -= learning_rate * (mean.0 / unbiased.0) / ((mean.1 / unbiased.1).sqrt() + 1e-8);
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

/// The expected result, 0 to 1.
fn expected(log_odds: f32) -> f32 {
    sigmoid(log_odds.into()) as f32
}

/// The training target: result and search score, blended by WDL lambda.
fn target(sample: &Sample) -> f32 {
    let by_score = expected(f32::from(sample.score) / SCALE as f32);
    let by_result = (f32::from(sample.result) + 1.0) / 2.0;
    WDL_LAMBDA * by_result + (1.0 - WDL_LAMBDA) * by_score
}
