//! Who plays, and how a game can end.

/// The most sides that a game can have.
pub const MAX_SIDES: usize = 4;

/// One of the sides, two to [`MAX_SIDES`], numbered in the order in which they first move.
///
/// ```
/// use manyply::game::Side;
///
/// assert_eq!(Side::FIRST.next(2), Side::SECOND);
/// assert_eq!(Side::THIRD.next(3), Side::FIRST);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Side(u8);

impl Side {
    /// The side that moves first.
    pub const FIRST: Self = Self(0);
    /// The side that moves second.
    pub const SECOND: Self = Self(1);
    /// The side that moves third, where there are three.
    pub const THIRD: Self = Self(2);
    /// The side that moves fourth, where there are four.
    pub const FOURTH: Self = Self(3);
    /// All of them: a game of fewer has the first ones.
    pub(crate) const EVERY: [Self; MAX_SIDES] = [Self::FIRST, Self::SECOND, Self::THIRD, Self::FOURTH];

    /// Side number `index`, from 0.
    #[inline]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < MAX_SIDES);
        Self(index as u8)
    }

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side after this one, of `sides` in turn.
    #[inline]
    #[must_use]
    pub const fn next(self, sides: usize) -> Self {
        Self::new((self.index() + 1) % sides)
    }

    /// The opponent, of two sides.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        self.next(2)
    }

    /// The first `sides` sides.
    pub fn all(sides: usize) -> impl Iterator<Item = Self> {
        (0..sides).map(Self::new)
    }
}

/// How a finished game is paid: +1, 0 or −1 for each side; and, where two play for
/// [points](super::Position::POINTS), by how many it is won.
///
/// ```
/// use manyply::game::{Outcome, Side};
///
/// let outcome = Outcome::beats(Side::SECOND, Side::FIRST);
/// assert_eq!(Side::all(3).map(|side| outcome.payoff(side)).collect::<Vec<_>>(), [-1, 1, 0]);
/// assert_eq!((outcome.winner(), Outcome::DRAW.winner()), (Some(Side::SECOND), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    payoff: [i8; MAX_SIDES],
    points: u16,
}

impl Outcome {
    /// Nobody wins or loses.
    pub const DRAW: Self = Self { payoff: [0; MAX_SIDES], points: 0 };
    /// The most points that a game can be won by.
    pub const MOST_POINTS: u16 = 2000;

    /// What each side gets, in the order of the sides: 1 for a win, −1 for a loss, 0 for neither. Of larger numbers
    /// the sign counts. Two sides must get the opposite of each other. With more, payoffs that do not
    /// [add up to 0](super::Position::ZERO_SUM) are searched, too.
    ///
    /// ```
    /// use manyply::game::{Outcome, Side};
    ///
    /// let one_loses = Outcome::of([1, -1, 1]);
    /// assert_eq!(one_loses.winners(3).collect::<Vec<_>>(), [Side::FIRST, Side::THIRD]);
    /// assert_eq!((one_loses.winner(), one_loses.is_draw()), (None, false));
    /// assert_eq!(Outcome::of([1, -1, 0]), Outcome::beats(Side::FIRST, Side::SECOND));
    /// ```
    #[inline]
    pub const fn of<const SIDES: usize>(payoffs: [i8; SIDES]) -> Self {
        const { assert!(SIDES <= MAX_SIDES, "too many sides") };
        let mut outcome = Self::DRAW;
        let mut side = 0;
        while side < SIDES {
            outcome.payoff[side] = payoffs[side].signum();
            if payoffs[side] != 0 {
                outcome.points = 1;
            }
            side += 1;
        }
        outcome
    }

    /// `winner` wins and `loser` loses; any other side gets 0.
    #[inline]
    pub const fn beats(winner: Side, loser: Side) -> Self {
        let mut payoff = [0; MAX_SIDES];
        payoff[winner.index()] = 1;
        payoff[loser.index()] = -1;
        Self { payoff, points: 1 }
    }

    /// `side`, of two, wins by `points`, from 1 to [`Self::MOST_POINTS`].
    ///
    /// ```
    /// use manyply::game::{Outcome, Side};
    ///
    /// /// Who has more of something in the end wins.
    /// fn outcome([first, second]: [u16; 2]) -> Outcome {
    ///     match first.abs_diff(second) {
    ///         0 => Outcome::DRAW,
    ///         more => Outcome::win_by(if first > second { Side::FIRST } else { Side::SECOND }, more),
    ///     }
    /// }
    ///
    /// assert_eq!((outcome([38, 26]).winner(), outcome([38, 26]).points()), (Some(Side::FIRST), 12));
    /// assert_eq!(outcome([32, 32]), Outcome::DRAW);
    /// ```
    #[inline]
    pub const fn win_by(side: Side, points: u16) -> Self {
        debug_assert!(points >= 1 && points <= Self::MOST_POINTS);
        Self { points, ..Self::win(side) }
    }

    /// `side`, of two, wins.
    #[inline]
    pub const fn win(side: Side) -> Self {
        Self::beats(side, side.other())
    }

    /// What `side` gets: 1 for a win, 0, −1 for a loss.
    #[inline]
    pub const fn payoff(self, side: Side) -> i8 {
        self.payoff[side.index()]
    }

    /// By how many points it is won; 1 where nothing else was said, 0 if nobody wins.
    #[inline]
    pub const fn points(self) -> u16 {
        self.points
    }

    /// The sides that won, of a game of `sides`.
    pub fn winners(self, sides: usize) -> impl Iterator<Item = Side> {
        Side::all(sides).filter(move |&side| self.payoff(side) > 0)
    }

    /// The side that won alone, if one did.
    pub fn winner(self) -> Option<Side> {
        let mut winners = self.winners(MAX_SIDES);
        winners.next().filter(|_| winners.next().is_none())
    }

    /// Whether nobody wins or loses.
    pub fn is_draw(self) -> bool {
        self.payoff == Self::DRAW.payoff
    }

    /// Whether what the sides get adds up to 0.
    pub(crate) fn is_zero_sum(self) -> bool {
        self.payoff.iter().sum::<i8>() == 0
    }
}

/// Why a game is over, for people.
///
/// ```
/// use manyply::game::{Notation, Variant};
/// use manyply::games::gomoku::Gomoku;
///
/// let rules = Gomoku::parse_rules("size=3,connect=3")?;
/// let over = Gomoku::parse_position("xxx/oo1/3 o", &rules)?;
/// let ending = over.ending(None).expect("a reason");
/// assert_eq!((ending.why.as_str(), ending.tiles), ("three in a row", vec![0, 1, 2]));
/// # Ok::<(), manyply::game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize))]
pub struct Ending {
    /// The reason, as it stands behind the result: `Black wins: ` `five in a row`.
    pub why: String,
    /// The tiles of the picture that show it.
    pub tiles: Vec<usize>,
}

impl Ending {
    /// A reason, and the tiles that show it.
    pub fn new(why: impl Into<String>, tiles: impl IntoIterator<Item = usize>) -> Self {
        Self { why: why.into(), tiles: tiles.into_iter().collect() }
    }
}

/// An exact value that a table or a theorem gives, from the view of the side to move.
///
/// ```
/// use manyply::game::Exact;
///
/// /// The theorem of a pile of which a move takes one to three matches, and whoever takes the last one wins.
/// fn value(matches: u32) -> Exact {
///     match (matches / 4, matches % 4) {
///         (rounds, 0) => Exact::Loss(2 * rounds),
///         (rounds, _) => Exact::Win(2 * rounds + 1),
///     }
/// }
///
/// // With eight matches left, the other side makes each round take four of them.
/// assert_eq!((value(10), value(8)), (Exact::Win(5), Exact::Loss(4)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exact {
    /// A win in at most this number of plies.
    Win(u32),
    /// A loss in at most this number of plies.
    Loss(u32),
    /// A draw.
    Draw,
}
