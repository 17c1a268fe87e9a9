//! Piece-square tables for what a position updates incrementally: the board itself, the Zobrist key, and the material
//! count that decides at the ply limit.

use super::board::{Board, Kind};
use super::square::{SQUARES, Square};
use crate::game::Side;
use crate::zobrist;

/// The entry of one piece on one square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// To the board.
    pub board: Board,
    /// To the key, by exclusive or.
    pub key: u64,
    /// To White's lead by the final count.
    pub count: i32,
}

const NOTHING: Entry = Entry { board: Board::EMPTY, key: 0, count: 0 };
const ENTRIES: usize = 2 * 8 * 32;

/// By piece, as [`Board::piece`] counts them, and square; flat, so that a mask replaces the bounds check. Piece 0, an
/// empty square, adds nothing.
static TABLE: [Entry; ENTRIES] = table();

/// The entry of a piece on a square.
#[inline]
pub(super) fn entry(piece: usize, square: Square) -> &'static Entry {
    &TABLE[(piece << 5 | square) & (ENTRIES - 1)]
}

/// The key of a whole board, for White to move, and White's lead.
pub(super) fn total(board: &Board) -> (u64, i32) {
    let (mut key, mut lead) = (0, 0);
    for square in 0..SQUARES {
        let entry = entry(board.piece(square), square);
        key ^= entry.key;
        lead += entry.count;
    }
    (key, lead)
}

const fn table() -> [Entry; ENTRIES] {
    let keys = zobrist::keys::<ENTRIES>(0x006D_696E_6963_6865);
    let mut table = [NOTHING; ENTRIES];
    let mut index = 0;
    while index < ENTRIES {
        let (side, code, square) = (1 - (index >> 8), index >> 5 & 7, index & 31);
        if let (Some(kind), true) = (Kind::from_code(code), square < SQUARES) {
            table[index] = Entry {
                board: Board::single(Side::new(side), code, square),
                key: keys[side << 8 | code << 5 | square],
                count: (1 - 2 * side as i32) * kind.count(),
            };
        }
        index += 1;
    }
    table
}
