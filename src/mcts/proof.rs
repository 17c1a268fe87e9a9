//! What is proven of a position: for each side, the least that it can force.
//!
//! MCTS-Solver (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", CG 2008) carries wins and losses up
//! the tree, score-bounded search (Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", CG 2010) also
//! draws.
//! Here each side has a lower bound of its own, which holds whatever all others do, so that sides need not alternate
//! and may be more than two. If payoffs add up to 0, and the bounds do, too, they are the value; otherwise they are
//! where the game is over, or every move leads to the same.

use crate::game::{MAX_SIDES, Outcome, Position, Side};

/// What each side gets, 0 for those that do not play.
pub(super) type Payoffs = [i8; MAX_SIDES];

/// What is proven of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    /// The least payoff that each side can force: −1 says nothing, 1 is a won game.
    least: Payoffs,
    /// Where a side can force a win, the plies that it takes at most; the highest bit is set if the value is known.
    plies: u16,
}

/// The bit of [`Proof::plies`] that says that the value is known for every side.
const SETTLED: u16 = 1 << 15;

impl Proof {
    /// Nothing is known.
    pub(super) fn nothing<G: Position>() -> Self {
        let mut least = [0; MAX_SIDES];
        least[..G::SIDES].fill(-1);
        Self { least, plies: 0 }
    }

    /// The game is over.
    pub(super) fn over(outcome: Outcome) -> Self {
        Self { least: Side::EVERY.map(|side| outcome.payoff(side)), plies: SETTLED }
    }

    /// Of a position in which `mover` chooses one of `moves`.
    pub(super) fn of_moves<G: Position>(moves: impl Iterator<Item = Self> + Clone, mover: Side) -> Self {
        let mut least = [1; MAX_SIDES];
        least[mover.index()] = -1;
        for proof in moves.clone() {
            for (side, least) in least.iter_mut().enumerate() {
                let bound = proof.least[side];
                *least = if side == mover.index() { bound.max(*least) } else { bound.min(*least) };
            }
        }
        let is_settled = if G::ZERO_SUM {
            least.iter().sum::<i8>() == 0
        } else {
            moves.clone().all(|proof| proof.is_settled() && proof.least == least)
        };
        let others_win = Side::all(G::SIDES).any(|side| side != mover && least[side.index()] == 1);
        let plies = if others_win {
            moves.map(|proof| proof.plies()).max()
        } else if least[mover.index()] == 1 {
            moves.filter(|proof| proof.wins(mover)).map(|proof| proof.plies()).min()
        } else {
            None
        };
        let plies = plies.map_or(0, |plies| (plies + 1).min(u32::from(SETTLED - 1)) as u16);
        Self { least, plies: plies | if is_settled { SETTLED } else { 0 } }
    }

    /// Whether the value is known for every side.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.plies & SETTLED > 0
    }

    /// The least that `side` can force.
    #[inline]
    pub(super) fn least(&self, side: Side) -> i8 {
        self.least[side.index()]
    }

    /// The most that `side` can get if every other side forces its least.
    #[inline]
    pub(super) fn most<G: Position>(&self, side: Side) -> i8 {
        if self.is_settled() {
            self.least(side)
        } else if G::ZERO_SUM {
            (self.least(side) - self.least.iter().sum::<i8>()).min(1)
        } else {
            1
        }
    }

    /// Whether `side` can force a win.
    #[inline]
    pub(super) fn wins(&self, side: Side) -> bool {
        self.least(side) == 1
    }

    /// The plies that a forced win takes at most.
    pub(super) fn plies(&self) -> u32 {
        (self.plies & !SETTLED).into()
    }

    /// What each side can force: the payoffs, where the value is settled.
    #[inline]
    pub(super) fn payoffs(&self) -> Payoffs {
        self.least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hexnim::Hexnim;
    use crate::games::threechess::Threechess;

    /// A proof of payoffs that add up to 0.
    fn proof<const SIDES: usize>(bounds: [i8; SIDES], plies: u16) -> Proof {
        let mut least = [0; MAX_SIDES];
        least[..SIDES].copy_from_slice(&bounds);
        Proof { least, plies: if least.iter().sum::<i8>() == 0 { plies | SETTLED } else { plies } }
    }

    fn of<G: Position>(moves: &[Proof], mover: Side) -> Proof {
        Proof::of_moves::<G>(moves.iter().copied(), mover)
    }

    #[test]
    fn two_sides() {
        let (won, lost) = (proof([1, -1], 2), proof([-1, 1], 4));
        let (open, draw) = (proof([-1, -1], 0), proof([0, 0], 0));
        let of = of::<Hexnim>;
        assert_eq!(of(&[open, won, proof([1, -1], 0)], Side::FIRST), proof([1, -1], 1));
        assert_eq!(of(&[lost, proof([-1, 1], 6)], Side::FIRST), proof([-1, 1], 7));
        assert_eq!(of(&[lost, draw], Side::FIRST), draw);
        assert_eq!(of(&[open, draw], Side::FIRST), proof([0, -1], 0));
        assert_eq!(of(&[won, draw], Side::SECOND), draw);
        assert!(won.is_settled() && draw.is_settled() && !open.is_settled());
        assert_eq!((won.most::<Hexnim>(Side::SECOND), open.most::<Hexnim>(Side::FIRST)), (-1, 1));
    }

    #[test]
    fn three_sides() {
        // The first wins whatever happens; who loses is open.
        let won = proof([1, -1, -1], 3);
        let of = of::<Threechess>;
        assert!(!won.is_settled() && won.wins(Side::FIRST));
        assert_eq!((won.most::<Threechess>(Side::SECOND), won.most::<Threechess>(Side::FIRST)), (0, 1));
        assert_eq!(of(&[won, proof([1, 0, -1], 7)], Side::THIRD), proof([1, -1, -1], 8));
        assert_eq!(of(&[won, proof([0, 1, -1], 0)], Side::FIRST), proof([1, -1, -1], 4));
    }
}
