//! Principal variation search (PVS): how the position after a move is searched. A null window first, at reduced depth
//! where the move comes late (LMR), and a re-search only of what fails high.

use super::hooks::State;
use super::value::Value;
use super::worker::Worker;
use crate::game::Position;

/// The position after a move, as its parent has it searched.
pub(super) struct Child {
    /// The parent's ply.
    pub(super) ply: usize,
    /// The team that moved.
    pub(super) team: bool,
    /// The parent is expected to fail high.
    pub(super) cut_node: bool,
    /// The move is the first of its parent.
    pub(super) is_first: bool,
    pub(super) depth: i32,
    /// The depth of the first search, where the move is reduced.
    pub(super) reduced: Option<i32>,
    /// The table's entry for the position after the move is on its way.
    pub(super) prefetched: bool,
}

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// The value of the position after a move, from the view of the team that moved: within `alpha..beta` if the parent
    /// is a PV node, and else on either side of the null window above `alpha`.
    #[inline(always)]
    pub(super) fn search_child<const PV: bool>(&mut self, child: &Child, alpha: Value, beta: Value) -> Value {
        let &Child { ply, team, cut_node, is_first, depth, reduced, .. } = child;
        let null_windows = self.uses(|t| t.null_windows);
        let mut value = alpha + 1;
        if let Some(reduced) = reduced
            && null_windows
        {
            value = self.child::<false>(team, alpha, alpha + 1, reduced, true, ply);
            if value > alpha && reduced < depth && !self.stopped {
                value = self.child::<false>(team, alpha, alpha + 1, depth, !cut_node, ply);
            }
        } else if null_windows && !(PV && is_first) {
            value = self.child::<false>(team, alpha, alpha + 1, depth, !cut_node, ply);
        }
        if (PV && value > alpha && !self.stopped) || !null_windows {
            value = self.child::<PV>(team, alpha, beta, depth, false, ply);
        }
        value
    }

    /// Searches the position after a move of `team`, with that team's window and from its view. `cut_node` is what the
    /// other team's node is expected to be; one of the same team is then expected to be the opposite.
    #[inline]
    pub(super) fn child<const PV: bool>(
        &mut self,
        team: bool,
        alpha: Value,
        beta: Value,
        depth: i32,
        cut_node: bool,
        ply: usize,
    ) -> Value {
        self.seen_by(team, alpha, beta, |worker, is_same, alpha, beta| {
            let cut_node = if is_same { !PV && !cut_node } else { cut_node };
            worker.search::<PV>(alpha, beta, depth, cut_node, ply + 1)
        })
    }

    /// What `search` finds, from the view of `team`, which has moved. It is told whether that team is to move again,
    /// and has the window from the view of the team to move.
    #[inline(always)]
    pub(super) fn seen_by(
        &mut self,
        team: bool,
        alpha: Value,
        beta: Value,
        search: impl FnOnce(&mut Self, bool, Value, Value) -> Value,
    ) -> Value {
        if self.team() == team { search(self, true, alpha, beta) } else { -search(self, false, -beta, -alpha) }
    }
}
