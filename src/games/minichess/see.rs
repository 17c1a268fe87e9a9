//! Static exchange evaluation (SEE): what a series of captures on one square comes to.

use super::attacks;
use super::board::{Board, Kind, Move};
use super::position::Minichess;
use super::square::{RANK_1, RANK_6};
use crate::bits::BitSet;
use crate::game::Side;

/// The value of a piece in an exchange, in hundredths of a pawn, by its code. A king counts more than all else.
const VALUE: [i32; 8] = [0, 100, 280, 10_000, 0, 290, 440, 880];
/// What a pawn gains by becoming a queen.
const PROMOTION: i32 = VALUE[Kind::Queen as usize] - VALUE[Kind::Pawn as usize];
/// The order of capture: the least valuable attacker first, the king last.
const ORDER: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

/// The immediate gain of a move: the value of the captured piece, and what a promotion gains.
#[inline]
pub(super) fn gain(position: &Minichess, m: Move) -> i32 {
    let taken = VALUE[position.board().code(m.to())];
    if position.promotes(m) { taken + PROMOTION } else { taken }
}

/// The value of a piece in an exchange.
#[inline]
pub(super) const fn piece_value(code: usize) -> i32 {
    VALUE[code & 7]
}

/// Whether the exchange that `m` begins wins at least `threshold`. Each side recaptures with its least valuable
/// attacker as long as that pays; X-ray attackers join in, and a pawn that captures on a last rank promotes.
pub(super) fn see_ge(position: &Minichess, m: Move, threshold: i32) -> bool {
    let (board, to) = (position.board(), m.to());
    let margin = gain(position, m) - threshold;
    let moved_value = VALUE[Minichess::promoted(board.code(m.from()), to)];
    if margin < 0 {
        return false;
    }
    // Enough even if the moved piece is lost for nothing; and a captured king ends the exchange.
    let promotion = if (RANK_1 | RANK_6).contains(to) { PROMOTION } else { 0 };
    if margin >= moved_value + promotion || board.code(to) == Kind::King as usize {
        return true;
    }
    let occupied = board.occupied().minus(u32::of(m.from())).with(to);
    !recapture_exceeds(margin, board, to, occupied, position.turn().other(), moved_value)
}

/// Whether `side` wins more than `margin`, at least 0, by capturing a piece of value `victim` on `square`, with only
/// the `occupied` squares in play. Either side may stop capturing at any time.
fn recapture_exceeds(margin: i32, board: &Board, square: usize, occupied: u32, side: Side, victim: i32) -> bool {
    let (mut margin, mut occupied, mut side, mut victim) = (margin, occupied, side, victim);
    let mut attackers = board.attackers(square, occupied) & occupied;
    let last_rank = (RANK_1 | RANK_6).contains(square);
    // The result if the side to capture stops here.
    let mut exceeds = false;
    while let Some((from, kind)) = least_valuable_attacker(board, attackers & board.of(side)) {
        let promotes = kind == Kind::Pawn && last_rank;
        let gain = if promotes { victim + PROMOTION } else { victim };
        if gain <= margin {
            break;
        }
        exceeds = !exceeds;
        if victim == VALUE[Kind::King as usize] {
            break;
        }
        // Null-window negamax: the other side now has to win more than this to refute the capture.
        margin = gain - margin - 1;
        victim = if promotes { VALUE[Kind::Queen as usize] } else { VALUE[kind as usize] };
        occupied &= !u32::of(from);
        attackers |= attacks::bishop(square, occupied) & board.diagonal();
        attackers |= attacks::rook(square, occupied) & board.straight();
        attackers &= occupied;
        side = side.other();
    }
    exceeds
}

#[inline]
fn least_valuable_attacker(board: &Board, attackers: u32) -> Option<(usize, Kind)> {
    if attackers.is_empty() {
        return None;
    }
    ORDER.into_iter().find_map(|kind| Some(((attackers & board.kind(kind)).first()?, kind)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Played, Position, Variant};
    use crate::zobrist::SplitMix64;

    /// The most that `side` wins by capturing on `square`, by recursion over the captures.
    fn slow_see(board: &Board, square: usize, occupied: u32, side: Side, victim: i32) -> i32 {
        let takers = board.attackers(square, occupied) & occupied & board.of(side);
        let Some((from, kind)) = least_valuable_attacker(board, takers) else { return 0 };
        let promotes = kind == Kind::Pawn && (RANK_1 | RANK_6).contains(square);
        let (gain, next) = if promotes { (PROMOTION, Kind::Queen) } else { (0, kind) };
        let answer = match victim {
            10_000 => 0,
            _ => slow_see(board, square, occupied ^ u32::of(from), side.other(), VALUE[next as usize]),
        };
        (victim + gain - answer).max(0)
    }

    #[test]
    fn see_agrees_with_recursive_captures() {
        let mut random = SplitMix64::new(11);
        let mut tested = 0;
        for _ in 0..200 {
            let mut game = Played::new(Minichess::start(&Default::default()));
            while game.outcome().is_none() {
                let position = game.position();
                let mut list = <Minichess as Position>::Moves::default();
                position.moves(&mut list);
                for &m in list.as_slice() {
                    let (board, to) = (position.board(), m.to());
                    let occupied = board.occupied().minus(u32::of(m.from())).with(to);
                    let moved_value = VALUE[Minichess::promoted(board.code(m.from()), to)];
                    let answer = match Kind::from_code(board.code(to)) {
                        Some(Kind::King) => 0,
                        _ => slow_see(board, to, occupied, position.turn().other(), moved_value),
                    };
                    let exact = gain(position, m) - answer;
                    for threshold in [-900, -440, -100, -1, 0, 1, 100, 290, exact - 1, exact, exact + 1] {
                        assert_eq!(see_ge(position, m, threshold), exact >= threshold, "{position:?} {m} {threshold}");
                    }
                    tested += usize::from(answer > 0);
                }
                let moves = list.as_slice();
                game.play(moves[random.below(moves.len())]);
            }
        }
        assert!(tested > 1000);
    }
}
