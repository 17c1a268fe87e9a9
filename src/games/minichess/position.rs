//! The state of a game: the board, whose turn it is, the plies played, and the rules.

use super::board::{Board, Kind, Move};
use super::piece_square;
use super::rules::{King, Limit, Rules};
use super::square::{RANK_1, RANK_6, Square};
use crate::game::Side;
use crate::zobrist;
use arrayvec::ArrayVec;

pub(super) const SIDE_KEY: u64 = zobrist::mix(0x0073_6964_6520_6B65);

/// Room for every move of any position, however many pieces it has (a test adds up what can be at most).
pub(super) type Moves = ArrayVec<Move, 208>;

/// A state of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Minichess {
    pub(super) board: Board,
    /// Of the board and the side to move.
    pub(super) key: u64,
    /// White's lead by the count that decides when the plies have run out.
    pub(super) lead: i32,
    /// Plies played; White moves when they are even.
    pub(super) ply: u32,
    pub(super) rules: Rules,
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
    pub(super) fn undo(&self) -> Undo {
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
}
