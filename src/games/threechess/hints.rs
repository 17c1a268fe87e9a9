//! What makes a search faster: classes of moves, exchanges and kings that hang.

use super::attacks::{self, BISHOP_REACH, Boards, KING, KNIGHT, PAWN_FROM, ROOK_REACH};
use super::board::{Board, Kind, Move};
use super::exchange;
use super::geometry::{SQUARES, Square};
use super::movegen;
use super::position::{Moves, Threechess, Undo};
use crate::bits::BitSet;
use crate::game::{Hints, Margins, Position, Side};

/// Fewer plies left than this, and passing says nothing about moving.
const PASS_PLIES: u32 = 6;

impl Hints for Threechess {
    const HISTORY_SLOTS: usize = 6 * SQUARES + 1;
    const CONTINUATION_HISTORY: bool = true;
    const MARGINS: Margins =
        Margins { aspiration: 40, reverse_futility: 110, futility: 130, delta: 180, late_moves: 4, ..Margins::NONE };

    /// Which kind of piece goes where; passing comes last.
    #[inline]
    fn history_slot(&self, m: Move) -> usize {
        if m == Move::PASS {
            return 6 * SQUARES;
        }
        self.board().piece(m.from()).kind_code().min(5) * SQUARES + m.to()
    }

    #[inline]
    fn noisy(&self, list: &mut Moves) {
        if !self.is_over() {
            movegen::generate::<true, false>(self, |m| list.push(m));
        }
    }

    #[inline]
    fn quiet(&self, list: &mut Moves) {
        if !self.is_over() {
            let before = list.len();
            movegen::generate::<false, true>(self, |m| list.push(m));
            if self.rules().pass_always || list.len() == before && self.passes() {
                list.push(Move::PASS);
            }
        }
    }

    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        self.board().occupied().contains(m.to()) || self.promotes(m)
    }

    /// What is taken and what a promotion gains; the cheaper of two takers comes first.
    #[inline]
    fn gain(&self, m: Move) -> i32 {
        exchange::gain(self, m) - exchange::value(self.board(), m.from()) / 64
    }

    fn exchange_wins(&self, m: Move, threshold: i32) -> bool {
        exchange::wins(self, m, threshold)
    }

    /// A capture of a king.
    #[inline]
    fn winning_move(&self) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let (board, side) = (self.board(), self.turn());
        enemies(side).into_iter().find_map(|enemy| {
            let king = board.king(enemy)?;
            let takers = attackers(board, board.of(side), king, PAWN_FROM[side.index()][king]);
            Some(Move::new(takers.first()?, king))
        })
    }

    /// Whether the king could be taken before its side moves again.
    #[inline]
    fn in_check(&self) -> bool {
        let (board, side) = (self.board(), self.turn());
        let [next, last] = enemies(side);
        board.king(side).is_some_and(|king| {
            let pawns = PAWN_FROM[next.index()][king] & board.of(next) | PAWN_FROM[last.index()][king] & board.of(last);
            attackers(board, board.of(next) | board.of(last), king, pawns) != 0
        })
    }

    /// Whether `by` attacks the other's king.
    #[inline]
    fn endangers(&self, by: Side, victim: Side) -> bool {
        let board = self.board();
        board.king(victim).is_some_and(|king| attackers(board, board.of(by), king, PAWN_FROM[by.index()][king]) != 0)
    }

    /// With a piece that can spare a move, a king that nobody attacks, and not close to the end.
    #[inline]
    fn may_pass(&self) -> bool {
        let board = self.board();
        let officers = board.of(self.turn()).minus(board.kind(Kind::Pawn) | board.kind(Kind::King));
        officers != 0 && self.plies_left().is_none_or(|left| left >= PASS_PLIES) && !self.is_over() && !self.in_check()
    }

    #[inline]
    fn make_pass(&mut self) -> Undo {
        self.make(Move::PASS)
    }

    #[inline]
    fn unmake_pass(&mut self, undo: Undo) {
        self.unmake(Move::PASS, undo);
    }
}

/// The other sides, in the order in which they move.
const fn enemies(side: Side) -> [Side; 2] {
    [side.next(3), side.next(3).next(3)]
}

/// The pieces among `army` that attack a square; `pawns` are the squares from which one of theirs would.
#[inline]
fn attackers(board: &Board, army: u128, square: Square, pawns: u128) -> u128 {
    let leapers = pawns & board.kind(Kind::Pawn)
        | KNIGHT[square] & board.kind(Kind::Knight)
        | KING[square] & board.kind(Kind::King);
    let (diagonal, straight) = (board.diagonal() & army, board.straight() & army);
    let mut found = leapers & army;
    // Most lines hold no slider at all.
    if (BISHOP_REACH[square] & diagonal | ROOK_REACH[square] & straight) != 0 {
        let boards = Boards::new(board.occupied());
        found |= attacks::bishop(square, &boards) & diagonal | attacks::rook(square, &boards) & straight;
    }
    found
}
