//! A move: a line of one, two or three cells, in its canonical spelling.

use super::grid::{self, AXES, Cells, Direction, MAX_SIZE};
use crate::bits::{BitSet, Wide};

/// How many shapes there are: a single cell, and two or three cells along each of three axes.
pub const SHAPES: usize = 7;

/// A line of one, two or three cells in a row. Ordered by shape, then by cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    /// 0 for a single cell, then two and three cells along axis 1, 2, 3.
    shape: u8,
    /// The end from which the line goes up or left.
    head: u8,
}

/// How many numbers of lines there are, with those of lines that do not exist.
pub const LINES: usize = SHAPES * MAX_SIZE * MAX_SIZE;

/// The cells of each line by its number; of lines that leave the largest board, those on it.
pub(super) static SETS: [Cells; LINES] = {
    let mut sets = [Wide([0; 4]); LINES];
    let mut index = 0;
    while index < LINES {
        let line = Line::from_index(index as u16);
        let mut cell = Some(line.head());
        let mut left = line.length();
        while let (Some(here), 1..) = (cell, left) {
            sets[index].0[here / 64] |= 1 << (here % 64);
            cell = line.direction().step(here);
            left -= 1;
        }
        index += 1;
    }
    sets
};

impl Line {
    /// The cell `cell` alone.
    #[inline]
    pub const fn single(cell: usize) -> Self {
        Self { shape: 0, head: cell as u8 }
    }

    /// `length` cells, 2 or 3, from `head` along axis number `axis`, 0 to 2; they must exist.
    #[inline]
    pub const fn along(axis: usize, length: usize, head: usize) -> Self {
        Self { shape: (2 * axis + length - 1) as u8, head: head as u8 }
    }

    /// The line of `length` cells from `start` in any direction, if it stays on the largest board and its length is
    /// 1 to 3.
    pub fn new(start: usize, length: usize, direction: Direction) -> Option<Self> {
        if !(1..=3).contains(&length) {
            return None;
        }
        let end = (1..length).try_fold(start, |cell, _| direction.step(cell))?;
        Some(match AXES.iter().position(|&axis| axis == direction) {
            _ if length == 1 => Self::single(start),
            Some(axis) => Self::along(axis, length, start),
            None => Self::along(direction.opposite().number() - 1, length, end),
        })
    }

    /// Its number in a list of all lines of the largest board.
    #[inline]
    pub const fn index(self) -> u16 {
        (self.shape as u16) << 8 | self.head as u16
    }

    /// The line with this number; it need not exist.
    #[inline]
    pub const fn from_index(index: u16) -> Self {
        Self { shape: (index >> 8) as u8, head: index as u8 }
    }

    /// 0 for a single cell, then two and three cells along axis 1, 2, 3; out of range for lines that do not exist.
    #[inline]
    pub const fn shape(self) -> usize {
        self.shape as usize
    }

    /// The cell from which the line goes up or left.
    #[inline]
    pub const fn head(self) -> usize {
        self.head as usize
    }

    /// How many cells it has.
    #[inline]
    pub const fn length(self) -> usize {
        if self.shape == 0 { 1 } else { 2 + (self.shape as usize - 1) % 2 }
    }

    /// The direction of its canonical spelling: 1 for single cells.
    #[inline]
    pub const fn direction(self) -> Direction {
        if self.shape == 0 { AXES[0] } else { AXES[(self.shape as usize - 1) / 2] }
    }

    /// Its cells.
    #[inline]
    pub fn set(self) -> Cells {
        SETS[usize::from(self.index())]
    }

    /// All lines within `free`, in order.
    #[inline]
    pub fn all(free: Cells, mut each: impl FnMut(Self)) {
        for cell in free.members() {
            each(Self::single(cell));
        }
        for (axis, heads) in grid::line_heads(free).into_iter().enumerate() {
            for (longer, heads) in heads.into_iter().enumerate() {
                for head in heads.members() {
                    each(Self::along(axis, 2 + longer, head));
                }
            }
        }
    }
}
