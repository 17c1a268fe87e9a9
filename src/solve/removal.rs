//! Games of removal: a move takes one of certain sets of cells ("lines") that are all still there, and the side that
//! takes the last cell wins, or loses. What many impartial games come down to once their
//! cells are numbered. Independent of any board.

/// A game of removal on at most 64 cells. A position is the set of cells that are left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// How many cells there are at the start.
    pub cells: usize,
    /// The sets of cells that a move can take, each once, none empty; every single cell must be among them, so that the
    /// game goes on until nothing is left.
    pub lines: Vec<u64>,
    /// Whether the side that takes the last cell wins (normal play) or loses (misère).
    pub last_wins: bool,
}

impl Removal {
    /// The set of all cells.
    pub fn full(&self) -> u64 {
        if self.cells < 64 { (1 << self.cells) - 1 } else { u64::MAX }
    }

    /// The lines that can be taken from `set`.
    pub fn moves(&self, set: u64) -> impl Iterator<Item = u64> + '_ {
        self.lines.iter().copied().filter(move |line| line & set == *line)
    }

    /// The lines from `set` that win, if `loses` knows the subsets after which the other side loses.
    pub fn winning_lines(&self, set: u64, loses: impl Fn(u64) -> bool) -> impl Iterator<Item = u64> {
        self.moves(set).filter(move |line| loses(set & !line))
    }

    /// The line from `set` after which the fewest answers win, as far as `loses` knows; none if nothing is left.
    pub fn best_defence(&self, set: u64, loses: impl Fn(u64) -> bool) -> Option<u64> {
        self.moves(set).min_by_key(|line| self.winning_lines(set & !line, &loses).count())
    }

    /// The first line from `set` that wins, or else the best defence.
    pub fn best_line(&self, set: u64, loses: impl Fn(u64) -> bool) -> Option<u64> {
        let winning = self.winning_lines(set, &loses).next();
        winning.or_else(|| self.best_defence(set, &loses))
    }

    /// The game on the cells of `set` alone, and their new names.
    pub fn part(&self, set: u64) -> (Self, Vec<usize>) {
        let names: Vec<usize> = (0..self.cells).map(|cell| (set & ((1 << cell) - 1)).count_ones() as usize).collect();
        let lines = self.moves(set).map(|line| rename(line, &names)).collect();
        (Self { cells: set.count_ones() as usize, lines, last_wins: self.last_wins }, names)
    }

    /// The game on its first `cells` cells alone.
    #[must_use]
    pub fn restricted(&self, cells: usize) -> Self {
        let lines = self.lines.iter().copied().filter(|line| cells >= 64 || line >> cells == 0);
        Self { cells: self.cells.min(cells), lines: lines.collect(), last_wins: self.last_wins }
    }

    /// The same game with cell `c` renamed to `names[c]`.
    #[must_use]
    pub fn renamed(&self, names: &[usize]) -> Self {
        Self { lines: self.lines.iter().map(|&line| rename(line, names)).collect(), ..self.clone() }
    }
}

/// `set` with each cell `c` renamed to `names[c]`.
#[inline]
pub fn rename(set: u64, names: &[usize]) -> u64 {
    let (mut left, mut renamed) = (set, 0);
    while left != 0 {
        renamed |= 1 << names[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    renamed
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use quickcheck::{Arbitrary, Gen};

    impl Arbitrary for Removal {
        /// Up to 17 cells, some pairs, some triples and a larger set or two, under either convention.
        fn arbitrary(g: &mut Gen) -> Self {
            let cells = 1 + usize::arbitrary(g) % 17;
            let mut lines: Vec<u64> = (0..cells).map(|cell| 1 << cell).collect();
            for size in 2..=4 {
                for _ in 0..usize::arbitrary(g) % (2 * cells) {
                    lines.push((0..size).fold(0, |line, _| line | 1 << (usize::arbitrary(g) % cells)));
                }
            }
            lines.sort_unstable();
            lines.dedup();
            Self { cells, lines, last_wins: bool::arbitrary(g) }
        }
    }

    /// For every subset of the cells whether the side to move loses: the definition, word by word.
    pub(crate) fn slow_losses(game: &Removal) -> Vec<bool> {
        let mut loses: Vec<bool> = Vec::with_capacity(1 << game.cells);
        for set in 0..1u64 << game.cells {
            let lost =
                if set == 0 { game.last_wins } else { game.moves(set).all(|line| !loses[(set & !line) as usize]) };
            loses.push(lost);
        }
        loses
    }
}
