//! Patterns of a board on which runs of five win: for every empty point and colour, what a stone there makes of its
//! four lines, kept up to date with every stone.
//!
//! A line is a word with two bits a cell, so a window of it is a shift and a mask, and the shapes that stones of both
//! colours make in its middle are one look into a table ([`shape`]). A stone changes the windows of at most ten empty
//! points in each of its lines.

pub mod shape;
#[cfg(test)]
mod tests;
pub mod threat;

use crate::bits::{BitSet, Wide};
use once_cell::sync::Lazy;
use shape::{Shape, Windows};
use threat::{Rated, Threat, Threats};

/// The longest side of a board.
const MAX_SIDE: usize = 20;
/// From a point to the one above it.
pub const STRIDE: usize = MAX_SIDE + 1;
/// Points, with a column between the rows that no stone is on.
const POINTS: usize = STRIDE * MAX_SIDE;
/// Lines of one direction, at most.
const LINES: usize = 2 * MAX_SIDE;
/// Directions: along rows, columns, rising and falling diagonals.
pub const DIRECTIONS: usize = 4;
/// Cells of wall before a line's first point.
const WALL: u32 = shape::REACH[1];
/// The lower bit of every cell of a line.
const LOW: u64 = 0x5555_5555_5555_5555;
/// From a point to the next in its line, by direction.
const STEPS: [usize; DIRECTIONS] = [1, STRIDE, STRIDE + 1, STRIDE.wrapping_neg().wrapping_add(1)];

/// A set of points.
pub type Points = Wide<7>;

/// Which runs win, and for whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fives {
    /// Five or more.
    Freestyle,
    /// Exactly five.
    Standard,
    /// Exactly five for Black, who may not make two fours or six; five or more for White.
    Renju,
}

/// What the rule makes of windows and of shapes together.
struct Tables {
    windows: &'static Windows,
    threats: [&'static Threats; 2],
}

impl Fives {
    fn tables(self) -> Tables {
        let (free, restrained) = (Lazy::force(&threat::FREE), &threat::RESTRAINED);
        match self {
            Self::Freestyle => Tables { windows: &shape::FREESTYLE, threats: [free, free] },
            Self::Standard => Tables { windows: &shape::STANDARD, threats: [free, free] },
            Self::Renju => Tables { windows: &shape::RENJU, threats: [restrained, free] },
        }
    }
}

/// Shapes and threats at all empty points, for both colours.
#[derive(Clone)]
pub struct Patterns {
    tables: &'static Tables,
    /// Two bits a cell: 0 empty, 1 Black, 2 White, 3 beyond the board.
    lines: [[u64; LINES]; DIRECTIONS],
    /// For every point the shapes of Black's stone, four bits a direction, then those of White's.
    shapes: [u32; POINTS],
    /// The empty points by what a stone threatens there.
    sets: [[Points; Threat::COUNT]; 2],
    /// The worth of all points together.
    worth: [i32; 2],
}

/// The line of a point and its cell on it.
#[inline]
fn place(point: usize, direction: usize) -> (usize, u32) {
    let (x, y) = (point % STRIDE, point / STRIDE);
    let (line, cell) = match direction {
        0 => (y, x),
        1 => (x, y),
        2 => (x + MAX_SIDE - y, x),
        _ => (x + y, x),
    };
    (line, cell as u32)
}

impl Patterns {
    /// The patterns of an empty board, `width` by `height` points, 1 to 20 each.
    ///
    /// # Panics
    /// If a side is out of range.
    pub fn new(width: usize, height: usize, fives: Fives) -> Self {
        assert!((1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height));
        static FREESTYLE: Lazy<Tables> = Lazy::new(|| Fives::Freestyle.tables());
        static STANDARD: Lazy<Tables> = Lazy::new(|| Fives::Standard.tables());
        static RENJU: Lazy<Tables> = Lazy::new(|| Fives::Renju.tables());
        let tables = match fives {
            Fives::Freestyle => &FREESTYLE,
            Fives::Standard => &STANDARD,
            Fives::Renju => &RENJU,
        };
        let mut patterns = Self {
            tables,
            lines: [[u64::MAX; LINES]; DIRECTIONS],
            shapes: [0; POINTS],
            sets: [[Points::EMPTY; Threat::COUNT]; 2],
            worth: [0; 2],
        };
        let points = (0..height).flat_map(|y| (0..width).map(move |x| STRIDE * y + x));
        for point in points.clone() {
            patterns.put(point, 3);
        }
        for point in points {
            for side in 0..2 {
                patterns.sets[side][patterns.rated(side, 0).threat as usize] |= Points::of(point);
            }
            patterns.change(point, patterns.fresh(point));
        }
        patterns
    }

    /// Puts a stone of `side` (0 Black, 1 White) on an empty point.
    #[inline]
    pub fn place(&mut self, point: usize, side: usize) {
        debug_assert!(self.is_empty(point));
        self.put(point, 1 + side as u64);
        self.change(point, 0);
        for set in [0, 1] {
            self.sets[set][self.rated(set, 0).threat as usize] ^= Points::of(point);
        }
        self.update_around(point);
    }

    /// Takes the stone of `side` away from `point`.
    #[inline]
    pub fn remove(&mut self, point: usize, side: usize) {
        debug_assert!(!self.is_empty(point));
        self.put(point, 1 + side as u64);
        for set in [0, 1] {
            self.sets[set][self.rated(set, 0).threat as usize] ^= Points::of(point);
        }
        self.change(point, self.fresh(point));
        self.update_around(point);
    }

    /// The empty points where a stone of `side` threatens exactly this.
    #[inline]
    pub fn exactly(&self, side: usize, threat: Threat) -> Points {
        self.sets[side][threat as usize]
    }

    /// The empty points where a stone of `side` threatens something from `least` to `most`.
    #[inline]
    pub fn between(&self, side: usize, least: Threat, most: Threat) -> Points {
        self.sets[side][least as usize..=most as usize].iter().fold(Points::EMPTY, |union, &set| union | set)
    }

    /// What a stone of `side` threatens at an empty point.
    #[inline]
    pub fn threat(&self, side: usize, point: usize) -> Threat {
        self.rated(side, self.shapes[point]).threat
    }

    /// What a stone of `side` at an empty point is worth.
    #[inline]
    pub fn worth_at(&self, side: usize, point: usize) -> i32 {
        i32::from(self.rated(side, self.shapes[point]).worth)
    }

    /// The worth of all empty points for `side`.
    #[inline]
    pub fn worth(&self, side: usize) -> i32 {
        self.worth[side]
    }

    /// The shape that a stone of `side` makes in one direction at an empty point.
    #[inline]
    pub fn shape(&self, side: usize, point: usize, direction: usize) -> Shape {
        Shape::from_bits(self.shapes[point] >> (16 * side + 4 * direction))
    }

    #[inline]
    fn is_empty(&self, point: usize) -> bool {
        let (line, cell) = place(point, 0);
        self.lines[0][line] >> (2 * (cell + WALL)) & 3 == 0
    }

    #[inline]
    fn rated(&self, side: usize, shapes: u32) -> Rated {
        self.tables.threats[side][(shapes >> (16 * side) & 0xFFFF) as usize]
    }

    /// Changes the bits of a point in its four lines.
    #[inline]
    fn put(&mut self, point: usize, bits: u64) {
        for direction in 0..DIRECTIONS {
            let (line, cell) = place(point, direction);
            self.lines[direction][line] ^= bits << (2 * (cell + WALL));
        }
    }

    /// The shapes of both colours in the middle of the window whose middle begins at a bit of a line.
    #[inline]
    fn window(&self, line: u64, bit: u32, direction: usize) -> u32 {
        let half = 2 * self.tables.windows.reach;
        let mask = (1 << half) - 1;
        let window = line >> (bit - half) & mask | (line >> (bit + 2) & mask) << half;
        let both = u32::from(self.tables.windows.shapes[window as usize]);
        (both & 15 | (both & 0xF0) << 12) << (4 * direction)
    }

    /// The shapes at an empty point.
    fn fresh(&self, point: usize) -> u32 {
        (0..DIRECTIONS).fold(0, |shapes, direction| {
            let (line, cell) = place(point, direction);
            shapes | self.window(self.lines[direction][line], 2 * (cell + WALL), direction)
        })
    }

    /// Brings the shapes of the empty points near a point up to date.
    #[inline]
    fn update_around(&mut self, point: usize) {
        let half = 2 * self.tables.windows.reach;
        let around = ((1u64 << (2 * half + 2)) - 1) ^ 3 << half;
        for direction in 0..DIRECTIONS {
            let (line, cell) = place(point, direction);
            let line = self.lines[direction][line];
            let middle = 2 * (cell + WALL);
            let mut empty = !(line | line >> 1) & LOW & around << (middle - half);
            let origin = point.wrapping_sub(STEPS[direction].wrapping_mul((middle / 2) as usize));
            let mask = 0x000F_000F << (4 * direction);
            while let Some(bit) = empty.pop_first() {
                let near = origin.wrapping_add(STEPS[direction].wrapping_mul(bit / 2));
                let shapes = self.shapes[near] & !mask | self.window(line, bit as u32, direction);
                if shapes != self.shapes[near] {
                    self.change(near, shapes);
                }
            }
        }
    }

    /// Gives a point new shapes.
    #[inline]
    fn change(&mut self, point: usize, shapes: u32) {
        let old = std::mem::replace(&mut self.shapes[point], shapes);
        for side in 0..2 {
            let (before, after) = (self.rated(side, old), self.rated(side, shapes));
            self.worth[side] += i32::from(after.worth) - i32::from(before.worth);
            if before.threat != after.threat {
                let (word, bit) = (point / 64, 1 << (point % 64));
                self.sets[side][before.threat as usize].0[word] ^= bit;
                self.sets[side][after.threat as usize].0[word] ^= bit;
            }
        }
    }
}

impl PartialEq for Patterns {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tables, other.tables)
            && (self.lines, self.shapes, self.sets, self.worth) == (other.lines, other.shapes, other.sets, other.worth)
    }
}

impl Eq for Patterns {}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Patterns").field("worth", &self.worth).finish_non_exhaustive()
    }
}
