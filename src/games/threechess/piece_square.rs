//! What each piece on each square adds to what a position keeps incrementally: its key and its part of the evaluation.

use super::board::{Board, Kind, Piece};
use super::geometry::SQUARES;
use super::weights;
use crate::bits::BitSet;
use crate::game::Side;
use crate::zobrist;

/// What one piece on one square adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// To the key, by exclusive or.
    pub(super) key: u64,
    /// To the sum of its side.
    pub(super) worth: i32,
}

const PARTS: usize = Piece::CODES * 128;

/// [piece][square], flat so that masking the index is test enough.
static TABLE: [Part; PARTS] = table();

/// What a piece on a square adds; no piece adds nothing.
#[inline]
pub(super) fn part(piece: Piece, square: usize) -> &'static Part {
    &TABLE[(piece.code() << 7 | square) & (PARTS - 1)]
}

/// The key of a whole board, and the sums of the sides.
pub(super) fn total(board: &Board) -> (u64, [i32; 4]) {
    let (mut key, mut sums) = (0, [0; 4]);
    for side in Side::all(3) {
        for square in board.of(side).members() {
            let part = part(board.piece(square), square);
            key ^= part.key;
            sums[side.index()] += part.worth;
        }
    }
    (key, sums)
}

const fn table() -> [Part; PARTS] {
    let keys = zobrist::keys::<PARTS>(0x7468_7265_6563_6865);
    let mut table = [Part { key: 0, worth: 0 }; PARTS];
    let mut index = 0;
    while index < PARTS {
        let (side, kind, square) = (index >> 10, index >> 7 & 7, index & 127);
        if side < 3 && kind < Kind::ALL.len() && square < SQUARES {
            table[index] = Part { key: keys[index], worth: weights::worth(side, Kind::ALL[kind], square) };
        }
        index += 1;
    }
    table
}
