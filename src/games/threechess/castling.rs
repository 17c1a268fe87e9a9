//! Castling: the king jumps two columns towards a rook of its side, which comes to its other side.

use super::geometry::{COLUMNS, SECTION, Square, square};
use crate::game::Side;

/// The king's column before castling.
const KING: usize = 4;

/// One of the two ways in which a side castles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    /// The king's way.
    pub(super) king: (Square, Square),
    /// The rook's way.
    pub(super) rook: (Square, Square),
    /// The squares between them, which must be empty.
    pub(super) between: u128,
    /// The bit of this way in a set of rights.
    pub(super) right: u8,
    /// The letter of the right in texts.
    pub(super) letter: char,
}

/// All ways: towards column H, then towards column A, of each side.
pub(super) static CASTLINGS: [[Castling; 2]; 3] = [[short(0), long(0)], [short(1), long(1)], [short(2), long(2)]];

/// All rights.
pub(super) const ALL_RIGHTS: u8 = (1 << 6) - 1;

const fn short(side: usize) -> Castling {
    let at = side * SECTION;
    Castling {
        king: (at + KING, at + 6),
        rook: (at + 7, at + 5),
        between: 0b0110_0000 << at,
        right: 1 << (2 * side),
        letter: 'K',
    }
}

const fn long(side: usize) -> Castling {
    let at = side * SECTION;
    Castling {
        king: (at + KING, at + 2),
        rook: (at, at + 3),
        between: 0b0000_1110 << at,
        right: 2 << (2 * side),
        letter: 'Q',
    }
}

/// The castling that a king's move is: no step leads two columns along the back rank.
#[inline]
pub(super) fn of_king(side: Side, from: Square, to: Square) -> Option<&'static Castling> {
    CASTLINGS[side.index()].iter().find(|castling| castling.king == (from, to))
}

/// The rights that are lost when a piece leaves or enters a square.
#[inline]
pub(super) fn lost(at: Square) -> u8 {
    LOST[at]
}

static LOST: [u8; 3 * SECTION] = {
    let mut lost = [0; 3 * SECTION];
    let mut side = 0;
    while side < 3 {
        let at = square(side, 0, 0);
        lost[at] = long(side).right;
        lost[at + KING] = short(side).right | long(side).right;
        lost[at + COLUMNS - 1] = short(side).right;
        side += 1;
    }
    lost
};
