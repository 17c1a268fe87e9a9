//! How well evaluations predict results: log loss and calibration of two of them on the same labelled positions.
//!
//! An evaluation becomes an expected result, 0 to 1, by the sigmoid of its own best scale: that with the least log loss
//! on all positions. So what is compared is what evaluations know, not how large their unit is.

use super::log_loss;
use manyply::game::sigmoid;
use serde::Serialize;

/// A position with what two evaluations say of it, and what came of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// The game that it is of: positions of one game are not independent.
    pub game: u32,
    /// How far that game had come: the number by which phases are told apart.
    pub stage: u32,
    /// The evaluations in hundredths, for the side to move.
    pub values: [i32; 2],
    /// What that side got of the game, 0 to 1.
    pub result: f32,
}

/// Bins of expected results.
pub const BINS: usize = 10;
/// The least and the greatest scale that is tried, in hundredths of a unit for each log-odds unit.
const SCALES: (f64, f64) = (5.0, 50_000.0);
/// Steps of the search for a scale: each leaves 62 % of its range.
const STEPS: u32 = 40;
/// Standard errors of an interval of 95 %.
const CONFIDENT: f64 = 1.96;

/// Two evaluations on some positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Comparison {
    /// The number of positions.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub positions: usize,
    /// The log loss of a baseline that always predicts the mean result of all of them.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub base: f64,
    /// What each evaluation comes to, in the order of the names.
    pub evaluations: [Quality; 2],
    /// The log loss of the first less that of the second.
    pub difference: f64,
    /// Half the width of the interval of 95 % of that, where positions of one game count as one observation.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub error: f64,
}

/// How well an evaluation predicts results.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Quality {
    /// Hundredths of a unit for each log-odds unit.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub scale: f64,
    /// The mean log loss, in nats.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub log_loss: f64,
    /// The mean distance, over positions, of what was expected of a bin and what happened there.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub calibration_error: f64,
    /// Tenths of the expected result.
    pub bins: Vec<Bin>,
}

/// Positions of about the same expected result.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Bin {
    /// The number of positions.
    pub positions: usize,
    /// The mean of their expected results.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub expected: f64,
    /// The mean of their results.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub happened: f64,
}

/// The scale of each evaluation with the least log loss on these positions.
pub fn scales(positions: &[Judged]) -> [f64; 2] {
    [0, 1].map(|which| {
        let loss = |scale: f64| positions.iter().map(|judged| loss_of(judged, which, scale)).sum::<f64>();
        // The loss is convex in the inverse of the scale: it has one minimum.
        let golden = (5f64.sqrt() - 1.0) / 2.0;
        let (mut low, mut high) = (SCALES.0.ln(), SCALES.1.ln());
        let inside = |low: f64, high: f64| (high - golden * (high - low), low + golden * (high - low));
        let (mut left, mut right) = inside(low, high);
        let (mut at_left, mut at_right) = (loss(left.exp()), loss(right.exp()));
        for _ in 0..STEPS {
            if at_left < at_right {
                (high, right, at_right) = (right, left, at_left);
                left = inside(low, high).0;
                at_left = loss(left.exp());
            } else {
                (low, left, at_left) = (left, right, at_right);
                right = inside(low, high).1;
                at_right = loss(right.exp());
            }
        }
        f64::midpoint(low, high).exp()
    })
}

/// Compares both evaluations, with these scales, on positions that come game by game; none if there are none.
pub fn compare(positions: &[Judged], scales: [f64; 2]) -> Option<Comparison> {
    if positions.is_empty() {
        return None;
    }
    let count = positions.len() as f64;
    let evaluations = [0, 1].map(|which| quality(positions, which, scales[which]));
    let mean = positions.iter().map(|judged| f64::from(judged.result)).sum::<f64>() / count;
    let part = |share: f64| if share > 0.0 { -share * share.ln() } else { 0.0 };
    let difference = evaluations[0].log_loss - evaluations[1].log_loss;
    let of_game = |game: &[Judged]| {
        let excess = |judged: &Judged| loss_of(judged, 0, scales[0]) - loss_of(judged, 1, scales[1]) - difference;
        game.iter().map(excess).sum::<f64>().powi(2)
    };
    let variance = positions.chunk_by(|a, b| a.game == b.game).map(of_game).sum::<f64>();
    Some(Comparison {
        positions: positions.len(),
        base: part(mean) + part(1.0 - mean),
        evaluations,
        difference,
        error: CONFIDENT * variance.sqrt() / count,
    })
}

fn quality(positions: &[Judged], which: usize, scale: f64) -> Quality {
    let mut bins = vec![Bin::default(); BINS];
    let mut loss = 0.0;
    for judged in positions {
        let expected = sigmoid(f64::from(judged.values[which]) / scale);
        let bin = &mut bins[((expected * BINS as f64) as usize).min(BINS - 1)];
        bin.positions += 1;
        bin.expected += expected;
        bin.happened += f64::from(judged.result);
        loss += loss_of(judged, which, scale);
    }
    let count = positions.len().max(1) as f64;
    let off = bins.iter().map(|bin| (bin.expected - bin.happened).abs()).sum::<f64>() / count;
    for bin in bins.iter_mut().filter(|bin| bin.positions > 0) {
        bin.expected /= bin.positions as f64;
        bin.happened /= bin.positions as f64;
    }
    Quality { scale, log_loss: loss / count, calibration_error: off, bins }
}

/// The log loss of one evaluation of a position.
fn loss_of(judged: &Judged, which: usize, scale: f64) -> f64 {
    log_loss(f64::from(judged.values[which]) / scale, f64::from(judged.result))
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::zobrist::SplitMix64;

    /// Positions whose results follow from the first evaluation at a scale of 200; the second says nothing.
    fn drawn(count: u32) -> Vec<Judged> {
        let mut random = SplitMix64::new(3);
        let mut judged = |index| {
            let value = random.below(1201) as i32 - 600;
            let wins = (random.below(1 << 20) as f64) < sigmoid(f64::from(value) / 200.0) * f64::from(1 << 20);
            let other = random.below(201) as i32 - 100;
            Judged { game: index / 5, stage: index, values: [value, other], result: if wins { 1.0 } else { 0.0 } }
        };
        (0..count).map(&mut judged).collect()
    }

    #[test]
    fn what_results_follow_from_is_found() {
        let positions = drawn(20_000);
        let scales = scales(&positions);
        assert!((190.0..210.0).contains(&scales[0]), "{scales:?}");
        assert!(scales[1] > 1000.0, "{scales:?}");
        let found = compare(&positions, scales).expect("positions");
        let [good, bad] = &found.evaluations;
        assert!(good.calibration_error < 0.02 && good.log_loss < 0.55, "{good:?}");
        assert!((bad.log_loss - 2f64.ln()).abs() < 0.01 && (found.base - 2f64.ln()).abs() < 0.01, "{bad:?}");
        assert!(found.difference + 10.0 * found.error < 0.0, "{found:?}");
        assert_eq!(good.bins.iter().map(|bin| bin.positions).sum::<usize>(), 20_000);
        // At a wrong scale the same evaluation is as sure as it should not be.
        let sure = compare(&positions, [50.0, scales[1]]).expect("positions");
        assert!(sure.evaluations[0].calibration_error > 0.1 && sure.evaluations[0].log_loss > good.log_loss);
    }

    #[test]
    fn extremes_are_numbers() {
        assert_eq!(compare(&[], [200.0; 2]), None);
        let sure = Judged { game: 0, stage: 0, values: [20_000, -20_000], result: 1.0 };
        let found = compare(&[sure], scales(&[sure])).expect("a position");
        assert!(found.evaluations.iter().all(|one| one.log_loss.is_finite() && one.scale.is_finite()), "{found:?}");
        assert_eq!((found.base, found.error), (0.0, 0.0));
        let even = Judged { values: [0, 0], result: 0.5, ..sure };
        assert!((loss_of(&even, 0, 100.0) - 2f64.ln()).abs() < 1e-12);
    }
}
