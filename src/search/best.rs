//! What the moves of a node have shown so far: the best of them, and what its value proves.

use super::hooks::State;
use super::value::{INFINITE, Value, concluded, no_better_than_draw};
use super::worker::Worker;
use crate::game::Position;

/// The best of a node's moves so far.
pub(super) struct Best<M> {
    /// Its value, or what the side to move has without a move; before there is any, `-INFINITE`.
    pub(super) value: Value,
    /// The move, if it raised alpha.
    pub(super) m: Option<M>,
    /// What the next move must beat.
    pub(super) alpha: Value,
    /// What ends the node: a fail high.
    pub(super) beta: Value,
    /// Every move is proven to be no better than a draw.
    pub(super) all_proven: bool,
    /// The game's heuristics left moves out.
    pub(super) left_out: bool,
    /// How many moves there were.
    pub(super) count: usize,
}

impl<M> Best<M> {
    /// Before the first move of a node with this window. Not `all_proven` if there is more than the moves to come.
    #[inline]
    pub(super) const fn new(alpha: Value, beta: Value, all_proven: bool) -> Self {
        Self { value: -INFINITE, m: None, alpha, beta, all_proven, left_out: false, count: 0 }
    }

    /// Takes in the value of `m`; whether it raised alpha.
    #[inline]
    pub(super) fn raise(&mut self, m: M, value: Value) -> bool {
        self.count += 1;
        self.all_proven &= no_better_than_draw(value);
        self.value = self.value.max(value);
        let raised = value > self.alpha;
        if raised {
            (self.alpha, self.m) = (value, Some(m));
        }
        raised
    }

    /// Takes in what the side to move has at least, without a move; whether that fails high.
    #[inline]
    pub(super) fn stands_pat(&mut self, value: Value) -> bool {
        self.value = self.value.max(value);
        self.alpha = self.alpha.max(self.value);
        self.value >= self.beta
    }

    /// Whether nothing has a value yet.
    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.value == -INFINITE
    }

    /// The value of the node.
    #[inline(always)]
    pub(super) fn concluded(&self) -> Value {
        concluded(self.value, self.beta, self.all_proven, self.left_out)
    }
}

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// Takes in the value of `m` at `ply`, and in PV nodes the line of a new best move; whether it fails high.
    #[inline(always)]
    pub(super) fn update_best<const PV: bool>(
        &mut self,
        best: &mut Best<G::Move>,
        m: G::Move,
        value: Value,
        ply: usize,
    ) -> bool {
        let raised = best.raise(m, value);
        if PV && raised {
            self.update_pv(ply, m);
        }
        raised && value >= best.beta
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_is_the_last_that_raised_alpha() {
        let mut best = Best::new(10, 40, true);
        assert!(best.is_empty());
        // A fail low has a value, but no move.
        assert!(!best.raise('a', 5));
        assert_eq!((best.value, best.m, best.alpha), (5, None, 10));
        assert!(best.raise('b', 20) && !best.raise('c', 20) && best.raise('d', 25));
        assert_eq!((best.value, best.m, best.alpha), (25, Some('d'), 25));
        assert!(!best.is_empty() && !best.all_proven);
    }

    #[test]
    fn only_draws_and_losses_leave_all_proven() {
        let mut best = Best::new(-INFINITE, INFINITE, true);
        assert!(best.raise('a', -INFINITE + 2) && best.raise('b', 0) && best.all_proven);
        best.raise('c', -1);
        assert_eq!((best.value, best.m, best.all_proven), (0, Some('b'), false));
    }

    #[test]
    fn to_stand_pat_raises_alpha_without_a_move() {
        let mut best = Best::<char>::new(10, 40, false);
        assert!(!best.stands_pat(5));
        assert_eq!((best.value, best.alpha), (5, 10));
        assert!(!best.stands_pat(20) && !best.stands_pat(15));
        assert_eq!((best.value, best.m, best.alpha), (20, None, 20));
        assert!(best.stands_pat(40));
    }
}
