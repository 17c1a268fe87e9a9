//! The squares of the defender's live windows, by sets of squares: what the zones of a certificate are made of.

use crate::bits::BitSet;
use crate::game::{Side, Variant};
use crate::games::gomoku::patterns::Squares;
use crate::games::gomoku::square::STRIDE;
use crate::games::gomoku::{Gomoku, Square};

/// Steps along the four lines: no row has a square in its last column, so that none runs into the next.
const STEPS: [u32; 4] = [1, STRIDE as u32, STRIDE as u32 + 1, STRIDE as u32 - 1];
/// Squares of a window.
const LENGTH: u32 = 5;

/// The windows of a board.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    /// For every direction the squares where a window begins.
    starts: [Squares; 4],
    all: Squares,
    exact: bool,
}

impl Windows {
    pub(super) fn new(game: &Gomoku, defender: Side) -> Self {
        let (width, height) = (game.width(), game.height());
        let squares = || (0..height).flat_map(|y| (0..width).map(move |x| Square::at(x, y)));
        let all = squares().fold(Squares::EMPTY, |set, square| set.with(square.index()));
        let starts = STEPS.map(|step| (1..LENGTH).fold(all, |starts, steps| starts & (all >> (step * steps))));
        Self { starts, all, exact: game.rules().rule.is_exact(defender) }
    }

    /// All squares of the board.
    pub(super) fn all(&self) -> Squares {
        self.all
    }

    /// The squares of the windows without a stone of `attacker` and with at least 3, 2, 1 and 0 of `defender`.
    pub(super) fn live(&self, attacker: Squares, defender: Squares) -> [Squares; 4] {
        let mut sets = [Squares::EMPTY; 4];
        for (step, starts) in STEPS.into_iter().zip(self.starts) {
            let mut blocked = attacker;
            // The number of the defender's stones in three binary digits.
            let (mut ones, mut twos, mut fours) = (defender, Squares::EMPTY, Squares::EMPTY);
            for steps in 1..LENGTH {
                blocked |= attacker >> (step * steps);
                let stones = defender >> (step * steps);
                let carry = ones & stones;
                ones = ones ^ stones;
                fours |= twos & carry;
                twos = twos ^ carry;
            }
            if self.exact {
                blocked |= defender << step | defender >> (step * LENGTH);
            }
            let live = starts.minus(blocked);
            let by_count = [ones & twos | fours, twos | fours, ones | twos | fours, !Squares::EMPTY];
            for (set, windows) in sets.iter_mut().zip(by_count) {
                let windows = windows & live;
                let inside = (1..LENGTH).fold(windows, |squares, steps| squares | windows << (step * steps));
                *set |= inside;
            }
        }
        sets
    }
}

/// The stones of a side.
pub(super) fn stones(game: &Gomoku, side: Side) -> Squares {
    game.stones(side).squares().fold(Squares::EMPTY, |set, square| set.with(square.index()))
}
