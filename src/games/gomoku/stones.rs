//! One colour's stones as lines: every row, column and diagonal is a word of its own, so that the run through a square
//! is a matter of counting ones.

use super::square::{Direction, LARGEST, Square};

/// How many lines the largest board has: rows, columns, falling and rising diagonals.
pub const LINES: usize = 2 * LARGEST + 2 * DIAGONALS;
const DIAGONALS: usize = 2 * LARGEST - 1;

/// The first line of each direction.
const FIRST: [usize; 4] = [0, LARGEST, 2 * LARGEST, 2 * LARGEST + DIAGONALS];

/// One of the lines of the board and a place on it. Places are columns, or rows on a [`Direction::Column`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Which of the [`LINES`].
    pub line: usize,
    /// Which bit of the line's word.
    pub bit: u32,
}

impl Place {
    /// Where `square` lies on its line in `direction`.
    #[inline]
    pub const fn of(square: Square, direction: Direction) -> Self {
        let (x, y) = (square.x(), square.y());
        let first = FIRST[direction as usize];
        match direction {
            Direction::Row => Self { line: first + y, bit: x as u32 },
            Direction::Column => Self { line: first + x, bit: y as u32 },
            Direction::Falling => Self { line: first + (LARGEST - 1) + x - y, bit: x as u32 },
            Direction::Rising => Self { line: first + x + y, bit: x as u32 },
        }
    }

    /// Where `square` lies on its lines, by direction.
    #[inline]
    pub const fn all(square: Square) -> [Self; 4] {
        [
            Self::of(square, Direction::Row),
            Self::of(square, Direction::Column),
            Self::of(square, Direction::Falling),
            Self::of(square, Direction::Rising),
        ]
    }

    /// The square at this place, if it is on a board of `width` by `height`.
    #[inline]
    pub const fn square(self, width: usize, height: usize) -> Option<Square> {
        let (line, bit) = (self.line as i32, self.bit as i32);
        let (x, y) = if self.line < FIRST[1] {
            (bit, line)
        } else if self.line < FIRST[2] {
            (line - FIRST[1] as i32, bit)
        } else if self.line < FIRST[3] {
            (bit, bit + (FIRST[2] + LARGEST - 1) as i32 - line)
        } else {
            (bit, line - FIRST[3] as i32 - bit)
        };
        if x >= 0 && y >= 0 && x < width as i32 && y < height as i32 {
            Some(Square::at(x as usize, y as usize))
        } else {
            None
        }
    }
}

/// All squares of a board of `width` by `height`.
pub fn board(width: usize, height: usize) -> Stones {
    let mut all = Stones::default();
    for y in 0..height {
        for x in 0..width {
            all.toggle(Square::at(x, y));
        }
    }
    all
}

/// A set of squares, by lines in all four directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    lines: [u32; LINES],
}

impl Default for Stones {
    fn default() -> Self {
        Self { lines: [0; LINES] }
    }
}

impl Stones {
    /// Puts `square` in, or takes it out.
    #[inline(always)]
    pub fn toggle(&mut self, square: Square) {
        for place in Place::all(square) {
            self.lines[place.line] ^= 1 << place.bit;
        }
    }

    /// Whether `square` is in.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.row(square.y()) >> square.x() & 1 != 0
    }

    /// The columns that are in, of row `y`.
    #[inline]
    pub fn row(&self, y: usize) -> u32 {
        self.lines[y]
    }

    /// All lines: rows, columns, falling diagonals, rising ones; [`Place`] says which is which.
    #[inline]
    pub fn lines(&self) -> &[u32; LINES] {
        &self.lines
    }

    /// How many squares in a row around `square`, which is in, are in too, itself counted.
    #[inline]
    pub fn run(&self, square: Square, direction: Direction) -> u32 {
        let place = Place::of(square, direction);
        run(self.lines[place.line], place.bit)
    }

    /// [`Self::run`] in all directions.
    #[inline]
    pub fn runs(&self, square: Square) -> [u32; 4] {
        let [row, column, falling, rising] = Place::all(square);
        let run = |place: Place| run(self.lines[place.line], place.bit);
        [run(row), run(column), run(falling), run(rising)]
    }

    /// The squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..LARGEST).flat_map(|y| bits(self.row(y)).map(move |x| Square::at(x as usize, y)))
    }
}

/// The places of line number `line` that are on a board of `width` by `height`.
#[inline]
pub const fn extent(line: usize, width: usize, height: usize) -> u32 {
    let (first, end) = if line < FIRST[1] {
        (0, if line < height { width } else { 0 })
    } else if line < FIRST[2] {
        (0, if line - FIRST[1] < width { height } else { 0 })
    } else if line < FIRST[3] {
        // Column less row, raised so that it is not negative.
        let raised = line - FIRST[2];
        (raised.saturating_sub(LARGEST - 1), min(width, (height + raised).saturating_sub(LARGEST - 1)))
    } else {
        let sum = line - FIRST[3];
        ((sum + 1).saturating_sub(height), min(width, sum + 1))
    };
    if first < end { (1 << end) - (1 << first) } else { 0 }
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// How many ones stand together around `bit`, which is one of them.
#[inline]
pub fn run(word: u32, bit: u32) -> u32 {
    // A line ends before the word does, so what comes round the end is apart from the rest.
    let turned = word.rotate_right(bit);
    turned.trailing_ones() + turned.leading_ones()
}

/// Steps from `bit`, which is one of them, to the first places before and behind the ones that stand together with it.
#[inline]
pub fn beyond(word: u32, bit: u32) -> [i32; 2] {
    let turned = word.rotate_right(bit);
    [-1 - turned.leading_ones() as i32, turned.trailing_ones() as i32]
}

/// The ones of a word, from the lowest.
#[inline]
pub fn bits(word: u32) -> impl Iterator<Item = u32> {
    use crate::bits::BitSet;
    word.members().map(|bit| bit as u32)
}
