//! Piece-square tables: the score of a piece on a square, material included.

use super::board::{Board, Kind, Piece};
use super::geometry::SQUARES;
use super::weights;
use crate::bits::BitSet;
use crate::game::Side;

/// The scores, by [`Piece::on`].
static TABLE: [i32; Piece::PLACES] = {
    let (mut table, mut index) = ([0; Piece::PLACES], 0);
    while index < Piece::PLACES {
        let (side, kind, square) = (index >> 10, index >> 7 & 7, index & 127);
        if side < 3 && kind < Kind::ALL.len() && square < SQUARES {
            table[index] = weights::piece_square(side, Kind::ALL[kind], square);
        }
        index += 1;
    }
    table
};

/// The sum of the scores of a side's pieces.
#[inline]
pub(super) fn sum(board: &Board, side: Side) -> i32 {
    board.of(side).members().map(|square| TABLE[board.piece(square).on(square)]).sum()
}

/// What a move that captures nothing and does not promote adds to its side's sum.
#[inline]
pub(super) fn gain(board: &Board, from: usize, to: usize) -> i32 {
    let piece = board.piece(from);
    TABLE[piece.on(to)] - TABLE[piece.on(from)]
}
