//! Moves of self-play games as training samples of a policy: which of the quiet moves of a position was played.

use super::Observation;
use super::sample::drawn_by;
use crate::SelfGame;
use manyply::game::{MoveList, Tunable};
use manyply::search::hooks::{ExactProbe as _, Ordering as _, Qsearch as _, State as _};
use manyply_arena::Playable;

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
pub fn choices<G: Playable + Tunable>(played: &SelfGame<G>, most: usize, seed: u64) -> Vec<Choice> {
    let opening = played.opening.moves.len();
    let mut game = played.finished.game.clone();
    let mut quiet = Vec::new();
    while game.moves().len() > opening
        && let Some(m) = game.take_back()
    {
        let position = game.position();
        let state = G::State::new(position);
        let mut list = G::Moves::default();
        if state.is_noisy(position, m) || state.winning_move(position).is_some() {
            continue;
        }
        state.candidates(position, &mut list);
        if let Some(number) = list.as_slice().iter().position(|&other| other == m)
            && list.as_slice().len() > 1
        {
            quiet.push((position.clone(), list, number));
        }
    }
    let quiet = drawn_by(seed, quiet, most);
    let choice = |(position, list, number): &(G, G::Moves, usize)| {
        Choice::new(&position.move_gradients(list.as_slice()), *number)
    };
    quiet.iter().map(choice).collect()
}
