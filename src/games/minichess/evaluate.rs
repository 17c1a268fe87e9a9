//! The estimate of who is better: a network's, which near the limit on plies turns into who leads by the count that
//! decides then.

use super::accumulator::{self, Accumulators, FEATURES, features, mirrors};
use super::board::Kind;
use super::position::Minichess;
use crate::bits::BitSet;
use crate::game::{Evaluate, Position, Side, Term};

/// The greatest estimate.
const MOST: i32 = 20_000;
/// So many plies before the limit the estimate begins to turn into who leads by the final count.
const SWITCH_PLIES: u32 = 32;
/// At the limit: for leading at all, and for each point of the lead.
const LEAD: (i32, i32) = (250, 60);

impl Minichess {
    /// [`Evaluate::evaluate`] from White's view, from the accumulators that a search keeps.
    #[inline]
    pub(super) fn static_eval(&self, accumulators: &mut Accumulators) -> i32 {
        let output = accumulators.output(self);
        debug_assert_eq!(output, self.network(self.board().occupied()));
        self.switched(output)
    }

    /// The network's output without the pieces on other squares than these, from White's view.
    fn network(&self, pieces: u32) -> i32 {
        accumulator::fresh_output(self, pieces)
    }

    /// What an estimate in White's view becomes with the limit on plies in sight.
    #[inline]
    fn switched(&self, estimate: i32) -> i32 {
        let Some(left) = self.plies_left().filter(|&left| left < SWITCH_PLIES) else {
            return estimate.clamp(-MOST, MOST);
        };
        let left = left as i32;
        let lead = if self.is_decided_by_material() { self.lead() } else { 0 };
        let verdict = LEAD.0 * lead.signum() + LEAD.1 * lead;
        let plies = SWITCH_PLIES as i32;
        ((estimate * left + verdict * (plies - left)) / plies).clamp(-MOST, MOST)
    }
}

impl Evaluate for Minichess {
    const FEATURES: usize = FEATURES;

    fn features(&self) -> impl Iterator<Item = (u16, u16)> {
        let black = self.turn() == Side::SECOND;
        features(self.board(), mirrors(self.board()), self.board().occupied())
            .map(move |(white, other)| if black { (other, white) } else { (white, other) })
    }

    fn evaluate(&self, side: Side) -> i32 {
        let estimate = self.switched(self.network(self.board().occupied()));
        if side == Side::FIRST { estimate } else { -estimate }
    }

    /// What would be missing without the pieces of each kind, and what is more than the sum of that.
    fn explain(&self) -> Vec<Term> {
        const NAMES: [(Kind, &str); 5] = [
            (Kind::Pawn, "pawns"),
            (Kind::Knight, "knights"),
            (Kind::Bishop, "bishops"),
            (Kind::Rook, "rooks"),
            (Kind::Queen, "queens"),
        ];
        let occupied = self.board().occupied();
        let whole = self.network(occupied);
        let mut terms =
            NAMES.map(|(kind, name)| (name, whole - self.network(occupied.minus(self.board().kind(kind))))).to_vec();
        let parts: i32 = terms.iter().map(|&(_, value)| value).sum();
        terms.push(("kings, play together, turn", whole - parts));
        terms.push(("plies left", self.evaluate(Side::FIRST) - whole));
        terms.into_iter().map(|(name, value)| Term { name, values: vec![value, -value] }).collect()
    }
}
