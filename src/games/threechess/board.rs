//! Squares, pieces and moves of the three sections, and where the pieces stand. The side to move is not part of it.

use super::attacks::{self, Boards, KING, KNIGHT, PAWN_FROM};
use super::geometry::{COLUMNS, SECTION, SQUARES, Square, column, row, section};
use crate::bits::BitSet;
use crate::game::Side;
use std::fmt;

/// The set of all squares.
pub(super) const ALL: u128 = (1 << SQUARES) - 1;
/// Where a pawn of each side promotes: the back ranks of the other sections.
pub(super) const PROMOTING: [u128; 3] = {
    const BACK_RANK: u128 = (1 << COLUMNS) - 1;
    let [blue, green, red] = [BACK_RANK, BACK_RANK << SECTION, BACK_RANK << (2 * SECTION)];
    [green | red, blue | red, blue | green]
};
/// The most pieces that a side can have: those that it begins with.
pub(super) const MOST_PIECES: u32 = 16;
/// The letters of the sections in names of squares, and of the sides in texts when they are small.
pub(super) const SECTIONS: [char; 3] = ['B', 'G', 'R'];

/// The name of a square: `BA1`.
pub fn square_name(square: Square) -> String {
    format!("{}{}{}", SECTIONS[section(square)], (b'A' + column(square) as u8) as char, row(square) + 1)
}

/// The kinds of pieces, by rising value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Steps forward, takes diagonally forward; from its second row it may step twice.
    Pawn,
    /// Jumps.
    Knight,
    /// Slides along diagonals, which fork at the centre.
    Bishop,
    /// Slides along rows and files.
    Rook,
    /// Slides both ways.
    Queen,
    /// Steps to any neighbour.
    King,
}

impl Kind {
    /// All kinds, by rising value.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }
}

/// A piece of a side: 8 · side + kind; [`Piece::NONE`] is an empty square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Piece(u8);

impl Piece {
    /// No piece.
    pub(super) const NONE: Self = Self(31);
    /// Codes of pieces are below this.
    pub(super) const CODES: usize = 32;
    /// Indices of pieces on squares, [`Self::on`], are below this.
    pub(super) const PLACES: usize = Self::CODES * 128;

    #[inline]
    pub(super) const fn new(side: Side, kind: Kind) -> Self {
        Self((side.index() << 3) as u8 | kind as u8)
    }

    /// Below [`Self::CODES`].
    #[inline]
    pub(super) const fn code(self) -> usize {
        self.0 as usize & (Self::CODES - 1)
    }

    /// The index of this piece on a square, below [`Self::PLACES`]: a mask replaces the bounds check of a table.
    #[inline]
    pub(super) const fn on(self, square: Square) -> usize {
        (self.code() << 7 | square) & (Self::PLACES - 1)
    }

    /// The number of its kind; 7 of no piece.
    #[inline]
    pub(super) const fn kind_code(self) -> usize {
        self.0 as usize & 7
    }

    /// The number of its side; 3 of no piece.
    #[inline]
    pub(super) const fn side_code(self) -> usize {
        self.0 as usize >> 3 & 3
    }

    /// The piece of the same side of another kind.
    #[inline]
    pub(super) const fn turned_into(self, kind: Kind) -> Self {
        Self(self.0 & !7 | kind as u8)
    }

    /// Its owner and kind, if it is a piece.
    #[inline]
    pub(super) const fn parts(self) -> Option<(Side, Kind)> {
        let (side, kind) = (self.0 as usize >> 3, self.0 as usize & 7);
        if side < 3 && kind < 6 { Some((Side::new(side), Kind::ALL[kind])) } else { None }
    }
}

/// A move: from where (7 bits), to where (7 bits), and what a pawn becomes (2 bits: 0 a queen, 1 a rook, 2 a bishop, 3
/// a knight). [`Move::PASS`] is a pass. Any other pattern of bits is no move of any position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u16);

impl Move {
    /// Giving the move to the next side.
    pub const PASS: Self = Self((1 << 14) - 1);
    /// What pawns can become, in the order of the codes.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// The move between two squares; a pawn that promotes becomes a queen.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self((from | to << 7) as u16)
    }

    /// The same move with another promotion: an index into [`Self::PROMOTIONS`].
    #[inline]
    #[must_use]
    pub const fn promoting(self, promotion: usize) -> Self {
        Self(self.0 & 0x3FFF | (promotion << 14) as u16)
    }

    /// The square that is left, below 128.
    #[inline]
    pub const fn from(self) -> Square {
        (self.0 & 127) as usize
    }

    /// The square that is entered, below 128.
    #[inline]
    pub const fn to(self) -> Square {
        (self.0 >> 7 & 127) as usize
    }

    /// What a pawn becomes, as an index into [`Self::PROMOTIONS`].
    #[inline]
    pub const fn promotion(self) -> usize {
        (self.0 >> 14) as usize
    }

    /// Whether both squares are on the board.
    #[inline]
    pub const fn is_on_board(self) -> bool {
        self.from() < SQUARES && self.to() < SQUARES
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::PASS {
            write!(f, "pass")
        } else {
            write!(f, "{}{}", square_name(self.from()), square_name(self.to()))
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.promotion() {
            0 if self.is_on_board() || *self == Self::PASS => write!(f, "{self}"),
            promotion if self.is_on_board() => write!(f, "{self}={}", Self::PROMOTIONS[promotion].letter()),
            _ => write!(f, "Move({:#06x})", self.0),
        }
    }
}

/// The set of each square alone.
static SINGLE: [u128; 128] = {
    let mut single = [0; 128];
    let mut square = 0;
    while square < SQUARES {
        single[square] = 1 << square;
        square += 1;
    }
    single
};

/// Where the pieces stand: by kind, by side, and square by square. There is room for every code and every number of
/// seven bits, so that none needs a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    kinds: [u128; 8],
    sides: [u128; 4],
    pieces: [Piece; 128],
}

impl Default for Board {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Board {
    /// No pieces.
    pub(super) const EMPTY: Self = Self { kinds: [0; 8], sides: [0; 4], pieces: [Piece::NONE; 128] };

    /// The squares on which not the same stands on both boards.
    #[inline]
    pub(super) fn differs(&self, other: &Self) -> u128 {
        let kinds = self.kinds.iter().zip(&other.kinds);
        let sides = self.sides.iter().zip(&other.sides).take(3);
        kinds.take(6).chain(sides).fold(0, |found, (own, theirs)| found | own ^ theirs)
    }

    /// All pieces.
    #[inline]
    pub const fn occupied(&self) -> u128 {
        self.sides[0] | self.sides[1] | self.sides[2]
    }

    /// The pieces of a side.
    #[inline]
    pub const fn of(&self, side: Side) -> u128 {
        self.sides[side.index()]
    }

    /// The pieces of a kind, of all sides.
    #[inline]
    pub const fn kind(&self, kind: Kind) -> u128 {
        self.kinds[kind as usize]
    }

    /// Bishops and queens.
    #[inline]
    pub const fn diagonal(&self) -> u128 {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }

    /// Rooks and queens.
    #[inline]
    pub const fn straight(&self) -> u128 {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }

    /// What is on a square.
    #[inline]
    pub(super) const fn piece(&self, square: Square) -> Piece {
        self.pieces[square & 127]
    }

    /// The piece on a square, with its owner.
    pub const fn at(&self, square: Square) -> Option<(Side, Kind)> {
        self.pieces[square & 127].parts()
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, square: Square, side: Side, kind: Kind) {
        self.enter(square, Piece::new(side, kind));
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn enter(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.pieces[square] == Piece::NONE);
        self.toggle(square, piece);
        self.pieces[square & 127] = piece;
    }

    /// Removes the piece that stands on a square.
    #[inline]
    pub(super) fn leave(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.pieces[square] == piece && piece != Piece::NONE);
        self.toggle(square, piece);
        self.pieces[square & 127] = Piece::NONE;
    }

    /// Puts a piece in the place of another one.
    #[inline]
    pub(super) fn replace(&mut self, square: Square, old: Piece, new: Piece) {
        debug_assert!(self.pieces[square] == old);
        self.toggle(square, old);
        self.toggle(square, new);
        self.pieces[square & 127] = new;
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let single = SINGLE[square & 127];
        self.kinds[piece.kind_code()] ^= single;
        self.sides[piece.side_code()] ^= single;
    }

    /// The square of a side's king, unless it has been taken.
    #[inline]
    pub fn king(&self, side: Side) -> Option<Square> {
        (self.kind(Kind::King) & self.of(side)).first()
    }

    /// Whether all kings are there.
    #[inline]
    pub const fn has_all_kings(&self) -> bool {
        self.kind(Kind::King).count_ones() == 3
    }

    /// The pieces of all sides that attack a square when the squares on `boards` block.
    #[inline]
    pub(super) fn attackers(&self, square: Square, boards: &Boards) -> u128 {
        let pawns = self.kind(Kind::Pawn);
        let by_pawns = PAWN_FROM[0][square] & self.sides[0]
            | PAWN_FROM[1][square] & self.sides[1]
            | PAWN_FROM[2][square] & self.sides[2];
        by_pawns & pawns
            | KNIGHT[square] & self.kind(Kind::Knight)
            | KING[square] & self.kind(Kind::King)
            | attacks::bishop(square, boards) & self.diagonal()
            | attacks::rook(square, boards) & self.straight()
    }

    /// Checks that the parts make sense together.
    ///
    /// # Errors
    /// What does not.
    pub fn validate(&self) -> Result<(), String> {
        let mut fresh = Self::default();
        for square in 0..SQUARES {
            if let Some((side, kind)) = self.at(square) {
                fresh.put(square, side, kind);
            }
        }
        let kings = [0, 1, 2].map(|side| (self.kind(Kind::King) & self.sides[side]).len());
        if fresh != *self {
            Err(format!("the sets do not agree with the squares: {self:x?}"))
        } else if kings.iter().any(|&kings| kings > 1) || kings.iter().sum::<u32>() < 2 {
            Err("not one king a side".into())
        } else if self.sides.iter().any(|side| side.len() > MOST_PIECES) {
            Err("more pieces than an army has".into())
        } else {
            Ok(())
        }
    }
}
