//! The hooks of the search for three-player chess: noisy and quiet moves, move ordering, SEE, checks, null moves.

use super::attacks::{self, BISHOP_REACH, Boards, KING, KNIGHT, PAWN_FROM, ROOK_REACH};
use super::board::{Board, Kind, Move};
use super::geometry::{SQUARES, Square};
use super::movegen;
use super::network::Accumulators;
use super::piece_square;
use super::position::{Moves, Threechess, Undo};
use super::see;
use crate::bits::BitSet;
use crate::game::{Position, Side, Variant};
use crate::nnue::NetworkRef;
use crate::search::hooks::{Margins, Searchable, State};

/// No null move with fewer plies left: near the ply limit a tempo decides.
const NULL_MOVE_PLIES: u32 = 6;

/// The search state of three-player chess: the network's accumulators.
#[derive(Clone, Debug)]
pub struct ThreechessState(Accumulators);

impl Searchable for Threechess {
    type State = ThreechessState;
}

impl State<Threechess> for ThreechessState {
    const MARGINS: Margins = Margins {
        aspiration: 40,
        reverse_futility: 110,
        futility: 130,
        noisy_exchange: 130,
        delta: 180,
        late_moves: 4,
        third_party: 2000,
        ..Margins::NONE
    };
    const HISTORY_SIZE: usize = 6 * SQUARES + 1;
    const CONTINUATION_HISTORY: bool = true;

    fn new(_: &Threechess) -> Self {
        Self(Threechess::accumulators(None))
    }

    /// Nothing to do: each accumulator stores its pieces and is updated from there, whatever the root.
    fn reset(&mut self, _: &Threechess) {}

    fn use_network(&mut self, network: NetworkRef) {
        self.0 = Threechess::accumulators(Some(network));
    }

    #[inline]
    fn static_eval(&mut self, position: &Threechess, side: Side) -> i32 {
        position.static_eval(&mut self.0, side)
    }

    fn validate(&self, position: &Threechess) -> Result<(), String> {
        self.0.validate(position.ply())
    }

    /// The piece-to index: kind of piece and target square; the pass is last.
    #[inline]
    fn history_index(&self, position: &Threechess, m: Move) -> usize {
        if m == Move::PASS {
            return 6 * SQUARES;
        }
        position.board().piece(m.from()).kind_code().min(5) * SQUARES + m.to()
    }

    /// MVV-LVA: the captured piece and the gain of a promotion, then the less valuable attacker first.
    #[inline]
    fn noisy_score(&self, position: &Threechess, m: Move) -> i32 {
        see::gain(position, m) - see::piece_value(position.board(), m.from()) / 64
    }

    fn see_ge(&self, position: &Threechess, m: Move, threshold: i32) -> bool {
        see::see_ge(position, m, threshold)
    }

    #[inline]
    fn noisy(&self, position: &Threechess, list: &mut Moves) {
        if !position.is_over() {
            movegen::generate::<true, false>(position, |m| list.push(m));
        }
    }

    #[inline]
    fn quiet(&self, position: &Threechess, list: &mut Moves) {
        if !position.is_over() {
            let before = list.len();
            movegen::generate::<false, true>(position, |m| list.push(m));
            if position.rules().pass_always || list.len() == before && position.passes() {
                list.push(Move::PASS);
            }
        }
    }

    #[inline]
    fn is_noisy(&self, position: &Threechess, m: Move) -> bool {
        position.board().occupied().contains(m.to()) || position.promotes(m)
    }

    /// Whether the king could be taken before its side moves again.
    #[inline]
    fn in_check(&self, position: &Threechess) -> bool {
        let (board, side) = (position.board(), position.turn());
        let [next, last] = enemies(side);
        board.king(side).is_some_and(|king| {
            let pawns = PAWN_FROM[next.index()][king] & board.of(next) | PAWN_FROM[last.index()][king] & board.of(last);
            attackers(board, board.of(next) | board.of(last), king, pawns) != 0
        })
    }

    /// Not in check, with non-pawn material (zugzwang), and not close to the ply limit.
    #[inline]
    fn null_move_allowed(&self, position: &Threechess) -> bool {
        let board = position.board();
        let non_pawns = board.of(position.turn()).minus(board.kind(Kind::Pawn) | board.kind(Kind::King));
        non_pawns != 0
            && position.plies_left().is_none_or(|left| left >= NULL_MOVE_PLIES)
            && !position.is_over()
            && !self.in_check(position)
    }

    #[inline]
    fn make_null(position: &mut Threechess) -> Undo {
        position.make(Move::PASS)
    }

    #[inline]
    fn unmake_null(position: &mut Threechess, undo: Undo) {
        position.unmake(Move::PASS, undo);
    }

    /// A capture of a king.
    #[inline]
    fn winning_move(&self, position: &Threechess) -> Option<Move> {
        if position.is_over() {
            return None;
        }
        let (board, side) = (position.board(), position.turn());
        enemies(side).into_iter().find_map(|enemy| {
            let king = board.king(enemy)?;
            let takers = attackers(board, board.of(side), king, PAWN_FROM[side.index()][king]);
            Some(Move::new(takers.first()?, king))
        })
    }

    /// Whether `by` attacks the other's king.
    #[inline]
    fn endangers(&self, position: &Threechess, by: Side, victim: Side) -> bool {
        let board = position.board();
        board.king(victim).is_some_and(|king| attackers(board, board.of(by), king, PAWN_FROM[by.index()][king]) != 0)
    }

    /// What the piece gains by its new square (of castling: what the king does).
    #[inline]
    fn reply_score(&self, position: &Threechess, m: Move) -> i32 {
        if m == Move::PASS { 0 } else { piece_square::gain(position.board(), m.from(), m.to()) }
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
    // On most squares there is no slider on any line: the magic lookups are skipped.
    if (BISHOP_REACH[square] & diagonal | ROOK_REACH[square] & straight) != 0 {
        let boards = Boards::new(board.occupied());
        found |= attacks::bishop(square, &boards) & diagonal | attacks::rook(square, &boards) & straight;
    }
    found
}
