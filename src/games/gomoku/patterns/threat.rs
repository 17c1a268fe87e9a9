//! What a stone threatens in all four lines together, and what that is worth.

use super::shape::Shape;
use crate::games::gomoku::fitted::TABLE;
use once_cell::sync::Lazy;

/// What a stone on an empty point threatens, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Threat {
    /// The stone is forbidden for its own shape, whatever else it threatens: an overline, two fours.
    Forbidden,
    /// No five can come of it.
    Dead,
    /// Stones to come.
    One,
    /// A three with one more stone.
    Two,
    /// An open three with one more stone.
    OpenTwo,
    /// A four with one more stone.
    Three,
    /// Two of the last two.
    DoubleTwo,
    /// An open four with one more stone.
    OpenThree,
    /// The same, with a four or an open three of another kind near.
    OpenThreeMore,
    /// Open threes in two lines.
    DoubleThree,
    /// One stone can parry: at the point that makes five.
    Four,
    /// The same, and it gains a three or an open two.
    FourMore,
    /// A four and an open three.
    FourThree,
    /// Fours in two lines: no stone parries both.
    FourFour,
    /// A four that no stone parries.
    OpenFour,
    /// A five.
    Five,
}

impl Threat {
    /// The weakest of those whose squares are kept in sets. All fours are among them.
    pub const STRONG: Self = Self::OpenThreeMore;
    /// How many there are.
    pub(super) const COUNT: usize = 16;
    /// All, weakest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Forbidden,
        Self::Dead,
        Self::One,
        Self::Two,
        Self::OpenTwo,
        Self::Three,
        Self::DoubleTwo,
        Self::OpenThree,
        Self::OpenThreeMore,
        Self::DoubleThree,
        Self::Four,
        Self::FourMore,
        Self::FourThree,
        Self::FourFour,
        Self::OpenFour,
        Self::Five,
    ];

    fn of(shapes: [Shape; 4], two_fours_are_forbidden: bool) -> Self {
        // Four bits for every shape.
        let counts = shapes.iter().fold(0u64, |counts, &shape| counts + (1 << (4 * shape as u32)));
        let count = |shape: Shape| counts >> (4 * shape as u32) & 15;
        let (fours, threes) = (count(Shape::Four) + count(Shape::OpenFour), count(Shape::OpenThree));
        let small = count(Shape::Three) + count(Shape::OpenTwo);
        if count(Shape::Five) > 0 {
            return Self::Five;
        }
        if count(Shape::Overline) + count(Shape::DoubleFour) > 0 || (two_fours_are_forbidden && fours > 1) {
            return Self::Forbidden;
        }
        if count(Shape::OpenFour) > 0 {
            return Self::OpenFour;
        }
        match (fours, threes, small) {
            (2.., _, _) => Self::FourFour,
            (1, 1.., _) => Self::FourThree,
            (1, 0, 1..) => Self::FourMore,
            (1, 0, 0) => Self::Four,
            (0, 2.., _) => Self::DoubleThree,
            (0, 1, 1..) => Self::OpenThreeMore,
            (0, 1, 0) => Self::OpenThree,
            (0, 0, 2..) => Self::DoubleTwo,
            (0, 0, 1) if count(Shape::Three) > 0 => Self::Three,
            (0, 0, 1) => Self::OpenTwo,
            _ if count(Shape::Two) > 0 => Self::Two,
            _ if count(Shape::One) + count(Shape::OpenOne) > 0 => Self::One,
            _ => Self::Dead,
        }
    }
}

/// What an empty point is worth to a side: if it is on move, and if it is not.
pub type Worth = [i16; 2];

/// A threat and its worth in one number, so that one addition adds up the worth of squares: from bit 40 what the square is
/// worth to a side on move, from bit 16 what it is worth if it is not, below the threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rated(u64);

impl Rated {
    fn new(threat: Threat, worth: Worth) -> Self {
        let [moving, waiting] = worth.map(|worth| worth as u64);
        Self(moving << 40 | waiting << 16 | threat as u64)
    }

    /// The number of the threat in [`Threat::ALL`].
    #[inline]
    fn number(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    pub(super) fn worth(self) -> Worth {
        [(self.0 >> 40) as i16, (self.0 >> 16) as i16]
    }
}

/// The threats of Black's and of White's stone on one square: numbers in [`Threat::ALL`], four bits each, Black's lower.
pub(super) type Pair = u8;

/// The threats that two stones have.
#[inline]
pub(super) fn pair(black: Rated, white: Rated) -> Pair {
    black.number() | white.number() << 4
}

/// The number of what one side's stone threatens.
#[inline]
pub(super) fn number(pair: Pair, side: usize) -> usize {
    usize::from(pair >> (4 * side)) % Threat::COUNT
}

/// Whether any of the threats in pairs, taken together by or, is strong.
#[inline]
pub(super) fn any_strong(pairs: Pair) -> bool {
    // From a power of two on, one bit tells.
    const { assert!(Threat::STRONG as usize * 2 == Threat::COUNT) };
    pairs & (Threat::STRONG as u8 * 0x11) != 0
}

/// The worth of many squares: never more than fits the bits of a [`Rated`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Total(u64);

impl Default for Total {
    /// Nothing. Threats that replace stronger ones, as a forbidden one replaces a dead one on every square of a board,
    /// must not borrow from the worth: there is room for one on every square.
    fn default() -> Self {
        Self(1 << 9)
    }
}

impl Total {
    /// The total with one square rated anew.
    #[inline]
    #[must_use]
    pub(super) fn with(self, before: Rated, after: Rated) -> Self {
        Self(self.0.wrapping_add(after.0).wrapping_sub(before.0))
    }

    /// The worth to the side if it is on move, and if it is not.
    #[inline]
    pub(super) fn worth(self) -> [i32; 2] {
        [(self.0 >> 40) as i32, (self.0 >> 16) as i32 & 0xFF_FFFF]
    }
}

/// The ratings of all combinations of shapes in four lines, four bits each: an index of 16 bits needs no check.
pub(super) type Ratings = [Rated; 1 << 16];

fn ratings(two_fours_are_forbidden: bool) -> Box<Ratings> {
    let ratings: Box<[Rated]> = (0..1u32 << 16)
        .map(|bits| {
            let shapes = [0, 4, 8, 12].map(|shift| Shape::from_bits(bits >> shift));
            let threat = Threat::of(shapes, two_fours_are_forbidden);
            let worth = [0, 1].map(|role| match threat {
                Threat::Forbidden => 0,
                _ => {
                    let shapes = shapes.iter().map(|&shape| TABLE.shape[role][shape as usize]);
                    (TABLE.threat[role][threat as usize] + shapes.sum::<i32>()).clamp(0, i16::MAX.into()) as i16
                }
            });
            Rated::new(threat, worth)
        })
        .collect();
    ratings.try_into().expect("as many entries as indices")
}

pub(super) static FREE: Lazy<Box<Ratings>> = Lazy::new(|| ratings(false));
pub(super) static RESTRAINED: Lazy<Box<Ratings>> = Lazy::new(|| ratings(true));
