//! The numbers of the evaluation, in hundredths of a pawn. All tuning is here.
//!
//! Origin: set by hand from chess practice, with the small board in mind: sliders find short lines, a pawn is four steps
//! from promotion at most, and the next piece is never far from the king. Not fitted to games.

use super::board::{Kind, SQUARES};
use super::tally::Tally;

/// A weight with all pieces on the board and one with kings and pawns only.
const fn weight(middle: i32, end: i32) -> Tally {
    Tally::new(middle, end, 0, 0)
}

/// What a piece is worth wherever it stands.
pub(super) const fn material(kind: Kind) -> Tally {
    match kind {
        Kind::Pawn => weight(90, 120),
        Kind::Knight => weight(270, 260),
        Kind::Bishop => weight(290, 290),
        Kind::Rook => weight(420, 480),
        Kind::Queen => weight(850, 900),
        Kind::King => weight(0, 0),
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

/// What a square adds for White, in the middle game and in the endgame: a6 first, as a board is read.
pub(super) const fn squares(kind: Kind) -> &'static [(i32, i32); SQUARES] {
    match kind {
        Kind::Pawn => &PAWN,
        Kind::Knight => &KNIGHT,
        Kind::Bishop => &BISHOP,
        Kind::Rook => &ROOK,
        Kind::Queen => &QUEEN,
        Kind::King => &KING,
    }
}

#[rustfmt::skip]
const PAWN: [(i32, i32); SQUARES] = [
    (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ( 90, 140), ( 90, 140), ( 90, 140), ( 90, 140), ( 90, 140),
    ( 25,  60), ( 35,  60), ( 35,  60), ( 30,  60), ( 25,  60),
    (  5,  20), ( 15,  20), ( 20,  20), ( 12,  20), (  5,  20),
    (  0,   0), (  0,   0), (  0,   0), (  5,   0), (  8,   0),
    (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
];

#[rustfmt::skip]
const KNIGHT: [(i32, i32); SQUARES] = [
    (-30, -30), (-15, -15), (-10, -10), (-15, -15), (-30, -30),
    (-10, -10), (  5,   5), ( 15,  15), (  5,   5), (-10, -10),
    (  0,   0), ( 20,  20), ( 25,  25), ( 20,  20), (  0,   0),
    (  0,   0), ( 15,  15), ( 20,  20), ( 15,  15), (  0,   0),
    (-10, -10), (  0,   0), (  5,   5), (  0,   0), (-10, -10),
    (-30, -30), (-15, -15), (-10, -10), (-15, -15), (-30, -30),
];

#[rustfmt::skip]
const BISHOP: [(i32, i32); SQUARES] = [
    (-10, -10), ( -5,  -5), ( -5,  -5), ( -5,  -5), (-10, -10),
    ( -5,  -5), (  8,   8), (  8,   8), (  8,   8), ( -5,  -5),
    (  0,   0), ( 10,  10), ( 15,  15), ( 10,  10), (  0,   0),
    (  0,   0), ( 10,  10), ( 15,  15), ( 10,  10), (  0,   0),
    ( -5,  -5), (  8,   8), (  5,   5), (  8,   8), ( -5,  -5),
    (-10, -10), (-10, -10), (-10, -10), (-10, -10), (-10, -10),
];

#[rustfmt::skip]
const ROOK: [(i32, i32); SQUARES] = [
    ( 10,   0), ( 10,   0), ( 10,   0), ( 10,   0), ( 10,   0),
    ( 15,   0), ( 15,   0), ( 15,   0), ( 15,   0), ( 15,   0),
    (  0,   0), (  0,   0), (  5,   0), (  0,   0), (  0,   0),
    ( -5,   0), (  0,   0), (  0,   0), (  0,   0), ( -5,   0),
    ( -5,   0), (  0,   0), (  0,   0), (  0,   0), ( -5,   0),
    ( -5,   0), (  0,   0), (  5,   0), (  0,   0), ( -5,   0),
];

#[rustfmt::skip]
const QUEEN: [(i32, i32); SQUARES] = [
    (  0,   0), (  0,   5), (  0,   5), (  0,   5), (  0,   0),
    (  0,   5), (  0,  10), (  0,  10), (  0,  10), (  0,   5),
    (  0,   5), (  0,  15), (  0,  15), (  0,  15), (  0,   5),
    (  0,   5), (  0,  15), (  0,  15), (  0,  15), (  0,   5),
    (  0,   0), (  0,  10), (  0,  10), (  0,  10), (  0,   0),
    (  0, -10), (  0,   0), (  0,   0), (  0,   0), (  0, -10),
];

#[rustfmt::skip]
const KING: [(i32, i32); SQUARES] = [
    (-80, -30), (-80, -10), (-80, -10), (-80, -10), (-80, -30),
    (-70, -10), (-75,  15), (-80,  20), (-75,  15), (-70, -10),
    (-55,  -5), (-60,  25), (-65,  30), (-60,  25), (-55,  -5),
    (-40,  -5), (-45,  20), (-50,  30), (-45,  20), (-40,  -5),
    (  0, -15), (-15,   5), (-25,  10), (-15,   5), (  0, -15),
    ( 20, -40), ( 10, -20), (-10, -15), ( 10, -20), ( 20, -40),
];

/// For each square that a piece attacks and that neither its own side holds nor an enemy pawn attacks.
pub(super) const fn mobility(kind: Kind) -> Tally {
    match kind {
        Kind::Knight => weight(6, 6),
        Kind::Bishop => weight(6, 7),
        Kind::Rook => weight(4, 7),
        Kind::Queen => weight(3, 6),
        Kind::Pawn | Kind::King => Tally::ZERO,
    }
}

/// For each square next to the enemy king that a piece attacks.
pub(super) const fn siege(kind: Kind) -> Tally {
    match kind {
        Kind::Knight => weight(12, 2),
        Kind::Bishop => weight(12, 2),
        Kind::Rook => weight(12, 3),
        Kind::Queen => weight(14, 5),
        Kind::Pawn | Kind::King => Tally::ZERO,
    }
}

/// For each own pawn next to the king.
pub(super) const SHIELD: Tally = weight(8, 0);
/// For each passed pawn, by the ranks it has gone.
pub(super) const PASSED: [Tally; 6] =
    [Tally::ZERO, weight(5, 15), weight(10, 25), weight(25, 50), weight(60, 90), Tally::ZERO];
/// For each pawn with another one of its side before it.
pub(super) const DOUBLED: Tally = weight(-12, -20);
/// For each pawn without a pawn of its side on the next files.
pub(super) const ISOLATED: Tally = weight(-8, -10);
/// For each pawn that a pawn of its side protects.
pub(super) const PROTECTED: Tally = weight(8, 6);
/// For each enemy piece, king and pawns aside, that a pawn attacks.
pub(super) const PAWN_THREAT: Tally = weight(40, 30);
/// For the side to move.
pub(super) const TEMPO: i32 = 12;

/// So many plies before the limit the evaluation begins to turn into who leads by the final count.
pub(super) const SWITCH_PLIES: i32 = 32;
/// At the limit: for leading at all, and for each point of the lead.
pub(super) const LEAD: (i32, i32) = (250, 60);
