//! Legal moves: listed, counted, tested. Every piece looks its targets up; castling and passing are added.

use super::attacks::{self, Boards, KING, KNIGHT, PAWN, PAWN_DOUBLE, PAWN_PUSH};
use super::board::{ALL, Board, Kind, Move, PROMOTING};
use super::castling::CASTLINGS;
use super::geometry::Square;
use super::position::Threechess;
use crate::bits::BitSet;
use crate::game::Side;

/// Visits the moves of the side to move, in a fixed order and without passes: those that take or promote (`NOISY`), the
/// others (`QUIET`), or all. The game must not be over.
#[inline]
pub(super) fn generate<const NOISY: bool, const QUIET: bool>(position: &Threechess, mut visit: impl FnMut(Move)) {
    let (board, side) = (position.board(), position.turn());
    let own = board.of(side);
    let occupied = board.occupied();
    let promoting = PROMOTING[side.index()];
    let choices = if position.chooses_promotion() { Move::PROMOTIONS.len() } else { 1 };
    for from in (board.kind(Kind::Pawn) & own).members() {
        let targets = pawn_targets(side, from, occupied ^ own, !occupied);
        let promotions = targets & promoting;
        let wanted = match (NOISY, QUIET) {
            (true, true) => targets,
            (true, false) => targets & (occupied | promoting),
            _ => targets.minus(occupied | promoting),
        };
        for to in wanted.members() {
            visit(Move::new(from, to));
        }
        if NOISY && choices > 1 {
            for to in promotions.members() {
                (1..choices).for_each(|choice| visit(Move::new(from, to).promoting(choice)));
            }
        }
    }
    let wanted = match (NOISY, QUIET) {
        (true, true) => ALL.minus(own),
        (true, false) => occupied ^ own,
        _ => ALL.minus(occupied),
    };
    pieces(board, own, |_, from, targets| {
        for to in (targets & wanted).members() {
            visit(Move::new(from, to));
        }
    });
    if QUIET {
        castlings(position, |from, to| visit(Move::new(from, to)));
    }
}

/// How many moves [`generate`] visits in all.
#[inline]
pub(super) fn count(position: &Threechess) -> u64 {
    let (board, side) = (position.board(), position.turn());
    let own = board.of(side);
    let occupied = board.occupied();
    let mut count = 0;
    for from in (board.kind(Kind::Pawn) & own).members() {
        let targets = pawn_targets(side, from, occupied ^ own, !occupied);
        count += targets.len();
        if position.chooses_promotion() {
            count += (Move::PROMOTIONS.len() as u32 - 1) * (targets & PROMOTING[side.index()]).len();
        }
    }
    pieces(board, own, |_, _, targets| count += targets.minus(own).len());
    castlings(position, |_, _| count += 1);
    count.into()
}

/// Whether [`generate`] visits any move.
#[cold]
pub(super) fn has_move(position: &Threechess) -> bool {
    count(position) > 0
}

/// Whether a move between two squares of the board is one of [`generate`]. The game must not be over.
pub(super) fn is_legal(position: &Threechess, m: Move) -> bool {
    let (board, side) = (position.board(), position.turn());
    let (from, to) = (m.from(), m.to());
    if !board.of(side).contains(from) || !targets(position, side, from).contains(to) {
        return false;
    }
    m.promotion() == 0 || position.chooses_promotion() && position.promotes(m)
}

/// Where a piece of `side` on `from` can go if that side is to move; nothing if there is none.
pub(super) fn targets(position: &Threechess, side: Side, from: Square) -> u128 {
    let board = position.board();
    let (own, occupied) = (board.of(side), board.occupied());
    let boards = Boards::new(occupied);
    let set = match board.at(from) {
        Some((owner, Kind::Pawn)) if owner == side => pawn_targets(side, from, occupied ^ own, !occupied),
        Some((owner, Kind::Knight)) if owner == side => KNIGHT[from],
        Some((owner, Kind::Bishop)) if owner == side => attacks::bishop(from, &boards),
        Some((owner, Kind::Rook)) if owner == side => attacks::rook(from, &boards),
        Some((owner, Kind::Queen)) if owner == side => attacks::queen(from, &boards),
        Some((owner, Kind::King)) if owner == side => {
            let mut set = KING[from];
            castlings_of(position, side, |_, to| set |= u128::of(to));
            set
        }
        _ => 0,
    };
    set.minus(own)
}

/// Wherever the pieces of `side` could go, were it its turn.
pub(super) fn reach(position: &Threechess, side: Side) -> u128 {
    let board = position.board();
    let (own, occupied) = (board.of(side), board.occupied());
    let mut set = 0;
    pieces(board, own, |_, _, attacks| set |= attacks);
    set = set.minus(own);
    for from in (board.kind(Kind::Pawn) & own).members() {
        set |= pawn_targets(side, from, occupied ^ own, !occupied);
    }
    castlings_of(position, side, |_, to| set |= u128::of(to));
    set
}

/// Where a pawn can go: onto enemies diagonally, onto empty squares straight.
#[inline]
fn pawn_targets(side: Side, from: Square, enemy: u128, empty: u128) -> u128 {
    let side = side.index();
    let push = PAWN_PUSH[side][from] & empty;
    let double = if push == 0 { 0 } else { PAWN_DOUBLE[side][from] & empty };
    PAWN[side][from] & enemy | push | double
}

/// Calls `visit` with the kind and square of each piece in `own` that is no pawn and the squares it attacks.
#[inline(always)]
pub(super) fn pieces(board: &Board, own: u128, mut visit: impl FnMut(Kind, Square, u128)) {
    let boards = Boards::new(board.occupied());
    for from in (board.kind(Kind::Knight) & own).members() {
        visit(Kind::Knight, from, KNIGHT[from]);
    }
    for from in (board.kind(Kind::Bishop) & own).members() {
        visit(Kind::Bishop, from, attacks::bishop(from, &boards));
    }
    for from in (board.kind(Kind::Rook) & own).members() {
        visit(Kind::Rook, from, attacks::rook(from, &boards));
    }
    for from in (board.kind(Kind::Queen) & own).members() {
        visit(Kind::Queen, from, attacks::queen(from, &boards));
    }
    for from in (board.kind(Kind::King) & own).members() {
        visit(Kind::King, from, KING[from]);
    }
}

#[inline]
fn castlings(position: &Threechess, visit: impl FnMut(Square, Square)) {
    castlings_of(position, position.turn(), visit);
}

/// Calls `visit` with the king's way of each castling that `side` could do.
#[inline]
fn castlings_of(position: &Threechess, side: Side, mut visit: impl FnMut(Square, Square)) {
    let board = position.board();
    let own = board.of(side);
    let [short, long] = &CASTLINGS[side.index()];
    if !(board.kind(Kind::King) & own).contains(short.king.0) {
        return;
    }
    for castling in [short, long] {
        if (board.kind(Kind::Rook) & own).contains(castling.rook.0)
            && !board.occupied().meets(castling.between)
            && position.has_right(castling.right)
        {
            visit(castling.king.0, castling.king.1);
        }
    }
}
