//! Ratings of many players at once.
//!
//! The Bradley–Terry model: a player of strength p beats one of strength q with probability p/(p+q); a draw is half a
//! win and half a loss. The strengths under which the results are most likely come from Zermelo's iteration (E.
//! Zermelo, 1929; D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004).

use super::CONFIDENT;

/// The strength of a player among the others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// On the Elo scale; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of its interval of 95 %, the others' ratings taken as they are.
    pub error: f64,
}

/// A draw against every other player that nobody played: it keeps ratings finite where all games were won or lost.
const PRIOR: f64 = 0.5;
const ROUNDS: usize = 10_000;
/// Points on the Elo scale by which a natural logarithm of strengths is multiplied.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Ratings from a table of points: `points[i][j]` is what i scored against j, a win being 1.
pub fn ratings(points: &[Vec<f64>]) -> Vec<Rating> {
    let players = points.len();
    let others = |i: usize| (0..players).filter(move |&j| j != i);
    let scored = |i: usize, j: usize| points[i][j] + PRIOR;
    let games = |i: usize, j: usize| scored(i, j) + scored(j, i);
    let mut strength = vec![1.0f64; players];
    for _ in 0..ROUNDS {
        let mut change = 0.0f64;
        for i in 0..players {
            let won: f64 = others(i).map(|j| scored(i, j)).sum();
            let met: f64 = others(i).map(|j| games(i, j) / (strength[i] + strength[j])).sum();
            if met > 0.0 {
                change = change.max((won / met / strength[i]).ln().abs());
                strength[i] = won / met;
            }
        }
        let mean = strength.iter().map(|p| p.ln()).sum::<f64>() / players as f64;
        strength.iter_mut().for_each(|p| *p /= mean.exp());
        if change < 1e-9 {
            break;
        }
    }
    (0..players)
        .map(|i| {
            let expected = |j: usize| strength[i] / (strength[i] + strength[j]);
            let information: f64 = others(i).map(|j| games(i, j) * expected(j) * (1.0 - expected(j))).sum();
            let error = if information > 0.0 { CONFIDENT * SCALE / information.sqrt() } else { f64::INFINITY };
            Rating { elo: SCALE * strength[i].ln(), error }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{elo, score};

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let ratings = ratings(&[vec![0.0, 7499.5], vec![2499.5, 0.0]]);
        assert!((ratings[0].elo - ratings[1].elo - elo(0.75)).abs() < 1e-6);
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
    }

    #[test]
    fn known_strengths_are_found() {
        let truth = [150.0, 20.0, -30.0, -140.0];
        let points: Vec<Vec<f64>> = truth.iter().map(|a| truth.iter().map(|b| 1e6 * score(a - b)).collect()).collect();
        for (rating, truth) in ratings(&points).iter().zip(truth) {
            assert!((rating.elo - truth).abs() < 0.01, "{rating:?} {truth}");
        }
    }

    #[test]
    fn winning_every_game_is_no_infinity() {
        let ratings = ratings(&[vec![0.0, 10.0], vec![0.0, 0.0]]);
        assert!(ratings.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()));
        assert!(super::ratings(&[]).is_empty());
    }
}
