//! The symmetries of the board: a square one has eight, others four.

use super::position::Gomoku;
use super::square::Square;
use crate::game::{Position, Side};
use crate::search::hooks::Symmetry;

/// Positions with more stones are not normalised: symmetric transpositions of them are rare.
const OPENING: usize = 8;
/// Bits of a symmetry's number: columns are mirrored, then rows, then both change places.
const COLUMNS: Symmetry = 1;
const ROWS: Symmetry = 2;
const DIAGONAL: Symmetry = 4;
/// Of a square board.
const MOST_SYMMETRIES: usize = 2 * DIAGONAL as usize;
/// Quarter turns.
const TURNS: [Symmetry; 2] = [DIAGONAL | COLUMNS, DIAGONAL | ROWS];

impl Gomoku {
    /// How many symmetries the board has.
    fn symmetries(&self) -> Symmetry {
        if self.width() == self.height() { 2 * DIAGONAL } else { DIAGONAL }
    }

    /// Where a square of the board comes to lie.
    #[inline]
    pub(super) fn image(&self, square: Square, symmetry: Symmetry) -> Square {
        let x = if symmetry & COLUMNS != 0 { self.width() - 1 - square.x() } else { square.x() };
        let y = if symmetry & ROWS != 0 { self.height() - 1 - square.y() } else { square.y() };
        if symmetry & DIAGONAL != 0 { Square::at(y, x) } else { Square::at(x, y) }
    }

    /// The canonical key, the least among those of the board's images, and the symmetry that leads to that image. In an
    /// opening only: a position with many stones keeps its own key.
    pub(super) fn least_key(&self) -> (u64, Symmetry) {
        if self.width() * self.height() - self.empty_squares() > OPENING {
            return (self.key(), 0);
        }
        let mut keys: [_; MOST_SYMMETRIES] = std::array::from_fn(|symmetry| (self.key(), symmetry as Symmetry));
        for (side, square) in
            Side::all(2).flat_map(|side| self.stones(side).squares().map(move |square| (side, square)))
        {
            for (key, symmetry) in &mut keys {
                *key ^= Self::stone_key(side, square) ^ Self::stone_key(side, self.image(square, *symmetry));
            }
        }
        // On an oblong board a diagonal leads to none of its images.
        keys.into_iter().take(usize::from(self.symmetries())).min().unwrap_or((self.key(), 0))
    }
}

/// What undoes a symmetry.
pub(super) fn inverse(symmetry: Symmetry) -> Symmetry {
    // Each undoes itself, but for quarter turns, which undo each other.
    if TURNS.contains(&symmetry) { symmetry ^ COLUMNS ^ ROWS } else { symmetry }
}
