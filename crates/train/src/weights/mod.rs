//! Texel's tuning method: the weights of an evaluation by logistic regression on the results of games. [`samples`]
//! draws quiet positions from games, [`Tuned`] finds the weights under which the evaluations predict the results best,
//! [`source`] writes them in the form of the game's own file. In the same way [`choices`] has the moves that were
//! played, which the weights of a move ordering (a policy) are to predict.

mod choice;
mod sample;
mod source;
#[cfg(test)]
mod tests;

pub use choice::{Choice, choices};
pub use sample::{Sample, samples, samples_with_scores};
pub use source::source;
use std::ops::ControlFlow;

/// Steps of the ternary search for the scale of the sigmoid.
const SCALE_STEPS: u32 = 40;
/// The range of scales that is searched, in hundredths of a unit.
const SCALES: (f64, f64) = (10.0, 5000.0);
/// Adam's decay of the mean and of the mean square of the gradient (Kingma and Ba, "Adam: A method for stochastic
/// optimization", ICLR 2015).
const DECAY: (f64, f64) = (0.9, 0.999);
/// The learning rate of the first epoch, in hundredths of a unit; it falls linearly to nothing at the last one.
const LEARNING_RATE: f64 = 2.0;
/// Tuning ends after so many epochs without a smaller loss on the games that are held out.
const PATIENCE: u32 = 50;

/// How weights are tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Epochs at most; each is one step of Adam over all positions.
    pub epochs: u32,
    /// Standard deviation of the Gaussian prior around each old weight, in hundredths of a unit. Above 0.
    pub prior: f64,
    /// How many games the positions come from: those of one game share its result, so they count as one observation
    /// against the prior.
    pub games: usize,
    /// Hundredths of a unit for each log-odds unit; none: as the old weights predict best.
    pub scale: Option<f64>,
}

/// What weights are tuned to: the result of a position ([`Sample`]), or the move that was played there ([`Choice`]).
pub trait Observation {
    /// Its cross-entropy, in nats, under these weights, with so many hundredths for each log-odds unit.
    fn loss(&self, weights: &[f64], scale: f64) -> f64;

    /// Adds the gradient of `loss`, times `factor`, by each weight.
    fn add_gradient(&self, weights: &[f64], scale: f64, factor: f64, gradient: &mut [f64]);
}

/// The mean cross-entropy, in nats, of results or of moves.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "losses"))]
pub struct Losses {
    /// On the positions that the weights are tuned to.
    #[serde(rename = "fitted")]
    pub training: f64,
    /// On those that are held out.
    pub held_out: f64,
}

/// Tuned weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The weights, rounded.
    pub weights: Vec<i32>,
    /// The scale of the sigmoid: hundredths of a unit for each log-odds unit.
    pub scale: f64,
    /// The losses of the old weights.
    pub before: Losses,
    /// The losses of the new weights.
    pub after: Losses,
    /// The epoch after which the loss on the games that are held out was least; 0: no change was any better.
    pub epoch: u32,
}

impl Tuned {
    /// Tunes weights, beginning with `weights`, to the positions `training`, and takes them from the epoch with the
    /// least loss on the positions `held_out`. `each` is called after every epoch with its losses and says whether to
    /// go on.
    pub fn new<O: Observation>(
        weights: &[i32],
        training: &[O],
        held_out: &[O],
        settings: &Settings,
        each: &mut dyn FnMut(u32, Losses) -> ControlFlow<()>,
    ) -> Self {
        let old: Vec<f64> = weights.iter().copied().map(f64::from).collect();
        let scale = settings.scale.unwrap_or_else(|| best_scale(training, &old));
        let mut now = old.clone();
        let mut gradient = vec![0.0; now.len()];
        let (mut means, mut squares) = (gradient.clone(), gradient.clone());
        let before = Losses { training: loss(training, &old, scale), held_out: loss(held_out, &old, scale) };
        let (mut best, mut least, mut best_epoch) = (now.clone(), before.held_out, 0);
        for epoch in 1..=settings.epochs {
            loss_gradient(training, &now, scale, &mut gradient);
            let prior = 1.0 / (settings.prior * settings.prior * settings.games.max(1) as f64);
            let learning_rate = LEARNING_RATE * f64::from(settings.epochs - epoch + 1) / f64::from(settings.epochs);
            let [first, second] = [DECAY.0, DECAY.1].map(|decay| 1.0 - decay.powi(epoch.min(1 << 20) as i32));
            for (index, weight) in now.iter_mut().enumerate() {
                let slope = gradient[index] + prior * (*weight - old[index]);
                means[index] += (1.0 - DECAY.0) * (slope - means[index]);
                squares[index] += (1.0 - DECAY.1) * (slope * slope - squares[index]);
                *weight -= learning_rate * (means[index] / first) / ((squares[index] / second).sqrt() + 1e-12);
            }
            let losses = Losses { training: loss(training, &now, scale), held_out: loss(held_out, &now, scale) };
            if losses.held_out < least {
                (best, least, best_epoch) = (now.clone(), losses.held_out, epoch);
            }
            if each(epoch, losses).is_break() || epoch - best_epoch >= PATIENCE {
                break;
            }
        }
        let weights: Vec<i32> = best.iter().map(|weight| weight.round() as i32).collect();
        let best: Vec<f64> = weights.iter().copied().map(f64::from).collect();
        let after = Losses { training: loss(training, &best, scale), held_out: loss(held_out, &best, scale) };
        Self { weights, scale, before, after, epoch: best_epoch }
    }
}

/// The mean cross-entropy.
fn loss<O: Observation>(samples: &[O], weights: &[f64], scale: f64) -> f64 {
    samples.iter().fold(0.0, |sum, sample| sum + sample.loss(weights, scale)) / samples.len().max(1) as f64
}

/// The gradient of the mean cross-entropy by each weight.
fn loss_gradient<O: Observation>(samples: &[O], weights: &[f64], scale: f64, gradient: &mut [f64]) {
    gradient.fill(0.0);
    let norm = 1.0 / samples.len().max(1) as f64;
    samples.iter().for_each(|sample| sample.add_gradient(weights, scale, norm, gradient));
}

/// The scale of the sigmoid under which these weights predict results best: the loss has a single minimum.
fn best_scale<O: Observation>(samples: &[O], weights: &[f64]) -> f64 {
    let (mut low, mut high) = (SCALES.0.ln(), SCALES.1.ln());
    for _ in 0..SCALE_STEPS {
        let third = (high - low) / 3.0;
        let (left, right) = (low + third, high - third);
        if loss(samples, weights, left.exp()) < loss(samples, weights, right.exp()) {
            high = right;
        } else {
            low = left;
        }
    }
    ((low + high) / 2.0).exp()
}
