//! Moves of self-play games as training samples of a policy: which of the quiet moves of a position was played.

use super::Observation;
use super::sample::drawn_by;
use crate::SelfGame;

/// A position's quiet moves, and which of them was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The gradients of the moves' ordering scores, one after the other.
    terms: Box<[(u32, f32)]>,
    /// Where each move's gradient ends in `terms`.
    ends: Box<[u32]>,
    /// The number of the move that was played.
    played: usize,
}

impl Choice {
    /// The choice of the move with number `played` among those with these gradients: the weights, by number, with a
    /// derivative other than 0, and that derivative.
    ///
    /// # Panics
    /// There is no move with that number.
    pub fn new(gradients: &[Vec<(u32, f32)>], played: usize) -> Self {
        assert!(played < gradients.len());
        let mut end = 0;
        let ends = gradients.iter().map(|gradient| {
            end += gradient.len() as u32;
            end
        });
        Self { ends: ends.collect(), terms: gradients.concat().into(), played }
    }

    /// The gradient of each move's score.
    fn gradients(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| &self.terms[std::mem::replace(&mut from, end as usize)..end as usize])
    }

    /// The scores in log-odds units, and the logarithm of the sum of their exponentials.
    fn scores(&self, weights: &[f64], scale: f64) -> (Vec<f64>, f64) {
        let score = |gradient: &[(u32, f32)]| {
            gradient.iter().map(|&(weight, slope)| weights[weight as usize] * f64::from(slope)).sum::<f64>() / scale
        };
        let scores: Vec<f64> = self.gradients().map(score).collect();
        let most = scores.iter().copied().fold(f64::MIN, f64::max);
        let sum: f64 = scores.iter().map(|score| (score - most).exp()).sum();
        (scores, most + sum.ln())
    }
}

impl Observation for Choice {
    fn loss(&self, weights: &[f64], scale: f64) -> f64 {
        let (scores, normaliser) = self.scores(weights, scale);
        normaliser - scores[self.played]
    }

    fn add_gradient(&self, weights: &[f64], scale: f64, factor: f64, gradient: &mut [f64]) {
        let (scores, normaliser) = self.scores(weights, scale);
        for ((number, terms), score) in self.gradients().enumerate().zip(scores) {
            let target = if number == self.played { 1.0 } else { 0.0 };
            let error = ((score - normaliser).exp() - target) * factor / scale;
            for &(weight, slope) in terms {
                gradient[weight as usize] += error * f64::from(slope);
            }
        }
    }
}

/// At most `most` choices of a game, drawn by `seed`, of positions after its opening where the engine played one of
/// several quiet candidates.
pub fn choices(played: &SelfGame, most: usize, seed: u64) -> Vec<Choice> {
    let mut before = played.finished.game.boxed();
    let mut quiet = Vec::new();
    while before.ply() > played.opening_plies
        && let Some(m) = before.take_back()
    {
        quiet.extend(before.quiet_choice(&m).map(|number| (before.ply(), number)));
    }
    let choice = |(ply, number): (usize, usize)| Choice::new(&played.finished.game.at(ply).move_gradients(), number);
    drawn_by(seed, quiet, most).into_iter().map(choice).collect()
}
