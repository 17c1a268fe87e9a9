//! How games of self-play that begin alike come to differ.

use manyply::search::{Report, Score};
use manyply::zobrist::SplitMix64;

/// Of how many of the best moves one is drawn.
pub(super) const LINES: usize = 4;
/// Where moves are chosen at random now and then, one in so many is.
const ONE_IN: usize = 8;
/// The weight of the best move in a draw, in which others count in whole numbers: so the draw is the same on every
/// machine.
const BEST: f64 = 4096.0;

/// Moves by chance after the opening.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Varied {
    /// In how many plies after the opening.
    pub plies: usize,
    /// 0: one move of eight is a random candidate. Otherwise each move is one of the four best, with a probability that
    /// falls by a factor of e for every so many hundredths below the best one (softmax with this temperature).
    pub temperature: u32,
}

impl Varied {
    /// Whether the move after so many plies is drawn from the best ones.
    pub(super) fn draws(self, plies: usize) -> bool {
        self.temperature > 0 && plies < self.plies
    }

    /// Whether the move after so many plies is any candidate.
    pub(super) fn is_random(self, plies: usize, random: &mut SplitMix64) -> bool {
        self.temperature == 0 && plies < self.plies && random.below(ONE_IN) == 0
    }
}

/// The best moves of a search with several lines (MultiPV), the best first, with their values in hundredths.
pub(super) struct Lines(Vec<(String, i32)>);

impl Lines {
    pub(super) fn new() -> Self {
        Self(Vec::with_capacity(LINES + 1))
    }

    /// Takes a line in the place of its rank.
    pub(super) fn take(&mut self, report: &Report<String>) {
        // Decided moves are as far from others as they can be.
        let value = match report.score {
            Score::Cp(value) => value,
            Score::Win(_) => i32::MAX / 2,
            Score::Loss(_) => i32::MIN / 2,
            Score::Draw => 0,
        };
        let m = report.line[0].clone();
        self.0.retain(|(other, _)| *other != m);
        self.0.insert((report.multipv as usize - 1).min(self.0.len()), (m, value));
        self.0.truncate(LINES);
    }

    /// One of the moves; none if there is no line.
    pub(super) fn draw(&self, temperature: u32, random: &mut SplitMix64) -> Option<String> {
        let best = self.0.first()?.1;
        let weight = |&(_, value): &(String, i32)| {
            let below = f64::from(value.min(best)) - f64::from(best);
            (BEST * (below / f64::from(temperature.max(1))).exp()).round() as usize
        };
        let mut left = random.below(self.0.iter().map(weight).sum());
        let drawn = self.0.iter().find(|line| {
            let weight = weight(line);
            let is_here = left < weight;
            left = left.wrapping_sub(weight);
            is_here
        });
        drawn.map(|(m, _)| m.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(multipv: u32, m: u8, score: Score) -> Report<String> {
        let mut report = Report::new(score, vec![m.to_string()]);
        report.multipv = multipv;
        report
    }

    /// How often each move is drawn in 10,000 draws.
    fn counts(lines: &Lines, temperature: u32) -> [u32; 4] {
        let mut random = SplitMix64::new(1);
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            let drawn = lines.draw(temperature, &mut random).expect("a line");
            counts[drawn.parse::<usize>().expect("a number")] += 1;
        }
        counts
    }

    #[test]
    fn moves_are_drawn_by_the_softmax_of_their_scores() {
        let mut lines = Lines::new();
        assert_eq!(lines.draw(50, &mut SplitMix64::new(1)), None);
        let scores = [Score::Cp(120), Score::Cp(70), Score::Cp(20), Score::Loss(4)];
        scores.iter().zip(0..).for_each(|(&score, m)| lines.take(&report(u32::from(m) + 1, m, score)));
        // One, 1/e and 1/e², of 1.503 in all.
        for (count, expected) in counts(&lines, 50).into_iter().zip([6652u32, 2447, 900, 0]) {
            assert!(expected.abs_diff(count) <= expected / 10, "{count} of {expected}");
        }
        assert_eq!(counts(&lines, 1), [10_000, 0, 0, 0]);
    }

    /// A later iteration may report its best move only, one that another rank had before.
    #[test]
    fn a_line_is_kept_once() {
        let mut lines = Lines::new();
        (0..4).for_each(|m| lines.take(&report(u32::from(m) + 1, m, Score::Cp(0))));
        lines.take(&report(1, 2, Score::Cp(300)));
        let kept: Vec<_> = lines.0.iter().map(|(m, value)| (m.as_str(), *value)).collect();
        assert_eq!(kept, [("2", 300), ("0", 0), ("1", 0), ("3", 0)]);
        assert_eq!(counts(&lines, 10), [0, 0, 10_000, 0]);
        lines.take(&report(1, 3, Score::Win(3)));
        assert_eq!(counts(&lines, 100_000)[3], 10_000);
    }

    #[test]
    fn without_plies_nothing_is_left_to_chance() {
        let mut random = SplitMix64::new(1);
        assert!(!Varied::default().draws(0) && !Varied::default().is_random(0, &mut random));
        let drawn = Varied { plies: 2, temperature: 30 };
        assert!(drawn.draws(1) && !drawn.draws(2) && (0..99).all(|_| !drawn.is_random(0, &mut random)));
    }
}
