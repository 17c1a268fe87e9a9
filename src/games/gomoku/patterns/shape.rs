//! What a stone makes of its line: shapes by their meaning, and the table that knows the shape of every window.
//!
//! A shape is defined by what one more stone of the same colour makes of it, down to the five; nothing is typed in.

use super::spread;
use once_cell::sync::Lazy;

/// Cells on either side of a stone that a shape can depend on, at most: a five reaches four cells far, and where six are
/// too many, the cell after its end matters too.
pub(super) const REACH: u32 = 5;

/// What a stone makes of its line. Only fives through that stone count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Shape {
    /// No five can come of it.
    Dead,
    /// One more stone makes a [`Self::Two`].
    One,
    /// One more stone makes an [`Self::OpenTwo`].
    OpenOne,
    /// One more stone makes a [`Self::Three`].
    Two,
    /// One more stone makes an [`Self::OpenThree`].
    OpenTwo,
    /// One more stone makes a [`Self::Four`]: a closed three.
    Three,
    /// One more stone makes an [`Self::OpenFour`].
    OpenThree,
    /// One more stone, at one point only, makes a five.
    Four,
    /// One more stone, at either of several points, makes a five.
    OpenFour,
    /// A five.
    Five,
    /// Two fours in one line that are no straight four; only where that is forbidden.
    DoubleFour,
    /// Six or more in a row; only where that is forbidden.
    Overline,
}

impl Shape {
    const ALL: [Self; 12] = [
        Self::Dead,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::Three,
        Self::OpenThree,
        Self::Four,
        Self::OpenFour,
        Self::Five,
        Self::DoubleFour,
        Self::Overline,
    ];

    /// The shape that four bits stand for.
    #[inline]
    pub(super) fn from_bits(bits: u32) -> Self {
        Self::ALL.get((bits & 15) as usize).copied().unwrap_or(Self::Dead)
    }

    /// What a line is that one more stone turns into this.
    fn before(self) -> Self {
        match self {
            Self::OpenFour => Self::OpenThree,
            Self::Four => Self::Three,
            Self::OpenThree => Self::OpenTwo,
            Self::Three => Self::Two,
            Self::OpenTwo => Self::OpenOne,
            Self::Two | Self::OpenOne | Self::One => Self::One,
            Self::Dead | Self::Five | Self::DoubleFour | Self::Overline => Self::Dead,
        }
    }
}

/// Which runs win, and what is forbidden: the part of the rule that shapes depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Five {
    /// Five or more.
    OrMore,
    /// Five, not six.
    Exactly,
    /// Five; six, and two fours at once, are forbidden.
    OrForbidden,
}

/// The cells on one side of a stone as its colour sees them, up to the first that no five can use: own stones are ones,
/// empty cells zeros, the nearest lowest, and above the last cell there is a one.
type Half = usize;

/// Every [`Half`] is below this.
const HALVES: usize = 2 << REACH;

/// The cells of a half, and how many there are.
fn cells(half: Half) -> (usize, u32) {
    let count = half.ilog2();
    (half ^ 1 << count, count)
}

impl Five {
    /// The cells on either side of a stone that decide its shape.
    pub(super) fn reach(self) -> u32 {
        if self == Self::OrMore { REACH - 1 } else { REACH }
    }

    /// The shapes by the halves on either side of the stone.
    fn shapes(self) -> Box<[[Shape; HALVES]; HALVES]> {
        let mut shapes = Box::new([[Shape::Dead; HALVES]; HALVES]);
        let all = 1..2 << self.reach();
        // One more stone makes a half a larger number: what comes of it is known before.
        for (before, behind) in
            all.clone().rev().flat_map(|before| all.clone().rev().map(move |behind| (before, behind)))
        {
            let ([(stones_before, _), (stones_behind, _)], mut fives) = ([cells(before), cells(behind)], Vec::new());
            let length = 1 + stones_before.trailing_ones() + stones_behind.trailing_ones();
            let mut best = Shape::Dead;
            let mut try_cell = |shape: Shape, steps: i32| {
                best = best.max(shape.before());
                if shape == Shape::Five {
                    fives.push(steps);
                }
            };
            empty(before).for_each(|cell| try_cell(shapes[before | 1 << cell][behind], -1 - cell as i32));
            empty(behind).for_each(|cell| try_cell(shapes[before][behind | 1 << cell], 1 + cell as i32));
            shapes[before][behind] = match (length, &fives[..]) {
                (5, _) => Shape::Five,
                (6.., _) if self == Self::OrMore => Shape::Five,
                (6.., _) if self == Self::OrForbidden => Shape::Overline,
                (_, []) => best,
                (_, [_]) => Shape::Four,
                // The two ends of a run of four are five cells apart.
                (4, &[before, behind]) if behind - before == 5 => Shape::OpenFour,
                _ if self == Self::OrForbidden => Shape::DoubleFour,
                _ => Shape::OpenFour,
            };
        }
        shapes
    }

    /// What a colour sees of the nearest [`REACH`] cells, two bits each as in [`Windows`], the nearest lowest.
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
/// Bits that tell apart what the cells on one side can mean to the two colours.
const CLASS_BITS: u32 = 7;
/// How many pairs of classes there is room for.
const WINDOWS: usize = 1 << (2 * CLASS_BITS);

/// The shapes that stones of both colours make in the middle of a window of [`REACH`] cells on either side.
///
/// A cell has two bits: 0 empty, 1 a Black stone, 2 a White one, 3 beyond the board. Most of a side's cells mean nothing,
/// being behind a stone of the other colour: so the table has an entry not for any two sides, but for any two classes
/// of them, and fits the smallest cache.
pub(super) struct Windows {
    /// Cells on either side that matter.
    pub(super) reach: u32,
    /// The class of the cells before the middle, the nearest highest, already in its place in the index.
    before: [u16; HALF_VALUES],
    /// The class of the cells behind the middle, the nearest lowest.
    behind: [u16; HALF_VALUES],
    /// Black's and White's shape as they lie among those of a square, in the first direction.
    shapes: [u32; WINDOWS],
}

/// A line, shifted so that what is before a cell and what is behind it both begin at that cell's own bit.
#[derive(Clone, Copy)]
pub(super) struct Views {
    before: u64,
    behind: u64,
}

impl Views {
    #[inline]
    pub(super) fn of(line: u64) -> Self {
        // What is shifted out at the end is behind the last cell of a board.
        Self { before: line << HALF_BITS, behind: line >> CELL_BITS }
    }
}

impl Windows {
    fn new(black: Five, white: Five) -> Self {
        let mut windows = Self {
            reach: black.reach().max(white.reach()),
            before: [0; HALF_VALUES],
            behind: [0; HALF_VALUES],
            shapes: [0; WINDOWS],
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
        let shapes = [black.shapes(), white.shapes()];
        for (before, halves_before) in classes.iter().enumerate() {
            for (behind, halves_behind) in classes.iter().enumerate() {
                let [black, white] = [0, 1].map(|side| shapes[side][halves_before[side]][halves_behind[side]] as u8);
                windows.shapes[before << CLASS_BITS | behind] = spread(black | white << 4, 0);
            }
        }
        windows
    }

    /// The shapes of Black's and of White's stone in the middle of the window whose middle begins at a bit of a line, as
    /// they lie among those of a square in the first direction.
    #[inline]
    pub(super) fn shapes_in(&self, Views { before, behind }: Views, bit: u32) -> u32 {
        let class = |classes: &[u16; HALF_VALUES], bits: u64| classes[bits as usize % HALF_VALUES];
        let index = class(&self.before, before >> bit) | class(&self.behind, behind >> bit);
        self.shapes[usize::from(index) % WINDOWS]
    }
}

pub(super) static FREESTYLE: Lazy<Windows> = Lazy::new(|| Windows::new(Five::OrMore, Five::OrMore));
pub(super) static STANDARD: Lazy<Windows> = Lazy::new(|| Windows::new(Five::Exactly, Five::Exactly));
pub(super) static RENJU: Lazy<Windows> = Lazy::new(|| Windows::new(Five::OrForbidden, Five::OrMore));
