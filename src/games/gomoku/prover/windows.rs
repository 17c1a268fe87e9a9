//! The squares of the defender's live windows, by sets of squares: what the zones of a certificate are made of.

use crate::bits::BitSet;
use crate::game::{Side, Variant};
use crate::games::gomoku::patterns::Squares;
use crate::games::gomoku::square::STRIDE;
use crate::games::gomoku::{Gomoku, Square};

/// Steps along the four lines: no row has a square in its last column, so that none runs into the next.
const ROW: u32 = 1;
const COLUMN: u32 = STRIDE as u32;
const FALLING: u32 = COLUMN + 1;
const RISING: u32 = COLUMN - 1;
/// Squares of a window.
const LENGTH: u32 = 5;

/// The set shifted down by a step. A constant distance makes this a few vector instructions, and shifts are nearly all
/// that putting trees together takes.
#[inline(always)]
fn down<const STEP: u32>(set: Squares) -> Squares {
    let mut shifted = set;
    for at in 0..set.0.len() - 1 {
        shifted.0[at] = set.0[at] >> STEP | set.0[at + 1] << (64 - STEP);
    }
    shifted.0[set.0.len() - 1] = set.0[set.0.len() - 1] >> STEP;
    shifted
}

/// The set shifted up by a step.
#[inline(always)]
fn up<const STEP: u32>(set: Squares) -> Squares {
    let mut shifted = set;
    for at in 1..set.0.len() {
        shifted.0[at] = set.0[at] << STEP | set.0[at - 1] >> (64 - STEP);
    }
    shifted.0[0] = set.0[0] << STEP;
    shifted
}

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
        let starts = [ROW, COLUMN, FALLING, RISING]
            .map(|step| (1..LENGTH).fold(all, |set, steps| set & (all >> (step * steps))));
        Self { starts, all, exact: game.rules().rule.is_exact(defender) }
    }

    /// All squares of the board.
    pub(super) fn all(&self) -> Squares {
        self.all
    }

    /// The squares of the windows without a stone of `attacker` and with at least 3, 2, 1 and 0 of `defender`.
    pub(super) fn live(&self, attacker: Squares, defender: Squares) -> [Squares; 4] {
        let mut sets = [Squares::EMPTY; 4];
        self.along::<ROW>(self.starts[0], attacker, defender, &mut sets);
        self.along::<COLUMN>(self.starts[1], attacker, defender, &mut sets);
        self.along::<FALLING>(self.starts[2], attacker, defender, &mut sets);
        self.along::<RISING>(self.starts[3], attacker, defender, &mut sets);
        sets
    }

    /// Those of one direction.
    fn along<const STEP: u32>(&self, starts: Squares, attacker: Squares, defender: Squares, sets: &mut [Squares; 4]) {
        let (mut blocked, mut attackers, mut defenders) = (attacker, attacker, defender);
        // The number of the defender's stones in three binary digits.
        let (mut ones, mut twos, mut fours) = (defender, Squares::EMPTY, Squares::EMPTY);
        for _ in 1..LENGTH {
            attackers = down::<STEP>(attackers);
            defenders = down::<STEP>(defenders);
            blocked |= attackers;
            let carry = ones & defenders;
            ones ^= defenders;
            fours |= twos & carry;
            twos ^= carry;
        }
        if self.exact {
            blocked |= up::<STEP>(defender) | down::<STEP>(defenders);
        }
        let live = starts.minus(blocked);
        let by_count = [ones & twos | fours, twos | fours, ones | twos | fours, !Squares::EMPTY];
        for (set, windows) in sets.iter_mut().zip(by_count) {
            let mut squares = windows & live;
            *set |= squares;
            for _ in 1..LENGTH {
                squares = up::<STEP>(squares);
                *set |= squares;
            }
        }
    }
}

/// The stones of a side.
pub(super) fn stones(game: &Gomoku, side: Side) -> Squares {
    game.stones(side).squares().fold(Squares::EMPTY, |set, square| set.with(square.index()))
}
