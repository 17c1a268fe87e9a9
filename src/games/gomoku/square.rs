//! Squares of boards up to 20x20, or larger ones for charts, and the four lines that run through each.

use std::fmt;

/// Most columns and rows of a board.
pub const MAX_SIZE: usize = 20;
/// Columns and rows that there is room for. With the feature `charts` it is more than any game has: for the charts on
/// which wins on the unbounded board are searched.
pub const LARGEST: usize = if cfg!(feature = "charts") { 27 } else { MAX_SIZE };
/// From a square to the one below it. No square is in the last column, which keeps rows apart in sets of squares.
pub const STRIDE: usize = LARGEST + 1;
/// Every [`Square::index`] is below this, whatever the board.
pub const SQUARES: usize = STRIDE * LARGEST;

/// A square, which is also the move that puts a stone there: by columns from the left and rows from the top, both from
/// 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// The square in column `x` and row `y`, both below [`LARGEST`].
    #[inline]
    pub const fn at(x: usize, y: usize) -> Self {
        debug_assert!(x < LARGEST && y < LARGEST);
        Self((STRIDE * y + x) as u16)
    }

    /// The square of this [`Self::index`]; numbers from [`SQUARES`] on are on no board.
    #[inline]
    pub const fn new(index: u16) -> Self {
        Self(index)
    }

    /// `21 y + x`, whatever the size of the board ([`STRIDE`] is 21 but for charts).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from the left.
    #[inline]
    pub const fn x(self) -> usize {
        self.index() - STRIDE * self.y()
    }

    /// The row, from the top.
    #[inline]
    pub const fn y(self) -> usize {
        // The quotient by a product, with fewer steps than the compiler takes for all 16 bits.
        const FACTOR: usize = (1 << 16) / STRIDE + 1;
        (self.index() * FACTOR) >> 16
    }

    /// The square `steps` steps along `direction`, if it is on a board of `width` by `height`.
    #[inline]
    pub const fn step(self, direction: Direction, steps: i32, width: usize, height: usize) -> Option<Self> {
        let (dx, dy) = direction.offsets();
        let (x, y) = (self.x() as i32 + dx * steps, self.y() as i32 + dy * steps);
        if x >= 0 && y >= 0 && x < width as i32 && y < height as i32 {
            Some(Self::at(x as usize, y as usize))
        } else {
            None
        }
    }
}

/// `x,y`, for developers: people's names of squares depend on the height of the board.
impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

/// The four ways in which a run can lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the right.
    Row,
    /// Downwards.
    Column,
    /// Downwards to the right.
    Falling,
    /// Upwards to the right.
    Rising,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Row, Self::Column, Self::Falling, Self::Rising];

    /// What a step adds to column and row.
    #[inline]
    pub const fn offsets(self) -> (i32, i32) {
        match self {
            Self::Row => (1, 0),
            Self::Column => (0, 1),
            Self::Falling => (1, 1),
            Self::Rising => (1, -1),
        }
    }
}
