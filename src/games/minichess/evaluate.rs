//! The static evaluation: the output of the network (NNUE), tapered near the ply limit towards the material count that
//! decides there.

use super::accumulator::{self, Accumulators, features, fresh_output, mirrors};
use super::board::Kind;
use super::position::Minichess;
use crate::bits::BitSet;
use crate::game::{Evaluate, Position, Side, Term};
use crate::nnue::{GameNetwork, NetworkRef};

/// The bound of the evaluation.
const MAX_EVAL: i32 = 20_000;
/// The evaluation is tapered towards the final count in so many plies before the limit.
const TAPER_PLIES: u32 = 32;
/// The evaluation at the limit: for leading at all, and for each point of the lead.
const LEAD: (i32, i32) = (250, 60);

impl Minichess {
    /// [`Evaluate::evaluate`] from White's view, by the accumulators of the search state.
    #[inline]
    pub(super) fn static_eval(&self, accumulators: &mut Accumulators) -> i32 {
        let output = accumulators.output(self);
        debug_assert_eq!(output, accumulators.fresh_output(self));
        self.tapered(output)
    }

    /// The tapered evaluation, from White's view: interpolated between `eval` and the final count by the plies left.
    #[inline]
    fn tapered(&self, eval: i32) -> i32 {
        let Some(left) = self.plies_left().filter(|&left| left < TAPER_PLIES) else {
            return eval.clamp(-MAX_EVAL, MAX_EVAL);
        };
        let left = left as i32;
        let lead = if self.is_decided_by_material() { self.lead() } else { 0 };
        let count = LEAD.0 * lead.signum() + LEAD.1 * lead;
        let plies = TAPER_PLIES as i32;
        ((eval * left + count * (plies - left)) / plies).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

impl Evaluate for Minichess {
    const CHANCE_SCALE: f64 = 135.0;
    const LEVEL_ELO: &'static [i32] = &[1000, 1458, 1729, 1932, 2092, 2227, 2401, 2577, 2677];

    const NETWORK: Option<GameNetwork> = Some(accumulator::OWN);

    fn own_network(&self) -> usize {
        accumulator::own(self)
    }

    fn features(&self, view: Side) -> impl Iterator<Item = u16> {
        let board = self.board();
        features(board, mirrors(board), board.occupied()).map(move |views| views[view.index()])
    }

    fn evaluate(&self, side: Side) -> i32 {
        self.evaluate_with(None, side)
    }

    fn evaluate_with(&self, network: Option<NetworkRef>, side: Side) -> i32 {
        let eval = self.tapered(fresh_output(network, self, self.board().occupied()));
        if side == Side::FIRST { eval } else { -eval }
    }

    /// The difference that removing the pieces of each kind makes, and the rest.
    fn explain_with(&self, network: Option<NetworkRef>) -> Vec<Term> {
        const NAMES: [(Kind, &str); 5] = [
            (Kind::Pawn, "pawns"),
            (Kind::Knight, "knights"),
            (Kind::Bishop, "bishops"),
            (Kind::Rook, "rooks"),
            (Kind::Queen, "queens"),
        ];
        let occupied = self.board().occupied();
        let output = |pieces| fresh_output(network, self, pieces);
        let whole = output(occupied);
        let mut terms =
            NAMES.map(|(kind, name)| (name, whole - output(occupied.minus(self.board().kind(kind))))).to_vec();
        let parts: i32 = terms.iter().map(|&(_, value)| value).sum();
        terms.push(("kings, play together, turn", whole - parts));
        terms.push(("plies left", self.evaluate_with(network, Side::FIRST) - whole));
        terms.into_iter().map(|(name, value)| Term { name, values: vec![value, -value] }).collect()
    }
}
