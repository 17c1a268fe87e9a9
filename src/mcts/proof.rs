//! What is proven of a position: for each side, the least that it can force.
//!
//! MCTS-Solver (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", CG 2008) carries wins and losses up the
//! tree, score-bounded search (Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", CG 2010) also draws.
//! Here each side has a lower bound of its own, which holds whatever all others do, so that sides need not alternate
//! and may be three. Payoffs add up to 0: where the bounds do, too, they are the value.

use crate::game::{Outcome, Position, Side};

/// What is proven of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    /// The least payoff that each side can force: −1 says nothing, 1 is a won game. 0 for sides that do not play.
    least: [i8; 3],
    /// Where a side can force a win, the plies that it takes at most.
    plies: u16,
}

impl Proof {
    /// Nothing is known.
    pub(super) fn nothing<G: Position>() -> Self {
        let mut least = [0; 3];
        least[..G::SIDES].fill(-1);
        Self { least, plies: 0 }
    }

    /// The game is over.
    pub(super) fn over(outcome: Outcome) -> Self {
        Self { least: [Side::FIRST, Side::SECOND, Side::THIRD].map(|side| outcome.payoff(side)), plies: 0 }
    }

    /// Of a position in which `mover` chooses one of `moves`.
    pub(super) fn of_moves(moves: impl Iterator<Item = Self> + Clone, mover: Side) -> Self {
        let mut least = [1; 3];
        least[mover.index()] = -1;
        for proof in moves.clone() {
            for (side, least) in least.iter_mut().enumerate() {
                let bound = proof.least[side];
                *least = if side == mover.index() { bound.max(*least) } else { bound.min(*least) };
            }
        }
        let plies = if least[mover.index()] == 1 {
            moves.filter(|proof| proof.wins(mover)).map(|proof| proof.plies).min()
        } else if least.contains(&1) {
            moves.map(|proof| proof.plies).max()
        } else {
            None
        };
        Self { least, plies: plies.map_or(0, |plies| plies.saturating_add(1)) }
    }

    /// Whether the value is known for every side.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.least[0] + self.least[1] + self.least[2] == 0
    }

    /// The least that `side` can force.
    #[inline]
    pub(super) fn least(&self, side: Side) -> i8 {
        self.least[side.index()]
    }

    /// The most that `side` can get if every other side forces its least.
    #[inline]
    pub(super) fn most(&self, side: Side) -> i8 {
        let others = self.least[0] + self.least[1] + self.least[2] - self.least(side);
        (-others).min(1)
    }

    /// Whether `side` can force a win.
    #[inline]
    pub(super) fn wins(&self, side: Side) -> bool {
        self.least(side) == 1
    }

    /// The plies that a forced win takes at most.
    pub(super) fn plies(&self) -> u32 {
        self.plies.into()
    }

    /// What each side can force: the payoffs, where the value is settled.
    #[inline]
    pub(super) fn payoffs(&self) -> [i8; 3] {
        self.least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(least: [i8; 3], plies: u16) -> Proof {
        Proof { least, plies }
    }

    #[test]
    fn two_sides() {
        let (won, lost) = (proof([1, -1, 0], 2), proof([-1, 1, 0], 4));
        let (open, draw) = (proof([-1, -1, 0], 0), proof([0, 0, 0], 0));
        let of = |moves: &[Proof], mover| Proof::of_moves(moves.iter().copied(), mover);
        assert_eq!(of(&[open, won, proof([1, -1, 0], 0)], Side::FIRST), proof([1, -1, 0], 1));
        assert_eq!(of(&[lost, proof([-1, 1, 0], 6)], Side::FIRST), proof([-1, 1, 0], 7));
        assert_eq!(of(&[lost, draw], Side::FIRST), draw);
        assert_eq!(of(&[open, draw], Side::FIRST), proof([0, -1, 0], 0));
        assert_eq!(of(&[won, draw], Side::SECOND), draw);
        assert!(won.is_settled() && draw.is_settled() && !open.is_settled());
        assert_eq!((won.most(Side::SECOND), open.most(Side::FIRST)), (-1, 1));
    }

    #[test]
    fn three_sides() {
        // The first wins whatever happens; who loses is open.
        let won = proof([1, -1, -1], 3);
        let of = |moves: &[Proof], mover| Proof::of_moves(moves.iter().copied(), mover);
        assert!(!won.is_settled() && won.wins(Side::FIRST));
        assert_eq!((won.most(Side::SECOND), won.most(Side::FIRST)), (0, 1));
        assert_eq!(of(&[won, proof([1, 0, -1], 7)], Side::THIRD), proof([1, -1, -1], 8));
        assert_eq!(of(&[won, proof([0, 1, -1], 0)], Side::FIRST), proof([1, -1, -1], 4));
    }
}
