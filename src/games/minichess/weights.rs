//! The numbers of the evaluation, in hundredths of a pawn. All tuning is here.
//!
//! Origin: set by hand from chess practice, with the small board in mind: sliders find short lines, a pawn is four steps
//! from promotion at most, and the next piece is never far from the king.

use super::board::{Kind, SQUARES};

/// A weight for the middle game and one for the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weight {
    /// With all pieces on the board.
    pub middle: i32,
    /// With kings and pawns only.
    pub end: i32,
}

const fn w(middle: i32, end: i32) -> Weight {
    Weight { middle, end }
}

/// What a piece is worth wherever it stands.
pub(super) const fn material(kind: Kind) -> Weight {
    match kind {
        Kind::Pawn => w(90, 120),
        Kind::Knight => w(270, 260),
        Kind::Bishop => w(290, 290),
        Kind::Rook => w(420, 480),
        Kind::Queen => w(850, 900),
        Kind::King => w(0, 0),
    }
}

/// What a piece adds to the phase: both armies of the start make [`FULL_PHASE`].
pub(super) const fn phase(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn | Kind::King => 0,
        Kind::Knight | Kind::Bishop => 2,
        Kind::Rook => 4,
        Kind::Queen => 8,
    }
}

/// The phase of the start.
pub(super) const FULL_PHASE: i32 = 2 * (2 + 2 + 4 + 8);

/// What a square adds, for White: a6 first, as a board is read.
pub(super) const fn squares(kind: Kind) -> (&'static [i32; SQUARES], &'static [i32; SQUARES]) {
    match kind {
        Kind::Pawn => (&PAWN_MIDDLE, &PAWN_END),
        Kind::Knight => (&KNIGHT, &KNIGHT),
        Kind::Bishop => (&BISHOP, &BISHOP),
        Kind::Rook => (&ROOK_MIDDLE, &NONE),
        Kind::Queen => (&NONE, &QUEEN_END),
        Kind::King => (&KING_MIDDLE, &KING_END),
    }
}

const NONE: [i32; SQUARES] = [0; SQUARES];

#[rustfmt::skip]
const PAWN_MIDDLE: [i32; SQUARES] = [
      0,   0,   0,   0,   0,
     90,  90,  90,  90,  90,
     25,  35,  35,  30,  25,
      5,  15,  20,  12,   5,
      0,   0,   0,   5,   8,
      0,   0,   0,   0,   0,
];
#[rustfmt::skip]
const PAWN_END: [i32; SQUARES] = [
      0,   0,   0,   0,   0,
    140, 140, 140, 140, 140,
     60,  60,  60,  60,  60,
     20,  20,  20,  20,  20,
      0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,
];
#[rustfmt::skip]
const KNIGHT: [i32; SQUARES] = [
    -30, -15, -10, -15, -30,
    -10,   5,  15,   5, -10,
      0,  20,  25,  20,   0,
      0,  15,  20,  15,   0,
    -10,   0,   5,   0, -10,
    -30, -15, -10, -15, -30,
];
#[rustfmt::skip]
const BISHOP: [i32; SQUARES] = [
    -10,  -5,  -5,  -5, -10,
     -5,   8,   8,   8,  -5,
      0,  10,  15,  10,   0,
      0,  10,  15,  10,   0,
     -5,   8,   5,   8,  -5,
    -10, -10, -10, -10, -10,
];
#[rustfmt::skip]
const ROOK_MIDDLE: [i32; SQUARES] = [
     10,  10,  10,  10,  10,
     15,  15,  15,  15,  15,
      0,   0,   5,   0,   0,
     -5,   0,   0,   0,  -5,
     -5,   0,   0,   0,  -5,
     -5,   0,   5,   0,  -5,
];
#[rustfmt::skip]
const QUEEN_END: [i32; SQUARES] = [
      0,   5,   5,   5,   0,
      5,  10,  10,  10,   5,
      5,  15,  15,  15,   5,
      5,  15,  15,  15,   5,
      0,  10,  10,  10,   0,
    -10,   0,   0,   0, -10,
];
#[rustfmt::skip]
const KING_MIDDLE: [i32; SQUARES] = [
    -80, -80, -80, -80, -80,
    -70, -75, -80, -75, -70,
    -55, -60, -65, -60, -55,
    -40, -45, -50, -45, -40,
      0, -15, -25, -15,   0,
     20,  10, -10,  10,  20,
];
#[rustfmt::skip]
const KING_END: [i32; SQUARES] = [
    -30, -10, -10, -10, -30,
    -10,  15,  20,  15, -10,
     -5,  25,  30,  25,  -5,
     -5,  20,  30,  20,  -5,
    -15,   5,  10,   5, -15,
    -40, -20, -15, -20, -40,
];
