//! Piece-square tables for what a position updates incrementally: the Zobrist key, and material with piece-square
//! scores.

use super::board::{Board, Kind, Piece};
use super::geometry::SQUARES;
use super::weights;
use crate::bits::BitSet;
use crate::game::Side;
use crate::zobrist;

/// The entry of one piece on one square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The Zobrist key.
    pub(super) key: u64,
    /// The piece-square score, material included.
    pub(super) score: i32,
}

const ENTRIES: usize = Piece::CODES * 128;

/// [piece][square], flat, so that a mask replaces the bounds check.
static TABLE: [Entry; ENTRIES] = table();

/// The entry of a piece on a square; zeros for no piece.
#[inline]
pub(super) fn entry(piece: Piece, square: usize) -> &'static Entry {
    &TABLE[(piece.code() << 7 | square) & (ENTRIES - 1)]
}

/// The key of a whole board, and the sum of piece-square scores of each side.
pub(super) fn total(board: &Board) -> (u64, [i32; 4]) {
    let (mut key, mut sums) = (0, [0; 4]);
    for side in Side::all(3) {
        for square in board.of(side).members() {
            let entry = entry(board.piece(square), square);
            key ^= entry.key;
            sums[side.index()] += entry.score;
        }
    }
    (key, sums)
}

const fn table() -> [Entry; ENTRIES] {
    let keys = zobrist::keys::<ENTRIES>(0x7468_7265_6563_6865);
    let mut table = [Entry { key: 0, score: 0 }; ENTRIES];
    let mut index = 0;
    while index < ENTRIES {
        let (side, kind, square) = (index >> 10, index >> 7 & 7, index & 127);
        if side < 3 && kind < Kind::ALL.len() && square < SQUARES {
            table[index] = Entry { key: keys[index], score: weights::piece_square(side, Kind::ALL[kind], square) };
        }
        index += 1;
    }
    table
}
