//! Which moves a model leaves to the sides against the root's: BRS+ and OPPS as alpha-beta over fewer moves.
//!
//! Between two moves of the root's side a number of *free* replies may be played. A move beyond the first few of its
//! side's ordering uses one up; where none is left, a side has only its first few. A side that must answer a threat
//! always has all moves, at no cost: its ordering knows nothing of the threat.
//!
//! That ordering is static: noisy moves that lose nothing, then quiet moves by [`State::reply_score`], those that lose
//! material (SEE) behind the others. Histories and the table have learned what is bad for the root's side: by them the
//! first move would be the best of an enemy, which these models do not assume, and another one in every search.
//!
//! [`State::reply_score`]: super::hooks::State::reply_score

use super::hooks::State;
use super::picker::Picker;
use super::value::{MIN_UNPROVEN_WIN, UNPROVEN_DRAW, Value};
use super::worker::{Worker, WorkerUndo};
use crate::game::{Position, Side};
use arrayvec::ArrayVec;

/// The first few moves of an ordering.
pub(super) type Replies<M> = ArrayVec<M, 8>;

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// How many of its moves the side to move has, if it is restricted to the first of its ordering.
    #[inline]
    pub(super) fn restricted(&self, in_check: bool) -> Option<usize> {
        if G::SIDES == 2 || self.free > 0 || in_check || self.team() {
            return None;
        }
        self.context.restriction.map(|restriction| restriction.replies)
    }

    /// The moves of a side that has all of them which do not use up a free reply; none where no move does.
    pub(super) fn first_replies(&mut self, in_check: bool) -> Option<Replies<G::Move>> {
        let restriction = self.context.restriction.filter(|_| self.free > 0 && !in_check && !self.team())?;
        let mut picker = Picker::in_static_order(self);
        let mut replies = Replies::new();
        while replies.len() < restriction.replies
            && let Some(m) = picker.next(self)
        {
            replies.push(m);
        }
        self.data.moves.truncate(picker.start);
        Some(replies)
    }

    /// Whether the move just made by `side` left it to its ally's mercy, unless the root's side comes first: no side
    /// gives itself up.
    #[inline]
    fn gives_itself_up(&self, side: Side) -> bool {
        let root = self.context.root;
        self.third(side).is_some_and(|third| self.data.state.endangers(&self.position, third, side))
            && !(self.position.side_to_move() == root && self.data.state.endangers(&self.position, root, side))
    }

    /// [`Self::make`], unless the side to move gives itself up by `m`.
    #[inline(always)]
    pub(super) fn try_make(&mut self, m: G::Move) -> Option<WorkerUndo<G>> {
        let side = self.position.side_to_move();
        let undo = self.make(m);
        if G::SIDES > 2 && self.gives_itself_up(side) {
            self.unmake(m, undo);
            return None;
        }
        Some(undo)
    }

    /// `best`, of the moves by which the side to move does not give itself up, where there are others: who loses to the
    /// root's side whatever it plays may as well lose to its ally. That is worth as much as an even position, so the
    /// root's side looks for wins that nobody can hand over, and takes another only if it has nothing better.
    #[cold]
    pub(super) fn or_hand_over(&self, best: Value) -> Value {
        if best <= -MIN_UNPROVEN_WIN { UNPROVEN_DRAW } else { best }
    }

    /// Whether the side to move can end the game at the third side's cost and not at the root's: it will, for it wins.
    #[inline]
    pub(super) fn takes_third(&self) -> bool {
        let side = self.position.side_to_move();
        let takes = |third| {
            self.data.state.endangers(&self.position, side, third)
                && !self.data.state.endangers(&self.position, side, self.context.root)
        };
        self.third(side).is_some_and(takes)
    }

    /// The ally of `side` against the root's side, where the model restricts what allies do for each other.
    #[inline]
    fn third(&self, side: Side) -> Option<Side> {
        let is_ally = G::SIDES == 3 && self.context.restriction.is_some() && side != self.context.root;
        is_ally.then(|| Side::new(3 - side.index() - self.context.root.index()))
    }

    /// Uses up a free reply, unless the root's side is to move again.
    #[inline]
    pub(super) fn use_reply(&mut self) {
        if !self.team() {
            self.free -= 1;
        }
    }
}
