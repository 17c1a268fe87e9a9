//! Forbidden points of renju: squares where Black may not play, since the stone makes an overline, a double four or a
//! double three, by the definitions of the Renju International Federation (rules of renju, section 9).
//!
//! - A *five* wins, whatever else the same stone makes.
//! - An *overline* is a run of six or more.
//! - A *four* is four stones that one more stone makes a five. It is *straight* (an open four) if they stand together
//!   and a stone at either end makes the five. A line can hold two fours.
//! - A *three* (an open three) is three stones that one more stone makes a straight four without making a five at the
//!   same time. It counts only if that stone is not itself forbidden, which is decided recursively.

use super::rules::Rules;
use super::square::{Direction, Square};
use super::stones::{Place, Stones, bits, extent, run};
use arrayvec::ArrayVec;

/// Stones that make the winning run.
const FIVE: u32 = 5;
/// The distance of the furthest stone of the same five.
const REACH: u32 = FIVE - 1;

/// Whether Black, with stones `stones[0]` against `stones[1]`, may not play on `square`, which is empty.
#[inline]
pub(super) fn is_forbidden(stones: &[Stones; 2], rules: &Rules, square: Square) -> bool {
    is_suspect(&stones[0], square) && {
        let (width, height) = (usize::from(rules.width), usize::from(rules.height));
        Board { black: stones[0], white: &stones[1], width, height }.forbids(square)
    }
}

/// Whether there are enough stones around `square`: two on each of two lines for a double three, four on one line for
/// an overline or a double four in it.
#[inline]
fn is_suspect(black: &Stones, square: Square) -> bool {
    let mut lines = 0;
    for direction in Direction::ALL {
        let Place { line, bit } = Place::of(square, direction);
        let stones = (black.lines()[line] & around(bit)).count_ones();
        lines += match stones {
            0 | 1 => 0,
            2 | 3 => 1,
            _ => 2,
        };
    }
    lines >= 2
}

/// The places within reach of `bit`.
#[inline]
fn around(bit: u32) -> u32 {
    const WINDOW: u64 = (1 << (2 * REACH + 1)) - 1;
    (WINDOW << bit >> REACH) as u32
}

/// A board on which stones are tried.
struct Board<'a> {
    black: Stones,
    white: &'a Stones,
    width: usize,
    height: usize,
}

/// A line through a black stone: the black stones and the empty places on it, and where the stone is.
#[derive(Clone, Copy)]
struct Line {
    black: u32,
    empty: u32,
    bit: u32,
}

impl Line {
    /// The run through the stone once there is another at `place`.
    fn run_with(self, place: u32) -> u32 {
        run(self.black | 1 << place, self.bit)
    }

    /// How many fours the stone is part of.
    fn fours(self) -> u32 {
        let fives = bits(self.empty & around(self.bit)).filter(|&place| self.run_with(place) == FIVE).count() as u32;
        // Four stones together are one four, however many ways there are to make them a five.
        if run(self.black, self.bit) == FIVE - 1 { fives.min(1) } else { fives }
    }

    /// The places where one more stone makes a straight four with the stone.
    fn to_straight_four(self) -> impl Iterator<Item = u32> {
        let is_four = run(self.black, self.bit) >= FIVE - 1;
        bits(self.empty & around(self.bit)).filter(move |&place| !is_four && self.is_straight_four(place))
    }

    fn is_straight_four(self, place: u32) -> bool {
        if self.run_with(place) != FIVE - 1 {
            return false;
        }
        let black = self.black | 1 << place;
        let first = self.bit + 1 - (black << (31 - self.bit)).leading_ones();
        let ends = 1 << (first + FIVE - 1) | if first > 0 { 1 << (first - 1) } else { 0 };
        let fives = bits(ends & self.empty).filter(|&end| run(black | 1 << end, self.bit) == FIVE);
        fives.count() == 2
    }
}

impl Board<'_> {
    /// Whether Black may not play on `square`.
    fn forbids(&mut self, square: Square) -> bool {
        self.black.toggle(square);
        let forbidden = self.is_wrong(square);
        self.black.toggle(square);
        forbidden
    }

    /// Whether the stone on `square`, just played, was forbidden.
    fn is_wrong(&mut self, square: Square) -> bool {
        let lines = Direction::ALL.map(|direction| self.line(square, direction));
        let runs = lines.map(|line| run(line.black, line.bit));
        if runs.contains(&FIVE) {
            return false;
        }
        if runs.iter().any(|&run| run > FIVE) || lines.iter().map(|line| line.fours()).sum::<u32>() >= 2 {
            return true;
        }
        // The recursive test of a three is expensive: it is only needed where there are two.
        let is_three = |direction: &Direction| lines[*direction as usize].to_straight_four().next().is_some();
        let threes: ArrayVec<Direction, 4> = Direction::ALL.into_iter().filter(is_three).collect();
        let mut real = 0;
        for (index, &direction) in threes.iter().enumerate() {
            if real + threes.len() - index < 2 {
                return false;
            }
            real += usize::from(self.is_real_three(square, direction));
            if real == 2 {
                return true;
            }
        }
        false
    }

    /// Whether the stone on `square` is part of a three in `direction` that can become a straight four.
    fn is_real_three(&mut self, square: Square, direction: Direction) -> bool {
        let line = Place::of(square, direction).line;
        self.line(square, direction).to_straight_four().any(|bit| {
            let place = Place { line, bit };
            let next = place.square(self.width, self.height).expect("an empty square of the board");
            self.black.toggle(next);
            let makes_five = Direction::ALL.into_iter().any(|direction| self.black.run(next, direction) == FIVE);
            let real = !makes_five && !self.is_wrong(next);
            self.black.toggle(next);
            real
        })
    }

    fn line(&self, square: Square, direction: Direction) -> Line {
        let Place { line, bit } = Place::of(square, direction);
        let black = self.black.lines()[line];
        let empty = extent(line, self.width, self.height) & !black & !self.white.lines()[line];
        Line { black, empty, bit }
    }
}
