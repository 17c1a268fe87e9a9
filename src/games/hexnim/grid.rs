//! The hexagonal grid: cells, neighbours, whole-board steps and the lattice's symmetries. Rules are not part of it.
//!
//! Cell (x, y) is member `16 y + x` of a 256-bit set, whatever the board's size: sets, keys and lines of boards of
//! different sizes agree. Odd rows are drawn half a cell to the right ("odd-r"), so that the steps up and down have
//! other distances in odd rows than in even ones.

use crate::bits::{BitSet, Wide};

/// A set of cells.
pub type Cells = Wide<4>;

/// Columns, and rows, of the largest board.
pub const MAX_SIZE: usize = 16;

/// The three directions of the canonical spelling, 1 to 3; the opposite of `d` is `7 - d`.
pub const AXES: [Direction; 3] = [Direction(1), Direction(2), Direction(3)];

const EVEN_ROWS: Cells = Wide([0x0000_FFFF_0000_FFFF; 4]);
const ODD_ROWS: Cells = Wide([0xFFFF_0000_FFFF_0000; 4]);
const NOT_FIRST_COLUMN: Cells = Wide([0xFFFE_FFFE_FFFE_FFFE; 4]);
const NOT_LAST_COLUMN: Cells = Wide([0x7FFF_7FFF_7FFF_7FFF; 4]);

/// The number of cell (x, y).
#[inline]
pub const fn cell(x: usize, y: usize) -> usize {
    MAX_SIZE * y + x
}

/// The column and row of a cell.
#[inline]
pub const fn place(cell: usize) -> (usize, usize) {
    (cell % MAX_SIZE, cell / MAX_SIZE)
}

/// All cells of a board of `width` columns and `height` rows.
pub fn rectangle(width: usize, height: usize) -> Cells {
    (0..height).flat_map(|y| (0..width).map(move |x| cell(x, y))).fold(Cells::EMPTY, Cells::with)
}

/// One of the six directions, numbered as in the rules: 1 up left, 2 up right, 3 left, and 7 minus each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction(u8);

impl Direction {
    /// Direction `number`, if it is one of 1 to 6.
    pub const fn new(number: usize) -> Option<Self> {
        if 1 <= number && number <= 6 { Some(Self(number as u8)) } else { None }
    }

    /// 1 to 6.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self(7 - self.0)
    }

    /// The next cell from `from`, if it is still on the largest board.
    #[inline]
    pub const fn step(self, from: usize) -> Option<usize> {
        let (x, y) = place(from);
        let odd = y % 2;
        // Up and down, the neighbours left and right are half a column away: x - 1 and x, or x and x + 1.
        let (dx, dy) = match self.0 {
            1 => (odd as isize - 1, -1),
            2 => (odd as isize, -1),
            3 => (-1, 0),
            4 => (1, 0),
            5 => (odd as isize - 1, 1),
            _ => (odd as isize, 1),
        };
        match (x.checked_add_signed(dx), y.checked_add_signed(dy)) {
            (Some(x), Some(y)) if x < MAX_SIZE && y < MAX_SIZE => Some(cell(x, y)),
            _ => None,
        }
    }

    /// Where a step in this direction, one of [`AXES`], leads into `cells`: the set of the starting points.
    #[inline]
    fn into(self, cells: Cells) -> Cells {
        match self.0 {
            1 => {
                let below = cells << 16;
                (below & ODD_ROWS) | ((below << 1) & EVEN_ROWS & NOT_FIRST_COLUMN)
            }
            2 => {
                let below = cells << 16;
                (below & EVEN_ROWS) | ((below >> 1) & ODD_ROWS & NOT_LAST_COLUMN)
            }
            _ => (cells << 1) & NOT_FIRST_COLUMN,
        }
    }
}

/// Where lines of free cells begin: for each axis the cells from which two, and three, cells in a row are in `free`.
#[inline]
pub fn line_heads(free: Cells) -> [[Cells; 2]; 3] {
    AXES.map(|axis| {
        let pairs = free & axis.into(free);
        [pairs, pairs & axis.into(pairs)]
    })
}

/// The cells next to each cell of the largest board.
static NEIGHBOURS: [Cells; MAX_SIZE * MAX_SIZE] = {
    let mut all = [Wide([0; 4]); MAX_SIZE * MAX_SIZE];
    let mut cell = 0;
    while cell < all.len() {
        let mut number = 1;
        while let Some(direction) = Direction::new(number) {
            if let Some(next) = direction.step(cell) {
                all[cell].0[next / 64] |= 1 << (next % 64);
            }
            number += 1;
        }
        cell += 1;
    }
    all
};

/// The cells next to `cells`, these included.
pub fn grown(cells: Cells) -> Cells {
    cells.members().fold(cells, |grown, cell| grown | NEIGHBOURS[cell])
}

/// The connected part of `cells` that holds `seed`, a member.
pub fn component(cells: Cells, seed: usize) -> Cells {
    // No part has so many.
    small_component(cells, seed, u32::MAX).unwrap_or(cells)
}

/// The same, unless it has more than `most` cells: then the search for them ends.
pub fn small_component(cells: Cells, seed: usize, most: u32) -> Option<Cells> {
    let (mut part, mut edge) = (Cells::of(seed), Cells::of(seed));
    while let Some(cell) = edge.pop_first() {
        let more = NEIGHBOURS[cell] & cells.minus(part);
        part |= more;
        edge |= more;
        if part.len() > most {
            return None;
        }
    }
    Some(part)
}
