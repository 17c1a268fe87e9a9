//! Static exchange evaluation: what a series of captures on one square comes to.

use super::attacks;
use super::board::{Board, Kind, Move, RANK_1, RANK_6};
use super::position::Minichess;
use crate::bits::BitSet;
use crate::game::Side;

/// What a piece is worth in an exchange, in hundredths of a pawn, by its code. A king is worth more than all else.
const VALUE: [i32; 8] = [0, 100, 280, 10_000, 0, 290, 440, 880];
/// What a pawn gains by becoming a queen.
const PROMOTION: i32 = VALUE[Kind::Queen as usize] - VALUE[Kind::Pawn as usize];
/// Who takes first: the cheapest, and the king last.
const ORDER: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

/// What a move takes at once: the piece on its target, and what a promotion gains.
#[inline]
pub(super) fn gain(position: &Minichess, m: Move) -> i32 {
    let taken = VALUE[position.board().code(m.to())];
    if position.promotes(m) { taken + PROMOTION } else { taken }
}

/// What a piece is worth in an exchange.
#[inline]
pub(super) const fn value(code: usize) -> i32 {
    VALUE[code & 7]
}

/// Whether the series of captures that `m` begins wins at least `threshold`. Each side goes on with its cheapest piece as
/// long as that pays, pieces behind others join in, and a pawn taking on a last rank promotes.
pub(super) fn wins(position: &Minichess, m: Move, threshold: i32) -> bool {
    let (board, to) = (position.board(), m.to());
    let lead = gain(position, m) - threshold;
    let placed = VALUE[Minichess::promoted(board.code(m.from()), to)];
    if lead < 0 {
        return false;
    }
    // Even losing the piece for nothing leaves enough; and after the king nothing is taken any more.
    let promotion = if (RANK_1 | RANK_6).contains(to) { PROMOTION } else { 0 };
    if lead >= placed + promotion || board.code(to) == Kind::King as usize {
        return true;
    }
    let occupied = board.occupied().minus(u32::of(m.from())).with(to);
    !answer_exceeds(lead, board, to, occupied, position.turn().other(), placed)
}

/// Whether `side` wins more than `lead`, at least 0, by taking a piece worth `stake` on `square`, with only the `occupied`
/// squares in play, if it may stop whenever it likes.
fn answer_exceeds(lead: i32, board: &Board, square: usize, occupied: u32, side: Side, stake: i32) -> bool {
    let (mut lead, mut occupied, mut side, mut stake) = (lead, occupied, side, stake);
    let mut attackers = board.attackers(square, occupied) & occupied;
    let last_rank = (RANK_1 | RANK_6).contains(square);
    // The answer if `side` does not take.
    let mut exceeds = false;
    while let Some((from, kind)) = cheapest(board, attackers & board.of(side)) {
        let promotes = kind == Kind::Pawn && last_rank;
        let gain = if promotes { stake + PROMOTION } else { stake };
        if gain <= lead {
            break;
        }
        exceeds = !exceeds;
        if stake == VALUE[Kind::King as usize] {
            break;
        }
        // The other side has to win at least what would be too much.
        lead = gain - lead - 1;
        stake = if promotes { VALUE[Kind::Queen as usize] } else { VALUE[kind as usize] };
        occupied &= !u32::of(from);
        attackers |= attacks::bishop(square, occupied) & board.diagonal();
        attackers |= attacks::rook(square, occupied) & board.straight();
        attackers &= occupied;
        side = side.other();
    }
    exceeds
}

#[inline]
fn cheapest(board: &Board, attackers: u32) -> Option<(usize, Kind)> {
    ORDER.into_iter().find_map(|kind| Some(((attackers & board.kind(kind)).first()?, kind)))
}
