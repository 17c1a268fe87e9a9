//! What a stone makes of its line: shapes by their meaning, and the table that knows the shape of every window.
//!
//! A shape is defined by what one more stone of the same colour makes of it, down to the five; nothing is typed in.

use once_cell::sync::Lazy;

/// Cells on either side of a stone that a shape can depend on: a five reaches four cells far, and where six are too
/// many, the cell after its end matters too.
pub(super) const REACH: [u32; 2] = [4, 5];

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

impl Five {
    /// The cells on either side of a stone that decide its shape.
    pub(super) fn reach(self) -> u32 {
        REACH[usize::from(self != Self::OrMore)]
    }

    /// The shapes of all windows. A window's number has a ternary digit for every cell but the stone in its middle, the
    /// first cell lowest: 0 for an empty cell, 1 for one that no five can use, 2 for an own stone.
    fn shapes(self) -> Vec<Shape> {
        let reach = self.reach() as usize;
        let cells = 2 * reach;
        let powers: Vec<usize> = (0..cells as u32).map(|cell| 3usize.pow(cell)).collect();
        let digit = |window: usize, cell: usize| window / powers[cell] % 3;
        let mut shapes = vec![Shape::Dead; 3usize.pow(cells as u32)];
        // More stones make a larger number: those windows are done before.
        for window in (0..shapes.len()).rev() {
            let run =
                |cells: &mut dyn Iterator<Item = usize>| cells.take_while(|&cell| digit(window, cell) == 2).count();
            let length = 1 + run(&mut (0..reach).rev()) + run(&mut (reach..cells));
            let empty = (0..cells).filter(|&cell| digit(window, cell) == 0);
            let after = |cell: usize| shapes[window + 2 * powers[cell]];
            let fives: Vec<usize> = empty.clone().filter(|&cell| after(cell) == Shape::Five).collect();
            shapes[window] = match (length, &fives[..]) {
                (5, _) => Shape::Five,
                (6.., _) if self == Self::OrMore => Shape::Five,
                (6.., _) if self == Self::OrForbidden => Shape::Overline,
                (_, []) => empty.map(|cell| after(cell).before()).max().unwrap_or(Shape::Dead),
                (_, [_]) => Shape::Four,
                // The two ends of a run of four are four cells apart in a window without its middle.
                (4, &[first, .., last]) if last - first == 4 => Shape::OpenFour,
                _ if self == Self::OrForbidden => Shape::DoubleFour,
                _ => Shape::OpenFour,
            };
        }
        shapes
    }
}

/// The shapes that stones of both colours make in the middle of a window.
///
/// A window's number has two bits for every cell but the middle, the first cell lowest: 0 empty, 1 a Black stone, 2 a
/// White one, 3 beyond the board. An entry has Black's shape in its low four bits and White's in its high ones.
pub(super) struct Windows {
    /// Cells on either side.
    pub(super) reach: u32,
    pub(super) shapes: Vec<u8>,
}

impl Windows {
    fn new(black: Five, white: Five) -> Self {
        let reach = black.reach().max(white.reach());
        let side = 4usize.pow(reach);
        // Half a window, as cells of two bits, in ternary for either colour; cells too far away are left out.
        let ternary = |five: Five, own: usize, first: bool| -> Vec<usize> {
            let (far, near) = ((reach - five.reach()) as usize, five.reach() as usize);
            let cells = if first { far..reach as usize } else { 0..near };
            let base = if first { 0 } else { near as u32 };
            (0..side)
                .map(|half| {
                    let digit = |cell: usize| match half >> (2 * cell) & 3 {
                        0 => 0,
                        stone if stone == own => 2,
                        _ => 1,
                    };
                    (cells.clone().zip(base..)).map(|(cell, place)| digit(cell) * 3usize.pow(place)).sum()
                })
                .collect()
        };
        let mut shapes = vec![0; side * side];
        for (five, own, shift) in [(black, 1, 0), (white, 2, 4)] {
            let (first, second, table) = (ternary(five, own, true), ternary(five, own, false), five.shapes());
            for (window, entry) in shapes.iter_mut().enumerate() {
                *entry |= (table[first[window % side] + second[window / side]] as u8) << shift;
            }
        }
        Self { reach, shapes }
    }
}

pub(super) static FREESTYLE: Lazy<Windows> = Lazy::new(|| Windows::new(Five::OrMore, Five::OrMore));
pub(super) static STANDARD: Lazy<Windows> = Lazy::new(|| Windows::new(Five::Exactly, Five::Exactly));
pub(super) static RENJU: Lazy<Windows> = Lazy::new(|| Windows::new(Five::OrForbidden, Five::OrMore));
