//! What each piece on each square adds to what a position keeps incrementally: its key and its part of the evaluation.

use super::board::{Board, FILES, Kind, RANKS, SQUARES, Square};
use super::weights;
use crate::game::Side;
use crate::zobrist;
use std::ops::{AddAssign, SubAssign};

/// Four sums in 16 bits each of one word, which one addition changes together. The lowest lanes are White's minus Black's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Tally(i64);

impl Tally {
    const fn new(middle: i32, end: i32, count: i32, phase: i32) -> Self {
        Self(middle as i64 + ((end as i64) << 16) + ((count as i64) << 32) + ((phase as i64) << 48))
    }

    /// Lane `index`, without what the lanes below have borrowed from it.
    #[inline]
    const fn lane(self, index: u32) -> i32 {
        let below = 0x8000_8000_8000 & ((1_i64 << (16 * index)) - 1);
        ((self.0 + below) >> (16 * index)) as i16 as i32
    }

    /// Material and squares, weighed for the middle game.
    #[inline]
    pub(super) const fn middle(self) -> i32 {
        self.lane(0)
    }

    /// Material and squares, weighed for the endgame.
    #[inline]
    pub(super) const fn end(self) -> i32 {
        self.lane(1)
    }

    /// The count that decides the game when the plies have run out.
    #[inline]
    pub(super) const fn count(self) -> i32 {
        self.lane(2)
    }

    /// The pieces left, of both sides.
    #[inline]
    pub(super) const fn phase(self) -> i32 {
        self.lane(3)
    }
}

impl AddAssign for Tally {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Tally {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

/// What one piece on one square adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// To the board.
    pub board: Board,
    /// To the key, by exclusive or.
    pub key: u64,
    /// To the sums.
    pub tally: Tally,
}

const NOTHING: Part = Part { board: Board::EMPTY, key: 0, tally: Tally(0) };
const PARTS: usize = 2 * 8 * 32;

/// [side][code][square], flat so that masking the index is test enough; code 0, an empty square, adds nothing.
static TABLE: [Part; PARTS] = table();

/// What the piece with this code adds.
#[inline]
pub(super) fn part(side: Side, code: usize, square: Square) -> &'static Part {
    &TABLE[(side.index() << 8 | code << 5 | square) & (PARTS - 1)]
}

/// The sums of a whole board, and its key for White to move.
pub(super) fn total(board: &Board) -> (u64, Tally) {
    let (mut key, mut tally) = (0, Tally::default());
    for square in 0..SQUARES {
        if let Some((side, kind)) = board.at(square) {
            let part = part(side, kind as usize, square);
            key ^= part.key;
            tally += part.tally;
        }
    }
    (key, tally)
}

const fn table() -> [Part; PARTS] {
    let keys = zobrist::keys::<PARTS>(0x006D_696E_6963_6865);
    let mut table = [NOTHING; PARTS];
    let mut index = 0;
    while index < PARTS {
        let (side, code, square) = (index >> 8, index >> 5 & 7, index & 31);
        if let (Some(kind), true) = (Kind::from_code(code), square < SQUARES) {
            table[index] = Part {
                board: Board::single(Side::new(side), code, square),
                key: keys[index],
                tally: tally(side, kind, square),
            };
        }
        index += 1;
    }
    table
}

const fn tally(side: usize, kind: Kind, square: Square) -> Tally {
    let (material, (middle, end)) = (weights::material(kind), weights::squares(kind));
    // The tables read like a board, a6 first; Black's board is turned upside down.
    let at = if side == 0 { (RANKS - 1 - square / FILES) * FILES + square % FILES } else { square };
    let (middle, end) = (material.middle + middle[at], material.end + end[at]);
    // However many pieces there are, no lane overflows.
    assert!(middle.abs() < 1 << 10 && end.abs() < 1 << 10);
    let sign = 1 - 2 * side as i32;
    Tally::new(sign * middle, sign * end, sign * kind.count(), weights::phase(kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_do_not_disturb_each_other() {
        for middle in [-30_000, -1, 0, 1, 30_000] {
            for end in [-30_000, -1, 0, 1, 30_000] {
                for count in [-580, -1, 0, 1, 580] {
                    let mut sum = Tally::new(middle, end, count, 200);
                    assert_eq!((sum.middle(), sum.end(), sum.count(), sum.phase()), (middle, end, count, 200));
                    sum -= Tally::new(middle, end, count, 100);
                    assert_eq!((sum.middle(), sum.end(), sum.count(), sum.phase()), (0, 0, 0, 100));
                }
            }
        }
    }
}
