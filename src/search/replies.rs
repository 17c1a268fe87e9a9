//! Which moves a model leaves to the sides against the root's: BRS+ and OPPS as alpha-beta over fewer moves.
//!
//! Between two moves of the root's side a number of *free* replies may be played. A move beyond the first few of its
//! side's ordering uses one up; where none is left, a side has only its first few. A side that must answer a threat
//! always has all moves, at no cost: its ordering knows nothing of the threat.

use super::mean::Mean;
use super::picker::Picker;
use super::quiet_history::Before;
use super::value::{INFINITE, Value, estimate};
use super::worker::Worker;
use crate::game::{Game, MoveList, Side};
use arrayvec::ArrayVec;

/// The first few moves of an ordering.
pub(super) type Replies<M> = ArrayVec<M, 8>;

impl<G: Game> Worker<'_, G> {
    /// How many of its moves the side to move has, if it is restricted to the first of its ordering.
    #[inline]
    pub(super) fn restricted(&self, in_check: bool) -> Option<usize> {
        if G::SIDES == 2 || self.free > 0 || in_check || self.team() {
            return None;
        }
        self.context.restriction.map(|restriction| restriction.replies)
    }

    /// The moves of a side that has all of them which do not use up a free reply; none where no move does.
    pub(super) fn first_replies(&mut self, in_check: bool, before: Before) -> Option<Replies<G::Move>> {
        let restriction = self.context.restriction.filter(|_| self.free > 0 && !in_check && !self.team())?;
        let mut picker = Picker::new(self, None, [None; 2], before, false);
        let mut replies = Replies::new();
        while replies.len() < restriction.replies
            && let Some(m) = picker.next(self)
        {
            replies.push(m);
        }
        self.moves.truncate(picker.start);
        Some(replies)
    }

    /// Whether the move just made by `side` left it to its ally's mercy, unless the root's side comes first: no side
    /// gives itself up.
    #[inline]
    pub(super) fn gives_itself_up(&self, side: Side) -> bool {
        let root = self.context.root;
        self.third(side).is_some_and(|third| self.position.endangers(third, side))
            && !(self.position.side_to_move() == root && self.position.endangers(root, side))
    }

    /// Whether the side to move can end the game at the third side's cost and not at the root's: it will, for it wins.
    #[inline]
    pub(super) fn takes_third(&self) -> bool {
        let side = self.position.side_to_move();
        if self.context.careless[side.index()] {
            return false;
        }
        let takes = |third| self.position.endangers(side, third) && !self.position.endangers(side, self.context.root);
        self.third(side).is_some_and(takes)
    }

    /// The ally of `side` against the root's side, where the model restricts what allies do for each other.
    #[inline]
    fn third(&self, side: Side) -> Option<Side> {
        let is_ally = G::SIDES == 3 && self.context.restriction.is_some() && side != self.context.root;
        is_ally.then(|| Side::new(3 - side.index() - self.context.root.index()))
    }

    /// The value within `alpha..beta` where a side is to move that only follows its reflexes. A bound as in the search;
    /// 0 once that is stopped.
    pub(super) fn careless<const PV: bool>(&mut self, mut alpha: Value, beta: Value, depth: i32, ply: usize) -> Value {
        let mut reflexes = G::Moves::default();
        let matters = self.position.reflexes(&mut reflexes);
        let team = self.team();
        self.frames[ply].evaluation = None;
        self.frames[ply].slot = None;
        self.frames[ply].passed = false;
        self.frames[ply + 1].killers = [None; 2];
        if !matters {
            let (all, ends) = (reflexes.as_slice().len().max(1), self.blunders(reflexes.as_slice()));
            if ends == all {
                return self.likely_draw();
            }
            let mean = Mean::new(all, ends, self.likely_draw());
            let undo = self.make_pass();
            let value = self.child::<PV>(team, mean.bound(alpha), mean.bound(beta - 1) + 1, depth - 1, ply);
            self.unmake_pass(undo);
            return if ends == 0 { value } else { estimate(mean.of(value)) };
        }
        let mut best = -INFINITE;
        for &m in reflexes.as_slice() {
            let undo = self.make(m);
            let value = self.child::<PV>(team, alpha, beta, depth - 1, ply);
            self.unmake(m, undo);
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                if PV {
                    self.set_line(ply, m);
                }
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// After how many of `moves` the side whose turn is next, if it is not the root's, can end the game at the cost of the
    /// one that moved.
    fn blunders(&mut self, moves: &[G::Move]) -> usize {
        let side = self.position.side_to_move();
        let next = side.next(G::SIDES);
        if next == self.context.root {
            return 0;
        }
        let mut count = 0;
        for &m in moves {
            let undo = self.position.make(m);
            count += usize::from(self.position.endangers(next, side));
            self.position.unmake(m, undo);
        }
        count
    }

    /// Uses up a free reply, unless the root's side is to move again.
    #[inline]
    pub(super) fn use_reply(&mut self) {
        if !self.team() {
            self.free -= 1;
        }
    }
}
