//! Static exchange evaluation: what a series of captures on one square comes to, everyone else against the mover.
//!
//! After the mover's capture both other sides move before it does again, and either may take back: they take with the
//! cheapest piece of both, as if they were one side. They never take from each other: that would be the mover's gain.

use super::attacks::{self, Boards};
use super::board::{ALL, Board, Kind, Move};
use super::geometry::{COLUMNS, ROWS, SQUARES};
use super::movegen::PROMOTING;
use super::position::Threechess;
use crate::bits::BitSet;
use crate::game::Side;

/// What a piece is worth in an exchange, in hundredths of a pawn, by its kind; 0 where there is none. A king is worth
/// more than all else.
const VALUE: [i32; 8] = [100, 310, 350, 490, 950, 10_000, 0, 0];
/// What a pawn gains by becoming a queen.
const PROMOTION: i32 = VALUE[Kind::Queen as usize] - VALUE[Kind::Pawn as usize];
const KING: i32 = VALUE[Kind::King as usize];

/// What a move takes at once: the piece on its target, and what a promotion gains.
#[inline]
pub(super) fn gain(position: &Threechess, m: Move) -> i32 {
    let taken = VALUE[position.board().piece(m.to()).kind_code()];
    if position.promotes(m) {
        taken + VALUE[Move::PROMOTIONS[m.promotion()] as usize] - VALUE[Kind::Pawn as usize]
    } else {
        taken
    }
}

/// What the piece on a square is worth in an exchange.
#[inline]
pub(super) fn piece_value(board: &Board, square: usize) -> i32 {
    VALUE[board.piece(square).kind_code()]
}

/// Whether the series of captures that `m` begins wins at least `threshold`. Both parties go on with their cheapest
/// piece as long as that pays, pieces behind others join in, and a pawn taking on a back rank may promote.
pub(super) fn see_ge(position: &Threechess, m: Move, threshold: i32) -> bool {
    let lead = gain(position, m) - threshold;
    if lead < 0 {
        return false;
    }
    if m == Move::PASS {
        return true;
    }
    let (board, to, side) = (position.board(), m.to(), position.turn());
    let placed = if position.promotes(m) {
        VALUE[Move::PROMOTIONS[m.promotion()] as usize]
    } else {
        piece_value(board, m.from())
    };
    // Even losing the piece for nothing leaves enough; and after a king nothing is taken any more.
    if lead >= placed + PROMOTION || piece_value(board, to) == KING {
        return true;
    }
    let occupied = board.occupied().minus(u128::of(m.from())).with(to);
    lead >= recapture(board, to, occupied, side, placed)
}

/// What the others than `mover` win at best by taking a piece worth `victim` on `square`, with only the `occupied`
/// squares in play; 0 if they had better not.
fn recapture(board: &Board, square: usize, occupied: u128, mover: Side, victim: i32) -> i32 {
    // Gains of the captures so far, each less what the answer to it gains.
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

/// The cheapest attacker; of several the first, counted from the section of `mover`, so that turning the board changes
/// nothing.
#[inline]
fn least_valuable_attacker(board: &Board, attackers: u128, mover: Side) -> Option<usize> {
    let set = Kind::ALL.into_iter().map(|kind| attackers & board.kind(kind)).find(|&set| set != 0)?;
    let turn = COLUMNS * ROWS * mover.index();
    let turned = (set >> turn | set << (SQUARES - turn)) & ALL;
    Some((turned.first()? + turn) % SQUARES)
}
