//! How far a training has come, for a file: with it the same training goes on.

use super::{Losses, Trainer};
use serde::{Deserialize, Serialize};

/// A training after some epochs. Numbers are kept as their bits, so that none is rounded on its way.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Of each epoch the error on the samples trained on and on those held out.
    losses: Vec<[u64; 2]>,
    weights: Vec<u32>,
    /// Of each weight's gradient the mean and the mean square.
    means: Vec<[u32; 2]>,
    /// The weights of the epoch with the least error held out.
    best: Vec<u32>,
    steps: i32,
}

impl Trainer {
    /// How far the training has come.
    pub fn progress(&self) -> Progress {
        let bits = |weights: &[f32]| weights.iter().map(|weight| weight.to_bits()).collect();
        Progress {
            losses: self.losses.iter().map(|one| [one.trained.to_bits(), one.held_out.to_bits()]).collect(),
            weights: bits(&self.weights),
            means: self.means.iter().map(|mean| [mean.0.to_bits(), mean.1.to_bits()]).collect(),
            best: bits(&self.best),
            steps: self.steps,
        }
    }

    /// The trainer, with the same shape, schedule and seed as the one that came so far: [`Trainer::train`] goes on with
    /// the epochs that are left. None if this is the progress of a network of another shape, or makes no sense.
    pub fn resumed(mut self, progress: &Progress) -> Option<Self> {
        let floats = |bits: &[u32]| -> Vec<f32> { bits.iter().map(|&bits| f32::from_bits(bits)).collect() };
        let Progress { losses, weights, means, best, steps } = progress;
        self.losses = (1..)
            .zip(losses)
            .map(|(epoch, &[trained, held_out])| Losses {
                epoch,
                trained: f64::from_bits(trained),
                held_out: f64::from_bits(held_out),
            })
            .collect();
        let count = self.weights.len();
        self.weights = floats(weights);
        self.means = means.iter().map(|&[mean, square]| (f32::from_bits(mean), f32::from_bits(square))).collect();
        self.best = floats(best);
        self.steps = *steps;
        let fits = self.weights.len() == count
            && self.means.len() == count
            && (self.best.is_empty() || self.best.len() == count)
            && (0..1 << 30).contains(&self.steps)
            && self.losses.len() <= self.schedule.epochs as usize;
        let is_finite = self.weights.iter().chain(&self.best).all(|weight| weight.is_finite());
        (fits && is_finite).then_some(self)
    }
}
