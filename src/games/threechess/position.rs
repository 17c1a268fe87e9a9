//! The state of a game: the board, whose turn it is, the plies played, castling rights, and the rules.

use super::board::{Board, Kind, Move, PROMOTING, Piece};
use super::castling::{ALL_RIGHTS, CASTLINGS};
use super::geometry::Square;
use super::rules::Rules;
use crate::bits::BitSet;
use crate::game::Side;
use crate::zobrist;
use arrayvec::ArrayVec;

/// Keys of the side to move; the first side has none.
const SIDE_KEYS: [u64; 3] = [0, zobrist::mix(0x0073_6964_6520_6B31), zobrist::mix(0x0073_6964_6520_6B32)];
const RIGHTS_KEYS: [u64; 64] = zobrist::keys(0x7269_6768_7473);

/// The keys of pieces on squares; no piece has none.
static PIECE_KEYS: [u64; Piece::PLACES] = {
    let (mut keys, mut square) = (zobrist::keys(0x7468_7265_6563_6865), 0);
    while square < 128 {
        keys[Piece::NONE.on(square)] = 0;
        square += 1;
    }
    keys
};

/// The key of a piece on a square; 0 for no piece.
#[inline]
pub(super) fn piece_key(piece: Piece, square: Square) -> u64 {
    PIECE_KEYS[piece.on(square)]
}

/// The key of a whole board.
fn piece_keys(board: &Board) -> u64 {
    board.occupied().members().fold(0, |key, square| key ^ piece_key(board.piece(square), square))
}

/// Room for every move of any position: of 16 pieces no one goes to more than 31 squares, or promotes in more than 12
/// ways, and there are two castlings and a pass.
pub(super) type Moves = ArrayVec<Move, 500>;

/// A state of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Threechess {
    pub(super) board: Board,
    /// Of the board, the side to move and the rights.
    pub(super) key: u64,
    /// Plies played.
    pub(super) ply: u32,
    pub(super) turn: Side,
    /// Who may still castle where; without `castling=history` no rights are kept.
    pub(super) rights: u8,
    pub(super) rules: Rules,
}

/// What taking back a move restores.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pub(super) key: u64,
    pub(super) moved: Piece,
    pub(super) taken: Piece,
    pub(super) rights: u8,
}

impl Threechess {
    /// The position with these pieces. The board must be valid, the rights those of kings and rooks that are there.
    pub(super) fn new(board: Board, turn: Side, ply: u32, rights: u8, rules: Rules) -> Self {
        let key = piece_keys(&board) ^ SIDE_KEYS[turn.index()] ^ rights_key(rights);
        Self { board, key, ply, turn, rights, rules }
    }

    /// Where the pieces stand.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Plies played.
    #[inline]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    #[inline]
    pub(super) const fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(super) const fn chooses_promotion(&self) -> bool {
        self.rules.promotion_choice
    }

    #[inline]
    pub(super) const fn rights(&self) -> u8 {
        self.rights
    }

    /// Whether the castling rights allow a castling.
    #[inline]
    pub(super) const fn has_right(&self, right: u8) -> bool {
        !self.rules.castling_history || self.rights & right != 0
    }

    /// The side that has just moved.
    #[inline]
    pub(super) const fn mover(&self) -> Side {
        self.turn.next(3).next(3)
    }

    #[inline]
    pub(super) fn is_at_limit(&self) -> bool {
        self.rules.plies.is_some_and(|plies| self.ply >= plies.get())
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        !self.board.has_all_kings() | self.is_at_limit()
    }

    /// Whether a legal move makes a pawn another piece.
    #[inline]
    pub(super) fn promotes(&self, m: Move) -> bool {
        PROMOTING[self.turn.index()].contains(m.to()) && self.board.piece(m.from()) == Piece::new(self.turn, Kind::Pawn)
    }

    /// Gives the move to the next side.
    #[inline]
    pub(super) fn advance(&mut self) {
        let next = self.turn.next(3);
        self.key ^= SIDE_KEYS[self.turn.index()] ^ SIDE_KEYS[next.index()];
        self.turn = next;
        self.ply += 1;
    }

    /// Brings the rook to its place when the king castles, or back.
    #[cold]
    pub(super) fn castle(&mut self, (from, to): (Square, Square)) {
        let rook = self.board.piece(from);
        self.key ^= piece_key(rook, from) ^ piece_key(rook, to);
        self.board.leave(from, rook);
        self.board.enter(to, rook);
    }

    pub(super) fn set_rights(&mut self, rights: u8) {
        self.key ^= rights_key(self.rights) ^ rights_key(rights);
        self.rights = rights;
    }

    /// Whether the kings and rooks that may castle stand where they began.
    ///
    /// # Errors
    /// The square of one that does not, and what should be there.
    pub(super) fn check_rights(&self) -> Result<(), (usize, Kind)> {
        for (side, castlings) in Side::all(3).zip(&CASTLINGS) {
            for castling in castlings.iter().filter(|castling| self.rights & castling.right != 0) {
                for (square, kind) in [(castling.king.0, Kind::King), (castling.rook.0, Kind::Rook)] {
                    if self.board.at(square) != Some((side, kind)) {
                        return Err((square, kind));
                    }
                }
            }
        }
        Ok(())
    }
}

const fn rights_key(rights: u8) -> u64 {
    if rights == 0 { 0 } else { RIGHTS_KEYS[(rights & ALL_RIGHTS) as usize] }
}
