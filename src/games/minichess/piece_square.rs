//! What each piece on each square adds to what a position keeps incrementally: the board, its key and the count that
//! decides when the plies have run out.

use super::board::{Board, Kind, SQUARES, Square};
use crate::game::Side;
use crate::zobrist;

/// What one piece on one square adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// To the board.
    pub board: Board,
    /// To the key, by exclusive or.
    pub key: u64,
    /// To White's lead by the final count.
    pub count: i32,
}

const NOTHING: Part = Part { board: Board::EMPTY, key: 0, count: 0 };
const PARTS: usize = 2 * 8 * 32;

/// By piece, as [`Board::piece`] counts them, and square; flat so that masking the index is test enough. Piece 0, an empty
/// square, adds nothing.
static TABLE: [Part; PARTS] = table();

/// What a piece adds.
#[inline]
pub(super) fn part(piece: usize, square: Square) -> &'static Part {
    &TABLE[(piece << 5 | square) & (PARTS - 1)]
}

/// The key of a whole board, for White to move, and White's lead.
pub(super) fn total(board: &Board) -> (u64, i32) {
    let (mut key, mut lead) = (0, 0);
    for square in 0..SQUARES {
        let part = part(board.piece(square), square);
        key ^= part.key;
        lead += part.count;
    }
    (key, lead)
}

const fn table() -> [Part; PARTS] {
    let keys = zobrist::keys::<PARTS>(0x006D_696E_6963_6865);
    let mut table = [NOTHING; PARTS];
    let mut index = 0;
    while index < PARTS {
        let (side, code, square) = (1 - (index >> 8), index >> 5 & 7, index & 31);
        if let (Some(kind), true) = (Kind::from_code(code), square < SQUARES) {
            table[index] = Part {
                board: Board::single(Side::new(side), code, square),
                key: keys[side << 8 | code << 5 | square],
                count: (1 - 2 * side as i32) * kind.count(),
            };
        }
        index += 1;
    }
    table
}
