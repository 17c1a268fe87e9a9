//! The lines of a search and those of a solver, in one order.

use manyply::search::{Report, Score};

/// Puts the lines of a solver among those of a search of the other moves.
pub(super) struct Ranking<'a> {
    solved: &'a [Report<String>],
    /// How many lines are wanted.
    most: usize,
    /// The rank, in the search, of the last line of an iteration.
    last: usize,
    /// How many lines of this iteration have been told.
    rank: usize,
    /// Whether the solver's are among them.
    is_told: bool,
}

impl<'a> Ranking<'a> {
    /// The lines that a solver has `solved`, of `most` that are wanted, among those of a search of `others`, so many
    /// moves.
    pub(super) fn new(solved: &'a [Report<String>], most: usize, others: usize) -> Self {
        Self { solved, most, last: most.min(others), rank: 0, is_told: false }
    }

    /// Tells of a line of the search, and of the solver's before those that are no quicker win.
    pub(super) fn tell(&mut self, line: &Report<String>, report: &mut dyn FnMut(&Report<String>)) {
        if line.multipv == 1 {
            (self.rank, self.is_told) = (0, self.solved.is_empty());
        }
        let is_quicker = self.solved.first().is_some_and(|solved| match (line.score, solved.score) {
            (Score::Win(plies), Score::Win(proved)) => plies < proved,
            (Score::Win(_), _) => true,
            _ => false,
        });
        let is_last = line.multipv as usize == self.last;
        let mut say = |told: &Report<String>| {
            self.rank += 1;
            if self.rank <= self.most {
                let Report { nodes, hashfull, hitrate, elapsed, .. } = *line;
                let mut told = told.clone();
                (told.multipv, told.elapsed) = (self.rank as u32, elapsed);
                (told.nodes, told.hashfull, told.hitrate) = (nodes, hashfull, hitrate);
                report(&told);
            }
        };
        if !self.is_told && !is_quicker {
            self.solved.iter().for_each(&mut say);
            self.is_told = true;
        }
        say(line);
        if !self.is_told && is_last {
            self.solved.iter().for_each(&mut say);
            self.is_told = true;
        }
    }
}
