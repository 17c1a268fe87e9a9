//! The static evaluation: the output of the network (NNUE), and what the ply limit does near the end.

use super::Hop;
use super::board::SIZE;
use super::network::{self, Accumulators, given_or_own};
use crate::bits::BitSet;
use crate::game::{Evaluate, Position, Side, Term};
use crate::nnue::{GameNetwork, NetworkRef};

/// The bound of the evaluation.
const MAX_EVAL: i32 = 20_000;
/// The ply limit is evaluated in so many plies before it.
const LAST_PLIES: u32 = 10;
/// A piece that is home when the plies run out: in full at the last ply.
const HOME_IN_TIME: i32 = 400;
/// A piece that can no longer be home when the plies run out: in full at the last ply.
const TOO_LATE: i32 = -300;

/// Piece-square score for move ordering and SEE: a piece by the columns that it has advanced.
const COLUMN: [i32; SIZE] = [-220, -55, 65, 160, 250, 430, 630, 665];

impl Hop {
    /// The piece-square score of a piece of `side`.
    #[inline]
    pub(super) fn piece_square(square: u64, side: Side) -> i32 {
        let column = square.trailing_zeros() as usize % SIZE;
        COLUMN[if side == Side::FIRST { column } else { SIZE - 1 - column }]
    }

    /// The score near the ply limit: pieces at home count, and those that can no longer get there, at one a turn.
    #[inline]
    fn ply_limit_score(&self, side: Side, left: u32) -> i32 {
        let turns = (left + u32::from(self.side_to_move() == side)) / 2;
        let under_way = self.under_way(side).len();
        let home = self.men(side).len() - under_way;
        let value = home as i32 * HOME_IN_TIME + under_way.saturating_sub(turns) as i32 * TOO_LATE;
        value * (LAST_PLIES - left) as i32 / LAST_PLIES as i32
    }

    /// [`Evaluate::evaluate`] by the accumulators of the search state.
    #[inline]
    pub(super) fn static_eval(&self, accumulators: &mut Accumulators, side: Side) -> i32 {
        let output = self.output(accumulators);
        debug_assert_eq!(output, self.fresh_output(accumulators.network(), self.men));
        self.with_ply_limit(output, side)
    }

    /// The evaluation for `side`, from the network's output for the side to move.
    #[inline]
    fn with_ply_limit(&self, output: i32, side: Side) -> i32 {
        let output = if side == self.side_to_move() { output } else { -output };
        let limit = match self.plies_left() {
            Some(left) if left < LAST_PLIES => {
                self.ply_limit_score(side, left) - self.ply_limit_score(side.other(), left)
            }
            _ => 0,
        };
        (output + limit).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

impl Evaluate for Hop {
    const CHANCE_SCALE: f64 = 225.0;
    const LEVEL_ELO: &'static [i32] = &[1000, 1251, 1411, 1497, 1573, 1665, 1812, 1882, 1971];

    const NETWORK: Option<GameNetwork> = Some(network::OWN);

    fn features(&self, view: Side) -> impl Iterator<Item = u16> {
        self.network_features(view)
    }

    fn bucket(&self, _: Side) -> usize {
        self.output_bucket()
    }

    fn evaluate(&self, side: Side) -> i32 {
        self.evaluate_with(None, side)
    }

    fn evaluate_with(&self, network: Option<NetworkRef>, side: Side) -> i32 {
        self.with_ply_limit(self.fresh_output(given_or_own(network), self.men), side)
    }

    /// The difference that removing pieces makes, those at home and those under way, and the rest.
    fn explain_with(&self, network: Option<NetworkRef>) -> Vec<Term> {
        let output = |men| {
            let output = self.fresh_output(given_or_own(network), men);
            if self.side_to_move() == Side::FIRST { output } else { -output }
        };
        let whole = output(self.men);
        let under_way = [Side::FIRST, Side::SECOND].map(|side| self.under_way(side));
        let home = [self.men[0].minus(under_way[0]), self.men[1].minus(under_way[1])];
        let (home, under_way) = (whole - output(under_way), whole - output(home));
        let terms = [
            ("pieces at home", home),
            ("pieces under way", under_way),
            ("play together, turn", whole - home - under_way),
            ("ply limit", self.evaluate_with(network, Side::FIRST) - whole),
        ];
        terms.map(|(name, value)| Term { name, values: vec![value, -value] }).to_vec()
    }
}
