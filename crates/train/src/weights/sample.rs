//! Quiet positions of finished games as training samples: the gradient of the evaluation, and the side's result.

use super::Observation;
use crate::{SelfGame, log_loss};
use manyply::face::{AnyGame, Kind};
use manyply::game::{Side, sigmoid};
use manyply::search::Score;
use manyply::zobrist::{SplitMix64, mix};
use manyply_arena::Record;
use manyply_arena::referee::Ending;
use manyply_arena::service::annotation::chance;

/// A position from one side's view.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The gradient of the evaluation: the weights, by number, with a derivative other than 0, and that derivative.
    pub gradient: Vec<(u32, f32)>,
    /// What the evaluation has beside the sum of weights times derivatives.
    pub rest: f64,
    /// The side's result: 1 for a win, 0 for a loss, half for anything between; or that blended with what a search
    /// expected.
    pub points: f64,
}

impl Sample {
    /// The evaluation with these weights.
    #[inline]
    pub fn evaluation(&self, weights: &[f64]) -> f64 {
        let term = |&(weight, derivative): &(u32, f32)| weights[weight as usize] * f64::from(derivative);
        self.rest + self.gradient.iter().map(term).sum::<f64>()
    }
}

impl Observation for Sample {
    fn loss(&self, weights: &[f64], scale: f64) -> f64 {
        log_loss(self.evaluation(weights) / scale, self.points)
    }

    fn add_gradient(&self, weights: &[f64], scale: f64, factor: f64, gradient: &mut [f64]) {
        let error = (sigmoid(self.evaluation(weights) / scale) - self.points) * factor / scale;
        for &(weight, derivative) in &self.gradient {
            gradient[weight as usize] += error * f64::from(derivative);
        }
    }
}

/// At most `most` positions of a game, drawn by `seed`, that no capture or threat decides and that come after its
/// opening; with three sides each position as seen by each side. None if the game was not ended by the rules or a
/// proof.
///
/// # Errors
/// The record is not a game under `rules`.
pub fn samples(record: &Record, kind: &Kind, rules: &str, most: usize, seed: u64) -> Result<Vec<Sample>, String> {
    let game = record.replay(kind, rules)?;
    if !matches!(record.ending.as_str(), "rules" | "proved") || record.payoffs.len() != kind.sides {
        return Ok(Vec::new());
    }
    Ok(drawn(&*game, record.opening_plies, &Labels { payoffs: &record.payoffs, scores: &[], lambda: 1.0 }, most, seed))
}

/// The same of a game whose positions have scores of a search: the target is blended from the result, whose part is
/// `lambda` (WDL lambda), and from what the score says of it.
pub fn samples_with_scores(played: &SelfGame, lambda: f64, most: usize, seed: u64) -> Vec<Sample> {
    let SelfGame { opening_plies, scores, finished, .. } = played;
    if !matches!(finished.ending, Ending::Rules | Ending::Proved) {
        return Vec::new();
    }
    let labels = Labels { payoffs: &finished.payoffs, scores, lambda };
    drawn(&*finished.game, *opening_plies, &labels, most, seed)
}

/// What is known of the positions of a game.
struct Labels<'a> {
    payoffs: &'a [i8],
    /// Of the positions after the opening, for the side to move; or none.
    scores: &'a [Score],
    lambda: f64,
}

impl Labels<'_> {
    /// What `side` is to expect of a position so many plies after the opening.
    fn points(&self, plies: usize, position: &dyn AnyGame, side: Side) -> f64 {
        let (kind, mover) = (position.kind(), position.side_to_move());
        let result = f64::from(1 + self.payoffs[side.index()]) / 2.0;
        let for_mover = self.scores.get(plies).map(|&score| chance(score, kind.chance_scale));
        match for_mover {
            Some(expected) if side == mover => self.lambda * result + (1.0 - self.lambda) * expected,
            Some(expected) if kind.sides == 2 => self.lambda * result + (1.0 - self.lambda) * (1.0 - expected),
            // With three sides a score says nothing of the two others.
            _ => result,
        }
    }
}

fn drawn(game: &dyn AnyGame, opening_plies: usize, labels: &Labels<'_>, most: usize, seed: u64) -> Vec<Sample> {
    let (mut before, mut quiet) = (game.boxed(), Vec::new());
    while before.ply() > opening_plies
        && let Some(played) = before.take_back()
    {
        if before.is_quiet(&played) && !before.has_winning_move() {
            quiet.push(before.ply());
        }
    }
    // With two sides the second view is the first with the sign changed.
    let views = if game.kind().sides == 2 { 1 } else { game.kind().sides };
    let weights = game.kind().weights(&game.rules_text()).unwrap_or_default().values();
    let sample = |position: &dyn AnyGame, side: Side| {
        let points = labels.points(position.ply() - opening_plies, position, side);
        let gradient = position.gradient(side);
        let sum: f64 = weights.iter().zip(&gradient).map(|(&weight, slope)| f64::from(weight) * slope).sum();
        let nonzero = (0..).zip(gradient).filter(|&(_, slope)| slope != 0.0);
        let gradient = nonzero.map(|(weight, slope)| (weight, slope as f32)).collect();
        Sample { gradient, rest: f64::from(position.evaluate(None, side)) - sum, points }
    };
    let of_position = |ply: usize| {
        let position = game.at(ply);
        Side::all(views).map(move |side| sample(&*position, side)).collect::<Vec<_>>()
    };
    drawn_by(seed, quiet, most).into_iter().flat_map(of_position).collect()
}

/// At most `most` of some things, drawn by `seed`.
pub(super) fn drawn_by<T>(seed: u64, mut things: Vec<T>, most: usize) -> Vec<T> {
    let mut random = SplitMix64::new(mix(seed));
    let drawn = most.min(things.len());
    for index in 0..drawn {
        let other = index + random.below(things.len() - index);
        things.swap(index, other);
    }
    things.truncate(drawn);
    things
}
