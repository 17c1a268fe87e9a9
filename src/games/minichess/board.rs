//! Pieces and moves of the 5x6 board, and where the pieces stand. The side to move is not part of it.

use super::attacks::{self, KING, KNIGHT, PAWN};
use super::square::{ALL, SQUARES, Square, square_name};
use crate::bits::BitSet;
use crate::game::Side;
use std::fmt;

/// The kinds of pieces. The three bits of a code say how a piece moves: bit 2 that it slides, and of a slider, bit 0
/// that it does so along diagonals and bit 1 along ranks and files. Code 0 is an empty square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Steps forward, takes diagonally forward.
    Pawn = 0b001,
    /// Jumps.
    Knight = 0b010,
    /// Steps to any neighbour.
    King = 0b011,
    /// Slides along diagonals.
    Bishop = 0b101,
    /// Slides along ranks and files.
    Rook = 0b110,
    /// Slides in all eight directions.
    Queen = 0b111,
}

impl Kind {
    /// All kinds, by rising value.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The kind with this code.
    #[inline]
    pub const fn from_code(code: usize) -> Option<Self> {
        match code {
            1 => Some(Self::Pawn),
            2 => Some(Self::Knight),
            3 => Some(Self::King),
            5 => Some(Self::Bishop),
            6 => Some(Self::Rook),
            7 => Some(Self::Queen),
            _ => None,
        }
    }

    /// What the piece counts when the plies have run out. Not its value in play: a bishop counts more than a rook.
    pub const fn count(self) -> i32 {
        match self {
            Self::Pawn => 2,
            Self::Rook => 6,
            Self::Knight => 7,
            Self::Bishop => 8,
            Self::Queen => 20,
            Self::King => 0,
        }
    }

    /// The letter of White's piece.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }
}

/// A move: from where (5 bits) and to where (5 bits). Any other pattern of bits is no move of any position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u16);

impl Move {
    /// The move between two squares.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self((from | to << 5) as u16)
    }

    /// The square that is left, below 32.
    #[inline]
    pub const fn from(self) -> Square {
        (self.0 & 31) as usize
    }

    /// The square that is entered, below 32.
    #[inline]
    pub const fn to(self) -> Square {
        (self.0 >> 5 & 31) as usize
    }

    /// Whether both squares are on the board.
    #[inline]
    pub const fn is_on_board(self) -> bool {
        self.0 < 1 << 10 && self.from() < SQUARES && self.to() < SQUARES
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", square_name(self.from()), square_name(self.to()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_on_board() { write!(f, "{self}") } else { write!(f, "Move({:#06x})", self.0) }
    }
}

/// Where the pieces stand, in 16 bytes: three sets that spell the code of the piece on each square, bit by bit, and
/// White's squares. Two sets share a word: as four they are toggled, and so moves made, a tenth slower.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board([u64; 2]);

impl Board {
    /// No piece at all.
    pub const EMPTY: Self = Self([0; 2]);

    /// The three bits of the codes, and White's squares.
    #[inline]
    const fn sets(&self) -> [u32; 4] {
        let [low, high] = self.0;
        [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32]
    }

    /// White's squares.
    #[inline]
    const fn white(&self) -> u32 {
        (self.0[1] >> 32) as u32
    }

    /// All pieces.
    #[inline]
    pub const fn occupied(&self) -> u32 {
        let [a, b, c, _] = self.sets();
        a | b | c
    }

    /// The pieces of a side.
    #[inline]
    pub const fn of(&self, side: Side) -> u32 {
        self.occupied() & (self.white() ^ (side.index() as u32).wrapping_neg())
    }

    /// The pieces of a kind, of both sides.
    #[inline]
    pub const fn kind(&self, kind: Kind) -> u32 {
        let [a, b, c, _] = self.sets();
        match kind {
            Kind::Pawn => a & !b & !c,
            Kind::Knight => b & !a & !c,
            Kind::King => a & b & !c,
            Kind::Bishop => a & c & !b,
            Kind::Rook => b & c & !a,
            Kind::Queen => a & b & c,
        }
    }

    /// Bishops and queens.
    #[inline]
    pub const fn diagonal(&self) -> u32 {
        let [a, _, c, _] = self.sets();
        c & a
    }

    /// Rooks and queens.
    #[inline]
    pub const fn straight(&self) -> u32 {
        let [_, b, c, _] = self.sets();
        c & b
    }

    /// The code of the piece on a square; 0 where there is none.
    #[inline]
    pub const fn code(&self, square: Square) -> usize {
        let [a, b, c, _] = self.sets();
        ((a >> square & 1) | (b >> square & 1) << 1 | (c >> square & 1) << 2) as usize
    }

    /// The code of the piece on a square, and 8 more if it is White's.
    #[inline]
    pub const fn piece(&self, square: Square) -> usize {
        // Bits 0 and 32 of each word, put together as 0, 2, 32, 34.
        const PAIR: u64 = 1 << 32 | 1;
        let [low, high] = self.0;
        let bits = low >> square & PAIR | (high >> square & PAIR) << 2;
        ((bits | bits >> 31) & 15) as usize
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<(Side, Kind)> {
        let kind = Kind::from_code(self.code(square))?;
        Some((if self.white().contains(square) { Side::FIRST } else { Side::SECOND }, kind))
    }

    /// The board with one piece on it.
    pub(super) const fn single(side: Side, code: usize, square: Square) -> Self {
        let (code, white) = (code as u64, 1 - side.index() as u64);
        Self([(code & 1 | (code >> 1 & 1) << 32) << square, (code >> 2 & 1 | white << 32) << square])
    }

    /// Adds the pieces of `other`, or removes them where they stand here already.
    #[inline]
    pub(super) fn toggle(&mut self, other: &Self) {
        self.0[0] ^= other.0[0];
        self.0[1] ^= other.0[1];
    }

    /// The squares that are not as on `other`.
    #[inline]
    pub(super) const fn differs(&self, other: &Self) -> u32 {
        let both = (self.0[0] ^ other.0[0]) | (self.0[1] ^ other.0[1]);
        (both | both >> 32) as u32
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: Square, side: Side, kind: Kind) {
        debug_assert!(self.code(square) == 0);
        self.toggle(&Self::single(side, kind as usize, square));
    }

    /// The square of a side's king, unless it has been taken.
    #[inline]
    pub fn king(&self, side: Side) -> Option<Square> {
        (self.kind(Kind::King) & self.of(side)).first()
    }

    /// Whether both kings are there.
    #[inline]
    pub const fn has_both_kings(&self) -> bool {
        let kings = self.kind(Kind::King);
        kings & kings.wrapping_sub(1) != 0
    }

    /// The pieces of both sides that attack a square when `occupied` are the squares that block.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: u32) -> u32 {
        let (pawns, square) = (self.kind(Kind::Pawn), square & 31);
        (PAWN[1][square] & pawns & self.white())
            | (PAWN[0][square] & pawns & !self.white())
            | (KNIGHT[square] & self.kind(Kind::Knight))
            | (KING[square] & self.kind(Kind::King))
            | (attacks::bishop(square, occupied) & self.diagonal())
            | (attacks::rook(square, occupied) & self.straight())
    }

    /// Checks that the sets make sense together.
    ///
    /// # Errors
    /// What does not.
    pub fn validate(&self) -> Result<(), String> {
        let occupied = self.occupied();
        let kings = |side| (self.kind(Kind::King) & self.of(side)).len();
        if !occupied.within(ALL) || !self.white().within(occupied) {
            Err(format!("sets beyond the board or the pieces: {self:x?}"))
        } else if (self.diagonal() | self.straight()) != self.sets()[2] {
            Err(format!("a slider without direction: {self:x?}"))
        } else if kings(Side::FIRST) > 1 || kings(Side::SECOND) > 1 || kings(Side::FIRST) + kings(Side::SECOND) == 0 {
            Err("not one king a side".into())
        } else {
            Ok(())
        }
    }
}
