//! The agent that the game came with: it looks at every empty square for the runs that a stone there would make for
//! either side, and plays the one that sums highest.

use super::position::Gomoku;
use super::square::{Direction, Square};
use super::stones::{Place, extent, run};
use crate::game::{Baselines, Position, Side, Variant};
use crate::zobrist::SplitMix64;

/// The score of a run of own stones, by how many stones it lacks: with both ends open, with one, with none. Each row is
/// ten times the one below, so that the four directions of a lower row never outweigh a higher one.
const OWN: [[u64; 3]; 4] =
    [[1_000_000_000, 1_000_000_000, 1_000_000_000], [10_000_000, 1_000_000, 0], [10_000, 100, 0], [10, 1, 0]];
/// The same for a stone of the other side: what playing there prevents.
const THEIRS: [[u64; 3]; 2] = [[100_000_000, 100_000_000, 100_000_000], [100_000, 1_000, 0]];

impl Baselines for Gomoku {
    const BASELINES: &'static [&'static str] = &["vacancy"];

    /// Ties go to the first square, row by row from the top, with seed 0; at random with any other.
    fn baseline(&self, name: &str, seed: u64, _depth: Option<u32>) -> Option<Square> {
        if name != Self::BASELINES[0] || self.outcome().is_some() {
            return None;
        }
        let mut list = <Self as Position>::Moves::default();
        self.moves(&mut list);
        let moves = list.as_slice();
        let best: Vec<Square> = match self.width() * self.height() - self.empty_squares() {
            0 => moves.iter().copied().filter(|&square| square == self.centre()).collect(),
            1 => moves.iter().copied().filter(|&square| self.is_neighbour(square)).collect(),
            _ => Vec::new(),
        };
        let best = if best.is_empty() { self.highest(moves) } else { best };
        let choice = if seed == 0 { 0 } else { SplitMix64::new(seed ^ self.key()).below(best.len()) };
        best.get(choice).copied()
    }
}

impl Gomoku {
    fn centre(&self) -> Square {
        Square::at(self.width() / 2, self.height() / 2)
    }

    /// Whether there is a stone next to `square`.
    fn is_neighbour(&self, square: Square) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            [-1, 1]
                .into_iter()
                .filter_map(|step| square.step(direction, step, self.width(), self.height()))
                .any(|next| Side::all(2).any(|side| self.stones(side).contains(next)))
        })
    }

    /// The squares of the highest score.
    fn highest(&self, squares: &[Square]) -> Vec<Square> {
        let most = squares.iter().map(|&square| self.score(square)).max();
        squares.iter().copied().filter(|&square| Some(self.score(square)) == most).collect()
    }

    /// What playing on `square` makes and prevents.
    fn score(&self, square: Square) -> u64 {
        let side = self.side_to_move();
        let sums = [(side, &OWN[..]), (side.other(), &THEIRS[..])];
        sums.into_iter().map(|(side, table)| self.runs_score(side, square, table)).sum()
    }

    /// The score of the runs that a stone of `side` on `square` would be part of.
    fn runs_score(&self, side: Side, square: Square, table: &[[u64; 3]]) -> u64 {
        let score = |direction| {
            let Place { line, bit } = Place::of(square, direction);
            let own = self.stones(side).lines()[line] | 1 << bit;
            let empty = extent(line, self.width(), self.height()) & !own & !self.stones(side.other()).lines()[line];
            let length = run(own, bit);
            let first = bit + 1 - (own << (31 - bit)).leading_ones();
            // The places before and behind the run.
            let ends = ((1u64 << first | 1 << (first + length + 1)) >> 1) as u32;
            let closed = 2 - (ends & empty).count_ones();
            let lacking = u32::from(self.rules().connect).saturating_sub(length);
            table.get(lacking as usize).map_or(0, |row| row[closed as usize])
        };
        Direction::ALL.into_iter().map(score).sum()
    }
}
