//! Training of networks: gradient descent (Adam, Kingma and Ba, 2014) on the squared error of the expected results,
//! which the sigmoid gives for the network's evaluations.

mod progress;
mod sample;
#[cfg(test)]
mod tests;

use manyply::game::sigmoid;
use manyply::nnue::{MAX_WEIGHT, MAX_WIDTH, QA, QB, Shape};
use manyply::threads;
use manyply::zobrist::SplitMix64;
pub use progress::Progress;
pub use sample::{LEAST_PLIES, LeftOut, Sample, samples};

/// Samples of one step.
const BATCH: usize = 2048;
/// A batch is divided into parts of so many samples, whose gradients are added up in order: the same sum for any number
/// of threads.
const PART: usize = 256;
/// The learning rate of the last step, as a part of the first one's; between them it falls like a cosine.
const LAST_RATE: f32 = 0.01;
/// Adam's decay of the mean and of the mean square of the gradient.
const DECAY: (f32, f32) = (0.9, 0.999);

/// The part by which an error has to fall: less is no sign that something was learned.
const LEAST_FALL: f64 = 0.002;

/// The hidden layer from one perspective; neurons beyond the shape's are 0.
type Hidden = [f32; MAX_HIDDEN];

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// How often the training goes through the samples.
    pub epochs: u32,
    /// The learning rate of the first step; that of the last one is a hundredth of it.
    pub learning_rate: f32,
    /// WDL lambda in the first and in the last epoch, 0 to 1: the part of the target that is the game's result; the
    /// rest is the search's score. From epoch to epoch it changes evenly.
    pub wdl_lambda: (f32, f32),
    /// Decoupled weight decay (AdamW; Loshchilov and Hutter, 2019): a step takes so much of each weight, times the
    /// learning rate. It keeps evaluations smooth where there are few samples for many weights.
    pub weight_decay: f32,
    /// Early stopping: the training ends after so many epochs without a smaller error held out; 0: never.
    pub patience: u32,
    /// Threads that share the samples of a step.
    pub threads: usize,
}

impl Schedule {
    /// WDL lambda in an epoch; the first has the number 1.
    fn lambda(&self, epoch: u32) -> f32 {
        let (first, last) = self.wdl_lambda;
        let done = (epoch - 1) as f32 / self.epochs.saturating_sub(1).max(1) as f32;
        first + (last - first) * done
    }
}

/// Mean squared errors of the expected results in an epoch: of the samples trained on, as each was, and of those held
/// out, by the WDL lambda of the last epoch, so that those of all epochs compare.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Epochs so far.
    pub epoch: u32,
    /// Of the samples trained on.
    pub trained: f64,
    /// Of the samples held out.
    pub held_out: f64,
}

/// A network in training. The same samples and seed make the same network for any number of threads, but for the last
/// bit of an exponential.
#[derive(Debug)]
pub struct Trainer {
    shape: Shape,
    schedule: Schedule,
    /// All weights in the order of [`Network::from_bytes`](manyply::nnue::Network::from_bytes).
    weights: Vec<f32>,
    means: Vec<(f32, f32)>,
    random: SplitMix64,
    steps: i32,
    losses: Vec<Losses>,
    /// The weights of the epoch with the least error held out; none where nothing is held out.
    best: Vec<f32>,
}

impl Trainer {
    /// A network of random weights.
    ///
    /// # Panics
    /// If the shape has more than [`MAX_WIDTH`] neurons for two perspectives, or more than three of these.
    pub fn new(shape: Shape, schedule: Schedule, seed: u64) -> Self {
        assert!(shape.hidden <= MAX_HIDDEN && shape.views <= MAX_VIEWS);
        let mut random = SplitMix64::new(seed);
        let mut uniform = |most: f32| most * (random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
        let (rows, count) = (shape.features * shape.hidden, shape.size() / 2);
        let weights: Vec<f32> = (0..count)
            .map(|index| match index {
                _ if index < rows => uniform(0.15),
                _ if index < rows + shape.hidden => 0.1,
                _ if index < count - shape.buckets => uniform(0.2),
                _ => 0.0,
            })
            .collect();
        let means = vec![(0.0, 0.0); count];
        Self { shape, schedule, weights, means, random, steps: 0, losses: Vec::new(), best: Vec::new() }
    }

    /// The same, beginning with the weights of a network of this shape in integers (fine-tuning).
    ///
    /// # Panics
    /// If these are not [as many bytes](Shape::size) as such a network takes.
    pub fn with_weights(mut self, numbers: &[u8]) -> Self {
        assert_eq!(numbers.len(), self.shape.size(), "a network of another shape");
        let (numbers, _) = numbers.as_chunks();
        let weight = |(index, &number)| f32::from(i16::from_le_bytes(number)) / self.quantisation(index);
        self.weights = numbers.iter().enumerate().map(weight).collect();
        self
    }

    /// Goes through the samples as often as the schedule says, in an order of its own, until `report` of an epoch
    /// returns false. The weights of the epoch with the least error on those held out remain. What was
    /// [resumed](Self::resumed) goes on where it was, given the same samples in the same order.
    pub fn train(&mut self, samples: &mut [Sample], held_out: &[Sample], report: &mut dyn FnMut(&Self) -> bool) {
        let Schedule { epochs, threads, learning_rate, .. } = self.schedule;
        let batches = samples.len().div_ceil(BATCH);
        let mut parts: Vec<Part> = (0..BATCH / PART).map(|_| Part::new(self.weights.len())).collect();
        for epoch in 1..=epochs {
            for last in (1..samples.len()).rev() {
                samples.swap(last, self.random.below(last + 1));
            }
            if epoch as usize <= self.losses.len() {
                continue;
            }
            if self.is_stale() {
                break;
            }
            let (mut error, lambda) = (0.0, self.schedule.lambda(epoch));
            for (number, batch) in samples.chunks(BATCH).enumerate() {
                let parts = &mut parts[..batch.len().div_ceil(PART)];
                self.add_gradients(batch, lambda, parts, threads);
                error += parts.iter().map(|part| part.error).sum::<f64>();
                let done = ((epoch - 1) as usize * batches + number) as f32 / (epochs as usize * batches) as f32;
                let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
                self.step(learning_rate * (LAST_RATE + (1.0 - LAST_RATE) * cosine), parts);
            }
            let trained = error / samples.len().max(1) as f64;
            self.losses.push(Losses { epoch, trained, held_out: self.error(held_out) });
            if self.since_best() == 0 && !held_out.is_empty() {
                self.best.clone_from(&self.weights);
            }
            if !report(self) {
                break;
            }
        }
        if !self.best.is_empty() {
            self.weights.clone_from(&self.best);
        }
    }

    /// The errors of all epochs so far.
    pub fn losses(&self) -> &[Losses] {
        &self.losses
    }

    /// What is wrong with a training, where the error on the samples held out was `before` it. It must have fallen by
    /// 0.2 %, and be 0.2 % less than the error of always predicting the mean of their targets. None if it is, or
    /// nothing is held out.
    pub fn doubt(&self, before: f64, held_out: &[Sample]) -> Option<String> {
        let least = self.losses.iter().map(|one| one.held_out).min_by(f64::total_cmp)?;
        let lambda = self.schedule.wdl_lambda.1;
        let targets = || held_out.iter().map(|sample| f64::from(self.target(sample, lambda)));
        let count = targets().count().max(1) as f64;
        let mean = targets().sum::<f64>() / count;
        let ignorant = targets().map(|target| (target - mean).powi(2)).sum::<f64>() / count;
        let said = |than: f64, what: &str| Some(format!("{least:.5} at best, {than:.5} {what}"));
        match least {
            _ if held_out.is_empty() => None,
            _ if least >= before * (1.0 - LEAST_FALL) => said(before, "before the training"),
            _ if least >= ignorant * (1.0 - LEAST_FALL) => said(ignorant, "for the mean result of all positions"),
            _ => None,
        }
    }

    /// How many epochs have passed since the first of those with the least error held out.
    fn since_best(&self) -> usize {
        let least = self.losses.iter().map(|one| one.held_out).fold(f64::INFINITY, f64::min);
        let best = self.losses.iter().position(|one| one.held_out <= least).unwrap_or(0);
        self.losses.len().saturating_sub(best + 1)
    }

    /// Whether the patience of the schedule is at an end.
    fn is_stale(&self) -> bool {
        let patience = self.schedule.patience as usize;
        patience > 0 && !self.best.is_empty() && self.since_best() >= patience
    }

    /// The gradients of a batch, a part of [`PART`] samples each.
    fn add_gradients(&self, batch: &[Sample], lambda: f32, parts: &mut [Part], threads: usize) {
        let work = |(samples, parts): (&[Sample], &mut [Part])| {
            for (samples, part) in samples.chunks(PART).zip(parts) {
                part.gradient.fill(0.0);
                let add = |sample| self.add_gradient(sample, lambda, batch.len(), &mut part.gradient);
                part.error = samples.iter().map(add).sum();
            }
        };
        let share = parts.len().div_ceil(threads.max(1));
        let shares = batch.chunks(PART * share).zip(parts.chunks_mut(share));
        threads::for_each(shares.len(), shares, work);
    }

    /// The mean squared error on these, by the WDL lambda of the last epoch.
    pub fn error(&self, samples: &[Sample]) -> f64 {
        let lambda = self.schedule.wdl_lambda.1;
        let error = |sample: &Sample| f64::from(expected(self.forward(sample).0) - self.target(sample, lambda)).powi(2);
        samples.iter().map(error).fold(0.0, |sum, error| sum + error) / samples.len().max(1) as f64
    }

    /// The training target: result and search score, blended by WDL lambda; the result alone where there is no score.
    fn target(&self, sample: &Sample, lambda: f32) -> f32 {
        let by_result = (f32::from(sample.result) + 1.0) / 2.0;
        let Some(score) = sample.score else { return by_result };
        let by_score = expected(f32::from(score) / self.shape.scale as f32);
        lambda * by_result + (1.0 - lambda) * by_score
    }

    /// The network in integers, for [`Network::from_bytes`](manyply::nnue::Network::from_bytes).
    pub fn bytes(&self) -> Vec<u8> {
        let number =
            |(index, &weight): (usize, &f32)| ((weight * self.quantisation(index)).round() as i16).to_le_bytes();
        self.weights.iter().enumerate().flat_map(number).collect()
    }

    /// What stands for 1 in the integer of the weight at `index`.
    fn quantisation(&self, index: usize) -> f32 {
        let Shape { features, hidden, buckets, .. } = self.shape;
        let (hidden, outputs) = ((features + 1) * hidden, self.weights.len() - buckets);
        let one = match index {
            _ if index < hidden => QA,
            _ if index < outputs => QB,
            _ => QA * QB,
        };
        one as f32
    }

    /// Where the output weights of a bucket are, and its bias.
    #[inline]
    fn outputs(&self, bucket: u8) -> (usize, usize) {
        let Shape { features, hidden, views, buckets, .. } = self.shape;
        let bucket = usize::from(bucket);
        ((features + 1 + bucket * views) * hidden, (features + 1 + buckets * views) * hidden + bucket)
    }

    /// The output in log-odds units, and the hidden layer from the perspective of each side.
    fn forward(&self, sample: &Sample) -> (f32, [Hidden; MAX_VIEWS]) {
        let neurons = self.shape.hidden;
        let bias = &self.weights[self.shape.features * neurons..][..neurons];
        let (outputs, output_bias) = self.outputs(sample.bucket);
        let mut all = [[0.0; MAX_HIDDEN]; MAX_VIEWS];
        let mut sum = self.weights[output_bias] + f32::from(sample.base) / self.shape.scale as f32;
        for (view, (features, hidden)) in sample.views().zip(&mut all).enumerate() {
            let hidden = &mut hidden[..neurons];
            hidden.copy_from_slice(bias);
            for &feature in features {
                let row = &self.weights[usize::from(feature) * neurons..][..neurons];
                hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            let weights = &self.weights[outputs + view * neurons..][..neurons];
            sum += hidden.iter().zip(weights).map(|(&x, weight)| x.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>();
        }
        (sum, all)
    }

    /// Adds the gradient of the squared error of one of `count` samples; returns that error.
    fn add_gradient(&self, sample: &Sample, lambda: f32, count: usize, gradient: &mut [f32]) -> f64 {
        let (log_odds, hidden) = self.forward(sample);
        let expected = expected(log_odds);
        let error = expected - self.target(sample, lambda);
        let slope = 2.0 * error * expected * (1.0 - expected) / count as f32;
        let (outputs, output_bias) = self.outputs(sample.bucket);
        let neurons = self.shape.hidden;
        let bias = self.shape.features * neurons;
        gradient[output_bias] += slope;
        for (view, (features, hidden)) in sample.views().zip(&hidden).enumerate() {
            let at = outputs + view * neurons;
            let (weights, mut back) = (&self.weights[at..][..neurons], [0.0; MAX_HIDDEN]);
            for (index, &x) in hidden[..neurons].iter().enumerate() {
                let cut = x.clamp(0.0, 1.0);
                gradient[at + index] += slope * cut * cut;
                back[index] = if x > 0.0 && x < 1.0 { slope * 2.0 * x * weights[index] } else { 0.0 };
            }
            let rows = features.iter().map(|&feature| usize::from(feature) * neurons).chain([bias]);
            for row in rows {
                gradient[row..][..neurons].iter_mut().zip(&back).for_each(|(sum, back)| *sum += back);
            }
        }
        f64::from(error).powi(2)
    }

    /// One step of Adam.
    fn step(&mut self, learning_rate: f32, parts: &[Part]) {
        self.steps += 1;
        let unbiased = (1.0 - DECAY.0.powi(self.steps), 1.0 - DECAY.1.powi(self.steps));
        for (index, (weight, mean)) in self.weights.iter_mut().zip(&mut self.means).enumerate() {
            let slope: f32 = parts.iter().map(|part| part.gradient[index]).sum();
            mean.0 = DECAY.0 * mean.0 + (1.0 - DECAY.0) * slope;
            mean.1 = DECAY.1 * mean.1 + (1.0 - DECAY.1) * slope * slope;
            *weight -= learning_rate * (mean.0 / unbiased.0) / ((mean.1 / unbiased.1).sqrt() + 1e-8);
            *weight -= learning_rate * self.schedule.weight_decay * *weight;
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

/// No game has more sides.
const MAX_VIEWS: usize = 3;

/// No network has more neurons for each perspective, of which there are two at least.
const MAX_HIDDEN: usize = MAX_WIDTH / 2;

/// The gradient of some samples of a batch, and their squared errors.
#[derive(Debug)]
struct Part {
    gradient: Vec<f32>,
    error: f64,
}

impl Part {
    fn new(weights: usize) -> Self {
        Self { gradient: vec![0.0; weights], error: 0.0 }
    }
}

/// The expected result, 0 to 1.
fn expected(log_odds: f32) -> f32 {
    sigmoid(log_odds.into()) as f32
}
