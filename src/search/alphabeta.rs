//! Alpha-beta: principal variation search in numbered steps. The sign flips when the team to move changes, not at
//! every ply, so sides that move twice and sides that play together need nothing special.

use super::hooks::State;
use super::picker::Picker;
use super::table::{Bound, Entry};
use super::value::{
    INFINITE, MAX_PLY, MIN_UNPROVEN_WIN, Value, WIN, blended, concluded, no_better_than_draw, unproven,
};
use super::worker::Worker;
use crate::game::Position;

/// A node whose moves are searched, as the steps see it.
pub(super) struct Node<M> {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) beta: Value,
    /// A fail high is expected.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    pub(super) entry: Option<Entry>,
    pub(super) table_move: Option<M>,
    /// None in check.
    pub(super) static_eval: Option<Value>,
    /// The static evaluation is better than at this side's last move.
    pub(super) improving: bool,
    /// In a singular search: the table's move.
    pub(super) excluded: Option<M>,
    /// With three sides a model may leave this one only its first few moves: nothing is concluded from the others.
    pub(super) restricted: Option<usize>,
}

/// What the moves of a node have shown.
struct Best<M> {
    value: Value,
    /// The move, if it raised alpha.
    best: Option<M>,
    /// Every move is proven to be no better than a draw.
    all_proven: bool,
    /// The game's heuristics left moves out.
    left_out: bool,
    /// With three sides: a move was left out since its side gives itself up by it.
    gave_up: bool,
}

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
        if in_check && self.context.techniques.check_extension && ply < 2 * self.root_depth as usize {
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
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        cut_node: bool,
        ply: usize,
        in_check: bool,
    ) -> Value {
        // Step 3. Mate-distance pruning: no mate from here is shorter than the one already found.
        if self.context.techniques.mate_distance {
            alpha = alpha.max(-WIN + ply as Value);
            beta = beta.min(WIN - ply as Value - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 4. Transposition table.
        let excluded = self.data.stack[ply].excluded;
        let (key, symmetry) = self.shared_key(&self.position, ply);
        let entry = if excluded.is_none() { self.probe(key, ply) } else { None };
        if let Some(entry) = entry
            && !PV
            && (i32::from(entry.depth) >= self.table_depth(depth)
                || (entry.is_proof()
                    // Of points there may be more.
                    && !(G::POINTS && entry.bound == Bound::Exact)
                    && (G::SIDES == 2 || self.context.restriction.is_none())))
            && entry.cuts(alpha, beta)
        {
            return entry.value;
        }
        let table_move = entry.and_then(|entry| S::unpack_image(&self.position, entry.best?, symmetry));

        // Step 5. Static evaluation.
        let static_eval = match entry.and_then(|entry| entry.static_eval) {
            // Nothing is pruned where all is looked at.
            _ if in_check || (G::SIDES == 2 && self.exhaustive) => None,
            None if excluded.is_some() => self.data.stack[ply].static_eval,
            None => Some(self.static_eval()),
            known => known,
        };
        self.data.stack[ply].static_eval = static_eval;
        let improving = match (static_eval, ply.checked_sub(G::SIDES).and_then(|ply| self.data.stack[ply].static_eval))
        {
            (Some(now), Some(before)) => now > before,
            _ => false,
        };
        let restricted = self.restricted(in_check);
        let mut node = Node {
            ply,
            depth,
            beta,
            cut_node,
            in_check,
            entry,
            table_move,
            static_eval,
            improving,
            excluded,
            restricted,
        };

        // Steps 6 to 8. Pruning of the whole node.
        if !PV && let Some(value) = self.prune_node(&node, alpha) {
            return value;
        }

        // Step 9. Internal reductions.
        node.depth = self.internally_reduced::<PV>(&node);

        // Steps 10 to 16. The moves.
        let start = self.data.moves.len();
        let found = self.search_each::<PV>(&node, alpha);
        self.data.moves.truncate(start);
        let Best { mut value, best, all_proven, left_out, gave_up } = match found {
            Ok(best) => best,
            Err(value) => return value,
        };

        // Step 17. No move was searched: in a singular search a fail low.
        if value == -INFINITE {
            if gave_up {
                // It loses to its ally, whatever it plays.
                return self.third_party_finish();
            }
            return if excluded.is_some() { unproven(alpha) } else { self.static_eval() };
        }
        // With three sides: who is lost whatever it plays may as well give itself up.
        if gave_up && value < beta {
            value = self.or_hand_over(value);
        }
        value = concluded(value, beta, all_proven, left_out);
        // Fail-soft blending: a value far above beta is trusted less the shallower its search was.
        if self.context.margins.fail_soft > 0 && value > beta {
            value = blended(value, node.depth, beta, self.context.margins.fail_soft);
        }

        // Step 18. Store in the transposition table.
        if excluded.is_some() {
            return unproven(value);
        }
        if self.context.techniques.table {
            let entry = Entry {
                best: best.map(|m| S::pack_image(&self.position, m, symmetry)),
                value,
                static_eval,
                depth: self.table_depth(node.depth.min(MAX_PLY as i32)) as u8,
                bound: Bound::of(value, alpha, beta),
            };
            self.store(key, ply, entry);
        }
        value
    }

    /// Searches the moves of a node. An error is its value, where that is known without all of them, or where the
    /// search has ended.
    #[inline]
    fn search_each<const PV: bool>(&mut self, node: &Node<G::Move>, mut alpha: Value) -> Result<Best<G::Move>, Value> {
        let &Node { ply, depth, beta, restricted, .. } = node;

        // Step 10. The move picker.
        let team = self.team();
        let side = self.position.side_to_move();
        let rows = self.continuation_rows(ply);
        self.data.stack[ply + 1].killers = [None; 2];
        let replies = if G::SIDES > 2 { self.first_replies(node.in_check) } else { None };
        let mut picker = match restricted {
            None => Picker::new(self, node.table_move, self.data.stack[ply].killers, rows, false),
            Some(_) => Picker::in_static_order(self),
        };
        let mut number = 0;
        let mut found =
            Best { value: -INFINITE, best: None, all_proven: node.excluded.is_none(), left_out: false, gave_up: false };
        loop {
            // Step 11. Pruning of moves, once there is one that does not lose.
            let may_prune = !self.exhaustive && found.value > -MIN_UNPROVEN_WIN && node.static_eval.is_some();
            if may_prune
                && restricted.is_none()
                && picker.has_quiets(self)
                && self.skips_quiets::<PV>(node, number + 1, alpha)
            {
                picker.skip_quiets(self);
                found.all_proven = false;
            }
            let Some(m) = picker.next(self) else { break };
            if Some(m) == node.excluded {
                continue;
            }
            if restricted == Some(number) {
                found.all_proven = false;
                break;
            }
            number += 1;
            if may_prune && !PV && Some(m) != node.table_move && self.loses_too_much(depth, &picker, m) {
                found.all_proven = false;
                continue;
            }

            // Step 12. Singular extension.
            let extension = self.singular_extension::<PV>(node, m)?;

            // Step 13. Make the move.
            let quiet = !picker.noisy;
            let index = self.data.state.history_index(&self.position, m);
            self.data.stack[ply].index = quiet.then_some(index);
            self.data.stack[ply].passed = false;
            let reducible = number > 1 && depth >= 2 && quiet && !self.exhaustive;
            let rank = if reducible { self.data.quiet_history.rows(rows).score(index) } else { 0 };
            let undo = self.make(m);
            if G::SIDES > 2 && self.gives_itself_up(side) {
                self.unmake(m, undo);
                (found.gave_up, found.all_proven) = (true, false);
                number -= 1;
                continue;
            }
            if replies.as_ref().is_some_and(|replies| !replies.contains(&m)) {
                self.use_reply();
            }
            let new_depth = depth - 1 + extension;
            self.prefetch(new_depth <= 0);

            // Step 14. Late-move reductions (LMR) and null windows (PVS): a re-search only of what fails high.
            let techniques = &self.context.techniques;
            let mut value = alpha + 1;
            if reducible && techniques.late_move_reductions && techniques.null_windows {
                let mut less = self.reduction(depth, number, node.cut_node);
                less += i32::from(!node.improving) - i32::from(PV) - i32::from(picker.is_killer(m));
                less -= rank / self.context.margins.reduction_history.max(1) + i32::from(node.in_check);
                let reduced = (new_depth - less.max(0)).max(1).min(new_depth);
                value = self.child::<false>(team, alpha, alpha + 1, reduced, true, ply);
                if value > alpha && reduced < new_depth && !self.stopped {
                    value = self.child::<false>(team, alpha, alpha + 1, new_depth, !node.cut_node, ply);
                }
            } else if techniques.null_windows && (!PV || number > 1) {
                value = self.child::<false>(team, alpha, alpha + 1, new_depth, !node.cut_node, ply);
            }
            if (PV && (number == 1 || (value > alpha && !self.stopped))) || !techniques.null_windows {
                value = self.child::<PV>(team, alpha, beta, new_depth, false, ply);
            }

            // Step 15. Unmake the move.
            self.unmake(m, undo);
            if self.stopped {
                return Err(0);
            }

            // Step 16. A new best move; a fail high ends the loop.
            found.all_proven &= no_better_than_draw(value);
            if value > found.value {
                found.value = value;
                if value > alpha {
                    alpha = value;
                    found.best = Some(m);
                    if PV {
                        self.update_pv(ply, m);
                    }
                    if value >= beta {
                        if quiet && restricted.is_none() {
                            self.update_histories(&picker, m, index, depth, ply);
                        }
                        break;
                    }
                }
            }
        }
        found.left_out = picker.left_out;
        Ok(found)
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
        if self.team() == team {
            self.search::<PV>(alpha, beta, depth, !PV && !cut_node, ply + 1)
        } else {
            -self.search::<PV>(-beta, -alpha, depth, cut_node, ply + 1)
        }
    }

    /// Learns from a quiet move that cut, and from those before it that did not.
    fn update_histories(&mut self, picker: &Picker<G::Move>, m: G::Move, index: usize, depth: i32, ply: usize) {
        let rows = self.continuation_rows(ply);
        let killers = &mut self.data.stack[ply].killers;
        if self.context.techniques.killers && killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        if !self.context.techniques.history {
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
