//! Differences in strength on the Elo scale (A. E. Elo, *The Rating of Chessplayers*, 1978, in its logistic form).

use super::normal::cumulative;
use super::samples::Samples;
use super::wilson::wilson;
use super::{CONFIDENT, Tally};

/// The difference that a mean score, 0 to 1, stands for: infinite at the ends.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The mean score, 0 to 1, that a difference leads to.
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A difference, as games show it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean score, 0 to 1.
    pub score: f64,
    /// The difference that it stands for; where all games were won, or all lost, as if a quarter of a point were not.
    pub elo: f64,
    /// Half the width of the difference's interval of 95 %; infinite if there are no games.
    pub error: f64,
}

impl Estimate {
    /// The error, where games were counted.
    pub fn known_error(&self) -> Option<f64> {
        Some(self.error).filter(|error| error.is_finite())
    }

    /// The difference that all games together show, with the error that groups of them show. Where these show too
    /// little variety for that, the error is as wide as if the games had nothing to do with each other.
    pub fn of(tally: &Tally, samples: &Samples) -> Self {
        let (score, games) = (tally.score(), tally.games() as f64);
        if games == 0.0 {
            return Self { score, elo: 0.0, error: f64::INFINITY };
        }
        let edge = 0.25 / games;
        let finite = |score: f64| elo(score.clamp(edge, 1.0 - edge));
        let margin = samples.error().map(|error| CONFIDENT * error);
        let known = margin.filter(|&margin| margin > 0.0 && score - margin > edge && score + margin < 1.0 - edge);
        let (low, high) = match known {
            Some(margin) => (score - margin, score + margin),
            None => wilson(score * games, games, CONFIDENT),
        };
        Self { score, elo: finite(score), error: (finite(high) - finite(low)) / 2.0 }
    }
}

/// The likelihood of superiority: the probability that the difference is positive, given the games.
/// From the groups' own variance; where that shows none, from wins and losses alone (as in the field's usual formula
/// Φ((W − L)/√(W + L))).
pub fn los(tally: &Tally, samples: &Samples) -> f64 {
    match samples.error() {
        Some(error) if error > 0.0 => cumulative((samples.mean() - 0.5) / error),
        _ => {
            let (wins, losses) = (tally.wins as f64, tally.losses as f64);
            if wins + losses == 0.0 { 0.5 } else { cumulative((wins - losses) / (wins + losses).sqrt()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-3
    }

    #[test]
    fn the_scale_is_elo_s() {
        // The table that everybody knows: 75 % are 191 points, 91 % are 402.
        assert!(near(elo(0.75), 190.8485) && near(elo(0.5), 0.0) && near(elo(0.25), -190.8485));
        assert!(near(elo(score(402.0)), 402.0) && near(score(400.0), 10.0 / 11.0));
        assert!(elo(1.0) == f64::INFINITY && elo(0.0) == f64::NEG_INFINITY);
    }

    #[test]
    fn estimates_agree_with_hand_computed_values() {
        let tally = Tally { wins: 5, draws: 2, losses: 1 };
        let mut samples = Samples::new(2);
        for half_points in [4, 4, 3, 1] {
            samples.add(half_points);
        }
        // Scores 1, 1, ¾, ¼: mean ¾, variance (2·1/16 + 0 + ¼)/3 = ⅛, standard error √(1/32) = 0.17678.
        let estimate = Estimate::of(&tally, &samples);
        assert!(near(estimate.score, 0.75) && near(estimate.elo, 190.8485));
        // ¾ + 1.96·0.177 is beyond 1: Wilson's interval of 6 in 8 is (0.40927, 0.92852).
        assert!((estimate.error - (elo(0.92852) - elo(0.40927)) / 2.0).abs() < 0.05, "{estimate:?}");
        assert!(near(los(&tally, &samples), 0.92135), "Φ(√2) = 0.92135");
        for _ in 0..4 {
            for half_points in [4, 4, 3, 1] {
                samples.add(half_points);
            }
        }
        // 20 groups: the sum of squares is five times ⅜, the variance a nineteenth of that, the error's square a
        // twentieth.
        let margin = CONFIDENT * (0.375f64 * 5.0 / 19.0 / 20.0).sqrt();
        let error = Estimate::of(&tally, &samples).error;
        assert!(near(error, (elo(0.75 + margin) - elo(0.75 - margin)) / 2.0));
    }

    #[test]
    fn superiority_without_variety() {
        let all_won = Tally { wins: 4, draws: 0, losses: 0 };
        let mut samples = Samples::new(2);
        samples.add(4);
        samples.add(4);
        assert!(near(los(&all_won, &samples), 0.97725), "Φ(2)");
        assert_eq!(los(&Tally::default(), &Samples::new(2)), 0.5);
        let estimate = Estimate::of(&all_won, &samples);
        assert!(near(estimate.elo, elo(15.0 / 16.0)) && estimate.error > 100.0, "{estimate:?}");
    }
}
