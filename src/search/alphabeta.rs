//! Alpha-beta: principal variation search in numbered steps. The sign flips when the team to move changes, not at
//! every ply, so sides that move twice and sides that play together need nothing special.

use super::hooks::State;
use super::picker::Picker;
use super::table::{Bound, Entry};
use super::value::{
    INFINITE, MAX_PLY, MIN_UNPROVEN_WIN, PROVEN, UNPROVEN_DRAW, Value, WIN, blended, is_decisive, unproven,
    unproven_loss,
};
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
        let in_check = self.state.in_check(&self.position);
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
        mut depth: i32,
        cut_node: bool,
        ply: usize,
        in_check: bool,
    ) -> Value {
        let techniques = &self.context.techniques;
        let margins = &self.context.margins;

        // Step 3. Mate-distance pruning: no mate from here is shorter than the one already found.
        if techniques.mate_distance {
            alpha = alpha.max(-WIN + ply as Value);
            beta = beta.min(WIN - ply as Value - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 4. Transposition table.
        let excluded = self.stack[ply].excluded;
        let (key, symmetry) = self.shared_key(&self.position, ply);
        let entry = if excluded.is_none() { self.probe(key, ply) } else { None };
        if let Some(entry) = entry
            && !PV
            && (i32::from(entry.depth) >= depth
                || (entry.is_proof() && (G::SIDES == 2 || self.context.restriction.is_none())))
            && entry.cuts(alpha, beta)
        {
            return entry.value;
        }
        let table_move = entry.and_then(|entry| S::unpack_image(&self.position, entry.best?, symmetry));

        // Step 5. Static evaluation, and the better bound of the table (table-adjusted evaluation). `improving`:
        // better than at this side's last move.
        let static_eval = match entry.and_then(|entry| entry.static_eval) {
            _ if in_check => None,
            None if excluded.is_some() => self.stack[ply].static_eval,
            None => Some(self.static_eval()),
            known => known,
        };
        self.stack[ply].static_eval = static_eval;
        let improving = match (static_eval, ply.checked_sub(G::SIDES).and_then(|ply| self.stack[ply].static_eval)) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        };
        let tt_adjusted_eval = match (static_eval, entry) {
            (Some(static_eval), Some(entry)) if entry.improves(static_eval) => Some(unproven(entry.value)),
            _ => static_eval,
        };

        // With three sides a model may leave this one only its first few moves: nothing is concluded from the others.
        let restricted = self.restricted(in_check);

        if let Some(tt_adjusted_eval) = tt_adjusted_eval
            && !PV
            && !self.exhaustive
            && excluded.is_none()
            && !is_decisive(beta)
        {
            // Step 6. Reverse futility pruning (RFP, static null move): so far above beta that the remaining depth
            // will not undo it.
            if techniques.reverse_futility
                && margins.reverse_futility > 0
                && depth <= 8
                && tt_adjusted_eval - margins.reverse_futility * (depth - Value::from(improving)) >= beta
            {
                return unproven(tt_adjusted_eval);
            }

            // Step 7. Razoring: so far below alpha that only noisy moves can lift it.
            if margins.razor > 0 && depth <= 3 && tt_adjusted_eval + margins.razor * depth <= alpha {
                let value = self.qsearch::<false>(alpha, beta, ply, 0);
                if self.stopped || value <= alpha {
                    return value;
                }
            }

            // Step 8. Null-move pruning: if even a pass fails high, a move will.
            if techniques.null_move
                && depth >= 3
                && tt_adjusted_eval >= beta
                && ply > 0
                && !self.stack[ply - 1].passed
                && restricted.is_none()
                && self.state.null_move_allowed(&self.position)
            {
                let value = self.pass(beta, depth - 1 - margins.null_reduction - depth / 4, !cut_node, ply);
                if self.stopped {
                    return 0;
                }
                if value >= beta {
                    return unproven(value);
                }
            }
        }

        // Step 9. Internal iterative reduction (IIR): without a table move the move ordering is poor; the next visit
        // has one.
        if techniques.internal_reductions
            && !self.exhaustive
            && depth >= 4
            && table_move.is_none()
            && excluded.is_none()
            && restricted.is_none()
        {
            depth -= 1;
        }
        // Likewise a PV node whose entry is from a much shallower search (as in Rapfi).
        if PV
            && margins.shallow_pv > 0
            && !self.exhaustive
            && table_move.is_some()
            && let Some(entry) = entry
        {
            let missing = (depth - i32::from(entry.depth)).max(0);
            depth = (depth - missing * margins.shallow_pv / 100).max(1);
        }

        // Step 10. The move picker.
        let team = self.team();
        let rows = self.continuation_rows(ply);
        let original = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        // Whether every move is proven to be no better than a draw.
        let mut all_proven = excluded.is_none();
        let side = self.position.side_to_move();
        let mut gave_up = false;
        let exhaustive = self.exhaustive;
        self.stack[ply + 1].killers = [None; 2];
        let replies = if G::SIDES > 2 { self.first_replies(in_check) } else { None };
        let mut picker = match restricted {
            None => Picker::new(self, table_move, self.stack[ply].killers, rows, false),
            Some(_) => Picker::in_static_order(self),
        };
        // Step 11. Late-move pruning (LMP) and futility pruning near the horizon, once there is a move that does not
        // lose: very late quiet moves, and all quiet moves where they cannot lift the static evaluation to alpha; but
        // none that gives check. Both conditions hold for all later moves too, so the other quiet moves need not even
        // be generated. PV nodes have a limit of their own for LMP, and no futility pruning.
        let leaves_out = |number: usize, best: Value, alpha: Value| {
            if exhaustive || best <= -MIN_UNPROVEN_WIN {
                return false;
            }
            let Some(static_eval) = static_eval else { return false };
            let late_moves = if PV { margins.late_moves_pv } else { margins.late_moves };
            let each = if margins.late_moves_depth > 0 { margins.late_moves_depth } else { depth };
            let limit = late_moves + each * depth;
            let late = techniques.late_move_pruning
                && late_moves > 0
                && number as i32 > if improving { limit } else { limit / 2 + 1 };
            let futile = !PV
                && techniques.futility
                && margins.futility > 0
                && depth <= 7
                && static_eval + margins.futility * (depth + 1) <= alpha;
            late || futile
        };
        loop {
            if restricted.is_none() && picker.has_quiets(self) && leaves_out(number + 1, best, alpha) {
                picker.skip_quiets(self);
                all_proven = false;
            }
            let Some(m) = picker.next(self) else { break };
            if Some(m) == excluded {
                continue;
            }
            if restricted == Some(number) {
                all_proven = false;
                break;
            }
            number += 1;
            let quiet = !picker.noisy;
            let index = self.state.history_index(&self.position, m);
            let reducible = number > 1 && depth >= 2 && quiet && !self.exhaustive;

            // SEE pruning of moves that lose too much.
            if best > -MIN_UNPROVEN_WIN
                && !PV
                && !exhaustive
                && static_eval.is_some()
                && techniques.exchange_pruning
                && depth <= 6
                && Some(m) != table_move
                && let may_lose = if quiet { margins.quiet_exchange * depth } else { margins.futility }
                && may_lose > 0
                && (quiet || picker.loses() || !techniques.exchange_ordering)
                && !self.state.see_ge(&self.position, m, -may_lose * depth)
            {
                all_proven = false;
                continue;
            }

            // Step 12. Singular extension: is every move but the table's clearly worse? If another move fails high
            // too, that is a multi-cut.
            let mut extension = 0;
            if techniques.singular_extension
                && depth >= 7
                && !self.exhaustive
                && Some(m) == table_move
                && excluded.is_none()
                && restricted.is_none()
                && ply < 2 * self.root_depth as usize
                && let Some(entry) = entry
                && i32::from(entry.depth) >= depth - 3
                && entry.bound != Bound::Upper
                && !is_decisive(entry.value)
            {
                let bar = unproven(entry.value - margins.singular * depth / 100);
                self.stack[ply].excluded = Some(m);
                let value = self.search::<false>(bar - 1, bar, (depth - 1) / 2, cut_node, ply);
                self.stack[ply].excluded = None;
                if self.stopped {
                    return 0;
                }
                if value < bar {
                    extension = 1;
                } else if !PV && bar >= beta {
                    // Another move holds beta too.
                    self.moves.truncate(picker.start);
                    return unproven(bar);
                }
            }

            // Step 13. Make the move.
            self.stack[ply].index = quiet.then_some(index);
            self.stack[ply].passed = false;
            let rank = if reducible { self.quiet_history.rows(rows).score(index) } else { 0 };
            let undo = self.make(m);
            if G::SIDES > 2 && self.gives_itself_up(side) {
                self.unmake(m, undo);
                (gave_up, all_proven) = (true, false);
                number -= 1;
                continue;
            }
            if replies.as_ref().is_some_and(|replies| !replies.contains(&m)) {
                self.use_reply();
            }
            let new_depth = depth - 1 + extension;
            self.prefetch(new_depth <= 0);

            // Step 14. Late-move reductions (LMR) and null windows (PVS): a re-search only of what fails high.
            let mut value = alpha + 1;
            if reducible && techniques.late_move_reductions && techniques.null_windows {
                let mut less = self.reduction(depth, number, cut_node);
                less += i32::from(!improving) - i32::from(PV) - i32::from(picker.is_killer(m));
                less -= rank / margins.reduction_history.max(1) + i32::from(in_check);
                let reduced = (new_depth - less.max(0)).max(1).min(new_depth);
                value = self.child::<false>(team, alpha, alpha + 1, reduced, true, ply);
                if value > alpha && reduced < new_depth && !self.stopped {
                    value = self.child::<false>(team, alpha, alpha + 1, new_depth, !cut_node, ply);
                }
            } else if techniques.null_windows && (!PV || number > 1) {
                value = self.child::<false>(team, alpha, alpha + 1, new_depth, !cut_node, ply);
            }
            if (PV && (number == 1 || (value > alpha && !self.stopped))) || !techniques.null_windows {
                value = self.child::<PV>(team, alpha, beta, new_depth, false, ply);
            }

            // Step 15. Unmake the move.
            self.unmake(m, undo);
            if self.stopped {
                return 0;
            }

            // Step 16. A new best move; a fail high ends the loop.
            all_proven &= value == 0 || value <= -PROVEN;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(m);
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
        self.moves.truncate(picker.start);

        // Step 17. No move was searched: in a singular search a fail low. A draw is proven only if no move can be
        // better.
        if best == -INFINITE {
            if gave_up {
                // It loses to its ally, whatever it plays.
                return self.third_party_finish();
            }
            return if excluded.is_some() { unproven(original) } else { self.static_eval() };
        }
        // With three sides: who is lost whatever it plays may as well give itself up.
        if gave_up && best < beta {
            best = self.or_hand_over(best);
        }
        all_proven &= !picker.left_out;
        if best == 0 && best < beta && !all_proven {
            best = -UNPROVEN_DRAW;
        }
        if best <= -PROVEN && picker.left_out {
            // An unproven mate score: a move that was left out may hold.
            best = unproven_loss(best);
        }

        // Fail-soft blending: a value far above beta is trusted less the shallower its search was.
        if margins.fail_soft > 0 && best > beta {
            best = blended(best, depth, beta, margins.fail_soft);
        }

        // Step 18. Store in the transposition table.
        if excluded.is_some() {
            return unproven(best);
        }
        if techniques.table {
            let bound = Bound::of(best, original, beta);
            let entry = Entry {
                best: best_move.map(|m| S::pack_image(&self.position, m, symmetry)),
                value: best,
                static_eval,
                depth: depth.min(MAX_PLY as i32) as u8,
                bound,
            };
            self.context.table.store(key, ply, entry);
        }
        best
    }

    /// How many plies less a late quiet move gets: the `number`th at this depth.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, number: usize, cut_node: bool) -> i32 {
        let logs = LOG2[(depth.max(0) as usize).min(63)] * LOG2[number.min(63)];
        let margins = &self.context.margins;
        let cut = if cut_node { margins.reduction_cut } else { 0 };
        (margins.reduction_base + margins.reduction_scale * logs / 256 + cut) / 100
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

    /// The value if the side to move passed.
    fn pass(&mut self, beta: Value, depth: i32, cut_node: bool, ply: usize) -> Value {
        let team = self.team();
        self.stack[ply].index = None;
        self.stack[ply].passed = true;
        let undo = self.make_pass();
        self.prefetch(depth <= 0);
        let value = self.child::<false>(team, beta - 1, beta, depth, cut_node, ply);
        self.unmake_pass(undo);
        value
    }

    /// Learns from a quiet move that cut, and from those before it that did not.
    fn update_histories(&mut self, picker: &Picker<G::Move>, m: G::Move, index: usize, depth: i32, ply: usize) {
        let rows = self.continuation_rows(ply);
        let killers = &mut self.stack[ply].killers;
        if self.context.techniques.killers && killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        if !self.context.techniques.history {
            return;
        }
        self.quiet_history.update(index, rows, depth, true);
        for index in picker.quiets() {
            let other = self.moves.at(index);
            if other != m {
                self.quiet_history.update(self.state.history_index(&self.position, other), rows, depth, false);
            }
        }
    }
}
