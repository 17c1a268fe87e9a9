//! The state of a game: the board, whose turn it is, the plies played, castling rights, and the rules.

use super::board::{Board, Kind, Move, Piece, square_name};
use super::castling::{self, ALL_RIGHTS, CASTLINGS};
use super::geometry::{COLUMNS, Square};
use super::movegen::{self, PROMOTING};
use super::rules::Rules;
use crate::bits::BitSet;
use crate::game::{Outcome, Position, Side, Variant};
use crate::zobrist;
use arrayvec::ArrayVec;

/// Keys of the side to move; the first side has none.
const SIDE_KEYS: [u64; 3] = [0, zobrist::mix(0x0073_6964_6520_6B31), zobrist::mix(0x0073_6964_6520_6B32)];
const RIGHTS_KEYS: [u64; 64] = zobrist::keys(0x7269_6768_7473);
const PLY_SEED: u64 = 0x706C_7920_7468_7265;

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
fn piece_key(piece: Piece, square: Square) -> u64 {
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
    board: Board,
    /// Of the board, the side to move and the rights.
    key: u64,
    /// Plies played.
    ply: u32,
    turn: Side,
    /// Who may still castle where; without `castling=history` no rights are kept.
    rights: u8,
    rules: Rules,
}

/// What taking back a move restores.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u64,
    moved: Piece,
    taken: Piece,
    rights: u8,
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
    fn is_at_limit(&self) -> bool {
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

    /// Whether the side to move may pass: always, or only without any other move.
    #[inline]
    pub(super) fn passes(&self) -> bool {
        self.rules.pass_always || !movegen::has_move(self)
    }

    /// Gives the move to the next side.
    #[inline]
    fn advance(&mut self) {
        let next = self.turn.next(3);
        self.key ^= SIDE_KEYS[self.turn.index()] ^ SIDE_KEYS[next.index()];
        self.turn = next;
        self.ply += 1;
    }

    /// Brings the rook to its place when the king castles, or back.
    #[cold]
    fn castle(&mut self, (from, to): (Square, Square)) {
        let rook = self.board.piece(from);
        self.key ^= piece_key(rook, from) ^ piece_key(rook, to);
        self.board.leave(from, rook);
        self.board.enter(to, rook);
    }

    fn set_rights(&mut self, rights: u8) {
        self.key ^= rights_key(self.rights) ^ rights_key(rights);
        self.rights = rights;
    }
}

const fn rights_key(rights: u8) -> u64 {
    if rights == 0 { 0 } else { RIGHTS_KEYS[(rights & ALL_RIGHTS) as usize] }
}

impl Position for Threechess {
    type Move = Move;
    type Undo = Undo;
    type Moves = Moves;
    const SIDES: usize = 3;
    const ZERO_SUM: bool = true;
    /// Three passes; without passes it takes six plies.
    const SHORTEST_CYCLE: u32 = 3;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.board.has_all_kings() {
            // The side that has just moved captured it.
            let loser = Side::all(3).find(|&side| self.board.king(side).is_none()).unwrap_or(self.turn);
            Some(Outcome::beats(self.mover(), loser))
        } else if self.is_at_limit() {
            Some(Outcome::DRAW)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, list: &mut Moves) {
        if !self.is_over() {
            let before = list.len();
            movegen::generate::<true, true>(self, |m| list.push(m));
            if self.rules.pass_always || list.len() == before {
                list.push(Move::PASS);
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let count = movegen::count(self);
        if self.rules.pass_always { count + 1 } else { count.max(1) }
    }

    fn is_legal(&self, m: Move) -> bool {
        if self.is_over() {
            false
        } else if m == Move::PASS {
            self.passes()
        } else {
            m.is_on_board() && movegen::is_legal(self, m)
        }
    }

    #[inline]
    fn make(&mut self, m: Move) -> Undo {
        let (from, to) = (m.from(), m.to());
        let (moved, taken) = (self.board.piece(from), self.board.piece(to));
        let undo = Undo { key: self.key, moved, taken, rights: self.rights };
        // A pass moves nothing.
        if moved != Piece::NONE {
            let promotes = moved.kind_code() == Kind::Pawn as usize && PROMOTING[self.turn.index()].contains(to);
            let placed = if promotes { moved.turned_into(Move::PROMOTIONS[m.promotion()]) } else { moved };
            self.key ^= piece_key(moved, from) ^ piece_key(taken, to) ^ piece_key(placed, to);
            self.board.leave(from, moved);
            if taken == Piece::NONE {
                self.board.enter(to, placed);
            } else {
                self.board.replace(to, taken, placed);
            }
            if moved.kind_code() == Kind::King as usize
                && let Some(castling) = castling::of_king(self.turn, from, to)
            {
                self.castle(castling.rook);
            }
            if self.rights != 0 {
                self.set_rights(self.rights & !(castling::lost(from) | castling::lost(to)));
            }
        }
        self.advance();
        undo
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: Undo) {
        self.turn = self.mover();
        self.ply -= 1;
        let (from, to, Undo { moved, taken, .. }) = (m.from(), m.to(), undo);
        if moved != Piece::NONE {
            let placed = self.board.piece(to);
            if taken == Piece::NONE {
                self.board.leave(to, placed);
            } else {
                self.board.replace(to, placed, taken);
            }
            self.board.enter(from, moved);
            if moved.kind_code() == Kind::King as usize
                && let Some(castling) = castling::of_king(self.turn, from, to)
            {
                self.castle((castling.rook.1, castling.rook.0));
            }
        }
        self.key = undo.key;
        self.rights = undo.rights;
    }

    #[inline]
    fn key(&self) -> u64 {
        if self.rules.plies.is_some() { self.key ^ zobrist::count_key(PLY_SEED, self.ply) } else { self.key }
    }

    #[inline]
    fn pack(&self, m: Move) -> u16 {
        m.0
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Move> {
        Some(Move(bits)).filter(|&m| self.is_legal(m))
    }

    #[inline]
    fn plies_left(&self) -> Option<u32> {
        self.rules.plies.map(|plies| plies.get().saturating_sub(self.ply))
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn is_irreversible(&self, m: Move) -> bool {
        m != Move::PASS
            && (self.board.occupied().contains(m.to())
                || self.board.piece(m.from()) == Piece::new(self.turn, Kind::Pawn))
    }

    fn validate(&self) -> Result<(), String> {
        self.board.validate()?;
        let fresh = Self::new(self.board, self.turn, self.ply, self.rights, self.rules);
        if fresh.key != self.key {
            return Err(format!("key {:#x}, but {:#x} from scratch", self.key, fresh.key));
        }
        if self.board.king(self.mover()).is_none() {
            return Err("the king of the side that just moved is missing".into());
        }
        if self.rights & !ALL_RIGHTS != 0 || self.rights != 0 && !self.rules.castling_history {
            return Err(format!("rights {:#x}", self.rights));
        }
        self.check_rights()
            .map_err(|(square, kind)| format!("a right to castle, but no {} on {}", kind.name(), square_name(square)))
    }
}

impl Variant for Threechess {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        use Kind::{Bishop, King, Knight, Queen, Rook};
        let mut board = Board::default();
        for side in Side::all(3) {
            let back_rank = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
            for (column, kind) in back_rank.into_iter().enumerate() {
                let square = super::square(side.index(), column, 0);
                board.put(square, side, kind);
                board.put(square + COLUMNS, side, Kind::Pawn);
            }
        }
        Self::new(board, Side::FIRST, 0, if rules.castling_history { ALL_RIGHTS } else { 0 }, *rules)
    }

    fn rules(&self) -> Rules {
        self.rules
    }
}

impl Threechess {
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
