//! The state of a game: the board, whose turn it is, the plies played, and the rules.

use super::board::{Board, Kind, Move};
use super::movegen;
use super::piece_square;
use super::rules::{King, Limit, Rules};
use super::square::{FILES, RANK_1, RANK_6, RANKS, Square};
use crate::bits::BitSet;
use crate::game::{Outcome, Position, Side, Variant};
use crate::zobrist;
use arrayvec::ArrayVec;

const SIDE_KEY: u64 = zobrist::mix(0x0073_6964_6520_6B65);
const PLY_SEED: u64 = 0x706C_7920_6B65_7973;

/// Room for every move of any position, however many pieces it has (a test adds up what can be at most).
pub(super) type Moves = ArrayVec<Move, 208>;

/// A state of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Minichess {
    board: Board,
    /// Of the board and the side to move.
    key: u64,
    /// White's lead by the count that decides when the plies have run out.
    lead: i32,
    /// Plies played; White moves when they are even.
    ply: u32,
    rules: Rules,
}

/// What taking back a move restores.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    board: Board,
    key: u64,
    lead: i32,
}

impl Minichess {
    /// The position with these pieces after so many plies. The board must be valid.
    pub(super) fn new(board: Board, ply: u32, rules: Rules) -> Self {
        let (key, lead) = piece_square::total(&board);
        Self { board, key: key ^ if ply % 2 == 1 { SIDE_KEY } else { 0 }, lead, ply, rules }
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
    pub(super) const fn lead(&self) -> i32 {
        self.lead
    }

    #[inline]
    pub(super) const fn turn(&self) -> Side {
        Side::new((self.ply & 1) as usize)
    }

    #[inline]
    pub(super) fn is_royal(&self) -> bool {
        self.rules.king == King::Royal
    }

    #[inline]
    pub(super) fn is_decided_by_material(&self) -> bool {
        self.rules.limit == Limit::Material
    }

    #[inline]
    fn is_at_limit(&self) -> bool {
        self.rules.plies.is_some_and(|plies| self.ply >= plies.get())
    }

    /// Whether the game is over for another reason than that there is no move.
    #[inline]
    pub(super) fn is_cut_off(&self) -> bool {
        !self.board.has_both_kings() | self.is_at_limit()
    }

    /// What a piece, with its colour or without, is after a move to `to`: a pawn on the last rank is a queen.
    #[inline]
    pub(super) const fn promoted(piece: usize, to: Square) -> usize {
        // Without branches: a pawn's code has all bits set to become a queen's.
        let promotes = (piece & 7 == Kind::Pawn as usize) & ((RANK_1 | RANK_6) >> to & 1 != 0);
        piece | (Kind::Queen as usize * promotes as usize)
    }

    #[inline]
    fn undo(&self) -> Undo {
        Undo { board: self.board, key: self.key, lead: self.lead }
    }

    /// Gives the move to the other side.
    #[inline]
    pub(super) fn pass(&mut self) -> Undo {
        let undo = self.undo();
        self.key ^= SIDE_KEY;
        self.ply += 1;
        undo
    }

    /// Takes back the last move, or pass.
    #[inline]
    pub(super) fn restore(&mut self, undo: Undo) {
        self.board = undo.board;
        self.key = undo.key;
        self.lead = undo.lead;
        self.ply -= 1;
    }

    /// The result once there is a reason, [`Self::is_cut_off`], to end the game.
    #[cold]
    fn result_at_cut_off(&self) -> Outcome {
        let winner = match (self.board.king(Side::FIRST), self.board.king(Side::SECOND)) {
            (Some(_), None) => 1,
            (None, _) => -1,
            _ if self.rules.limit == Limit::Material => self.lead,
            _ => 0,
        };
        match winner.signum() {
            1 => Outcome::win(Side::FIRST),
            -1 => Outcome::win(Side::SECOND),
            _ => Outcome::DRAW,
        }
    }
}

impl Position for Minichess {
    type Move = Move;
    type Undo = Undo;
    type Moves = Moves;
    const SIDES: usize = 2;
    const SHORTEST_CYCLE: u32 = 4;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_cut_off() {
            Some(self.result_at_cut_off())
        } else if movegen::has_move(self) {
            None
        } else {
            Some(Outcome::win(self.turn().other()))
        }
    }

    #[inline]
    fn moves(&self, list: &mut Moves) {
        if !self.is_cut_off() {
            movegen::generate::<true, true>(self, |m| list.push(m));
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_cut_off() { 0 } else { movegen::count(self) }
    }

    fn is_legal(&self, m: Move) -> bool {
        m.is_on_board() && !self.is_cut_off() && movegen::is_legal(self, m)
    }

    #[inline]
    fn make(&mut self, m: Move) -> Undo {
        let undo = self.undo();
        let (from, to) = (m.from(), m.to());
        let (piece, taken) = (self.board.piece(from), self.board.piece(to));
        let (left, entered) = (piece_square::entry(piece, from), piece_square::entry(Self::promoted(piece, to), to));
        let captured = piece_square::entry(taken, to);
        self.key ^= left.key ^ entered.key ^ captured.key ^ SIDE_KEY;
        self.lead += entered.count - left.count - captured.count;
        self.board.toggle(&left.board);
        self.board.toggle(&entered.board);
        self.board.toggle(&captured.board);
        self.ply += 1;
        undo
    }

    #[inline]
    fn unmake(&mut self, _m: Move, undo: Undo) {
        self.restore(undo);
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
    fn repetition_limit(&self) -> u32 {
        self.rules.repetition.into()
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn is_irreversible(&self, m: Move) -> bool {
        self.board.occupied().contains(m.to()) | self.board.kind(Kind::Pawn).contains(m.from())
    }

    fn validate(&self) -> Result<(), String> {
        self.board.validate()?;
        let fresh = Self::new(self.board, self.ply, self.rules);
        if fresh.key != self.key {
            Err(format!("key {:#x}, but {:#x} from scratch", self.key, fresh.key))
        } else if fresh.lead != self.lead {
            Err(format!("lead {}, but {} from scratch", self.lead, fresh.lead))
        } else if self.board.king(self.turn().other()).is_none() {
            Err("the king of the side that just moved is missing".into())
        } else {
            Ok(())
        }
    }
}

impl Variant for Minichess {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        let mut board = Board::default();
        let back = [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King];
        for (file, kind) in back.into_iter().enumerate() {
            board.put(file, Side::FIRST, kind);
            board.put(FILES + file, Side::FIRST, Kind::Pawn);
            // Black's pieces are White's rotated by 180 degrees.
            board.put(FILES * RANKS - 1 - file, Side::SECOND, kind);
            board.put(FILES * (RANKS - 2) + file, Side::SECOND, Kind::Pawn);
        }
        Self::new(board, 0, *rules)
    }

    fn rules(&self) -> Rules {
        self.rules
    }
}
