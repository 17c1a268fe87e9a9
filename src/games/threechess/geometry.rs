//! The board of three sections: where a unit move, a step and a ray lead. Everything else about squares is made from
//! this.
//!
//! Squares are numbered section by section, row by row, so that two neighbouring sections, the second rotated by 180
//! degrees, read like a chessboard.

/// Columns A to H of a section.
pub(super) const COLUMNS: usize = 8;
/// Rows 1 to 4 of a section: the owner's back rank first, the rim last.
pub(super) const ROWS: usize = 4;
/// Squares of a section.
pub(super) const SECTION: usize = COLUMNS * ROWS;
/// All squares: BA1, BB1, … BH1, BA2, … BH4, GA1, … RH4.
pub const SQUARES: usize = 3 * SECTION;

/// A square's number: 32 · section + 8 · row + column, all from 0.
pub type Square = usize;

/// The square of a section (0 Blue, 1 Green, 2 Red) in a column (0 to 7: A to H) and a row (0 to 3: 1 to 4).
pub const fn square(section: usize, column: usize, row: usize) -> Square {
    section * SECTION + row * COLUMNS + column
}

/// The section of a square: the number of the side that owns it.
pub const fn section(square: Square) -> usize {
    square / SECTION
}

/// The column of a square, 0 to 7.
pub const fn column(square: Square) -> usize {
    square % COLUMNS
}

/// The row of a square, 0 to 3.
pub const fn row(square: Square) -> usize {
    square / COLUMNS % ROWS
}

/// The section after this one, where columns A to D lead.
pub(super) const fn next_section(section: usize) -> usize {
    (section + 1) % 3
}

/// The section before this one, where columns E to H lead.
pub(super) const fn previous_section(section: usize) -> usize {
    (section + 2) % 3
}

/// A direction, as the section sees it in which the square lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Forward,
    Backward,
    Left,
    Right,
}

use Direction::{Backward as B, Forward as F, Left as L, Right as R};

impl Direction {
    const fn reversed(self) -> Self {
        match self {
            F => B,
            B => F,
            L => R,
            R => L,
        }
    }
}

/// The square next to `from`, if that is on the board. Forward from the rim leads into another section, onto its rim.
pub(super) const fn unit(from: Square, direction: Direction) -> Option<Square> {
    let (section, column, row) = (section(from), column(from), row(from));
    match direction {
        F if row + 1 < ROWS => Some(square(section, column, row + 1)),
        F => {
            let to = if column < COLUMNS / 2 { next_section(section) } else { previous_section(section) };
            Some(square(to, COLUMNS - 1 - column, row))
        }
        B if row > 0 => Some(square(section, column, row - 1)),
        L if column > 0 => Some(square(section, column - 1, row)),
        R if column + 1 < COLUMNS => Some(square(section, column + 1, row)),
        B | L | R => None,
    }
}

/// Some unit moves in a row.
pub(super) type Step = &'static [Direction];

/// Where a step leads. Its directions are reversed while a flag is on: `flipped` at first, and from the unit move on
/// that changes the section.
pub(super) const fn walk(from: Square, step: Step, flipped: bool) -> Option<Square> {
    follow(None, from, step, flipped)
}

/// Where a step leads a pawn of side `owner`: its directions are also reversed on each square outside its own section.
pub(super) const fn walk_pawn(owner: usize, from: Square, step: Step) -> Option<Square> {
    follow(Some(owner), from, step, false)
}

const fn follow(owner: Option<usize>, from: Square, step: Step, mut flipped: bool) -> Option<Square> {
    let (mut at, mut index) = (from, 0);
    while index < step.len() {
        let is_abroad = matches!(owner, Some(own) if own != section(at));
        let direction = if flipped != is_abroad { step[index].reversed() } else { step[index] };
        match unit(at, direction) {
            Some(to) => {
                flipped |= section(to) != section(at);
                at = to;
            }
            None => return None,
        }
        index += 1;
    }
    Some(at)
}

/// The squares that repeating a step leads over on an empty board, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    squares: [u8; COLUMNS],
    len: usize,
}

impl Ray {
    pub(super) const fn new(from: Square, step: Step) -> Self {
        let mut ray = Self { squares: [0; COLUMNS], len: 0 };
        let mut next = walk(from, step, false);
        while let Some(at) = next {
            ray.squares[ray.len] = at as u8;
            ray.len += 1;
            next = walk(at, step, section(at) != section(from));
        }
        ray
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) const fn square(&self, index: usize) -> Square {
        self.squares[index] as usize
    }
}

/// What a rook repeats: up and down its file, left and right along its row.
pub(super) const STRAIGHT: [Step; 4] = [&[F], &[B], &[L], &[R]];
/// What a bishop repeats. The order of the two unit moves matters at the centre, where the section changes between
/// them.
pub(super) const DIAGONAL: [Step; 8] = [&[F, L], &[L, F], &[F, R], &[R, F], &[B, L], &[L, B], &[B, R], &[R, B]];
/// A knight's steps.
#[rustfmt::skip]
pub(super) const JUMPS: [Step; 16] = [
    &[F, F, L], &[F, F, R], &[F, L, L], &[F, R, R], &[B, B, R], &[B, B, L], &[B, L, L], &[B, R, R],
    &[L, L, F], &[L, L, B], &[L, F, F], &[L, B, B], &[R, R, F], &[R, R, B], &[R, F, F], &[R, B, B],
];
/// A pawn's step when it takes nothing.
pub(super) const PUSH: Step = &[F];
/// A pawn's step from where it stands at the start.
pub(super) const DOUBLE_PUSH: Step = &[F, F];
/// A pawn's steps when it takes.
pub(super) const PAWN_TAKES: [Step; 4] = [&[F, L], &[L, F], &[F, R], &[R, F]];
