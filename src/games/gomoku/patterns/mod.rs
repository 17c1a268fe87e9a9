//! Patterns of a board on which five in a row win, updated incrementally: for every empty square and colour the line
//! patterns of a stone there in its four directions ([`line_pattern`]) and the combined pattern ([`pattern4`]).
//!
//! A line is a word with two bits a cell, so that a window of it is a shift and a mask, and the line patterns of both
//! colours in its middle come from small tables. A stone changes the windows of at most ten empty points in each of its
//! lines (`update`). Sets of squares are kept for strong patterns only: every node of the search needs those, and a
//! stone changes few of them.

pub(super) mod line_code;
pub mod line_pattern;
pub mod pattern4;
#[cfg(test)]
mod tests;
mod update;
mod windows;

use super::position::Gomoku;
use super::rules::Rule;
use super::square::{Direction, LARGEST, SQUARES, Square};
use super::stones::{LINES, Place};
use super::weights::{self, Threats};
use crate::bits::{BitSet, Wide};
use crate::game::{Side, Variant};
use line_code::LineCode;
use line_pattern::LinePattern;
use pattern4::{OrderTable, Pair, Pattern4, ScoreSum, ScoreTable, Scored, SideTables};
use update::{CHANGES, Change, Mark, Moved};
use windows::{Views, Windows};

/// Cells of wall before a line's first place.
const WALL: u32 = windows::REACH;
/// What a cell of a line that is beyond the board has in its two bits.
const BEYOND: Line = 3;

/// The sum of the scores of many squares: for a side to move, and for one not to move.
pub type Sum = [i32; 2];

/// A set of squares, by their index.
pub type Squares = Wide<{ if SQUARES <= 512 { 8 } else { 12 } }>;

/// The cells of a line, with walls on either side.
#[cfg(not(feature = "charts"))]
type Line = u64;
#[cfg(feature = "charts")]
type Line = u128;

/// The tables of a rule: line codes by window, for each side combined patterns with scores, and scores in move
/// ordering, and for each side to move the scores of sets of threats.
#[derive(Clone, Copy)]
struct Tables {
    windows: &'static Windows,
    scores: [&'static ScoreTable; 2],
    order: [&'static OrderTable; 2],
    threats: [&'static Threats; 2],
}

impl Tables {
    fn of(rule: Rule) -> Self {
        let windows = match rule {
            Rule::Freestyle => &windows::FREESTYLE,
            Rule::Standard => &windows::STANDARD,
            Rule::Renju => &windows::RENJU,
        };
        let sides = SideTables::of(rule);
        Self {
            windows,
            scores: sides.map(|tables| &*tables.scores),
            order: sides.map(|tables| &*tables.order),
            threats: [Side::FIRST, Side::SECOND].map(|mover| &weights::threats(rule)[weights::part(rule, mover)]),
        }
    }

    /// The combined pattern of a side with its scores, by the line codes of a square.
    #[inline]
    fn scored(&self, side: usize, codes: u32) -> Scored {
        self.scores[side][usize::from((codes >> (16 * side)) as u16)]
    }
}

/// Line patterns and combined patterns of all empty squares, for both colours.
#[derive(Clone)]
pub struct Patterns {
    tables: Tables,
    /// Two bits a cell: 0 empty, 1 Black, 2 White, 3 beyond the board.
    lines: [Line; LINES],
    /// For every square the line codes of a black stone, four bits a direction, then those of a white one; 0 on squares
    /// with a stone.
    codes: [u32; SQUARES],
    /// The combined patterns of both sides on every square. Longer than the board, to be read in whole words.
    pattern4s: [Pair; SQUARES_IN_WORDS],
    /// The empty squares by combined pattern.
    sets: Sets,
    /// The sum of the scores of all squares, for either side.
    totals: [ScoreSum; 2],
    /// What the last stones have changed: undoing it is faster than computing it again.
    changes: Box<[Change; CHANGES]>,
    /// How many changes there are.
    changed: usize,
    /// Those changes that moved a square between sets.
    moved: Vec<Moved>,
    /// One mark for each stone that can be undone.
    marks: Vec<Mark>,
}

/// Sets of squares, by side and combined pattern. The contents of sets of patterns that are not
/// [strong](Pattern4::STRONG) are meaningless: they are written only to save a branch.
type Sets = [[Squares; Pattern4::COUNT]; 2];

/// Members that a set of squares has room for.
const SQUARES_IN_WORDS: usize = Squares::CAPACITY;

/// The sets of strong patterns.
fn strong(sets: &Sets) -> impl Iterator<Item = &Squares> {
    sets.iter().flat_map(|sets| &sets[Pattern4::STRONG as usize..])
}

/// Stones for which memory is reserved from the start.
const ROOM: usize = 256;

impl Patterns {
    /// The patterns of an empty board, `width` by `height` squares, 1 to [`LARGEST`] each.
    ///
    /// # Panics
    /// If a side is out of range.
    pub fn new(width: usize, height: usize, rule: Rule) -> Self {
        assert!((1..=LARGEST).contains(&width) && (1..=LARGEST).contains(&height));
        let tables = Tables::of(rule);
        let mut patterns = Self {
            tables,
            lines: [Line::MAX; LINES],
            codes: [0; SQUARES],
            pattern4s: [pattern4::pair(tables.scored(0, 0), tables.scored(1, 0)); SQUARES_IN_WORDS],
            sets: [[Squares::EMPTY; Pattern4::COUNT]; 2],
            totals: [ScoreSum::default(); 2],
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
        patterns.forget_undo();
        patterns
    }

    /// The patterns of a position with `connect=5`.
    pub fn of(position: &Gomoku) -> Self {
        debug_assert_eq!(position.rules().connect, 5);
        let mut patterns = Self::new(position.width(), position.height(), position.rules().rule);
        for side in Side::all(2) {
            position.stones(side).squares().for_each(|square| patterns.place(square, side));
        }
        patterns.forget_undo();
        patterns
    }

    /// Turns the patterns of one position, `before`, into those of another under the same rules.
    pub fn change(&mut self, before: &Gomoku, after: &Gomoku) {
        for side in Side::all(2) {
            let [old, new] = [before, after].map(|position| position.stones(side));
            old.squares().filter(|&square| !new.contains(square)).for_each(|square| self.remove(square, side));
        }
        for side in Side::all(2) {
            let [old, new] = [before, after].map(|position| position.stones(side));
            new.squares().filter(|&square| !old.contains(square)).for_each(|square| self.place(square, side));
        }
        self.forget_undo();
    }

    /// Whether these are the patterns of a position. Allocates nothing, unlike a comparison with new ones.
    pub fn matches_position(&self, position: &Gomoku) -> bool {
        let mut lines = [Line::MAX; LINES];
        let mut sets = [[Squares::EMPTY; Pattern4::COUNT]; 2];
        let mut totals = [ScoreSum::default(); 2];
        for square in (0..position.height()).flat_map(|y| (0..position.width()).map(move |x| Square::at(x, y))) {
            let stone = Side::all(2).find(|&side| position.stones(side).contains(square));
            toggle(&mut lines, square, BEYOND ^ stone.map_or(0, |side| 1 + side.index() as Line));
            let codes = if stone.is_none() { self.computed(square) } else { 0 };
            let [empty, scored] = [0, codes].map(|codes| [0, 1].map(|side| self.tables.scored(side, codes)));
            let pair = pattern4::pair(scored[0], scored[1]);
            if (self.codes[square.index()], self.pattern4s[square.index()]) != (codes, pair) {
                return false;
            }
            for side in 0..2 {
                sets[side][pattern4::number(pair, side)] |= Squares::of(square.index());
                totals[side] = totals[side].with(empty[side], scored[side]);
            }
        }
        (self.lines, self.totals) == (lines, totals) && strong(&self.sets).eq(strong(&sets))
    }

    /// The empty squares with exactly this combined pattern of `side`, which must be [strong](Pattern4::STRONG).
    #[inline]
    pub fn exactly(&self, side: Side, pattern4: Pattern4) -> Squares {
        debug_assert!(pattern4 >= Pattern4::STRONG);
        self.sets[side.index()][pattern4 as usize]
    }

    /// The empty squares with a combined pattern of `side` from `least`, which must be [strong](Pattern4::STRONG), to
    /// `most`.
    #[inline]
    pub fn between(&self, side: Side, least: Pattern4, most: Pattern4) -> Squares {
        debug_assert!(least >= Pattern4::STRONG);
        self.sets[side.index()][least as usize..=most as usize].iter().fold(Squares::EMPTY, |union, &set| union | set)
    }

    /// The empty squares where the combined pattern of one of `sides` is at least this, and more than
    /// [`Pattern4::Dead`].
    pub fn at_least<const N: usize>(&self, sides: [Side; N], least: Pattern4) -> Squares {
        // Eight squares at a time: the addition carries into bit 4 of a byte where the pattern is strong enough.
        let add = u64::from_le_bytes([0x10 - least.max(Pattern4::One) as u8; 8]);
        let mut set = Squares::EMPTY;
        for (word, pairs) in set.0.iter_mut().zip(self.pattern4s.as_chunks::<64>().0) {
            for (place, &eight) in pairs.as_chunks::<8>().0.iter().enumerate() {
                let eight = u64::from_le_bytes(eight);
                let far = |side: Side| (eight >> (4 * side.index()) & 0x0F0F_0F0F_0F0F_0F0F) + add;
                let either = sides.into_iter().fold(0, |either, side| either | far(side)) >> 4;
                // The product gathers the eight bits in its highest byte.
                let together = (either & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word |= together << (8 * place);
            }
        }
        set
    }

    /// The combined pattern of `side` on an empty square.
    #[inline]
    pub fn pattern4(&self, side: Side, square: Square) -> Pattern4 {
        Pattern4::ALL[pattern4::number(self.pattern4s[square.index()], side.index())]
    }

    /// The move ordering score of a stone of `side`, which is to move: its own score on the square, and that of the
    /// other side, which it denies.
    #[inline]
    pub fn move_score(&self, side: Side, square: Square) -> i32 {
        let codes = self.codes[square.index()];
        let order = |side: usize| self.tables.order[side][usize::from((codes >> (16 * side)) as u16)].map(i32::from);
        let (black, white) = (order(0), order(1));
        if side == Side::FIRST { black[0] + white[1] } else { white[0] + black[1] }
    }

    /// The scores of an empty square for `side`.
    #[cfg(test)]
    fn scores_at(&self, side: Side, square: Square) -> pattern4::Scores {
        self.tables.scored(side.index(), self.codes[square.index()]).scores()
    }

    /// The sum of the scores of all empty squares for `side`: if it is to move, and if it is not.
    #[inline]
    pub fn scores(&self, side: Side) -> Sum {
        self.totals[side.index()].scores()
    }

    /// Which threats there are on the board, a bit each, as a side to move sees them: its own from four-threes down to
    /// open threes, then the other side's from fives down.
    #[inline]
    pub fn threats(&self, mover: Side) -> usize {
        let [own, other] = [mover, mover.other()];
        // A side's own fives and open fours have decided the game before it is evaluated.
        let any = |side, least, most| !self.between(side, least, most).is_empty();
        let open_three = |side: Side| self.totals[side.index()].has_open_three();
        let threats = [
            any(own, Pattern4::FourThree, Pattern4::FourThree),
            any(own, Pattern4::BlockedFourPlus, Pattern4::BlockedFourPlus),
            any(own, Pattern4::BlockedFour, Pattern4::BlockedFour),
            any(own, Pattern4::OpenThreePlus, Pattern4::DoubleThree),
            open_three(own),
            any(other, Pattern4::Five, Pattern4::Five),
            any(other, Pattern4::DoubleFour, Pattern4::OpenFour),
            any(other, Pattern4::BlockedFourPlus, Pattern4::FourThree),
            any(other, Pattern4::BlockedFour, Pattern4::BlockedFour),
            any(other, Pattern4::OpenThreePlus, Pattern4::DoubleThree),
            open_three(other),
        ];
        threats.into_iter().rev().fold(0, |mask, threat| mask << 1 | usize::from(threat))
    }

    /// The score of the threats on the board for `mover`, which is to move.
    #[inline]
    pub fn threat_score(&self, mover: Side) -> i32 {
        self.tables.threats[mover.index()][self.threats(mover)]
    }

    /// The line codes of a stone of `side` in the four directions on an empty square, four bits each.
    pub(super) fn codes(&self, side: Side, square: Square) -> u32 {
        self.codes[square.index()] >> (16 * side.index()) & 0xFFFF
    }

    /// The line pattern of a stone of `side` in one direction on an empty square.
    #[inline]
    pub fn line_pattern(&self, side: Side, square: Square, direction: Direction) -> LinePattern {
        LineCode::from_bits(self.codes[square.index()] >> (16 * side.index() + 4 * direction as usize)).pattern()
    }

    /// In how many directions a stone of `side` on an empty square makes an open three.
    #[inline]
    pub fn open_threes(&self, side: Side, square: Square) -> usize {
        Direction::ALL
            .into_iter()
            .filter(|&direction| self.line_pattern(side, square, direction) == LinePattern::OpenThree)
            .count()
    }

    /// The line codes of an empty square, computed from the lines.
    fn computed(&self, square: Square) -> u32 {
        Direction::ALL.into_iter().fold(0, |codes, direction| {
            let Place { line, bit } = Place::of(square, direction);
            let views = Views::of(self.lines[line]);
            codes | self.tables.windows.codes_in(views, 2 * (bit + WALL)) << (4 * direction as usize)
        })
    }
}

/// Four bits for either colour at their places in the word of a square's line codes.
#[inline]
const fn spread(both: u8, direction: usize) -> u32 {
    let both = both as u32;
    (both & 15 | (both & 0xF0) << 12) << (4 * direction)
}

/// Changes the bits of a square in its four lines.
#[inline]
fn toggle(lines: &mut [Line; LINES], square: Square, bits: Line) {
    for Place { line, bit } in Place::all(square) {
        lines[line] ^= bits << (2 * (bit + WALL));
    }
}

impl PartialEq for Patterns {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tables.windows, other.tables.windows)
            && (self.lines, self.codes, self.totals) == (other.lines, other.codes, other.totals)
            && strong(&self.sets).eq(strong(&other.sets))
    }
}

impl Eq for Patterns {}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Patterns").field("totals", &self.totals).finish_non_exhaustive()
    }
}
