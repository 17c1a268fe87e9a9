//! The sequential probability ratio test (SPRT): after each group of games, whether enough is known.
//!
//! The ratio is that of the *generalised* test: each hypothesis is given its most likely distribution of group scores,
//! which is the observed one, tilted until it has the mean that the hypothesis wants. (A. Wald, "Sequential tests of
//! statistical hypotheses", 1945; M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value
//! of a distribution", notes on the statistics of fishtest.)

use super::elo::score;
use super::samples::Samples;

/// A test of "better by `elo1`" against "better by `elo0`".
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Sprt {
    /// The difference under the hypothesis that is to be refuted.
    pub elo0: f64,
    /// The difference under the hypothesis that is to be shown, above [`Self::elo0`].
    pub elo1: f64,
    /// The probability that the second is accepted though the first is true.
    pub alpha: f64,
    /// The probability that the first is accepted though the second is true.
    pub beta: f64,
}

/// What a test says in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub enum Verdict {
    /// `elo0` or less.
    #[serde(rename = "elo0")]
    First,
    /// `elo1` or more.
    #[serde(rename = "elo1")]
    Second,
}

/// What stands for a result that was not seen: few games must not make anything impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// The logarithms of the ratio below and above which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the ratio of likelihoods: above 0, the second hypothesis is more likely.
    pub fn llr(&self, samples: &Samples) -> f64 {
        if samples.groups() == 0 {
            return 0.0;
        }
        let most = (samples.counts().len() - 1) as f64;
        let counts = samples.counts().iter().map(|&count| (count as f64).max(UNSEEN));
        let counts: Vec<(f64, f64)> =
            counts.enumerate().map(|(half_points, n)| (half_points as f64 / most, n)).collect();
        let likelihood = |mean: f64| -> f64 {
            let tilt = tilt(&counts, mean);
            counts.iter().map(|(value, count)| -count * (1.0 + tilt * (value - mean)).ln()).sum()
        };
        likelihood(score(self.elo1)) - likelihood(score(self.elo0))
    }

    /// What the test says, if it says anything yet.
    pub fn verdict(&self, samples: &Samples) -> Option<Verdict> {
        let (low, high) = self.bounds();
        match self.llr(samples) {
            llr if llr <= low => Some(Verdict::First),
            llr if llr >= high => Some(Verdict::Second),
            _ => None,
        }
    }
}

/// The tilt t at which weights n/(1 + t·(value − mean)) have the wanted mean: where the sum of
/// weight·(value − mean), which falls with t, is 0. Values lie from 0 to 1, `mean` strictly between.
fn tilt(counts: &[(f64, f64)], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        let sum: f64 = counts.iter().map(|(value, n)| n * (value - mean) / (1.0 + middle * (value - mean))).sum();
        if sum > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::zobrist::SplitMix64;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn llr_bounds_are_those_of_wald() {
        let (low, high) = TEST.bounds();
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
    }

    /// With two results the tilted distribution is the Bernoulli one, whose ratio is known in closed form.
    #[test]
    fn ratio_of_wins_and_losses_is_the_binomial_one() {
        let mut samples = Samples::new(1);
        for (half_points, times) in [(0, 40), (2, 60)] {
            (0..times).for_each(|_| samples.add(half_points));
        }
        let (s0, s1) = (score(0.0), score(40.0));
        let expected = 60.0 * (s1 / s0).ln() + 40.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        assert!((TEST.llr(&samples) - expected).abs() < 0.01, "{} {expected}", TEST.llr(&samples));
    }

    /// With small differences the ratio is that of two normal distributions with the observed variance.
    #[test]
    fn ratio_is_nearly_the_normal_one() {
        let mut samples = Samples::new(2);
        for (half_points, times) in [(0, 30), (1, 110), (2, 250), (3, 130), (4, 40)] {
            (0..times).for_each(|_| samples.add(half_points));
        }
        let test = Sprt { elo1: 10.0, ..TEST };
        let (s0, s1) = (score(0.0), score(10.0));
        let error = samples.error().unwrap_or(1.0);
        let expected = (s1 - s0) * (2.0 * samples.mean() - s0 - s1) / (2.0 * error * error);
        assert!((test.llr(&samples) - expected).abs() < 0.02, "{} {expected}", test.llr(&samples));
    }

    #[test]
    fn without_games_there_is_no_verdict() {
        assert_eq!((TEST.llr(&Samples::new(2)), TEST.verdict(&Samples::new(2))), (0.0, None));
    }

    /// Simulated matches of known strength: how often the test says `wrong`.
    fn wrong(elo: f64, wrong: Verdict, seed: u64) -> f64 {
        const MATCHES: u32 = 1000;
        let mut random = SplitMix64::new(seed);
        // A third of the games are drawn; the pairs' openings favour one side, so that a pair's games hang together.
        let chance = |expected: f64, half_points: &mut usize, random: &mut SplitMix64| {
            let (draw, win) = (1.0 / 3.0, expected - 1.0 / 6.0);
            let at = random.below(1 << 30) as f64 / f64::from(1 << 30);
            *half_points += if at < win { 2 } else { usize::from(at < win + draw) };
        };
        let mut count = 0;
        for _ in 0..MATCHES {
            let mut samples = Samples::new(2);
            let verdict = loop {
                let bias = if random.below(2) == 0 { 0.2 } else { -0.2 };
                let mut half_points = 0;
                chance(score(elo) + bias, &mut half_points, &mut random);
                chance(score(elo) - bias, &mut half_points, &mut random);
                samples.add(half_points);
                if let Some(verdict) = TEST.verdict(&samples) {
                    break verdict;
                }
            };
            count += u32::from(verdict == wrong);
        }
        f64::from(count) / f64::from(MATCHES)
    }

    #[test]
    fn errors_are_as_seldom_as_promised() {
        // 5 % promised; two standard deviations of 1000 matches are 1.4 %.
        let (first, second) = (wrong(TEST.elo0, Verdict::Second, 1), wrong(TEST.elo1, Verdict::First, 2));
        assert!(first <= 0.064 && second <= 0.064, "{first} {second}");
        assert!(wrong(TEST.elo0 - 40.0, Verdict::Second, 3) < 0.01, "clearly worse");
        assert!(wrong(TEST.elo1 + 40.0, Verdict::First, 4) < 0.01, "clearly better");
    }
}
