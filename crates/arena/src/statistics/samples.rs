//! Results of groups of games that belong together: the games of a group are not independent (they share an opening),
//! the groups are. With pairs of games the counts are the *pentanomial* statistics of the field.

/// How many groups scored what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Samples {
    /// Groups that scored 0, 1, 2, … half points.
    counts: Vec<u64>,
}

impl Samples {
    /// No groups yet, of `games` games each (at least 1).
    pub fn new(games: usize) -> Self {
        Self { counts: vec![0; 2 * games.max(1) + 1] }
    }

    /// Adds a group; no group scores more than two half points a game.
    pub fn add(&mut self, half_points: usize) {
        let most = self.counts.len() - 1;
        self.counts[half_points.min(most)] += 1;
    }

    /// The counts: how many groups scored 0, 1, 2, … half points.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many groups there are.
    pub fn groups(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Each possible score of a group, 0 to 1, with the part of the groups that has it.
    pub fn distribution(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let (most, groups) = ((self.counts.len() - 1) as f64, self.groups() as f64);
        self.counts
            .iter()
            .enumerate()
            .map(move |(half_points, &count)| (half_points as f64 / most, count as f64 / groups))
    }

    /// The mean score, 0 to 1; one half if there is nothing.
    pub fn mean(&self) -> f64 {
        if self.groups() == 0 { 0.5 } else { self.distribution().map(|(score, part)| score * part).sum() }
    }

    /// The standard error of the mean; none if there are fewer than two groups.
    pub fn error(&self) -> Option<f64> {
        let (groups, mean) = (self.groups(), self.mean());
        let squares: f64 = self.distribution().map(|(score, part)| part * (score - mean).powi(2)).sum();
        (groups >= 2).then(|| (squares / (groups - 1) as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_have_five_results() {
        let mut samples = Samples::new(2);
        // By hand: scores 0, ½, ½, 1 have mean ½, variance (¼ + ¼)/3, standard error √(1/6/4).
        for half_points in [0, 2, 2, 4] {
            samples.add(half_points);
        }
        assert_eq!(samples.counts(), [1, 0, 2, 0, 1]);
        assert_eq!(samples.mean(), 0.5);
        assert!(samples.error().is_some_and(|error| (error - (1.0f64 / 24.0).sqrt()).abs() < 1e-12));
    }

    #[test]
    fn without_samples_the_mean_is_half_and_has_no_error() {
        assert_eq!((Samples::new(3).mean(), Samples::new(3).error()), (0.5, None));
    }
}
