//! Quiet positions of finished games as training samples: the gradient of the evaluation, and the side's result.

use crate::arena::Playable;
use crate::arena::Record;
use crate::game::Side;
use crate::game::Tunable;
use crate::search::hooks::{ExactProbe as _, Qsearch as _, State as _};
use crate::zobrist::{SplitMix64, mix};

/// A position from one side's view.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The gradient of the evaluation: the weights, by number, with a derivative other than 0, and that derivative.
    pub gradient: Vec<(u32, f32)>,
    /// What the evaluation has beside the sum of weights times derivatives.
    pub rest: f64,
    /// The side's result: 1 for a win, 0 for a loss, half for anything between.
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

/// At most `most` positions of a game, drawn by `seed`, that no capture or threat decides and that come after its
/// opening; with three sides each position as seen by each side. None if the game was not ended by the rules or a
/// proof.
///
/// # Errors
/// The record is not a game under `rules`.
pub fn samples<G: Playable + Tunable>(
    record: &Record,
    rules: &G::Rules,
    most: usize,
    seed: u64,
) -> Result<Vec<Sample>, String> {
    let mut game = record.replay::<G>(rules)?;
    if !matches!(record.ending.as_str(), "rules" | "proved") || record.payoffs.len() != G::SIDES {
        return Ok(Vec::new());
    }
    let mut quiet = Vec::new();
    while game.moves().len() > record.opening_plies
        && let Some(played) = game.take_back()
    {
        let position = game.position();
        let state = G::State::new(position);
        if !state.in_check(position) && !state.is_noisy(position, played) && state.winning_move(position).is_none() {
            quiet.push(position.clone());
        }
    }
    let mut random = SplitMix64::new(mix(seed));
    let drawn = most.min(quiet.len());
    for index in 0..drawn {
        let other = index + random.below(quiet.len() - index);
        quiet.swap(index, other);
    }
    // With two sides the second view is the first with the sign changed.
    let views = if G::SIDES == 2 { 1 } else { G::SIDES };
    let weights = G::weights().values();
    let sample = |position: &G, side: Side| {
        let points = f64::from(1 + record.payoffs[side.index()]) / 2.0;
        let gradient = position.gradient(side);
        let sum: f64 = weights.iter().zip(&gradient).map(|(&weight, slope)| f64::from(weight) * slope).sum();
        let nonzero = (0..).zip(gradient).filter(|&(_, slope)| slope != 0.0);
        let gradient = nonzero.map(|(weight, slope)| (weight, slope as f32)).collect();
        Sample { gradient, rest: f64::from(position.evaluate(side)) - sum, points }
    };
    Ok(quiet[..drawn].iter().flat_map(|position| Side::all(views).map(|side| sample(position, side))).collect())
}
