//! Static exchange evaluation (SEE): what a series of captures on one square comes to, both other sides together
//! against the mover.
//!
//! After the mover's capture both other sides move before it does again, and either may recapture: they capture with
//! the least valuable attacker of both, as if they were one side, and never capture each other.

use super::attacks::{self, Boards};
use super::board::{ALL, Board, Kind, Move, PROMOTING};
use super::geometry::{COLUMNS, ROWS, SQUARES};
use super::position::Threechess;
use crate::bits::BitSet;
use crate::game::Side;

/// The value of a piece in an exchange, in hundredths of a pawn, by its kind; 0 where there is none. A king counts
/// more than all else.
const VALUE: [i32; 8] = [100, 310, 350, 490, 950, 10_000, 0, 0];
/// What a pawn gains by becoming a queen.
const PROMOTION: i32 = VALUE[Kind::Queen as usize] - VALUE[Kind::Pawn as usize];
const KING: i32 = VALUE[Kind::King as usize];

/// The immediate gain of a move: the value of the captured piece, and what a promotion gains.
#[inline]
pub(super) fn gain(position: &Threechess, m: Move) -> i32 {
    let taken = VALUE[position.board().piece(m.to()).kind_code()];
    if position.promotes(m) {
        taken + VALUE[Move::PROMOTIONS[m.promotion()] as usize] - VALUE[Kind::Pawn as usize]
    } else {
        taken
    }
}

/// The value of the piece on a square in an exchange.
#[inline]
pub(super) fn piece_value(board: &Board, square: usize) -> i32 {
    VALUE[board.piece(square).kind_code()]
}

/// Whether the exchange that `m` begins wins at least `threshold`. Both parties recapture with their least valuable
/// attacker as long as that pays; X-ray attackers join in, and a pawn that captures on a back rank may promote.
pub(super) fn see_ge(position: &Threechess, m: Move, threshold: i32) -> bool {
    let margin = gain(position, m) - threshold;
    if margin < 0 {
        return false;
    }
    if m == Move::PASS {
        return true;
    }
    let (board, to, side) = (position.board(), m.to(), position.turn());
    let moved_value = if position.promotes(m) {
        VALUE[Move::PROMOTIONS[m.promotion()] as usize]
    } else {
        piece_value(board, m.from())
    };
    // Enough even if the moved piece is lost for nothing; and a captured king ends the exchange.
    if margin >= moved_value + PROMOTION || piece_value(board, to) == KING {
        return true;
    }
    let occupied = board.occupied().minus(u128::of(m.from())).with(to);
    margin >= recapture(board, to, occupied, side, moved_value)
}

/// The most that the sides other than `mover` win by capturing a piece of value `victim` on `square`, with only the
/// `occupied` squares in play; 0 if they had better not capture.
fn recapture(board: &Board, square: usize, occupied: u128, mover: Side, victim: i32) -> i32 {
    // The swap list: the gain of each capture in turn.
    let (mut swap, mut depth) = ([0; 48], 0);
    let (mut occupied, mut victim) = (occupied, victim);
    let (own, pawns) = (board.of(mover), board.kind(Kind::Pawn));
    let mut attackers = board.attackers(square, &Boards::new(occupied)) & occupied;
    let (mut others_turn, sliders) = (true, board.diagonal() | board.straight());
    while let Some(from) =
        least_valuable_attacker(board, if others_turn { attackers.minus(own) } else { attackers & own }, mover)
    {
        let promotes = pawns.contains(from)
            && Side::all(3).any(|side| board.of(side).contains(from) && PROMOTING[side.index()].contains(square));
        swap[depth] = if promotes { victim + PROMOTION } else { victim };
        depth += 1;
        if victim == KING {
            break;
        }
        victim = if promotes { VALUE[Kind::Queen as usize] } else { piece_value(board, from) };
        occupied = occupied.minus(u128::of(from));
        if (attackers | occupied).meets(sliders) {
            let boards = Boards::new(occupied);
            attackers |= attacks::bishop(square, &boards) & board.diagonal();
            attackers |= attacks::rook(square, &boards) & board.straight();
        }
        attackers &= occupied;
        others_turn = !others_turn;
    }
    swap[..depth].iter().rev().fold(0, |later, gain| (gain - later).max(0))
}

/// The least valuable attacker; of several the first, counted from the section of `mover`, so that the result is the
/// same on a rotated board.
#[inline]
fn least_valuable_attacker(board: &Board, attackers: u128, mover: Side) -> Option<usize> {
    let set = Kind::ALL.into_iter().map(|kind| attackers & board.kind(kind)).find(|&set| set != 0)?;
    let shift = COLUMNS * ROWS * mover.index();
    let rotated = (set >> shift | set << (SQUARES - shift)) & ALL;
    Some((rotated.first()? + shift) % SQUARES)
}
