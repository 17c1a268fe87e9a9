//! Training of networks: gradient descent (Adam, Kingma and Ba, 2014) on the errors of the expected results, which the
//! sigmoid gives for the network's evaluations, and of the policy, where the network has one.

mod nnue;
mod progress;
mod sample;
#[cfg(test)]
mod tests;

use manyply::game::sigmoid;
use manyply::nnue::{Architecture, Errors, GameNetwork, Lesson, MAX_OWN_WEIGHT, MAX_WEIGHT, Model, QA, QB, Shape};
use manyply::threads;
use manyply::zobrist::SplitMix64;
use nnue::Nnue;
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

/// Mean errors in an epoch. Those of the expected results are squared: of the samples trained on, as each was, and of
/// those held out, by the WDL lambda of the last epoch, so that those of all epochs compare.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Epochs so far.
    pub epoch: u32,
    /// Of the samples trained on.
    pub trained: f64,
    /// Of the samples held out.
    pub held_out: f64,
    /// Of the samples held out the cross-entropy of the policy, in nats, if there is a policy.
    pub policy: Option<f64>,
}

/// A network in training. The same samples and seed make the same network for any number of threads, but for the last
/// bit of an exponential.
pub struct Trainer {
    shape: Shape,
    model: Box<dyn Model>,
    schedule: Schedule,
    /// All weights in the order of the network's file.
    weights: Vec<f32>,
    means: Vec<(f32, f32)>,
    random: SplitMix64,
    steps: i32,
    losses: Vec<Losses>,
    /// The weights of the epoch with the least error held out; none where nothing is held out.
    best: Vec<f32>,
}

impl Trainer {
    /// An NNUE of random weights.
    ///
    /// # Panics
    /// If the shape is none of an NNUE, or has more than [`MAX_WIDTH`](manyply::nnue::MAX_WIDTH) neurons for two
    /// perspectives, or more than three of these.
    pub fn new(shape: Shape, schedule: Schedule, seed: u64) -> Self {
        assert_eq!(shape.architecture, Architecture::Nnue);
        Self::with_model(shape, Box::new(Nnue::new(shape)), schedule, seed)
    }

    /// A network of a game, for these rules, of random weights.
    ///
    /// # Errors
    /// No network of the game learns these rules.
    pub fn of(network: &GameNetwork, rules: &str, schedule: Schedule, seed: u64) -> Result<Self, String> {
        let shape = network.shape;
        let own = network.model(rules)?;
        Ok(Self::with_model(shape, own.unwrap_or_else(|| Box::new(Nnue::new(shape))), schedule, seed))
    }

    fn with_model(shape: Shape, model: Box<dyn Model>, schedule: Schedule, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let weights = model.random_weights(&mut random);
        let means = vec![(0.0, 0.0); weights.len()];
        Self { shape, model, schedule, weights, means, random, steps: 0, losses: Vec::new(), best: Vec::new() }
    }

    /// The same, beginning with the weights of a network of this shape (fine-tuning).
    ///
    /// # Panics
    /// If these are not [as many bytes](Shape::size) as such a network takes.
    pub fn with_weights(mut self, numbers: &[u8]) -> Self {
        assert_eq!(numbers.len(), self.shape.size(), "a network of another shape");
        self.weights = match self.shape.architecture {
            Architecture::Nnue => {
                let weight = |(index, &number)| f32::from(i16::from_le_bytes(number)) / self.quantisation(index);
                numbers.as_chunks().0.iter().enumerate().map(weight).collect()
            }
            Architecture::Own(_) => numbers.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number)).collect(),
        };
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
            let Errors { value, policy } = self.errors(held_out);
            self.losses.push(Losses { epoch, trained, held_out: value, policy });
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
                let share = 1.0 / batch.len() as f32;
                let errors = self.model.learn(&self.weights, &self.lessons(samples, lambda), share, &mut part.gradient);
                part.error = errors.iter().map(|errors| errors.value).sum();
            }
        };
        let share = parts.len().div_ceil(threads.max(1));
        let shares = batch.chunks(PART * share).zip(parts.chunks_mut(share));
        threads::for_each(shares.len(), shares, work);
    }

    /// The mean squared error on these, by the WDL lambda of the last epoch.
    pub fn error(&self, samples: &[Sample]) -> f64 {
        self.errors(samples).value
    }

    /// The mean errors on these, by the WDL lambda of the last epoch.
    fn errors(&self, samples: &[Sample]) -> Errors {
        let lambda = self.schedule.wdl_lambda.1;
        let (mut value, mut policy, mut choices) = (0.0, 0.0, 0u32);
        for errors in self.model.errors(&self.weights, &self.lessons(samples, lambda)) {
            value += errors.value;
            policy += errors.policy.unwrap_or(0.0);
            choices += u32::from(errors.policy.is_some());
        }
        let policy = (choices > 0).then(|| policy / f64::from(choices));
        Errors { value: value / samples.len().max(1) as f64, policy }
    }

    /// Samples as the network sees them.
    fn lessons<'a>(&self, samples: &'a [Sample], lambda: f32) -> Vec<Lesson<'a>> {
        let base = |sample: &Sample| f32::from(sample.base) / self.shape.scale as f32;
        let lesson =
            |sample| Lesson { base: base(sample), target: self.target(sample, lambda), ..Sample::lesson(sample) };
        samples.iter().map(lesson).collect()
    }

    /// The training target: result and search score, blended by WDL lambda; one of them where the other is not known.
    fn target(&self, sample: &Sample, lambda: f32) -> f32 {
        let by_result = sample.result.map(|result| (f32::from(result) + 1.0) / 2.0);
        let by_score = sample.score.map(|score| expected(f32::from(score) / self.shape.scale as f32));
        match (by_result, by_score) {
            (Some(by_result), Some(by_score)) => lambda * by_result + (1.0 - lambda) * by_score,
            (one, other) => one.or(other).unwrap_or(0.5),
        }
    }

    /// The numbers of the network's file: of an NNUE, in integers, those of
    /// [`Network::from_bytes`](manyply::nnue::Network::from_bytes).
    pub fn bytes(&self) -> Vec<u8> {
        if self.shape.architecture != Architecture::Nnue {
            return self.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        }
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

    /// One step of Adam.
    fn step(&mut self, learning_rate: f32, parts: &[Part]) {
        self.steps += 1;
        let most = if self.shape.architecture == Architecture::Nnue { MAX_WEIGHT } else { MAX_OWN_WEIGHT };
        let unbiased = (1.0 - DECAY.0.powi(self.steps), 1.0 - DECAY.1.powi(self.steps));
        for (index, (weight, mean)) in self.weights.iter_mut().zip(&mut self.means).enumerate() {
            let slope: f32 = parts.iter().map(|part| part.gradient[index]).sum();
            mean.0 = DECAY.0 * mean.0 + (1.0 - DECAY.0) * slope;
            mean.1 = DECAY.1 * mean.1 + (1.0 - DECAY.1) * slope * slope;
            *weight -= learning_rate * (mean.0 / unbiased.0) / ((mean.1 / unbiased.1).sqrt() + 1e-8);
            *weight -= learning_rate * self.schedule.weight_decay * *weight;
            *weight = weight.clamp(-most, most);
        }
    }
}

impl std::fmt::Debug for Trainer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trainer").field("shape", &self.shape).field("losses", &self.losses).finish_non_exhaustive()
    }
}

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
