//! The numbers of the evaluation, in hundredths of a pawn, as it uses them: the fitted ones in pairs for the middle game
//! and the endgame, and those that are set by hand.

use super::board::{FILES, Kind, RANKS, Square};
pub(super) use super::fitted::TABLE;
use super::tally::Tally;

/// A weight with all pieces on the board and one with kings and pawns only.
const fn weight([middle, end]: [i32; 2]) -> Tally {
    Tally::new(middle, end, 0, 0)
}

/// What a piece is worth wherever it stands.
pub(super) const fn material(kind: Kind) -> Tally {
    match kind {
        Kind::Pawn => weight(TABLE.material[0]),
        Kind::Knight => weight(TABLE.material[1]),
        Kind::Bishop => weight(TABLE.material[2]),
        Kind::Rook => weight(TABLE.material[3]),
        Kind::Queen => weight(TABLE.material[4]),
        Kind::King => Tally::ZERO,
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

/// What a square adds for a piece of White.
pub(super) const fn place(kind: Kind, square: Square) -> Tally {
    let (middle, end) = match kind {
        Kind::Pawn => (&TABLE.pawn_middle, &TABLE.pawn_end),
        Kind::Knight => (&TABLE.knight_middle, &TABLE.knight_end),
        Kind::Bishop => (&TABLE.bishop_middle, &TABLE.bishop_end),
        Kind::Rook => (&TABLE.rook_middle, &TABLE.rook_end),
        Kind::Queen => (&TABLE.queen_middle, &TABLE.queen_end),
        Kind::King => (&TABLE.king_middle, &TABLE.king_end),
    };
    // The tables read like a board, a6 first.
    let (row, file) = (RANKS - 1 - square / FILES, square % FILES);
    weight([middle[row][file], end[row][file]])
}

/// For each square that a piece attacks and that neither its own side holds nor an enemy pawn attacks.
pub(super) const fn mobility(kind: Kind) -> Tally {
    match kind {
        Kind::Knight => weight(TABLE.mobility[0]),
        Kind::Bishop => weight(TABLE.mobility[1]),
        Kind::Rook => weight(TABLE.mobility[2]),
        Kind::Queen => weight(TABLE.mobility[3]),
        Kind::Pawn | Kind::King => Tally::ZERO,
    }
}

/// For each square next to the enemy king that a piece attacks.
pub(super) const fn siege(kind: Kind) -> Tally {
    match kind {
        Kind::Knight => weight(TABLE.siege[0]),
        Kind::Bishop => weight(TABLE.siege[1]),
        Kind::Rook => weight(TABLE.siege[2]),
        Kind::Queen => weight(TABLE.siege[3]),
        Kind::Pawn | Kind::King => Tally::ZERO,
    }
}

/// For each own pawn next to the king.
pub(super) const SHIELD: Tally = weight(TABLE.shield);
/// For each passed pawn, by the ranks it has gone.
pub(super) const PASSED: [Tally; 6] = [
    Tally::ZERO,
    weight(TABLE.passed[0]),
    weight(TABLE.passed[1]),
    weight(TABLE.passed[2]),
    weight(TABLE.passed[3]),
    Tally::ZERO,
];
/// For each pawn with another one of its side before it.
pub(super) const DOUBLED: Tally = weight(TABLE.doubled);
/// For each pawn without a pawn of its side on the next files.
pub(super) const ISOLATED: Tally = weight(TABLE.isolated);
/// For each pawn that a pawn of its side protects.
pub(super) const PROTECTED: Tally = weight(TABLE.protected);
/// For each enemy piece, king and pawns aside, that a pawn attacks.
pub(super) const PAWN_THREAT: Tally = weight(TABLE.pawn_threat);
/// For the side to move.
pub(super) const TEMPO: i32 = TABLE.tempo;

/// So many plies before the limit the evaluation begins to turn into who leads by the final count.
pub(super) const SWITCH_PLIES: i32 = 32;
/// At the limit: for leading at all, and for each point of the lead.
pub(super) const LEAD: (i32, i32) = (TABLE.lead[0], TABLE.lead[1]);
