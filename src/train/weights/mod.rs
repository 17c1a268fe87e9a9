//! Fitting the weights of an evaluation to the results of games, by logistic regression: [`samples`] draws quiet positions
//! from games, [`Fit`] finds the weights under which the estimates foretell the results best, [`source`] writes them in
//! the form of the game's own source.

mod sample;
mod source;
#[cfg(test)]
mod tests;

use super::sigmoid;
pub use sample::{Sample, samples};
pub use source::source;
use std::ops::ControlFlow;

/// Into so many parts the range of scales is cut when the scale is looked for.
const SCALE_STEPS: u32 = 40;
/// The scales that are looked at, in hundredths of a unit.
const SCALES: (f64, f64) = (10.0, 5000.0);
/// Adam's decay of the mean and of the mean square of the slope (Kingma and Ba, "Adam: A method for stochastic
/// optimization", ICLR 2015).
const DECAY: (f64, f64) = (0.9, 0.999);
/// By how many hundredths of a unit a weight moves at first in an epoch; at the last epoch by nothing.
const FIRST_STEP: f64 = 2.0;
/// So many epochs without a better loss on the games that are held out end the fit.
const PATIENCE: u32 = 50;

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Steps at most, each over all positions.
    pub epochs: u32,
    /// By how many hundredths of a unit a weight may well be wrong: how weakly it is held where it was. Above 0.
    pub prior: f64,
    /// How many games the positions come from: positions of one game share a result and say together as much as one.
    pub games: usize,
}

/// What estimates miss of results: the mean cross-entropy in nats.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Losses {
    /// On the positions that the weights are fitted to.
    pub fitted: f64,
    /// On those that are held out.
    pub held_out: f64,
}

/// Fitted weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights, rounded.
    pub weights: Vec<i32>,
    /// By how many hundredths of a unit the odds of winning become e times as good.
    pub scale: f64,
    /// The losses of the old weights.
    pub before: Losses,
    /// The losses of the new weights.
    pub after: Losses,
    /// The epoch after which the loss on the games that are held out was least; 0: no change was any better.
    pub epoch: u32,
}

impl Fit {
    /// Fits weights, beginning with `weights`, to the positions `fitted`, and takes them from the epoch that does best
    /// on the positions `held_out`. `each` is told of every epoch with its losses and says whether to go on.
    pub fn new(
        weights: &[i32],
        fitted: &[Sample],
        held_out: &[Sample],
        settings: &Settings,
        each: &mut dyn FnMut(u32, Losses) -> ControlFlow<()>,
    ) -> Self {
        let old: Vec<f64> = weights.iter().copied().map(f64::from).collect();
        let scale = best_scale(fitted, &old);
        let mut now = old.clone();
        let mut slopes = vec![0.0; now.len()];
        let (mut means, mut squares) = (slopes.clone(), slopes.clone());
        let before = Losses { fitted: loss(fitted, &old, scale), held_out: loss(held_out, &old, scale) };
        let (mut best, mut least, mut best_epoch) = (now.clone(), before.held_out, 0);
        for epoch in 1..=settings.epochs {
            slope(fitted, &now, scale, &mut slopes);
            let hold = 1.0 / (settings.prior * settings.prior * settings.games.max(1) as f64);
            let step = FIRST_STEP * f64::from(settings.epochs - epoch + 1) / f64::from(settings.epochs);
            let [first, second] = [DECAY.0, DECAY.1].map(|decay| 1.0 - decay.powi(epoch.min(1 << 20) as i32));
            for (index, weight) in now.iter_mut().enumerate() {
                let slope = slopes[index] + hold * (*weight - old[index]);
                means[index] += (1.0 - DECAY.0) * (slope - means[index]);
                squares[index] += (1.0 - DECAY.1) * (slope * slope - squares[index]);
                *weight -= step * (means[index] / first) / ((squares[index] / second).sqrt() + 1e-12);
            }
            let losses = Losses { fitted: loss(fitted, &now, scale), held_out: loss(held_out, &now, scale) };
            if losses.held_out < least {
                (best, least, best_epoch) = (now.clone(), losses.held_out, epoch);
            }
            if each(epoch, losses).is_break() || epoch - best_epoch >= PATIENCE {
                break;
            }
        }
        let weights: Vec<i32> = best.iter().map(|weight| weight.round() as i32).collect();
        let best: Vec<f64> = weights.iter().copied().map(f64::from).collect();
        let after = Losses { fitted: loss(fitted, &best, scale), held_out: loss(held_out, &best, scale) };
        Self { weights, scale, before, after, epoch: best_epoch }
    }
}

/// The mean cross-entropy.
fn loss(samples: &[Sample], weights: &[f64], scale: f64) -> f64 {
    let one = |sample: &Sample| {
        // The logarithm of one plus an exponential, which never overflows.
        let odds = sample.estimate(weights) / scale;
        odds.max(0.0) - odds * sample.points + (-odds.abs()).exp().ln_1p()
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// How the mean cross-entropy grows with each weight.
fn slope(samples: &[Sample], weights: &[f64], scale: f64, slopes: &mut [f64]) {
    slopes.fill(0.0);
    let share = 1.0 / (scale * samples.len().max(1) as f64);
    for sample in samples {
        let missed = (sigmoid(sample.estimate(weights) / scale) - sample.points) * share;
        for &(weight, rate) in &sample.rates {
            slopes[weight as usize] += missed * f64::from(rate);
        }
    }
}

/// The scale under which these weights foretell results best: the loss has one least place.
fn best_scale(samples: &[Sample], weights: &[f64]) -> f64 {
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
