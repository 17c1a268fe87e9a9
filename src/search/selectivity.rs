//! What alpha-beta searches less or more deeply: pruning of nodes and of moves, reductions, extensions. The steps are
//! those of the file `alphabeta`.

use super::hooks::State;
use super::node::Node;
use super::picker::Picker;
use super::table::Bound;
use super::value::{Value, is_decisive, unproven};
use super::worker::Worker;
use crate::game::Position;

/// 16 · log2 of the index, in integers.
static LOG2: [i32; 64] = {
    let mut logs = [0; 64];
    let mut n = 1;
    while n < 64 {
        logs[n] = (n as u128).pow(16).ilog2() as i32;
        n += 1;
    }
    logs
};

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// The value of a node, not of the principal variation, that is pruned whole.
    #[inline]
    pub(super) fn prune_node(&mut self, node: &Node<G::Move>, alpha: Value) -> Option<Value> {
        let &Node { ply, depth, beta, .. } = node;
        let margins = &self.context.margins;
        let static_eval = node.static_eval?;
        if self.exhaustive || node.excluded.is_some() || is_decisive(beta) {
            return None;
        }
        // The better bound of the table (table-adjusted evaluation).
        let tt_adjusted_eval = match node.entry {
            Some(entry) if entry.improves(static_eval) => unproven(entry.value),
            _ => static_eval,
        };

        // Step 6. Reverse futility pruning (RFP, static null move): so far above beta that the remaining depth will not
        // undo it.
        if self.uses(|t| t.reverse_futility)
            && margins.reverse_futility > 0
            && depth <= margins.reverse_futility_max_depth
            && tt_adjusted_eval - margins.reverse_futility * (depth - Value::from(node.improving)) >= beta
        {
            return Some(unproven(tt_adjusted_eval));
        }

        // Step 7. Razoring: so far below alpha that only noisy moves can lift it.
        if margins.razor > 0 && depth <= margins.razor_max_depth && tt_adjusted_eval + margins.razor * depth <= alpha {
            let value = self.qsearch::<false>(alpha, beta, ply, 0);
            if self.stopped || value <= alpha {
                return Some(value);
            }
        }

        // Step 8. Null-move pruning: if even a pass fails high, a move will.
        if self.uses(|t| t.null_move)
            && depth >= margins.null_min_depth
            && tt_adjusted_eval >= beta
            && ply > 0
            && !self.data.stack[ply - 1].passed
            && !node.restricted
            && self.data.state.null_move_allowed(&self.position)
        {
            let value = self.pass(beta, depth - 1 - margins.null_reduction - depth / 4, !node.cut_node, ply);
            if self.stopped {
                return Some(0);
            }
            if value >= beta {
                return Some(unproven(value));
            }
        }
        None
    }

    /// The depth of a node whose best move is not known well.
    #[inline]
    pub(super) fn internally_reduced<const PV: bool>(&self, node: &Node<G::Move>) -> i32 {
        let &Node { depth, table_move, .. } = node;
        let margins = &self.context.margins;
        if self.exhaustive {
            return depth;
        }
        match node.entry {
            // A PV node whose entry is from a much shallower search (as in Rapfi).
            Some(entry) if PV && table_move.is_some() && margins.shallow_pv > 0 => {
                let missing = (depth - i32::from(entry.depth)).max(0);
                (depth - missing * margins.shallow_pv / 100).max(1)
            }
            // Internal iterative reduction (IIR): without a table move the move ordering is poor; the next visit has
            // one.
            _ if self.uses(|t| t.internal_reductions)
                && depth >= margins.internal_min_depth
                && table_move.is_none()
                && node.excluded.is_none()
                && !node.restricted =>
            {
                depth - 1
            }
            _ => depth,
        }
    }

    /// The value if the side to move passed.
    fn pass(&mut self, beta: Value, depth: i32, cut_node: bool, ply: usize) -> Value {
        let team = self.team();
        self.data.stack[ply].index = None;
        self.data.stack[ply].passed = true;
        let undo = self.make_pass();
        self.prefetch(self.position.key(), depth <= 0);
        let value = self.child::<false>(team, beta - 1, beta, depth, cut_node, ply);
        self.unmake_pass(undo);
        value
    }

    /// Whether the quiet moves from the `number`th move on are pruned, all but those that give check: very late ones
    /// (late-move pruning, LMP), and near the horizon all of them where they cannot lift the static evaluation to alpha
    /// (futility pruning). Both hold for all later moves too, so the other quiet moves need not even be generated. PV
    /// nodes have a limit of their own for LMP, and no futility pruning.
    #[inline]
    pub(super) fn skips_quiets<const PV: bool>(
        &self,
        node: &Node<G::Move>,
        picker: &Picker<G::Move>,
        number: usize,
        alpha: Value,
    ) -> bool {
        if node.restricted || !picker.has_quiets(self) {
            return false;
        }
        let margins = &self.context.margins;
        let (Some(static_eval), depth) = (node.static_eval, node.depth) else { return false };
        let late_moves = if PV { margins.late_moves_pv } else { margins.late_moves };
        let each = if margins.late_moves_depth > 0 { margins.late_moves_depth } else { depth };
        let limit = late_moves + each * depth;
        let late = self.uses(|t| t.late_move_pruning)
            && late_moves > 0
            && number as i32 > if node.improving { limit } else { limit / 2 + 1 };
        let futile = !PV
            && self.uses(|t| t.futility)
            && margins.futility > 0
            && depth <= margins.futility_max_depth
            && static_eval + margins.futility * (depth + 1) <= alpha;
        late || futile
    }

    /// SEE pruning: whether `m`, the move picked last, loses too much for this depth.
    #[inline]
    pub(super) fn loses_too_much(&self, depth: i32, picker: &Picker<G::Move>, m: G::Move) -> bool {
        let margins = &self.context.margins;
        let quiet = !picker.noisy;
        let may_lose = if quiet { margins.quiet_exchange * depth } else { margins.noisy_exchange };
        self.uses(|t| t.exchange_pruning)
            && depth <= margins.exchange_max_depth
            && may_lose > 0
            && (quiet || picker.loses() || !self.uses(|t| t.exchange_ordering))
            && !self.data.state.see_ge(&self.position, m, -may_lose * depth)
    }

    /// Whether lines may be extended at `ply`: none is beyond twice the iteration's depth.
    #[inline]
    pub(super) const fn may_extend(&self, ply: usize) -> bool {
        ply < 2 * self.root_depth as usize
    }

    /// How many plies deeper `m` is searched: one, if it is the table's move and every other is clearly worse. If
    /// another one fails high too, the node's value is an error (multi-cut).
    #[inline]
    pub(super) fn singular_extension<const PV: bool>(
        &mut self,
        node: &Node<G::Move>,
        m: G::Move,
    ) -> Result<i32, Value> {
        let &Node { ply, depth, beta, cut_node, .. } = node;
        if !self.uses(|t| t.singular_extension)
            || depth < self.context.margins.singular_min_depth
            || self.exhaustive
            || Some(m) != node.table_move
            || node.excluded.is_some()
            || node.restricted
            || !self.may_extend(ply)
        {
            return Ok(0);
        }
        let Some(entry) = node.entry else { return Ok(0) };
        let is_shallow = i32::from(entry.depth) < depth - self.context.margins.singular_missing_depth;
        if is_shallow || entry.bound == Bound::Upper || is_decisive(entry.value) {
            return Ok(0);
        }
        let bar = unproven(entry.value - self.context.margins.singular * depth / 100);
        self.data.stack[ply].excluded = Some(m);
        let value = self.search::<false>(bar - 1, bar, (depth - 1) / 2, cut_node, ply);
        self.data.stack[ply].excluded = None;
        match value {
            _ if self.stopped => Err(0),
            value if value < bar => Ok(1),
            _ if !PV && bar >= beta => Err(unproven(bar)),
            _ => Ok(0),
        }
    }

    /// Whether late quiet moves are reduced (LMR) at this depth.
    #[inline(always)]
    pub(super) fn reduces(&self, depth: i32) -> bool {
        depth >= self.context.margins.reduction_min_depth && self.uses(|t| t.late_move_reductions) && !self.exhaustive
    }

    /// LMR: the depth of the first search of a late quiet move, whose histories add up to `rank`.
    #[inline(always)]
    pub(super) fn reduced_depth<const PV: bool>(
        &self,
        node: &Node<G::Move>,
        number: usize,
        rank: i32,
        is_killer: bool,
        new_depth: i32,
    ) -> i32 {
        let mut less = self.reduction(node.depth, number, node.cut_node);
        less += i32::from(!node.improving) - i32::from(PV) - i32::from(is_killer);
        less -= rank / self.context.margins.reduction_history.max(1) + i32::from(node.in_check);
        (new_depth - less.max(0)).max(1).min(new_depth)
    }

    /// LMR at the root: by a ply less than the reduction, whatever the histories say.
    pub(super) fn reduced_root_depth(&self, depth: i32, number: usize) -> i32 {
        depth - 1 - (self.reduction(depth, number, false) - 1).max(0)
    }

    /// How many plies less a late quiet move gets: the `number`th at this depth.
    #[inline]
    fn reduction(&self, depth: i32, number: usize, cut_node: bool) -> i32 {
        let logs = LOG2[(depth.max(0) as usize).min(63)] * LOG2[number.min(63)];
        let margins = &self.context.margins;
        let cut = if cut_node { margins.reduction_cut } else { 0 };
        (margins.reduction_base + margins.reduction_scale * logs / 256 + cut) / 100
    }
}
