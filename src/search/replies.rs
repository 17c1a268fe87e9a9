//! Which moves a model leaves to the sides against the root's: BRS+ and OPPS as alpha-beta over fewer moves.
//!
//! Between two moves of the root's side a number of *free* replies may be played. A move beyond the first few of its
//! side's ordering uses one up; where none is left, a side has only its first few. A side that must answer a threat
//! always has all moves, at no cost: its ordering knows nothing of the threat.

use super::picker::Picker;
use super::quiet_history::Slot;
use super::worker::Worker;
use crate::game::Game;
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
    pub(super) fn first_replies(&mut self, in_check: bool, before: [Slot; 2]) -> Option<Replies<G::Move>> {
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

    /// Uses up a free reply, unless the root's side is to move again.
    #[inline]
    pub(super) fn use_reply(&mut self) {
        if !self.team() {
            self.free -= 1;
        }
    }
}
