//! The squares of the 5x6 board, and sets of them that have a name.

/// Files a to e.
pub(super) const FILES: usize = 5;
/// Ranks 1 to 6.
pub(super) const RANKS: usize = 6;
/// All squares: a1, b1, … e1, a2, … e6.
pub(super) const SQUARES: usize = FILES * RANKS;
/// The set of all squares.
pub(super) const ALL: u32 = (1 << SQUARES) - 1;
/// The a-file.
pub(super) const FILE_A: u32 = 0b00001_00001_00001_00001_00001_00001;
/// The e-file.
pub(super) const FILE_E: u32 = FILE_A << (FILES - 1);
/// White's first rank.
pub(super) const RANK_1: u32 = 0b11111;
/// Black's first rank.
pub(super) const RANK_6: u32 = RANK_1 << (FILES * (RANKS - 1));

/// A square's number: 5 · rank + file, both from 0.
pub type Square = usize;

/// The name of a square: `a1`.
pub(super) fn square_name(square: Square) -> String {
    format!("{}{}", (b'a' + (square % FILES) as u8) as char, square / FILES + 1)
}
