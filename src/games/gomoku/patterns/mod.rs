//! Patterns of a board on which runs of five win: for every empty square and colour, what a stone there makes of its
//! four lines, kept up to date with every stone.
//!
//! A line is a word with two bits a cell, so a window of it is a shift and a mask, and the shapes that stones of both
//! colours make in its middle are a matter of small tables ([`shape`]). A stone changes the windows of at most ten empty
//! points in each of its lines (`update`). Sets are kept of the squares of strong threats only, which every node asks
//! for; a stone changes few of them.

pub mod shape;
#[cfg(test)]
mod tests;
pub mod threat;
mod update;

use super::position::Gomoku;
use super::rules::Rule;
use super::square::{Direction, MAX_SIZE, SQUARES, Square};
use super::stones::{LINES, Place};
use crate::bits::{BitSet, Wide};
use crate::game::{Side, Variant};
use shape::{Shape, Views, Windows};
use threat::{Pair, Rated, Ratings, Threat, Total};
use update::{CHANGES, Change, Mark, Moved};

/// Cells of wall before a line's first place.
const WALL: u32 = shape::REACH;
/// What a cell of a line that is beyond the board has in its two bits.
const BEYOND: u64 = 3;

/// The worth of many squares.
pub type Sum = [i32; 2];

/// A set of squares, by their index.
pub type Squares = Wide<8>;

/// What a rule makes of windows and of shapes together.
#[derive(Clone, Copy)]
struct Tables {
    windows: &'static Windows,
    ratings: [&'static Ratings; 2],
}

impl Tables {
    fn of(rule: Rule) -> Self {
        let (free, restrained) = (&threat::FREE, &threat::RESTRAINED);
        match rule {
            Rule::Freestyle => Self { windows: &shape::FREESTYLE, ratings: [free, free] },
            Rule::Standard => Self { windows: &shape::STANDARD, ratings: [free, free] },
            Rule::Renju => Self { windows: &shape::RENJU, ratings: [restrained, free] },
        }
    }

    /// What the shapes of a square come to for a side.
    #[inline]
    fn rate(&self, side: usize, shapes: u32) -> Rated {
        self.ratings[side][usize::from((shapes >> (16 * side)) as u16)]
    }
}

/// Shapes and threats at all empty squares, for both colours.
#[derive(Clone)]
pub struct Patterns {
    tables: Tables,
    /// Two bits a cell: 0 empty, 1 Black, 2 White, 3 beyond the board.
    lines: [u64; LINES],
    /// For every square the shapes of Black's stone, four bits a direction, then those of White's; none where there is one.
    shapes: [u32; SQUARES],
    /// What a stone of either side threatens on every square, where there are others too.
    threats: [Pair; SQUARES_IN_WORDS],
    /// The empty squares by what a stone threatens there.
    sets: Sets,
    /// The worth of all squares together, for either side.
    totals: [Total; 2],
    /// What the last stones have changed, to be taken back faster than it could be found again.
    changes: Box<[Change; CHANGES]>,
    /// How many of them there are.
    changed: usize,
    /// Those of them that changed sets.
    moved: Vec<Moved>,
    /// One for each of those stones.
    marks: Vec<Mark>,
}

/// Sets of squares, by side and what its stone threatens there. Those of threats that are not [strong](Threat::STRONG)
/// mean nothing: they take what is not worth a branch.
type Sets = [[Squares; Threat::COUNT]; 2];

/// Members that a set of squares has room for.
const SQUARES_IN_WORDS: usize = Squares::CAPACITY;

/// Those of the sets that mean something.
fn strong(sets: &Sets) -> impl Iterator<Item = &Squares> {
    sets.iter().flat_map(|sets| &sets[Threat::STRONG as usize..])
}

/// Stones that there is room for from the beginning.
const ROOM: usize = 256;

impl Patterns {
    /// The patterns of an empty board, `width` by `height` squares, 1 to 20 each.
    ///
    /// # Panics
    /// If a side is out of range.
    pub fn new(width: usize, height: usize, rule: Rule) -> Self {
        assert!((1..=MAX_SIZE).contains(&width) && (1..=MAX_SIZE).contains(&height));
        let tables = Tables::of(rule);
        let mut patterns = Self {
            tables,
            lines: [u64::MAX; LINES],
            shapes: [0; SQUARES],
            threats: [threat::pair(tables.rate(0, 0), tables.rate(1, 0)); SQUARES_IN_WORDS],
            sets: [[Squares::EMPTY; Threat::COUNT]; 2],
            totals: [Total::default(); 2],
            changes: vec![Change::default(); CHANGES].try_into().ok().expect("as many"),
            changed: 0,
            moved: Vec::with_capacity(CHANGES),
            marks: Vec::with_capacity(ROOM),
        };
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| Square::at(x, y)));
        for square in squares.clone() {
            toggle(&mut patterns.lines, square, BEYOND);
        }
        for square in squares {
            patterns.open(square);
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

    /// From the patterns of one position, `before`, makes those of another under the same rules.
    pub fn change(&mut self, before: &Gomoku, after: &Gomoku) {
        for side in Side::all(2) {
            let [old, new] = [before, after].map(|position| position.stones(side));
            old.squares().filter(|&square| !new.contains(square)).for_each(|square| self.remove(square, side));
        }
        for side in Side::all(2) {
            let [old, new] = [before, after].map(|position| position.stones(side));
            new.squares().filter(|&square| !old.contains(square)).for_each(|square| self.place(square, side));
        }
        self.forget();
    }

    /// Whether these are the patterns of a position. Asks for no memory, other than making them anew.
    pub fn is_of(&self, position: &Gomoku) -> bool {
        let mut lines = [u64::MAX; LINES];
        let mut sets = [[Squares::EMPTY; Threat::COUNT]; 2];
        let mut totals = [Total::default(); 2];
        for square in (0..position.height()).flat_map(|y| (0..position.width()).map(move |x| Square::at(x, y))) {
            let stone = Side::all(2).find(|&side| position.stones(side).contains(square));
            toggle(&mut lines, square, BEYOND ^ stone.map_or(0, |side| 1 + side.index() as u64));
            let shapes = if stone.is_none() { self.fresh(square) } else { 0 };
            let [nothing, rated] = [0, shapes].map(|shapes| [0, 1].map(|side| self.tables.rate(side, shapes)));
            let threats = threat::pair(rated[0], rated[1]);
            if (self.shapes[square.index()], self.threats[square.index()]) != (shapes, threats) {
                return false;
            }
            for side in 0..2 {
                sets[side][threat::number(threats, side)] |= Squares::of(square.index());
                totals[side] = totals[side].with(nothing[side], rated[side]);
            }
        }
        (self.lines, self.totals) == (lines, totals) && strong(&self.sets).eq(strong(&sets))
    }

    /// The empty squares where a stone of `side` threatens exactly this, which must be [strong](Threat::STRONG).
    #[inline]
    pub fn exactly(&self, side: Side, threat: Threat) -> Squares {
        debug_assert!(threat >= Threat::STRONG);
        self.sets[side.index()][threat as usize]
    }

    /// The empty squares where a stone of `side` threatens something from `least`, which must be
    /// [strong](Threat::STRONG), to `most`.
    #[inline]
    pub fn between(&self, side: Side, least: Threat, most: Threat) -> Squares {
        debug_assert!(least >= Threat::STRONG);
        self.sets[side.index()][least as usize..=most as usize].iter().fold(Squares::EMPTY, |union, &set| union | set)
    }

    /// The empty squares where a stone of one of `sides` threatens at least this, and more than [`Threat::Dead`].
    pub fn at_least<const N: usize>(&self, sides: [Side; N], least: Threat) -> Squares {
        // Eight squares at a time: bit 4 of a byte is set where the threat reaches far enough.
        let add = u64::from_le_bytes([0x10 - least.max(Threat::One) as u8; 8]);
        let mut set = Squares::EMPTY;
        for (word, pairs) in set.0.iter_mut().zip(self.threats.as_chunks::<64>().0) {
            for (place, &eight) in pairs.as_chunks::<8>().0.iter().enumerate() {
                let eight = u64::from_le_bytes(eight);
                let far = |side: Side| (eight >> (4 * side.index()) & 0x0F0F_0F0F_0F0F_0F0F) + add;
                let either = sides.into_iter().fold(0, |either, side| either | far(side)) >> 4;
                // The product brings them together in its highest byte.
                let together = (either & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word |= together << (8 * place);
            }
        }
        set
    }

    /// What a stone of `side` threatens at an empty square.
    #[inline]
    pub fn threat(&self, side: Side, square: Square) -> Threat {
        Threat::ALL[threat::number(self.threats[square.index()], side.index())]
    }

    /// What a stone of `side`, which is to move, is worth on an empty square: to itself, and in the other's way.
    #[inline]
    pub fn promise(&self, side: Side, square: Square) -> i32 {
        let shapes = self.shapes[square.index()];
        let [black, white] = [0, 1].map(|side| self.tables.rate(side, shapes).worth().map(i32::from));
        if side == Side::FIRST { black[0] + white[1] } else { white[0] + black[1] }
    }

    /// What an empty square is worth to `side`.
    #[cfg(test)]
    fn worth_at(&self, side: Side, square: Square) -> threat::Worth {
        self.tables.rate(side.index(), self.shapes[square.index()]).worth()
    }

    /// What all empty squares are worth to `side`: if it is on move, and if it is not.
    #[inline]
    pub fn worth(&self, side: Side) -> Sum {
        self.totals[side.index()].worth()
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

    /// The shapes at an empty square.
    fn fresh(&self, square: Square) -> u32 {
        Direction::ALL.into_iter().fold(0, |shapes, direction| {
            let Place { line, bit } = Place::of(square, direction);
            let views = Views::of(self.lines[line]);
            shapes | self.tables.windows.shapes_in(views, 2 * (bit + WALL)) << (4 * direction as usize)
        })
    }
}

/// Four bits for either colour as they lie among those of all directions, in the shapes of a square.
#[inline]
const fn spread(both: u8, direction: usize) -> u32 {
    let both = both as u32;
    (both & 15 | (both & 0xF0) << 12) << (4 * direction)
}

/// Changes the bits of a square in its four lines.
#[inline]
fn toggle(lines: &mut [u64; LINES], square: Square, bits: u64) {
    for Place { line, bit } in Place::all(square) {
        lines[line] ^= bits << (2 * (bit + WALL));
    }
}

impl PartialEq for Patterns {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tables.windows, other.tables.windows)
            && (self.lines, self.shapes, self.totals) == (other.lines, other.shapes, other.totals)
            && strong(&self.sets).eq(strong(&other.sets))
    }
}

impl Eq for Patterns {}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Patterns").field("totals", &self.totals).finish_non_exhaustive()
    }
}
