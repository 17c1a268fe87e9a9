//! The numbers of the evaluation, in hundredths of a pawn. All tuning is here.
//!
//! Origin: set by hand from chess practice and the geometry. Not fitted to games.

use super::attacks::KNIGHT;
use super::board::Kind;
use super::geometry::{COLUMNS, ROWS, Square, column, row, section};

/// What a piece is worth wherever it stands. Bishops reach further than in chess, across the forks of the centre.
pub(super) const fn material(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight => 310,
        Kind::Bishop => 350,
        Kind::Rook => 490,
        Kind::Queen => 950,
        Kind::King => 0,
    }
}

/// What a piece of side `owner` on a square is worth.
pub(super) const fn worth(owner: usize, kind: Kind, square: Square) -> i32 {
    let home = section(square) == owner;
    let (row, column) = (row(square), column(square));
    material(kind)
        + match kind {
            Kind::Pawn => PAWN_GONE[steps_gone(home, row)] + if home { PAWN_COLUMN[column] * row as i32 } else { 0 },
            Kind::Knight => 8 * (KNIGHT[square].count_ones() as i32 - 6),
            Kind::Bishop => central(column, row) * 3 - if home && row == 0 { 10 } else { 0 },
            Kind::Rook => {
                if home {
                    0
                } else {
                    10 + if row < 2 { 15 } else { 0 }
                }
            }
            Kind::Queen => central(column, row) + if home { 5 } else { 0 },
            Kind::King => {
                if home {
                    KING_ROW[row] + if row == 0 { KING_COLUMN[column] } else { 0 }
                } else {
                    -120
                }
            }
        }
}

/// How many rows a pawn has behind it, its own back rank counted.
const fn steps_gone(home: bool, row: usize) -> usize {
    if home { row } else { 2 * ROWS - 1 - row }
}

/// How near the middle of the board a square is: 0 to 6.
const fn central(column: usize, row: usize) -> i32 {
    let side = if column < COLUMNS / 2 { column } else { COLUMNS - 1 - column };
    (side + row) as i32
}

/// For a pawn, by the rows that it has gone: the seventh is the last before it promotes.
const PAWN_GONE: [i32; 8] = [0, 0, 4, 8, 30, 70, 190, 0];
/// For a pawn at home, for each row and by its column: those before a king in its corner stay.
const PAWN_COLUMN: [i32; COLUMNS] = [-2, -3, 4, 9, 9, 0, -8, -4];
/// For a king at home, by its row.
const KING_ROW: [i32; ROWS] = [0, -40, -80, -110];
/// For a king on its back rank, by its column.
const KING_COLUMN: [i32; COLUMNS] = [10, 16, 8, -8, 0, -8, 22, 14];

/// For each square that a piece attacks and that its own side does not hold.
pub(super) const fn mobility(kind: Kind) -> i32 {
    match kind {
        Kind::Knight => 5,
        Kind::Bishop => 4,
        Kind::Rook => 3,
        Kind::Queen => 2,
        Kind::Pawn | Kind::King => 0,
    }
}

/// For each square next to an enemy king that a piece attacks: counted against the king's side.
pub(super) const fn siege(kind: Kind) -> i32 {
    match kind {
        Kind::Knight | Kind::Bishop => 10,
        Kind::Rook => 11,
        Kind::Queen => 13,
        Kind::Pawn | Kind::King => 0,
    }
}

/// What a siege by both enemies counts more than by one, in percent.
pub(super) const TWO_SIEGES: i32 = 140;
/// What of a siege counts for the side that lays it, in percent: the third side has less from it.
pub(super) const BESIEGER: i32 = 50;
/// For each own pawn next to a king at home.
pub(super) const SHIELD: i32 = 9;
/// For a king that an enemy attacks who moves before it can flee.
pub(super) const KING_HANGS: i32 = 1500;
/// For a king that is attacked and can flee first: the move that it costs.
pub(super) const KING_ATTACKED: i32 = 50;
/// For the side to move.
pub(super) const TEMPO: i32 = 15;
