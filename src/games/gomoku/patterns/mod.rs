//! Patterns of a board on which runs of five win: for every empty square and colour, what a stone there makes of its
//! four lines, kept up to date with every stone.
//!
//! A line is a word with two bits a cell, so a window of it is a shift and a mask, and the shapes that stones of both
//! colours make in its middle are one look into a table ([`shape`]). A stone changes the windows of at most ten empty
//! points in each of its lines.

pub mod shape;
#[cfg(test)]
mod tests;
pub mod threat;

use super::position::Gomoku;
use super::rules::Rule;
use super::square::{Direction, MAX_SIZE, SQUARES, STRIDE, Square};
use super::stones::{LINES, Place};
use crate::bits::{BitSet, Wide};
use crate::game::{Position, Side};
use shape::{Shape, Windows};
use threat::{Rated, Threat, Threats, Worth};

/// Cells of wall before a line's first place.
const WALL: u32 = shape::REACH[1];
/// The lower bit of every cell of a line.
const LOW: u64 = 0x5555_5555_5555_5555;
/// From the index of a square to that of the next in its line, by direction.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE.wrapping_neg().wrapping_add(1)];
/// What a cell of a line that is beyond the board has in its two bits.
const BEYOND: u64 = 3;

/// The worth of many squares.
pub type Sum = [i32; 2];

/// A set of squares, by their index.
pub type Squares = Wide<7>;

/// What a rule makes of windows and of shapes together.
#[derive(Clone, Copy)]
struct Tables {
    windows: &'static Windows,
    threats: [&'static Threats; 2],
}

impl Tables {
    fn of(rule: Rule) -> Self {
        let (free, restrained) = (&threat::FREE, &threat::RESTRAINED);
        match rule {
            Rule::Freestyle => Self { windows: &shape::FREESTYLE, threats: [free, free] },
            Rule::Standard => Self { windows: &shape::STANDARD, threats: [free, free] },
            Rule::Renju => Self { windows: &shape::RENJU, threats: [restrained, free] },
        }
    }
}

/// Shapes and threats at all empty squares, for both colours.
#[derive(Clone)]
pub struct Patterns {
    tables: Tables,
    /// Two bits a cell: 0 empty, 1 Black, 2 White, 3 beyond the board.
    lines: [u64; LINES],
    /// For every square the shapes of Black's stone, four bits a direction, then those of White's.
    shapes: [u32; SQUARES],
    /// The empty squares by what a stone threatens there.
    sets: [[Squares; Threat::COUNT]; 2],
    /// The worth of all squares together, for either side.
    worth: [Sum; 2],
    /// What the last stones have changed, to be taken back faster than it could be found again.
    changes: Vec<Change>,
    /// For each of those stones, where its changes begin and the worth before it.
    marks: Vec<(usize, [Sum; 2])>,
}

/// New shapes of a square: which bits of theirs are new, and for either side the threats before and after.
#[derive(Clone, Copy)]
struct Change {
    index: u16,
    threats: [[Threat; 2]; 2],
    shapes: u32,
}

/// Stones whose changes there is room for from the beginning, and changes of one stone, about.
const ROOM: (usize, usize) = (256, 32);

impl Patterns {
    /// The patterns of an empty board, `width` by `height` squares, 1 to 20 each.
    ///
    /// # Panics
    /// If a side is out of range.
    pub fn new(width: usize, height: usize, rule: Rule) -> Self {
        assert!((1..=MAX_SIZE).contains(&width) && (1..=MAX_SIZE).contains(&height));
        let mut patterns = Self {
            tables: Tables::of(rule),
            lines: [u64::MAX; LINES],
            shapes: [0; SQUARES],
            sets: [[Squares::EMPTY; Threat::COUNT]; 2],
            worth: [[0; 2]; 2],
            changes: Vec::with_capacity(ROOM.0 * ROOM.1),
            marks: Vec::with_capacity(ROOM.0),
        };
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| Square::at(x, y)));
        for square in squares.clone() {
            patterns.put(square, BEYOND);
        }
        for square in squares {
            patterns.toggle_dead(square);
            patterns.change(square.index(), patterns.fresh(square));
        }
        patterns.forget();
        patterns
    }

    /// The patterns of a position. Its run must be five.
    pub fn of(position: &Gomoku) -> Self {
        debug_assert_eq!(position.rules().connect, 5);
        let mut patterns = Self::new(position.width(), position.height(), position.rules().rule);
        for side in Side::all(2) {
            position.stones(side).squares().for_each(|square| patterns.place(square, side));
        }
        patterns.forget();
        patterns
    }

    /// Whether these are the patterns of a position. Asks for no memory, other than making them anew.
    pub fn is_of(&self, position: &Gomoku) -> bool {
        let mut lines = [u64::MAX; LINES];
        let mut sets = [[Squares::EMPTY; Threat::COUNT]; 2];
        let mut worth = [[0; 2]; 2];
        for square in (0..position.height()).flat_map(|y| (0..position.width()).map(move |x| Square::at(x, y))) {
            let stone = Side::all(2).find(|&side| position.stones(side).contains(square));
            toggle(&mut lines, square, BEYOND ^ stone.map_or(0, |side| 1 + side.index() as u64));
            let shapes = if stone.is_none() { self.fresh(square) } else { 0 };
            if self.shapes[square.index()] != shapes {
                return false;
            }
            for side in (0..2).filter(|_| stone.is_none()) {
                let rated = self.rated(side, shapes);
                sets[side][rated.threat as usize] |= Squares::of(square.index());
                add(&mut worth[side], rated.worth, 1);
            }
        }
        (self.lines, self.sets, self.worth) == (lines, sets, worth)
    }

    /// Puts a stone of `side` on an empty square.
    #[inline]
    pub fn place(&mut self, square: Square, side: Side) {
        self.marks.push((self.changes.len(), self.worth));
        self.put(square, 1 + side.index() as u64);
        self.change(square.index(), 0);
        self.toggle_dead(square);
        self.update_around(square);
    }

    /// Takes the stone of `side` away from `square`, the last one that was placed.
    #[inline]
    pub fn take_back(&mut self, square: Square, side: Side) {
        let Some((first, worth)) = self.marks.pop() else { return self.remove(square, side) };
        debug_assert_eq!(usize::from(self.changes[first].index), square.index());
        self.put(square, 1 + side.index() as u64);
        self.toggle_dead(square);
        self.worth = worth;
        let changes = &self.changes[first..];
        for &Change { index, threats, shapes } in changes {
            let index = usize::from(index);
            let (word, bit) = (index / 64, 1 << (index % 64));
            for (sets, [before, after]) in self.sets.iter_mut().zip(threats) {
                if before != after {
                    sets[before as usize].0[word] ^= bit;
                    sets[after as usize].0[word] ^= bit;
                }
            }
            self.shapes[index] ^= shapes;
        }
        self.changes.truncate(first);
    }

    /// Takes the stone of `side` away from `square`, whenever it was placed.
    pub fn remove(&mut self, square: Square, side: Side) {
        self.put(square, 1 + side.index() as u64);
        self.toggle_dead(square);
        self.change(square.index(), self.fresh(square));
        self.update_around(square);
        self.forget();
    }

    /// Forgets how to take stones back.
    fn forget(&mut self) {
        self.changes.clear();
        self.marks.clear();
    }

    /// The empty squares where a stone of `side` threatens exactly this.
    #[inline]
    pub fn exactly(&self, side: Side, threat: Threat) -> Squares {
        self.sets[side.index()][threat as usize]
    }

    /// The empty squares where a stone of `side` threatens something from `least` to `most`.
    #[inline]
    pub fn between(&self, side: Side, least: Threat, most: Threat) -> Squares {
        self.sets[side.index()][least as usize..=most as usize].iter().fold(Squares::EMPTY, |union, &set| union | set)
    }

    /// What a stone of `side` threatens at an empty square.
    #[inline]
    pub fn threat(&self, side: Side, square: Square) -> Threat {
        self.rated(side.index(), self.shapes[square.index()]).threat
    }

    /// What an empty square is worth to `side`.
    #[inline]
    pub fn worth_at(&self, side: Side, square: Square) -> Worth {
        self.rated(side.index(), self.shapes[square.index()]).worth
    }

    /// What all empty squares are worth to `side`: if it is on move, and if it is not.
    #[inline]
    pub fn worth(&self, side: Side) -> Sum {
        self.worth[side.index()]
    }

    /// The shape that a stone of `side` makes in one direction at an empty square.
    #[inline]
    pub fn shape(&self, side: Side, square: Square, direction: Direction) -> Shape {
        Shape::from_bits(self.shapes[square.index()] >> (16 * side.index() + 4 * direction as usize))
    }

    /// In how many directions a stone of `side` makes an open three at an empty square.
    #[inline]
    pub fn open_threes(&self, side: Side, square: Square) -> usize {
        Direction::ALL.into_iter().filter(|&direction| self.shape(side, square, direction) == Shape::OpenThree).count()
    }

    #[inline]
    fn rated(&self, side: usize, shapes: u32) -> Rated {
        self.tables.threats[side][usize::from((shapes >> (16 * side)) as u16)]
    }

    /// Changes the bits of a square in its four lines.
    #[inline]
    fn put(&mut self, square: Square, bits: u64) {
        toggle(&mut self.lines, square, bits);
    }

    /// Takes a square that threatens nothing into the sets, or out.
    #[inline]
    fn toggle_dead(&mut self, square: Square) {
        for (side, sets) in self.sets.iter_mut().enumerate() {
            sets[self.tables.threats[side][0].threat as usize] ^= Squares::of(square.index());
        }
    }

    /// The shapes of both colours in the middle of the window whose middle begins at a bit of a line.
    #[inline]
    fn window(&self, line: u64, bit: u32, direction: Direction) -> u32 {
        let half = 2 * self.tables.windows.reach;
        let mask = (1 << half) - 1;
        let window = line >> (bit - half) & mask | (line >> (bit + 2) & mask) << half;
        let both = u32::from(self.tables.windows.shapes[window as usize]);
        (both & 15 | (both & 0xF0) << 12) << (4 * direction as usize)
    }

    /// The shapes at an empty square.
    fn fresh(&self, square: Square) -> u32 {
        Direction::ALL.into_iter().fold(0, |shapes, direction| {
            let Place { line, bit } = Place::of(square, direction);
            shapes | self.window(self.lines[line], 2 * (bit + WALL), direction)
        })
    }

    /// Brings the shapes of the empty squares near a square up to date.
    #[inline]
    fn update_around(&mut self, square: Square) {
        let half = 2 * self.tables.windows.reach;
        let around = ((1u64 << (2 * half + 2)) - 1) ^ 3 << half;
        for direction in Direction::ALL {
            let Place { line, bit } = Place::of(square, direction);
            let (line, middle) = (self.lines[line], 2 * (bit + WALL));
            let mut empty = !(line | line >> 1) & LOW & around << (middle - half);
            let step = STEPS[direction as usize];
            let origin = square.index().wrapping_sub(step.wrapping_mul((middle / 2) as usize));
            let mask = 0x000F_000F << (4 * direction as usize);
            while let Some(bit) = empty.pop_first() {
                let near = origin.wrapping_add(step.wrapping_mul(bit / 2));
                let shapes = self.shapes[near] & !mask | self.window(line, bit as u32, direction);
                if shapes != self.shapes[near] {
                    self.change(near, shapes);
                }
            }
        }
    }

    /// Gives a square new shapes.
    #[inline]
    fn change(&mut self, index: usize, shapes: u32) {
        let old = std::mem::replace(&mut self.shapes[index], shapes);
        let (word, bit) = (index / 64, 1 << (index % 64));
        let mut threats = [[Threat::Dead; 2]; 2];
        for (side, change) in threats.iter_mut().enumerate() {
            let (before, after) = (self.rated(side, old), self.rated(side, shapes));
            add(&mut self.worth[side], after.worth, 1);
            add(&mut self.worth[side], before.worth, -1);
            if before.threat != after.threat {
                self.sets[side][before.threat as usize].0[word] ^= bit;
                self.sets[side][after.threat as usize].0[word] ^= bit;
            }
            *change = [before.threat, after.threat];
        }
        self.changes.push(Change { index: index as u16, threats, shapes: old ^ shapes });
    }
}

/// Adds a worth so many times.
#[inline]
fn add(sum: &mut Sum, worth: Worth, times: i32) {
    for (sum, worth) in sum.iter_mut().zip(worth) {
        *sum += times * i32::from(worth);
    }
}

/// Changes the bits of a square in its four lines.
#[inline]
fn toggle(lines: &mut [u64; LINES], square: Square, bits: u64) {
    for direction in Direction::ALL {
        let Place { line, bit } = Place::of(square, direction);
        lines[line] ^= bits << (2 * (bit + WALL));
    }
}

impl PartialEq for Patterns {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tables.windows, other.tables.windows)
            && (self.lines, self.shapes, self.sets, self.worth) == (other.lines, other.shapes, other.sets, other.worth)
    }
}

impl Eq for Patterns {}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Patterns").field("worth", &self.worth).finish_non_exhaustive()
    }
}
