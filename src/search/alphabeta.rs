//! Alpha-beta: principal variation search in numbered steps. The sign flips when the team to move changes, not at
//! every ply, so sides that move twice and sides that play together need nothing special.

use super::best::Best;
use super::hooks::State;
use super::node::Node;
use super::opponents::Allowance;
use super::picker::Picker;
use super::pvs::Child;
use super::table::{Bound, Entry};
use super::value::{MAX_PLY, MIN_UNPROVEN_WIN, Value, WIN, blended, unproven};
use super::worker::Worker;
use crate::game::Position;

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// The value within `alpha..beta` of the position at `ply`, searched `depth` plies deep: a lower bound if it is at
    /// least `beta`, an upper bound if it is at most `alpha`. Whether a `cut_node`, one that fails high, is expected.
    pub(super) fn search<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        mut depth: i32,
        cut_node: bool,
        ply: usize,
    ) -> Value {
        // Step 1. The end of the game, repetition, exact probes, limits.
        if let Some(value) = self.enter(ply) {
            return value;
        }

        // Step 2. Check extension; at the horizon the quiescence search goes on.
        let in_check = self.data.state.in_check(&self.position);
        if in_check && self.uses(|t| t.check_extension) && self.may_extend(ply) {
            depth += 1;
        }
        if depth <= 0 {
            self.qsearch_entered::<PV>(alpha, beta, ply, 0, in_check && S::CHECK_PLIES > 0)
        } else {
            self.search_moves::<PV>(alpha, beta, depth, cut_node, ply, in_check)
        }
    }

    /// [`Self::search`] of a position that has been entered, at a depth of at least 1.
    #[inline(never)]
    fn search_moves<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        cut_node: bool,
        ply: usize,
        in_check: bool,
    ) -> Value {
        // Step 3. Mate-distance pruning: no mate from here is shorter than the one already found.
        let (alpha, beta) = self.mate_distance_window(alpha, beta, ply);
        if alpha >= beta {
            return alpha;
        }

        // Step 4. Transposition table.
        let excluded = self.data.stack[ply].excluded;
        let (key, symmetry) = self.shared_key(&self.position, ply);
        let entry = if excluded.is_none() { self.probe(key, ply) } else { None };
        if let Some(entry) = entry.filter(|&entry| !PV && self.suffices(entry, depth) && entry.cuts(alpha, beta)) {
            return entry.value;
        }
        let table_move = entry.and_then(|entry| S::unpack_image(&self.position, entry.best?, symmetry));
        if let Some(m) = table_move {
            self.prefetch_after(m, depth <= 1);
        }

        // Step 5. Static evaluation.
        let static_eval = self.node_eval(ply, entry, in_check);
        let mut node = Node {
            ply,
            depth,
            beta,
            cut_node,
            in_check,
            entry,
            table_move,
            static_eval,
            improving: self.is_improving(ply, static_eval),
            excluded,
            restricted: self.is_restricted(in_check),
        };

        // Steps 6 to 8. Pruning of the whole node.
        if !PV && let Some(value) = self.prune_node(&node, alpha) {
            return value;
        }

        // Step 9. Internal reductions.
        node.depth = self.internally_reduced::<PV>(&node);

        // Steps 10 to 16. The moves.
        let start = self.data.moves.len();
        let searched = self.search_each::<PV>(&node, alpha);
        self.data.moves.truncate(start);
        let best = match searched {
            Ok(best) => best,
            Err(value) => return value,
        };

        // Step 17. What the moves have shown; a singular search without another move has failed low.
        if best.is_empty() {
            return if excluded.is_some() { unproven(alpha) } else { self.static_eval() };
        }
        let value = self.softened(best.concluded(), &node);
        if excluded.is_some() {
            return unproven(value);
        }

        // Step 18. Store in the transposition table.
        if self.uses(|t| t.table) {
            let best = best.m.map(|m| S::pack_image(&self.position, m, symmetry));
            let depth = self.table_depth(node.depth.min(MAX_PLY as i32)) as u8;
            let bound = Bound::of(value, alpha, beta);
            self.store(key, ply, Entry { best, value, static_eval, depth, bound });
        }
        value
    }

    /// The window without mates that are longer than what is found already.
    #[inline(always)]
    fn mate_distance_window(&self, alpha: Value, beta: Value, ply: usize) -> (Value, Value) {
        if self.uses(|t| t.mate_distance) {
            (alpha.max(-WIN + ply as Value), beta.min(WIN - ply as Value - 1))
        } else {
            (alpha, beta)
        }
    }

    /// Whether an entry of the table knows as much as a search of `depth` plies would.
    #[inline(always)]
    fn suffices(&self, entry: Entry, depth: i32) -> bool {
        i32::from(entry.depth) >= self.table_depth(depth)
            || (entry.is_proof()
                // Of points there may be more.
                && !(G::POINTS && entry.bound == Bound::Exact)
                && self.proves())
    }

    /// The static evaluation of the node at `ply`, noted for those below; none in check.
    #[inline(always)]
    fn node_eval(&mut self, ply: usize, entry: Option<Entry>, in_check: bool) -> Option<Value> {
        let static_eval = match entry.and_then(|entry| entry.static_eval) {
            // Nothing is pruned where all is looked at.
            _ if in_check || self.exhaustive => None,
            // A singular search is of the same position.
            None if self.data.stack[ply].excluded.is_some() => self.data.stack[ply].static_eval,
            None => Some(self.static_eval()),
            known => known,
        };
        self.data.stack[ply].static_eval = static_eval;
        static_eval
    }

    /// Whether the static evaluation at `ply` is better than at this side's last move.
    #[inline(always)]
    fn is_improving(&self, ply: usize, static_eval: Option<Value>) -> bool {
        let before = ply.checked_sub(G::SIDES).and_then(|ply| self.data.stack[ply].static_eval);
        matches!((static_eval, before), (Some(now), Some(before)) if now > before)
    }

    /// Fail-soft blending: a value far above beta is trusted less the shallower its search was.
    #[inline(always)]
    fn softened(&self, value: Value, node: &Node<G::Move>) -> Value {
        let plies = self.context.margins.fail_soft;
        if plies > 0 && value > node.beta { blended(value, node.depth, node.beta, plies) } else { value }
    }

    /// Searches the moves of a node. An error is its value, where that is known without all of them, or where the
    /// search has ended.
    #[inline(always)]
    fn search_each<const PV: bool>(&mut self, node: &Node<G::Move>, alpha: Value) -> Result<Best<G::Move>, Value> {
        let &Node { ply, depth, .. } = node;

        // Step 10. The move picker.
        let team = self.team();
        let rows = self.continuation_rows(ply);
        self.data.stack[ply + 1].killers = [None; 2];
        let mut allowance = self.allowance(node);
        let mut picker = Picker::of_node(self, node, rows);
        let mut best = Best::new(alpha, node.beta, node.excluded.is_none());
        loop {
            // Step 11. Pruning of moves, once there is one that does not lose.
            let may_prune = !self.exhaustive && best.value > -MIN_UNPROVEN_WIN && node.static_eval.is_some();
            let number = best.count + 1;
            if may_prune && self.skips_quiets::<PV>(node, &picker, number, best.alpha) {
                picker.skip_quiets(self);
                best.all_proven = false;
            }
            let Some(m) = self.next_allowed(&mut picker, &allowance, &mut best) else { break };
            if Some(m) == node.excluded {
                continue;
            }
            let prefetched = self.prefetch_after(m, depth <= 1);
            if may_prune && !PV && Some(m) != node.table_move && self.loses_too_much(depth, &picker, m) {
                best.all_proven = false;
                best.count += 1;
                continue;
            }

            // Step 12. Singular extension, late-move reductions (LMR).
            let new_depth = depth - 1 + self.singular_extension::<PV>(node, m)?;
            let quiet = !picker.noisy;
            let index = self.data.state.history_index(&self.position, m);
            let reduced = (number > 1 && quiet && self.reduces(depth)).then(|| {
                let rank = self.data.quiet_history.rows(rows).score(index);
                self.reduced_depth::<PV>(node, number, rank, picker.is_killer(m), new_depth)
            });

            // Steps 13 to 15. Search the position after it.
            self.data.stack[ply].index = quiet.then_some(index);
            self.data.stack[ply].passed = false;
            let (cut_node, is_first) = (node.cut_node, number == 1);
            let child = Child { ply, team, cut_node, is_first, depth: new_depth, reduced, prefetched };
            if prefetched {
                picker.look_ahead(self, depth <= 1);
            }
            let Some(value) = self.search_move::<PV>(m, &child, best.alpha, best.beta, &mut allowance) else {
                best.all_proven = false;
                continue;
            };
            if self.stopped {
                return Err(0);
            }

            // Step 16. A new best move; a fail high ends the loop.
            if self.update_best::<PV>(&mut best, m, value, ply) {
                if quiet && !node.restricted {
                    self.update_histories(&picker, m, index, depth, ply);
                }
                break;
            }
        }
        best.left_out = picker.left_out;
        self.settle(&mut best, &allowance)?;
        Ok(best)
    }

    /// The value of `m`; none if it is not made.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        m: G::Move,
        child: &Child,
        alpha: Value,
        beta: Value,
        allowance: &mut Allowance<G::Move>,
    ) -> Option<Value> {
        // Step 13. Make the move.
        let undo = self.try_make(m, allowance)?;
        if !child.prefetched {
            self.prefetch(self.position.key(), child.depth <= 0);
        }

        // Step 14. Principal variation search (PVS).
        let value = self.search_child::<PV>(child, alpha, beta);

        // Step 15. Unmake the move.
        self.unmake(m, undo);
        Some(value)
    }

    /// Learns from a quiet move that cut, and from those before it that did not.
    fn update_histories(&mut self, picker: &Picker<G::Move>, m: G::Move, index: usize, depth: i32, ply: usize) {
        let rows = self.continuation_rows(ply);
        if self.uses(|t| t.killers) && self.data.stack[ply].killers[0] != Some(m) {
            let killers = &mut self.data.stack[ply].killers;
            *killers = [Some(m), killers[0]];
        }
        if !self.uses(|t| t.history) {
            return;
        }
        self.data.quiet_history.update(index, rows, depth, true);
        for index in picker.quiets() {
            let other = self.data.moves.at(index);
            if other != m {
                self.data.quiet_history.update(
                    self.data.state.history_index(&self.position, other),
                    rows,
                    depth,
                    false,
                );
            }
        }
    }
}
