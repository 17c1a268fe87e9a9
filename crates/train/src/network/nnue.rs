//! An NNUE in training: its definition in floating point, and the gradient of the squared error of the expected result.

use super::expected;
use manyply::nnue::{Errors, Lesson, MAX_WIDTH, Model, Shape};
use manyply::zobrist::SplitMix64;

/// No game has more sides.
const MAX_VIEWS: usize = 3;
/// No network has more neurons for each perspective, of which there are two at least.
const MAX_HIDDEN: usize = MAX_WIDTH / 2;

/// The hidden layer from one perspective; neurons beyond the shape's are 0.
type Hidden = [f32; MAX_HIDDEN];

/// All weights are in the order of [`Network::from_bytes`](manyply::nnue::Network::from_bytes).
#[derive(Debug)]
pub(super) struct Nnue {
    shape: Shape,
}

impl Nnue {
    /// # Panics
    /// If the shape has more than [`MAX_WIDTH`] neurons for two perspectives, or more than three of these.
    pub(super) fn new(shape: Shape) -> Self {
        assert!(shape.hidden <= MAX_HIDDEN && shape.views <= MAX_VIEWS);
        Self { shape }
    }

    fn count(&self) -> usize {
        self.shape.size() / 2
    }

    /// Where the output weights of a bucket are, and its bias.
    #[inline]
    fn outputs(&self, bucket: usize) -> (usize, usize) {
        let Shape { features, hidden, views, buckets, .. } = self.shape;
        ((features + 1 + bucket * views) * hidden, (features + 1 + buckets * views) * hidden + bucket)
    }

    /// The output in log-odds units, and the hidden layer from the perspective of each side.
    pub(super) fn forward(&self, weights: &[f32], lesson: &Lesson<'_>) -> (f32, [Hidden; MAX_VIEWS]) {
        let neurons = self.shape.hidden;
        let bias = &weights[self.shape.features * neurons..][..neurons];
        let (outputs, output_bias) = self.outputs(lesson.bucket);
        let mut all = [[0.0; MAX_HIDDEN]; MAX_VIEWS];
        let mut sum = weights[output_bias] + lesson.base;
        for (view, (features, hidden)) in views(lesson).zip(&mut all).enumerate() {
            let hidden = &mut hidden[..neurons];
            hidden.copy_from_slice(bias);
            for &feature in features {
                let row = &weights[usize::from(feature) * neurons..][..neurons];
                hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            let weights = &weights[outputs + view * neurons..][..neurons];
            sum += hidden.iter().zip(weights).map(|(&x, weight)| x.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>();
        }
        (sum, all)
    }

    /// The errors in a lesson, with the derivatives.
    fn learn_one(&self, all: &[f32], lesson: &Lesson<'_>, share: f32, gradient: &mut [f32]) -> Errors {
        let (log_odds, hidden) = self.forward(all, lesson);
        let expected = expected(log_odds);
        let error = expected - lesson.target;
        let slope = 2.0 * error * expected * (1.0 - expected) * share;
        let (outputs, output_bias) = self.outputs(lesson.bucket);
        let neurons = self.shape.hidden;
        let bias = self.shape.features * neurons;
        gradient[output_bias] += slope;
        for (view, (features, hidden)) in views(lesson).zip(&hidden).enumerate() {
            let at = outputs + view * neurons;
            let (weights, mut back) = (&all[at..][..neurons], [0.0; MAX_HIDDEN]);
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
        squared(error)
    }
}

/// The active features as the sides see them, the lesson's own first.
#[inline]
fn views<'a>(lesson: &Lesson<'a>) -> impl Iterator<Item = &'a [u16]> + use<'a> {
    let (features, count) = (lesson.features, lesson.features.len() / lesson.views);
    (0..lesson.views).map(move |view| &features[view * count..][..count])
}

impl Model for Nnue {
    fn random_weights(&self, random: &mut SplitMix64) -> Vec<f32> {
        let (rows, count) = (self.shape.features * self.shape.hidden, self.count());
        let mut uniform = |most: f32| most * (random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
        (0..count)
            .map(|index| match index {
                _ if index < rows => uniform(0.15),
                _ if index < rows + self.shape.hidden => 0.1,
                _ if index < count - self.shape.buckets => uniform(0.2),
                _ => 0.0,
            })
            .collect()
    }

    fn errors(&self, weights: &[f32], lessons: &[Lesson<'_>]) -> Vec<Errors> {
        let error = |lesson| squared(expected(self.forward(weights, lesson).0) - lesson.target);
        lessons.iter().map(error).collect()
    }

    fn learn(&self, weights: &[f32], lessons: &[Lesson<'_>], share: f32, gradient: &mut [f32]) -> Vec<Errors> {
        lessons.iter().map(|lesson| self.learn_one(weights, lesson, share, gradient)).collect()
    }
}

/// The errors where the expected result is wrong by so much.
fn squared(error: f32) -> Errors {
    Errors { value: f64::from(error).powi(2), policy: None }
}
