//! The numbers of the evaluation, in hundredths of a pawn, as it uses them: the fitted ones, and those that are set by
//! hand from the geometry.

use super::attacks::KNIGHT;
use super::board::Kind;
pub(super) use super::fitted::TABLE;
use super::geometry::{COLUMNS, ROWS, Square, column, row, section};

/// What a piece is worth wherever it stands.
pub(super) const fn material(kind: Kind) -> i32 {
    match kind {
        Kind::King => 0,
        _ => TABLE.material[kind as usize],
    }
}

/// What a piece of side `owner` on a square is worth.
pub(super) const fn worth(owner: usize, kind: Kind, square: Square) -> i32 {
    let home = section(square) == owner;
    let (row, column) = (row(square), column(square));
    material(kind)
        + match kind {
            Kind::Pawn => {
                TABLE.pawn_gone[steps_gone(home, row)] + if home { TABLE.pawn_column[column] * row as i32 } else { 0 }
            }
            Kind::Knight => TABLE.knight_reach * (KNIGHT[square].count_ones() as i32 - 6),
            Kind::Bishop => central(column, row) * TABLE.bishop[0] + if home && row == 0 { TABLE.bishop[1] } else { 0 },
            Kind::Rook if home => 0,
            Kind::Rook => TABLE.rook[0] + if row < 2 { TABLE.rook[1] } else { 0 },
            Kind::Queen => central(column, row) * TABLE.queen[0] + if home { TABLE.queen[1] } else { 0 },
            Kind::King if home => TABLE.king_row[row] + if row == 0 { TABLE.king_column[column] } else { 0 },
            Kind::King => TABLE.king_away,
        }
}

/// How many rows a pawn has behind it, its own back rank counted.
pub(super) const fn steps_gone(home: bool, row: usize) -> usize {
    if home { row } else { 2 * ROWS - 1 - row }
}

/// How near the middle of the board a square is: 0 to 6.
pub(super) const fn central(column: usize, row: usize) -> i32 {
    let side = if column < COLUMNS / 2 { column } else { COLUMNS - 1 - column };
    (side + row) as i32
}

/// For each square that a piece attacks and that its own side does not hold.
pub(super) const fn mobility(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn | Kind::King => 0,
        _ => TABLE.mobility[kind as usize - 1],
    }
}

/// For each square next to an enemy king that a piece attacks: counted against the king's side.
pub(super) const fn siege(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn | Kind::King => 0,
        _ => TABLE.siege[kind as usize - 1],
    }
}

/// What a siege by both enemies counts more than by one, in percent.
pub(super) const TWO_SIEGES: i32 = 140;
/// What of a siege counts for the side that lays it, in percent: the third side has less from it.
pub(super) const BESIEGER: i32 = 50;
/// For each own pawn next to a king.
pub(super) const SHIELD: i32 = TABLE.shield;
/// For a king that an enemy attacks who moves before it can flee.
pub(super) const KING_HANGS: i32 = TABLE.king_hangs;
/// For a king that is attacked and can flee first: the move that it costs.
pub(super) const KING_ATTACKED: i32 = TABLE.king_attacked;
/// How likely the two others are to end the game between them, in percent: for each hundred of one's siege of the
/// other, when one's king hangs to the other, and at most.
pub(super) const IDLE: i32 = 60;
pub(super) const IDLE_HANGS: i32 = 70;
pub(super) const MOST_IDLE: i32 = 85;
/// For the side to move.
pub(super) const TEMPO: i32 = TABLE.tempo;
