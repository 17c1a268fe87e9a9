//! Squares of the unbounded board, on two sheets, and positions there.

use std::fmt;

/// Coordinates of stones lie between this and its negative: certificates have numbers for a few more, and windows reach
/// no further.
pub(super) const MOST: i8 = 57;

/// A square of a sheet. Squares are in order by sheets, then rows from the bottom, as in certificates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// 0, or 1 for what is far from it.
    pub sheet: u8,
    /// The row, counted from the first stone of the sheet.
    pub y: i8,
    /// The column.
    pub x: i8,
}

impl Point {
    /// A square of sheet 0.
    pub const fn at(x: i8, y: i8) -> Self {
        Self { sheet: 0, y, x }
    }

    /// The square so far from this one, on its sheet.
    #[inline]
    pub(super) const fn shifted(self, dx: i8, dy: i8) -> Self {
        Self { sheet: self.sheet, y: self.y + dy, x: self.x + dx }
    }

    /// The larger of the distances in columns and rows (Chebyshev distance), of two squares of a sheet.
    pub fn distance(self, other: Self) -> i8 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    /// Its image under one of the eight symmetries that keep (0,0).
    pub fn image(self, symmetry: u8) -> Self {
        let x = if symmetry & 1 != 0 { -self.x } else { self.x };
        let y = if symmetry & 2 != 0 { -self.y } else { self.y };
        if symmetry & 4 != 0 { Self { x: y, y: x, ..self } } else { Self { x, y, ..self } }
    }

    /// The number in certificates: 128 rows of 128 squares, (0,0) the 65th of the 65th, and sheet 1 behind sheet 0.
    pub fn number(self) -> u16 {
        let coordinate = |at: i8| (i16::from(at) + 64) as u16;
        u16::from(self.sheet) << 14 | coordinate(self.y) << 7 | coordinate(self.x)
    }

    /// The square of a number.
    pub fn numbered(number: u16) -> Self {
        let coordinate = |bits: u16| (bits & 127) as i8 - 64;
        Self { sheet: (number >> 14 & 1) as u8, y: coordinate(number >> 7), x: coordinate(number) }
    }
}

/// Column and row, with a prime on sheet 1.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}{}", self.x, self.y, if self.sheet == 1 { "'" } else { "" })
    }
}

/// A stone, or a pass.
pub type Turn = Option<Point>;

/// A position with Black to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scene {
    /// Black's stones.
    pub black: Vec<Point>,
    /// White's.
    pub white: Vec<Point>,
}

impl Scene {
    /// The position after these turns, Black's first.
    pub fn after(turns: &[Turn]) -> Self {
        let of = |side: usize| turns.iter().skip(side).step_by(2).filter_map(|&turn| turn).collect();
        Self { black: of(0), white: of(1) }
    }

    /// The turns that lead here as certificates have them, Black's stones and White's in turn, where White has passed
    /// at last if it has one stone less.
    pub fn turns(&self) -> Vec<Turn> {
        let turn = |number: usize| {
            let side = if number.is_multiple_of(2) { &self.black } else { &self.white };
            side.get(number / 2).copied()
        };
        (0..2 * self.black.len()).map(turn).collect()
    }

    /// Whether there is a stone on a square.
    pub fn has(&self, point: Point) -> bool {
        self.black.contains(&point) || self.white.contains(&point)
    }

    /// With one more white stone.
    pub fn with_white(&self, point: Point) -> Self {
        let mut scene = self.clone();
        scene.white.push(point);
        scene
    }

    /// With one more black stone.
    pub fn with_black(&self, point: Point) -> Self {
        let mut scene = self.clone();
        scene.black.push(point);
        scene
    }
}

impl Scene {
    /// Reads turns as they are displayed.
    pub fn parse(text: &str) -> Option<Self> {
        let turns: Option<Vec<Turn>> = text.split_whitespace().map(turn).collect();
        turns.map(|turns| Self::after(&turns))
    }
}

/// Reads a stone or a pass.
fn turn(word: &str) -> Option<Turn> {
    if word == "-" {
        return Some(None);
    }
    let (pair, sheet) = word.strip_suffix('\'').map_or((word, 0), |pair| (pair, 1));
    let (x, y) = pair.split_once(',')?;
    let coordinate = |text: &str| text.parse().ok().filter(|at| (-MOST..=MOST).contains(at));
    Some(Some(Point { sheet, y: coordinate(y)?, x: coordinate(x)? }))
}

/// The turns as text, as `0,0 3,-2 1,1 -`.
impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, turn) in self.turns().into_iter().enumerate() {
            let space = if number == 0 { "" } else { " " };
            match turn {
                Some(point) => write!(f, "{space}{point}")?,
                None => write!(f, "{space}-")?,
            }
        }
        Ok(())
    }
}
