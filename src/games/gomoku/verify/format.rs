//! What is played: the size of the board, and which runs win; and where its squares are on the checker's sheet.

use super::plane::edges::Sides;
use super::plane::places::{coordinates, number};

/// What is played: the size of the board, and which runs win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Columns, 1 to 20.
    pub width: u8,
    /// Rows, 1 to 20.
    pub height: u8,
    /// The length of a winning run, 3 to 5.
    pub connect: u8,
    /// Whether longer runs do not win (standard), or do (freestyle).
    pub exact: bool,
    /// The unbounded board: two sheets of as many columns and rows as certificates can name.
    pub plane: bool,
}

/// As people play: 15x15, freestyle.
impl Default for Format {
    fn default() -> Self {
        Self { width: 15, height: 15, connect: 5, exact: false, plane: false }
    }
}

impl Format {
    /// How many squares the board has.
    pub fn squares(&self) -> usize {
        let sheets = if self.plane { 2 } else { 1 };
        sheets * usize::from(self.width) * usize::from(self.height)
    }

    /// The column and row of the sheet's middle.
    fn middle(self) -> (i32, i32) {
        (i32::from(self.width) / 2, i32::from(self.height) / 2)
    }

    /// The edges of the board, which lies in the middle of a sheet; on the plane those of a square board that a root
    /// names.
    pub(super) fn sides(self, of_root: Option<u8>) -> Option<Sides> {
        if self.plane {
            return of_root.map(|side| Sides::new(side.into()));
        }
        let (x, y) = self.middle();
        Some(Sides::around(-x..i32::from(self.width) - x, -y..i32::from(self.height) - y))
    }

    /// The number on the sheet of a square of the board, if there is such a square; on the plane it is the same.
    pub(super) fn on_sheet(self, square: u16) -> Option<u16> {
        if self.plane {
            return Some(square);
        }
        let ((x, y), width) = (self.middle(), u16::from(self.width));
        let place = (i32::from(square % width) - x, i32::from(square / width) - y, 0);
        (usize::from(square) < self.squares()).then(|| number(place))
    }

    /// The number on the board of a square of the sheet that lies on it.
    pub(super) fn of_sheet(self, square: u16) -> u16 {
        if self.plane {
            return square;
        }
        let ((x, y), (column, row, _)) = (self.middle(), coordinates(square));
        ((row + y) * i32::from(self.width) + column + x) as u16
    }
}
