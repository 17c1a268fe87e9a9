//! The search state of minichess (the network's accumulators) and the hooks of the search: noisy and quiet moves, move
//! ordering, SEE, checks and null moves.

use super::accumulator::Accumulators;
use super::board::{Kind, Move};
use super::movegen;
use super::position::{Minichess, Moves, Undo};
use super::see;
use super::square::SQUARES;
use crate::bits::BitSet;
use crate::game::{Exact, Position, Side};
use crate::nnue::NetworkRef;
use crate::search::Techniques;
use crate::search::hooks::{Margins, Searchable, State};

/// No null move with fewer plies left: near the ply limit a tempo decides.
const NULL_MOVE_PLIES: u32 = 6;

/// The search state of minichess: the network's accumulators.
#[derive(Clone, Debug)]
pub struct MinichessState(Accumulators);

impl Searchable for Minichess {
    type State = MinichessState;
}

impl State<Minichess> for MinichessState {
    /// Fitted by SPSA on 40,000 games of 8,000 nodes a move (docs/lab/tuning.md).
    const MARGINS: Margins = Margins {
        aspiration: 28,
        reverse_futility: 112,
        futility: 119,
        noisy_exchange: 119,
        delta: 224,
        quiet_exchange: 25,
        late_moves: 6,
        null_reduction: 3,
        fail_soft: 1,
        ..Margins::NONE
    };
    /// docs/lab/search.md has the matches.
    const TECHNIQUES: Techniques = Techniques { check_extension: false, killers: false, ..Techniques::ALL };
    const HISTORY_SIZE: usize = 2 * 6 * SQUARES;
    const CONTINUATION_HISTORY: bool = true;

    const QUICK_MOVES: bool = true;

    fn new(position: &Minichess) -> Self {
        Self(Accumulators::new(position))
    }

    /// Little to do: each accumulator stores its board and is updated from there, whatever the root.
    fn reset(&mut self, position: &Minichess) {
        self.0.reset(position);
    }

    fn use_network(&mut self, network: NetworkRef) {
        self.0.use_network(network);
    }

    #[inline]
    fn static_eval(&mut self, position: &Minichess, side: Side) -> i32 {
        let white = position.static_eval(&mut self.0);
        if side == Side::FIRST { white } else { -white }
    }

    fn validate(&self, position: &Minichess) -> Result<(), String> {
        self.0.validate(position.ply())
    }

    /// The piece-to index: piece with its colour, and target square.
    #[inline]
    fn history_index(&self, position: &Minichess, m: Move) -> usize {
        // The first index of each piece code. Codes have gaps; White's begin at 8.
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
        usize::from(FIRST[position.board().piece(m.from())]) + m.to()
    }

    /// MVV-LVA: the captured piece and the gain of a promotion, then the less valuable attacker first.
    #[inline]
    fn noisy_score(&self, position: &Minichess, m: Move) -> i32 {
        see::gain(position, m) - see::piece_value(position.board().code(m.from())) / 64
    }

    fn see_ge(&self, position: &Minichess, m: Move, threshold: i32) -> bool {
        see::see_ge(position, m, threshold)
    }

    #[inline]
    fn noisy(&self, position: &Minichess, list: &mut Moves) {
        if !position.is_cut_off() {
            movegen::generate::<true, false>(position, |m| list.push(m));
        }
    }

    #[inline]
    fn quiet(&self, position: &Minichess, list: &mut Moves) {
        if !position.is_cut_off() {
            movegen::generate::<false, true>(position, |m| list.push(m));
        }
    }

    fn quiet_checks(&self, position: &Minichess, list: &mut Moves) {
        if !position.is_cut_off() {
            movegen::quiet_checks(position, |m| list.push(m));
        }
    }

    #[inline]
    fn is_noisy(&self, position: &Minichess, m: Move) -> bool {
        position.board().occupied().contains(m.to()) || position.promotes(m)
    }

    #[inline]
    fn in_check(&self, position: &Minichess) -> bool {
        movegen::in_check(position.board(), position.turn())
    }

    /// Not in check, with non-pawn material (zugzwang), and not close to the ply limit.
    #[inline]
    fn null_move_allowed(&self, position: &Minichess) -> bool {
        let board = position.board();
        let non_pawns = board.of(position.turn()).minus(board.kind(Kind::Pawn) | board.kind(Kind::King));
        non_pawns != 0 && position.plies_left().is_none_or(|left| left >= NULL_MOVE_PLIES) && !self.in_check(position)
    }

    #[inline]
    fn make_null(position: &mut Minichess) -> Undo {
        position.pass()
    }

    #[inline]
    fn unmake_null(position: &mut Minichess, undo: Undo) {
        position.restore(undo);
    }

    /// A capture of the king.
    #[inline]
    fn winning_move(&self, position: &Minichess) -> Option<Move> {
        if position.is_royal() {
            return None;
        }
        let board = position.board();
        let king = board.king(position.turn().other())?;
        let taker = (board.attackers(king, board.occupied()) & board.of(position.turn())).first()?;
        // Tested last, since there is rarely a capture of the king.
        if position.is_cut_off() {
            return None;
        }
        Some(Move::new(taker, king))
    }

    fn has_probe(&self, _: &Minichess) -> bool {
        true
    }

    /// The endgame tables; none is asked where the king can be taken, which [`Self::winning_move`] sees.
    #[inline]
    fn probe(&self, position: &Minichess) -> Option<Exact> {
        position.probe_tables()
    }

    #[inline]
    fn probe_to_limit(&self, position: &Minichess) -> Option<Exact> {
        position.probe_tables_to_limit()
    }
}
