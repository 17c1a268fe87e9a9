//! The policy of sides: what a search of more than two asks of the model of those against the root's. With two sides
//! all of it is empty, and folded away.
//!
//! BRS+ and OPPS are alpha-beta over fewer moves. Between two moves of the root's side a number of *free* replies may
//! be played. A move beyond the first few of its side's ordering uses one up; where none is left, a side is restricted:
//! it has only its first few. A side that must answer a threat always has all moves, at no cost: its ordering knows
//! nothing of the threat.
//!
//! That ordering is static: noisy moves that lose nothing, then quiet moves by [`State::reply_score`], those that lose
//! material (SEE) behind the others. Histories and the table have learned what is bad for the root's side: by them the
//! first move would be the best of an enemy, which these models do not assume, and another one in every search.
//!
//! No side gives itself up to its ally, as paranoid sides do.

use super::best::Best;
use super::hooks::State;
use super::model::Model;
use super::node::Node;
use super::picker::Picker;
use super::value::{MIN_UNPROVEN_WIN, UNPROVEN_DRAW, Value, unproven};
use super::worker::{Worker, WorkerUndo};
use crate::game::{Position, Side};
use arrayvec::ArrayVec;

/// Tells apart keys of positions with different numbers of free replies left.
const FREE_SALT: u64 = 0x9e37_79b9_7f4a_7c15;

/// The moves of a node that the model allows the side to move.
pub(super) struct Allowance<M> {
    /// How many, of a restricted side: the first of its ordering.
    most: Option<usize>,
    /// Of one with a free reply left: those of its ordering that do not use it up.
    first: Option<ArrayVec<M, 8>>,
    /// A move was left out since its side gives itself up by it.
    gave_up: bool,
}

impl<M> Allowance<M> {
    /// All moves.
    #[inline(always)]
    pub(super) const fn all() -> Self {
        Self { most: None, first: None, gave_up: false }
    }
}

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// Whether what looks decided stays so at any depth: the model leaves out no moves, and lets no others play for
    /// themselves.
    #[inline(always)]
    pub(super) fn proves(&self) -> bool {
        G::SIDES == 2 || self.context.opponents.model == Model::Paranoid
    }

    /// Whether the others play for themselves, each.
    #[inline]
    pub(super) fn plays_maxn(&self) -> bool {
        G::SIDES > 2 && self.context.opponents.model == Model::MaxN
    }

    /// How many moves the side to move has, if it is restricted.
    #[inline(always)]
    fn most_moves(&self, in_check: bool) -> Option<usize> {
        if G::SIDES == 2 || self.free > 0 || in_check || self.team() {
            return None;
        }
        self.context.opponents.restriction.map(|restriction| restriction.replies)
    }

    /// Whether the side to move is restricted: then nothing is concluded from its moves about the others.
    #[inline(always)]
    pub(super) fn is_restricted(&self, in_check: bool) -> bool {
        self.most_moves(in_check).is_some()
    }

    /// What the side to move is allowed.
    #[inline(always)]
    pub(super) fn allowance(&mut self, node: &Node<G::Move>) -> Allowance<G::Move> {
        if G::SIDES == 2 {
            return Allowance::all();
        }
        Allowance { most: self.most_moves(node.in_check), first: self.first_replies(node.in_check), gave_up: false }
    }

    /// The moves of a side that has all of them which do not use up a free reply; none where no move does.
    fn first_replies(&mut self, in_check: bool) -> Option<ArrayVec<G::Move, 8>> {
        let restriction = self.context.opponents.restriction.filter(|_| self.free > 0 && !in_check && !self.team())?;
        let mut picker = Picker::in_static_order(self);
        let mut replies = ArrayVec::new();
        while replies.len() < restriction.replies
            && let Some(m) = picker.next(self)
        {
            replies.push(m);
        }
        self.data.moves.truncate(picker.start);
        Some(replies)
    }

    /// The picker's next move, if it is allowed.
    #[inline(always)]
    pub(super) fn next_allowed(
        &mut self,
        picker: &mut Picker<G::Move>,
        allowance: &Allowance<G::Move>,
        best: &mut Best<G::Move>,
    ) -> Option<G::Move> {
        let m = picker.next(self)?;
        if G::SIDES > 2 && allowance.most == Some(best.count) {
            best.all_proven = false;
            return None;
        }
        Some(m)
    }

    /// [`Self::make`], unless the side to move gives itself up by `m`.
    #[inline(always)]
    pub(super) fn try_make(&mut self, m: G::Move, allowance: &mut Allowance<G::Move>) -> Option<WorkerUndo<G>> {
        let side = self.position.side_to_move();
        let undo = self.make(m);
        if G::SIDES > 2 {
            if self.gives_itself_up(side) {
                self.unmake(m, undo);
                allowance.gave_up = true;
                return None;
            }
            if !self.team() && allowance.first.as_ref().is_some_and(|first| !first.contains(&m)) {
                self.free -= 1;
            }
        }
        Some(undo)
    }

    /// Once the root's side is to move, the others have all their free replies again.
    #[inline]
    pub(super) fn renew_replies(&mut self) {
        if G::SIDES > 2
            && let Some(restriction) = self.context.opponents.restriction
            && self.team()
        {
            self.free = restriction.free;
        }
    }

    /// Free replies are again what they were before a move.
    #[inline(always)]
    pub(super) fn restore_replies(&mut self, free: u8) {
        if G::SIDES > 2 {
            self.free = free;
        }
    }

    /// What the free replies that are left change in a position's key.
    #[inline]
    pub(super) fn replies_key(&self) -> u64 {
        if G::SIDES == 2 { 0 } else { u64::from(self.free).wrapping_mul(FREE_SALT) }
    }

    /// Ends a node. A side that gives itself up by some moves has the best of the others, unless it loses to the root's
    /// side whatever it plays: then it may as well lose to its ally. That is worth as much as an even position, so the
    /// root's side looks for wins that nobody can hand over, and takes another only if it has nothing better. An error
    /// is the value of one that has only moves by which it gives itself up: it loses to its ally.
    #[inline(always)]
    pub(super) fn settle(&self, best: &mut Best<G::Move>, allowance: &Allowance<G::Move>) -> Result<(), Value> {
        if G::SIDES > 2 && allowance.gave_up {
            if best.is_empty() {
                return Err(self.third_party_finish());
            }
            if best.value < best.beta && best.value <= -MIN_UNPROVEN_WIN {
                best.value = UNPROVEN_DRAW;
            }
        }
        Ok(())
    }

    /// Whether the move just made by `side` left it to its ally's mercy, unless the root's side comes first: no side
    /// gives itself up.
    #[inline]
    fn gives_itself_up(&self, side: Side) -> bool {
        let root = self.context.root;
        self.third(side).is_some_and(|third| self.data.state.endangers(&self.position, third, side))
            && !(self.position.side_to_move() == root && self.data.state.endangers(&self.position, root, side))
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
        let is_ally = G::SIDES == 3 && self.context.opponents.restriction.is_some() && side != self.context.root;
        is_ally.then(|| Side::new(3 - side.index() - self.context.root.index()))
    }

    /// Whether `m`, which wins for the side to move, wins for its team: of three sides it may be another that loses.
    #[inline]
    pub(super) fn wins_for_team(&mut self, m: G::Move) -> bool {
        if G::SIDES == 2 {
            return true;
        }
        let sign = if self.team() { 1 } else { -1 };
        let undo = self.position.make(m);
        let outcome = self.position.outcome();
        self.position.unmake(m, undo);
        outcome.is_some_and(|outcome| outcome.payoff(self.context.root) == sign)
    }

    /// Stand pat where an ally is next, and may capture too before the root's side can answer: some quiet move is at
    /// least as good as leaving it the turn. The node's value, if that fails high or the search has ended.
    #[inline(always)]
    pub(super) fn stands_pat_with_ally<const PV: bool>(
        &mut self,
        best: &mut Best<G::Move>,
        ply: usize,
        below: u32,
    ) -> Option<Value> {
        if G::SIDES == 2 || !self.ally_is_next() || !self.data.state.null_move_allowed(&self.position) {
            return None;
        }
        let team = self.team();
        let undo = self.make_pass();
        let value = self.qsearch_child::<PV>(team, best.alpha, best.beta, ply, below);
        self.unmake_pass(undo);
        if self.stopped {
            return Some(0);
        }
        best.stands_pat(unproven(value)).then_some(best.value)
    }

    /// Whether the side whose turn is next plays on the team of the side to move.
    fn ally_is_next(&self) -> bool {
        (self.position.side_to_move().next(G::SIDES) == self.context.root) == self.team()
    }
}
