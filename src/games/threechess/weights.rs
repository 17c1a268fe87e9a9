//! The weights of the evaluation, in hundredths of a pawn, as it uses them: the tuned ones, and those that are set by
//! hand.

use super::attacks::KNIGHT;
use super::board::Kind;
pub(super) use super::fitted::TABLE;
use super::geometry::{COLUMNS, ROWS, Square, column, row, section};

/// The material value of a piece.
pub(super) const fn material(kind: Kind) -> i32 {
    match kind {
        Kind::King => 0,
        _ => TABLE.material[kind as usize],
    }
}

/// The piece-square score of a piece of side `owner`, material included.
pub(super) const fn piece_square(owner: usize, kind: Kind, square: Square) -> i32 {
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

/// How many rows a pawn has advanced, counted from its own back rank.
pub(super) const fn steps_gone(home: bool, row: usize) -> usize {
    if home { row } else { 2 * ROWS - 1 - row }
}

/// How near the middle of the board a square is: 0 to 6.
pub(super) const fn central(column: usize, row: usize) -> i32 {
    let side = if column < COLUMNS / 2 { column } else { COLUMNS - 1 - column };
    (side + row) as i32
}

/// Mobility: for each square that a piece attacks and that its own side does not occupy.
pub(super) const fn mobility(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn | Kind::King => 0,
        _ => TABLE.mobility[kind as usize - 1],
    }
}

/// King attack: for each square next to an enemy king that a piece attacks, counted against the king's side.
pub(super) const fn king_attack(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn | Kind::King => 0,
        _ => TABLE.siege[kind as usize - 1],
    }
}

/// The factor of king attacks by both enemies on the same king, in percent.
pub(super) const TWO_ATTACKERS: i32 = 140;
/// The share of a king attack that counts for the attacking side, in percent: the third side profits less from it.
pub(super) const ATTACKER: i32 = 50;
/// Pawn shield: for each own pawn next to a king.
pub(super) const SHIELD: i32 = TABLE.shield;
/// For a hanging king: attacked by an enemy that moves before the king's side.
pub(super) const KING_HANGS: i32 = TABLE.king_hangs;
/// For a king that is attacked but moves first: the cost of the tempo.
pub(super) const KING_ATTACKED: i32 = TABLE.king_attacked;
/// The probability that the two others end the game between them, in percent: for each hundred points of a king attack
/// of one on the other, for a king of one that hangs to the other, and the maximum.
pub(super) const IDLE: i32 = 60;
pub(super) const IDLE_HANGS: i32 = 70;
pub(super) const MOST_IDLE: i32 = 85;
/// Tempo.
pub(super) const TEMPO: i32 = TABLE.tempo;
