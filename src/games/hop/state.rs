//! The hooks of the search for hop: captures, move ordering, SEE, finishing moves, null moves, endgame tables.

use super::board::{TARGETS, Way, singles};
use super::moves::{Move, Moves, Parts};
use super::network::Accumulators;
use super::{Hop, Undo};
use crate::bits::BitSet;
use crate::game::{Exact, Position, Side};
use crate::nnue::NetworkRef;
use crate::search::hooks::{Margins, Searchable, State};

/// The value of a piece in captures beyond its piece-square score: its hops, its neighbours, the tempo.
const CAPTURE: i32 = 200;
/// No null move with fewer plies left: near the ply limit a tempo decides.
const NULL_MOVE_PLIES: u32 = 8;
/// No null move where a side has fewer pieces on their way: zugzwang.
const NULL_MOVE_PIECES: u32 = 2;

impl Hop {
    /// The pieces of a side that are not home.
    #[inline]
    pub(super) fn under_way(&self, side: Side) -> u64 {
        self.men(side).minus(TARGETS[side.index()])
    }

    /// The hanging pieces of `side`: those that an enemy beside them can hop over.
    #[inline]
    fn hanging(&self, side: Side) -> u64 {
        let (enemy, empty) = (self.men(side.other()), self.empty());
        self.men(side) & Way::ALL.iter().fold(0, |found, way| found | way.step(enemy) & way.back().step(empty))
    }

    /// The turn that brings the last piece home and wins, if the side to move has one.
    #[inline]
    fn finish(&self) -> Option<Move> {
        let side = self.side_to_move();
        let last = self.under_way(side);
        if last.without_first() != 0 || self.is_over() {
            return None;
        }
        self.finish_with(last, side)
    }

    fn finish_with(&self, last: u64, side: Side) -> Option<Move> {
        let target = TARGETS[side.index()] & self.empty();
        let (score, enemy_home) = (self.men(side).len(), self.men(side.other()) & TARGETS[side.other().index()]);
        let [ahead, ..] = self.ways();
        let step = ahead.step(last) & target;
        if step != 0 && score > enemy_home.len() {
            return Some(Move::of(last | step));
        }
        let mut found = None;
        self.chains_of(last, |captured, ends| {
            if found.is_none() && score > enemy_home.minus(captured).len() {
                found = (ends & target).first().map(|to| Move::of(last | u64::of(to) | captured));
            }
        });
        found
    }
}

/// The search state of hop: the network's accumulators.
#[derive(Clone, Debug)]
pub struct HopState(Accumulators);

impl Searchable for Hop {
    type State = HopState;
}

impl State<Hop> for HopState {
    const MARGINS: Margins = Margins {
        aspiration: 60,
        reverse_futility: 150,
        futility: 150,
        noisy_exchange: 150,
        delta: 300,
        late_moves: 6,
        ..Margins::NONE
    };
    const HISTORY_SIZE: usize = 128;
    const CONTINUATION_HISTORY: bool = true;

    const QUICK_MOVES: bool = true;

    fn new(_: &Hop) -> Self {
        Self(Hop::accumulators(None))
    }

    /// Nothing to do: each accumulator stores its pieces and is updated from there, whatever the root.
    fn reset(&mut self, _: &Hop) {}

    fn use_network(&mut self, network: NetworkRef) {
        self.0 = Hop::accumulators(Some(network));
    }

    #[inline]
    fn static_eval(&mut self, position: &Hop, side: Side) -> i32 {
        position.static_eval(&mut self.0, side)
    }

    fn validate(&self, position: &Hop) -> Result<(), String> {
        self.0.validate(position.ply.into())
    }

    /// The index: side and target square.
    #[inline]
    fn history_index(&self, position: &Hop, m: Move) -> usize {
        let Parts { to, .. } = position.parts(m);
        64 * usize::from(position.to_move) + (to.trailing_zeros() & 63) as usize
    }

    /// The captured pieces, and the progress of the moved one.
    #[inline]
    fn noisy_score(&self, position: &Hop, m: Move) -> i32 {
        let Parts { from, to, captured } = position.parts(m);
        let side = position.side_to_move();
        let way = if from == 0 { 0 } else { Hop::piece_square(to, side) - Hop::piece_square(from, side) };
        way + singles(captured).map(|square| CAPTURE + Hop::piece_square(square, side.other())).sum::<i32>()
    }

    /// The gain of the move, less the moved piece if it hangs where its chain ends.
    #[inline]
    fn see_ge(&self, position: &Hop, m: Move, threshold: i32) -> bool {
        let (gain, side) = (self.noisy_score(position, m), position.side_to_move());
        let Parts { to, .. } = position.parts(m);
        let risk = if to == 0 { 0 } else { (CAPTURE + Hop::piece_square(to, side)).max(0) };
        if gain - risk >= threshold || gain < threshold {
            return gain >= threshold;
        }
        let mut after = position.clone();
        let _ = after.make(m);
        !after.hanging(side).meets(to)
    }

    fn noisy(&self, position: &Hop, list: &mut Moves) {
        position.for_each_capture(|m| list.push(m));
    }

    fn quiet(&self, position: &Hop, list: &mut Moves) {
        position.for_each_quiet_turn(|m| list.push(m));
    }

    #[inline]
    fn is_noisy(&self, position: &Hop, m: Move) -> bool {
        m.squares().meets(position.enemy())
    }

    /// Whether the other side threatens to finish and win with its next turn.
    #[inline]
    fn in_check(&self, position: &Hop) -> bool {
        let side = position.side_to_move().other();
        let last = position.under_way(side);
        last.without_first() == 0 && last != 0 && {
            let after_null = Hop { to_move: position.to_move ^ 1, ..position.clone() };
            after_null.finish().is_some()
        }
    }

    #[inline]
    fn null_move_allowed(&self, position: &Hop) -> bool {
        Side::all(2).all(|side| position.under_way(side).len() >= NULL_MOVE_PIECES)
            && u32::from(position.rules.plies - position.ply) >= NULL_MOVE_PLIES
    }

    #[inline]
    fn make_null(position: &mut Hop) -> Undo {
        position.make(Move::PASS)
    }

    #[inline]
    fn unmake_null(position: &mut Hop, undo: Undo) {
        position.unmake(Move::PASS, undo);
    }

    #[inline]
    fn winning_move(&self, position: &Hop) -> Option<Move> {
        position.finish()
    }

    fn has_probe(&self, position: &Hop) -> bool {
        position.has_tables()
    }

    #[inline]
    fn probe(&self, position: &Hop) -> Option<Exact> {
        position.probe_tables()
    }
}
