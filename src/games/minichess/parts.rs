//! What each piece on each square adds to what a position keeps incrementally: the board, its key and its part of the
//! evaluation.

use super::board::{Board, FILES, Kind, RANKS, SQUARES, Square};
use super::tally::Tally;
use super::weights;
use crate::game::Side;
use crate::zobrist;

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

const NOTHING: Part = Part { board: Board::EMPTY, key: 0, tally: Tally::ZERO };
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
    // Black's board is turned upside down.
    let at = if side == 0 { square } else { (RANKS - 1 - square / FILES) * FILES + square % FILES };
    let (material, place) = (weights::material(kind), weights::place(kind, at));
    let (middle, end) = (material.middle() + place.middle(), material.end() + place.end());
    // However many pieces there are, no lane overflows.
    assert!(middle.abs() < 1 << 10 && end.abs() < 1 << 10);
    let sign = 1 - 2 * side as i32;
    Tally::new(sign * middle, sign * end, sign * kind.count(), weights::phase(kind))
}
