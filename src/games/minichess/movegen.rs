//! Legal moves: listed, counted, tested.
//!
//! Pawns move as a set, by shifts; every other piece looks its targets up. With `king=royal` each move is tested for
//! the safety of the own king unless its piece cannot shield the king from anything.

use super::attacks::{self, KING, KNIGHT, PAWN};
use super::board::{Board, Kind, Move};
use super::position::Minichess;
use super::square::{ALL, FILE_A, FILE_E, FILES, RANK_1, RANK_6, Square};
use crate::bits::BitSet;
use crate::game::Side;

/// Visits the legal moves, in a fixed order: those that capture or promote (`NOISY`), the others (`QUIET`), or all.
/// The game must not be cut off.
#[inline]
pub(super) fn generate<const NOISY: bool, const QUIET: bool>(position: &Minichess, mut visit: impl FnMut(Move)) {
    if position.is_royal() {
        let guard = Guard::new(position);
        pseudo_legal::<NOISY, QUIET>(position, |m| {
            if guard.allows(m) {
                visit(m);
            }
        });
    } else {
        pseudo_legal::<NOISY, QUIET>(position, visit);
    }
}

/// How many legal moves there are. The game must not be cut off.
#[inline]
pub(super) fn count(position: &Minichess) -> u64 {
    if position.is_royal() {
        let mut count = 0;
        generate::<true, true>(position, |_| count += 1);
        count
    } else {
        let (board, side) = (position.board(), position.turn());
        let own = board.of(side);
        let mut count = pawn_targets(board, side).map(BitSet::len).iter().sum::<u32>();
        pieces(board, own, |_, targets| count += targets.minus(own).len());
        count.into()
    }
}

/// Whether there is a legal move. The game must not be cut off.
#[inline]
pub(super) fn has_move(position: &Minichess) -> bool {
    if position.is_royal() {
        return has_safe_move(position);
    }
    // Nearly always there is a step of a pawn or of the king, which is found fastest.
    let (board, side) = (position.board(), position.turn());
    let own = board.of(side);
    pawn_steps(board.kind(Kind::Pawn) & own, board.occupied(), side) != 0
        || (board.kind(Kind::King) & own).first().is_some_and(|king| KING[king & 31].minus(own) != 0)
        || has_rarer_move(position)
}

/// Whether there is a move that leaves a royal king safe.
#[inline(never)]
fn has_safe_move(position: &Minichess) -> bool {
    let (board, side) = (position.board(), position.turn());
    // Nearly always there is a step of a pawn that shields nothing, which is found fastest.
    let free = board.of(side).minus(Guard::new(position).suspects);
    pawn_steps(board.kind(Kind::Pawn) & free, board.occupied(), side) != 0 || has_rarer_move(position)
}

#[cold]
fn has_rarer_move(position: &Minichess) -> bool {
    let mut any = false;
    generate::<true, true>(position, |_| any = true);
    any
}

/// Whether a move between two squares of the board is legal. The game must not be cut off.
pub(super) fn is_legal(position: &Minichess, m: Move) -> bool {
    is_pseudo_legal(position, m) && (!position.is_royal() || Guard::new(position).allows(m))
}

/// Whether a move between two squares of the board is legal but for the safety of a royal king.
pub(super) fn is_pseudo_legal(position: &Minichess, m: Move) -> bool {
    let (board, side) = (position.board(), position.turn());
    let (from, to) = (m.from(), m.to());
    let (own, occupied) = (board.of(side), board.occupied());
    if !own.contains(from) || own.contains(to) {
        return false;
    }
    let targets = match Kind::from_code(board.code(from)) {
        Some(Kind::Pawn) => PAWN[side.index()][from] & occupied | pawn_steps(u32::of(from), occupied, side),
        Some(kind) => attacks_of(kind, from, occupied),
        None => 0,
    };
    targets.contains(to)
}

/// Where a piece that is no pawn goes, blockers included.
#[inline]
pub(super) fn attacks_of(kind: Kind, square: Square, occupied: u32) -> u32 {
    match kind {
        Kind::Pawn => 0,
        Kind::Knight => KNIGHT[square],
        Kind::King => KING[square],
        Kind::Bishop => attacks::bishop(square, occupied),
        Kind::Rook => attacks::rook(square, occupied),
        Kind::Queen => attacks::bishop(square, occupied) | attacks::rook(square, occupied),
    }
}

/// Where the pawns of a side can go: taking towards the a-file, taking towards the e-file, stepping forward.
#[inline]
fn pawn_targets(board: &Board, side: Side) -> [u32; 3] {
    let (own, occupied) = (board.of(side), board.occupied());
    let (pawns, enemy) = (board.kind(Kind::Pawn) & own, occupied ^ own);
    let (left, right) = (pawns.minus(FILE_A), pawns.minus(FILE_E));
    let [left, right] = if side == Side::FIRST {
        [left << (FILES - 1), right << (FILES + 1)]
    } else {
        [left >> (FILES + 1), right >> (FILES - 1)]
    };
    [left & enemy, right & enemy, pawn_steps(pawns, occupied, side)]
}

/// Where these pawns of a side can step.
#[inline]
fn pawn_steps(pawns: u32, occupied: u32, side: Side) -> u32 {
    let forward = if side == Side::FIRST { ALL & pawns << FILES } else { pawns >> FILES };
    forward.minus(occupied)
}

/// Calls `visit` with the square of each piece in `own` that is no pawn and the squares it attacks.
#[inline]
fn pieces(board: &Board, own: u32, mut visit: impl FnMut(Square, u32)) {
    let occupied = board.occupied();
    for from in (board.kind(Kind::Knight) & own).members() {
        visit(from, KNIGHT[from & 31]);
    }
    for from in (board.kind(Kind::Bishop) & own).members() {
        visit(from, attacks::bishop(from, occupied));
    }
    for from in (board.kind(Kind::Rook) & own).members() {
        visit(from, attacks::rook(from, occupied));
    }
    for from in (board.kind(Kind::Queen) & own).members() {
        visit(from, attacks::bishop(from, occupied) | attacks::rook(from, occupied));
    }
    for from in (board.kind(Kind::King) & own).members() {
        visit(from, KING[from & 31]);
    }
}

/// Visits the moves that are legal but for the safety of a royal king.
#[inline]
fn pseudo_legal<const NOISY: bool, const QUIET: bool>(position: &Minichess, mut visit: impl FnMut(Move)) {
    let (board, side) = (position.board(), position.turn());
    let own = board.of(side);
    let enemy = board.occupied() ^ own;
    let [left, right, steps] = pawn_targets(board, side);
    let forward = if side == Side::FIRST { FILES as isize } else { -(FILES as isize) };
    let mut pawns = |targets: u32, by: isize| {
        for to in targets.members() {
            visit(Move::new((to as isize - by) as usize & 31, to));
        }
    };
    if NOISY {
        pawns(left, forward - 1);
        pawns(right, forward + 1);
    }
    let last = RANK_1 | RANK_6;
    match (NOISY, QUIET) {
        (true, true) => pawns(steps, forward),
        (true, false) => pawns(steps & last, forward),
        _ => pawns(steps.minus(last), forward),
    }
    let wanted = match (NOISY, QUIET) {
        (true, true) => ALL.minus(own),
        (true, false) => enemy,
        _ => ALL.minus(own | enemy),
    };
    pieces(board, own, |from, targets| {
        for to in (targets & wanted).members() {
            visit(Move::new(from, to));
        }
    });
}

/// Visits the legal moves that neither capture nor promote and give check, but not by the king itself. The other king
/// must not be attacked already, nor the game be cut off.
#[inline]
pub(super) fn quiet_checks(position: &Minichess, mut visit: impl FnMut(Move)) {
    let (board, side) = (position.board(), position.turn());
    let Some(king) = board.king(side.other()) else { return };
    let (own, occupied) = (board.of(side), board.occupied());
    // Where a piece of each kind attacks the king: direct checks.
    let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
    let mut checking = [0; 8];
    checking[Kind::Pawn as usize] = PAWN[side.other().index()][king & 31];
    checking[Kind::Knight as usize] = KNIGHT[king & 31];
    checking[Kind::Bishop as usize] = diagonal;
    checking[Kind::Rook as usize] = straight;
    checking[Kind::Queen as usize] = diagonal | straight;
    // The pieces nearest to the king on its lines: a step of theirs away from the line may be a discovered check.
    let blockers = (diagonal | straight) & own;
    let gives_check = |m: Move| {
        checking[board.code(m.from())].contains(m.to())
            || blockers.contains(m.from()) && {
                let (from, to) = (u32::of(m.from()), u32::of(m.to()));
                let (cleared, army) = (occupied ^ from | to, own.minus(from));
                attacks::bishop(king, cleared).meets(board.diagonal() & army)
                    || attacks::rook(king, cleared).meets(board.straight() & army)
            }
    };
    generate::<false, true>(position, |m| {
        if gives_check(m) {
            visit(m);
        }
    });
}

/// Tests whether pseudo-legal moves leave a royal king in check.
pub(super) struct Guard<'a> {
    board: &'a Board,
    side: Side,
    king: Square,
    /// The pieces whose moves have to be tried: all of them in check, else the king and whatever may shield it.
    suspects: u32,
}

impl<'a> Guard<'a> {
    /// For the side to move, whose king must be on the board.
    pub(super) fn new(position: &'a Minichess) -> Self {
        let (board, side) = (position.board(), position.turn());
        let king = board.king(side).unwrap_or(0);
        let lines = attacks::bishop(king, 0) | attacks::rook(king, 0);
        let suspects = if in_check(board, side) { ALL } else { lines.with(king) };
        Self { board, side, king, suspects }
    }

    /// Whether the king is safe after a pseudo-legal move.
    #[inline]
    pub(super) fn allows(&self, m: Move) -> bool {
        !self.suspects.contains(m.from()) || self.is_safe_after(m)
    }

    fn is_safe_after(&self, m: Move) -> bool {
        let (from, to) = (u32::of(m.from()), u32::of(m.to()));
        let king = if m.from() == self.king { m.to() } else { self.king };
        let occupied = self.board.occupied() ^ from | to;
        let enemy = self.board.of(self.side.other()).minus(to);
        !self.board.attackers(king, occupied).meets(enemy)
    }
}

/// Whether a side's king is attacked.
#[inline]
pub(super) fn in_check(board: &Board, side: Side) -> bool {
    board.king(side).is_some_and(|king| board.attackers(king, board.occupied()).meets(board.of(side.other())))
}
