//! The table that has the line code of every window of a line, computed from the definition of line patterns.

use super::line_code::LineCode;
use super::line_pattern::LinePattern;
use super::{Line, spread};
use once_cell::sync::Lazy;

/// Cells on either side of a stone that its pattern can depend on, at most: a five reaches four cells far, and where an
/// overline does not win, the cell after its end matters too.
pub(super) const REACH: u32 = 5;

/// Which runs win and what is forbidden: the part of the rule that patterns depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FiveRule {
    /// Five or more.
    OrMore,
    /// Exactly five.
    Exactly,
    /// Exactly five; overlines and double fours are forbidden.
    OrForbidden,
}

/// The cells on one side of a stone as one colour sees them, up to the first that no five can use: 1 for an own stone,
/// 0 for an empty cell, the nearest cell lowest, and a 1 above the last cell to mark the end.
type Half = usize;

/// Every [`Half`] is below this.
const HALVES: usize = 2 << REACH;

/// The cells of a half without the end mark, and how many there are.
fn cells(half: Half) -> (usize, u32) {
    let count = half.ilog2();
    (half ^ 1 << count, count)
}

impl FiveRule {
    /// The cells on either side of a stone that decide its pattern.
    pub(super) fn reach(self) -> u32 {
        if self == Self::OrMore { REACH - 1 } else { REACH }
    }

    /// The line codes by the halves on either side of the stone.
    fn line_codes(self) -> Box<[[LineCode; HALVES]; HALVES]> {
        let mut codes = Box::new([[LineCode::DEAD; HALVES]; HALVES]);
        let all = 1..2 << self.reach();
        // One more stone makes the number of a half larger, so in this order all successors are computed first.
        for (before, behind) in
            all.clone().rev().flat_map(|before| all.clone().rev().map(move |behind| (before, behind)))
        {
            let ([(stones_before, _), (stones_behind, _)], mut fives) = ([cells(before), cells(behind)], Vec::new());
            let length = 1 + stones_before.trailing_ones() + stones_behind.trailing_ones();
            let (mut best, mut ways) = (LinePattern::Dead, 0);
            let mut try_cell = |next: LineCode, steps: i32| {
                let next = next.pattern();
                match next.predecessor() {
                    better if better > best => (best, ways) = (better, 1),
                    same if same == best => ways += 1,
                    _ => {}
                }
                if next == LinePattern::Five {
                    fives.push(steps);
                }
            };
            empty(before).for_each(|cell| try_cell(codes[before | 1 << cell][behind], -1 - cell as i32));
            empty(behind).for_each(|cell| try_cell(codes[before][behind | 1 << cell], 1 + cell as i32));
            let pattern = match (length, &fives[..]) {
                (5, _) => LinePattern::Five,
                (6.., _) if self == Self::OrMore => LinePattern::Five,
                (6.., _) if self == Self::OrForbidden => LinePattern::Overline,
                (_, []) => best,
                (_, [_]) => LinePattern::BlockedFour,
                // The two ends of a run of four are five cells apart.
                (4, &[before, behind]) if behind - before == 5 => LinePattern::OpenFour,
                _ if self == Self::OrForbidden => LinePattern::DoubleFour,
                _ => LinePattern::OpenFour,
            };
            codes[before][behind] = LineCode::new(pattern, ways);
        }
        codes
    }

    /// The half that a colour sees in the nearest [`REACH`] cells, two bits each as in [`Windows`], the nearest lowest.
    fn half(self, own: usize, cells: usize) -> Half {
        let mut half = 0;
        let mut count = 0;
        while count < self.reach() {
            match cells >> (2 * count) & 3 {
                0 => {}
                stone if stone == own => half |= 1 << count,
                _ => break,
            }
            count += 1;
        }
        half | 1 << count
    }
}

/// The empty cells of a half.
fn empty(half: Half) -> impl Iterator<Item = u32> {
    let (stones, count) = cells(half);
    (0..count).filter(move |cell| stones >> cell & 1 == 0)
}

/// Bits of a cell of a line.
const CELL_BITS: u32 = 2;
/// Bits of the [`REACH`] cells on one side of a stone.
const HALF_BITS: u32 = CELL_BITS * REACH;
/// The values of those bits.
const HALF_VALUES: usize = 1 << HALF_BITS;
/// Bits of a class: of sides of a window that have the same halves for both colours.
const CLASS_BITS: u32 = 7;
/// How many pairs of classes there is room for.
const WINDOWS: usize = 1 << (2 * CLASS_BITS);

/// The line codes of a black and of a white stone in the middle of a window of [`REACH`] cells on either side.
///
/// A cell has two bits: 0 empty, 1 a Black stone, 2 a White one, 3 beyond the board. Cells behind a stone of the other
/// colour do not matter, so many values of one side are equivalent. The table is indexed by the classes of these
/// values, which makes it small enough for the L1 cache.
pub(super) struct Windows {
    /// Cells on either side that matter.
    pub(super) reach: u32,
    /// The class of the cells before the middle, the nearest highest, shifted to its place in the index.
    before: [u16; HALF_VALUES],
    /// The class of the cells behind the middle, the nearest lowest.
    behind: [u16; HALF_VALUES],
    /// Black's and White's line code at their places in the word of a square, for the first direction.
    codes: [u32; WINDOWS],
}

/// A line twice, shifted so that the cells before a cell and those behind it both begin at that cell's own bit.
#[derive(Clone, Copy)]
pub(super) struct Views {
    before: Line,
    behind: Line,
}

impl Views {
    #[inline]
    pub(super) fn of(line: Line) -> Self {
        // The bits that are shifted out lie behind the last cell of the board.
        Self { before: line << HALF_BITS, behind: line >> CELL_BITS }
    }
}

impl Windows {
    fn new(black: FiveRule, white: FiveRule) -> Self {
        let mut windows = Self {
            reach: black.reach().max(white.reach()),
            before: [0; HALF_VALUES],
            behind: [0; HALF_VALUES],
            codes: [0; WINDOWS],
        };
        let mut classes: Vec<[Half; 2]> = Vec::with_capacity(1 << CLASS_BITS);
        for value in 0..HALF_VALUES {
            let seen = [black.half(1, value), white.half(2, value)];
            let class = classes.iter().position(|&class| class == seen).unwrap_or_else(|| {
                classes.push(seen);
                classes.len() - 1
            });
            let mirrored = (0..REACH).fold(0, |bits, cell| bits << 2 | value >> (2 * cell) & 3);
            windows.before[mirrored] = (class << CLASS_BITS) as u16;
            windows.behind[value] = class as u16;
        }
        let tables = [black.line_codes(), white.line_codes()];
        for (before, halves_before) in classes.iter().enumerate() {
            for (behind, halves_behind) in classes.iter().enumerate() {
                let [black, white] = [0, 1].map(|side| tables[side][halves_before[side]][halves_behind[side]].bits());
                windows.codes[before << CLASS_BITS | behind] = spread(black | white << 4, 0);
            }
        }
        windows
    }

    /// The line codes of a black and of a white stone in the middle of the window whose middle begins at a bit of a
    /// line, at their places in the word of a square for the first direction.
    #[inline]
    pub(super) fn codes_in(&self, Views { before, behind }: Views, bit: u32) -> u32 {
        let class = |classes: &[u16; HALF_VALUES], bits: Line| classes[bits as usize % HALF_VALUES];
        let index = class(&self.before, before >> bit) | class(&self.behind, behind >> bit);
        self.codes[usize::from(index) % WINDOWS]
    }
}

pub(super) static FREESTYLE: Lazy<Windows> = Lazy::new(|| Windows::new(FiveRule::OrMore, FiveRule::OrMore));
pub(super) static STANDARD: Lazy<Windows> = Lazy::new(|| Windows::new(FiveRule::Exactly, FiveRule::Exactly));
pub(super) static RENJU: Lazy<Windows> = Lazy::new(|| Windows::new(FiveRule::OrForbidden, FiveRule::OrMore));
