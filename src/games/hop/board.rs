//! The 8x8 board as a 64-bit set: squares, directions, targets. Square `8 * row + column`, row 0 on top.

use crate::bits::BitSet;

/// How many squares a row and a column have.
pub(super) const SIZE: usize = 8;
/// The column that each side's target and start are counted from, and the width of a target.
const TARGET_COLUMNS: usize = 2;

/// The squares of each column.
pub(super) const COLUMNS: [u64; SIZE] = {
    let mut columns = [0x0101_0101_0101_0101; SIZE];
    let mut column = 1;
    while column < SIZE {
        columns[column] = columns[0] << column;
        column += 1;
    }
    columns
};

/// The squares that each side's pieces must reach: Black's the two rightmost columns, White's the two leftmost.
pub(super) const TARGETS: [u64; 2] = {
    let mut targets = [0; 2];
    let mut column = 0;
    while column < TARGET_COLUMNS {
        targets[0] |= COLUMNS[SIZE - 1 - column];
        targets[1] |= COLUMNS[column];
        column += 1;
    }
    targets
};

/// One of the four directions of steps and hops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Right,
    Down,
    Up,
    Left,
}

impl Way {
    /// All ways from the view of the side that runs to the right, forward first.
    pub(super) const ALL: [Self; 4] = [Self::Right, Self::Down, Self::Up, Self::Left];

    /// Every square of `set` moved by one; those that leave the board are dropped.
    #[inline]
    pub(super) const fn step(self, set: u64) -> u64 {
        match self {
            Self::Right => (set & !COLUMNS[SIZE - 1]) << 1,
            Self::Down => set << SIZE,
            Self::Up => set >> SIZE,
            Self::Left => (set & !COLUMNS[0]) >> 1,
        }
    }

    /// Whether this is along a row: such ways are forward for one side and back for the other.
    pub(super) const fn is_across(self) -> bool {
        matches!(self, Self::Right | Self::Left)
    }

    /// The way back.
    #[inline]
    pub(super) const fn back(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Up => Self::Down,
            Self::Left => Self::Right,
        }
    }

    /// The squares from which a hop over one of `over` lands on one of `free`.
    #[inline]
    pub(super) const fn hops_from(self, over: u64, free: u64) -> u64 {
        let back = self.back();
        back.step(over & back.step(free))
    }

    /// Where the pieces of `set` land when they hop.
    #[inline]
    pub(super) const fn hop(self, set: u64) -> u64 {
        self.step(self.step(set))
    }
}

/// The squares of `set`, each as a set of its own.
#[inline]
pub(super) fn singles(set: u64) -> impl Iterator<Item = u64> {
    set.members().map(u64::of)
}

/// The two digits of a square in texts: row, column.
pub(super) fn square_text(square: usize) -> String {
    format!("{}{}", square / SIZE, square % SIZE)
}

/// The same board seen from the other side: columns swapped.
pub(super) const fn mirror_columns(set: u64) -> u64 {
    // Rows are bytes: reversing all bits reverses rows and columns, swapping the bytes puts the rows back.
    set.reverse_bits().swap_bytes()
}
