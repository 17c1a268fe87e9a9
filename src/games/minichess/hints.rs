//! What makes a search faster: classes of moves, exchanges, threats and passing.

use super::board::{Kind, Move, SQUARES};
use super::exchange;
use super::movegen;
use super::position::{Minichess, Moves, Undo};
use crate::bits::BitSet;
use crate::game::{Hints, Margins, Position, Side};

/// Fewer plies left than this, and passing says nothing about moving.
const PASS_PLIES: u32 = 6;

impl Hints for Minichess {
    const HISTORY_SLOTS: usize = 2 * 6 * SQUARES;
    const CONTINUATION_HISTORY: bool = true;
    const MARGINS: Margins =
        Margins { aspiration: 30, reverse_futility: 90, futility: 110, delta: 150, late_moves: 5, ..Margins::NONE };

    fn prepare(&mut self) {
        self.keep_estimates();
    }

    #[inline]
    fn estimate(&mut self, side: Side) -> i32 {
        self.estimate_from_kept(side)
    }

    /// Which piece of which side goes where.
    #[inline]
    fn history_slot(&self, m: Move) -> usize {
        // By the piece, without gaps: White's are from 8 on.
        const FIRST: [u16; 16] = {
            const INDEX: [usize; 16] = [0, 6, 7, 8, 0, 9, 10, 11, 0, 0, 1, 2, 0, 3, 4, 5];
            let mut first = [0; 16];
            let mut piece = 0;
            while piece < 16 {
                first[piece] = (INDEX[piece] * SQUARES) as u16;
                piece += 1;
            }
            first
        };
        usize::from(FIRST[self.board().piece(m.from())]) + m.to()
    }

    #[inline]
    fn noisy(&self, list: &mut Moves) {
        if !self.is_cut_off() {
            movegen::generate::<true, false>(self, |m| list.push(m));
        }
    }

    #[inline]
    fn quiet(&self, list: &mut Moves) {
        if !self.is_cut_off() {
            movegen::generate::<false, true>(self, |m| list.push(m));
        }
    }

    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        self.board().occupied().contains(m.to()) || self.promotes(m)
    }

    /// What is taken and what a promotion gains; the cheaper of two takers comes first.
    #[inline]
    fn gain(&self, m: Move) -> i32 {
        exchange::gain(self, m) - exchange::value(self.board().code(m.from())) / 64
    }

    fn exchange_wins(&self, m: Move, threshold: i32) -> bool {
        exchange::wins(self, m, threshold)
    }

    /// A capture of the king.
    #[inline]
    fn winning_move(&self) -> Option<Move> {
        if self.is_royal() {
            return None;
        }
        let board = self.board();
        let king = board.king(self.turn().other())?;
        let taker = (board.attackers(king, board.occupied()) & board.of(self.turn())).first()?;
        // Asked last: hardly ever is there a taker.
        if self.is_cut_off() {
            return None;
        }
        Some(Move::new(taker, king))
    }

    #[inline]
    fn in_check(&self) -> bool {
        movegen::in_check(self.board(), self.turn())
    }

    /// Not in check, with a piece that can spare a move, and not close to the end.
    #[inline]
    fn may_pass(&self) -> bool {
        let board = self.board();
        let officers = board.of(self.turn()).minus(board.kind(Kind::Pawn) | board.kind(Kind::King));
        officers != 0 && self.plies_left().is_none_or(|left| left >= PASS_PLIES) && !self.in_check()
    }

    #[inline]
    fn make_pass(&mut self) -> Undo {
        self.pass()
    }

    #[inline]
    fn unmake_pass(&mut self, undo: Undo) {
        self.restore(undo);
    }
}
