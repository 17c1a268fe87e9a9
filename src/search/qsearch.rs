//! The quiescence search (qsearch): below the horizon noisy moves only, until the static evaluation can be trusted.

use super::best::Best;
use super::hooks::State;
use super::opponents::Allowance;
use super::picker::Picker;
use super::table::{Bound, Entry};
use super::value::{UNPROVEN_DRAW, Value, from_exact, unproven};
use super::worker::Worker;
use crate::game::{Exact, Position};

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// The value within `alpha..beta` of the position at `ply`, `below` plies below the horizon of the full search.
    pub(super) fn qsearch<const PV: bool>(&mut self, alpha: Value, beta: Value, ply: usize, below: u32) -> Value {
        // Step 1. The end of the game, repetition, limits.
        if let Some(value) = self.enter(ply) {
            return value;
        }
        let in_check = below < S::CHECK_PLIES && self.data.state.in_check(&self.position);
        self.qsearch_entered::<PV>(alpha, beta, ply, below, in_check)
    }

    /// [`Self::qsearch`] of a position that has been entered, and has to answer a threat or not.
    pub(super) fn qsearch_entered<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        ply: usize,
        below: u32,
        in_check: bool,
    ) -> Value {
        if !self.uses(|t| t.quiescence) || self.overdue {
            return self.static_eval();
        }

        // Step 2. Transposition table.
        let key = self.key();
        let entry = self.probe_qsearch(key, ply);
        if let Some(entry) = entry.filter(|entry| !PV && entry.cuts(alpha, beta)) {
            return entry.value;
        }

        // Step 3. A win by force, where the game looks for one.
        if let Some(value) = self.forced_win(key, ply, below) {
            return value;
        }

        // Step 4. Static evaluation, which the table may have.
        let static_eval = match entry.and_then(|entry| entry.static_eval) {
            _ if in_check => None,
            None => Some(self.static_eval()),
            known => known,
        };

        // Step 5. Stand pat: some quiet move is at least as good as the static evaluation, unless in check.
        let mut best = Best::new(alpha, beta, in_check);
        if let Some(static_eval) = static_eval
            && best.stands_pat(stand_pat(static_eval, entry))
        {
            return best.value;
        }
        if !in_check && below >= S::NOISY_PLIES {
            // As in step 8: what a quiet move may be better than is no proof of a draw.
            let at_least = entry.is_some_and(|entry| entry.bound == Bound::Lower);
            return if best.value == 0 && at_least { -UNPROVEN_DRAW } else { best.value };
        }

        // Step 6. Stand pat for what an ally can do next.
        if !in_check && let Some(value) = self.stands_pat_with_ally::<PV>(&mut best, ply, below) {
            return value;
        }

        // Step 7. The moves.
        let start = self.data.moves.len();
        let searched = self.qsearch_each::<PV>(best, entry, static_eval, ply, below, in_check);
        self.data.moves.truncate(start);
        let Some(best) = searched else { return 0 };

        // Step 8. What the moves have shown.
        let value = if best.is_empty() { self.static_eval() } else { best.concluded() };
        let bound = Bound::of(value, alpha, beta);
        let best = best.m.map(|m| self.position.pack(m));
        self.store_qsearch(key, ply, Entry { best, value, static_eval, depth: 0, bound });
        value
    }

    /// The value of a win by force, where the game looks for one and the limit on nodes leaves room for it.
    #[inline(always)]
    fn forced_win(&mut self, key: u64, ply: usize, below: u32) -> Option<Value> {
        let asks = !G::POINTS && (below == 0 || self.context.has_probe);
        if !asks || self.stop_condition.is_near(self.nodes, S::FORCED_WIN_NODES) {
            return None;
        }
        let (plies, nodes) = self.data.state.forced_win(&mut self.position);
        debug_assert!(nodes <= S::FORCED_WIN_NODES, "{nodes}");
        self.count(nodes);
        let value = from_exact(Exact::Win(plies?), ply);
        let entry = Entry { best: None, value, static_eval: None, depth: 0, bound: Bound::Lower };
        self.store_qsearch(key, ply, entry);
        Some(value)
    }

    /// Follows noisy moves; delta pruning of those that cannot lift the static evaluation to alpha. In the first ply
    /// below the horizon then the quiet moves that give check. In check all moves. None where the search has ended.
    #[inline(always)]
    fn qsearch_each<const PV: bool>(
        &mut self,
        mut best: Best<G::Move>,
        entry: Option<Entry>,
        static_eval: Option<Value>,
        ply: usize,
        below: u32,
        in_check: bool,
    ) -> Option<Best<G::Move>> {
        let team = self.team();
        let margin = self.context.margins.delta;
        let table_move = entry
            .and_then(|entry| self.position.unpack(entry.best?))
            .filter(|&m| in_check || self.data.state.is_noisy(&self.position, m));
        let rows = self.data.quiet_history.continuation_rows([None; 2]);
        let quiet_checks = below == 0 && !in_check && self.uses(|t| t.quiet_checks);
        let mut picker = Picker::new(self, table_move, [None; 2], rows, !in_check).with_quiet_checks(quiet_checks);
        let mut allowance = Allowance::all();
        loop {
            if let Some(static_eval) = static_eval
                && margin > 0
            {
                picker.floor = best.alpha - static_eval - margin;
            }
            let Some(m) = picker.next(self) else { break };
            let Some(undo) = self.try_make(m, &mut allowance) else { continue };
            self.prefetch(self.position.key(), true);
            let value = self.qsearch_child::<PV>(team, best.alpha, best.beta, ply, below);
            self.unmake(m, undo);
            if self.stopped {
                return None;
            }
            if self.update_best::<PV>(&mut best, m, value, ply) {
                break;
            }
        }
        best.left_out = picker.left_out;
        if let Err(value) = self.settle(&mut best, &allowance) {
            best.value = value;
        }
        Some(best)
    }

    /// Follows the position after a move of `team`, with that team's window and from its view.
    #[inline]
    pub(super) fn qsearch_child<const PV: bool>(
        &mut self,
        team: bool,
        alpha: Value,
        beta: Value,
        ply: usize,
        below: u32,
    ) -> Value {
        self.seen_by(team, alpha, beta, |worker, _, alpha, beta| worker.qsearch::<PV>(alpha, beta, ply + 1, below + 1))
    }
}

/// What the side to move has at least, if it is not in check: the static evaluation, or what the table knows better.
#[inline]
fn stand_pat(static_eval: Value, entry: Option<Entry>) -> Value {
    match entry {
        // What is only an upper bound proves nothing when it stands for a lower one.
        Some(entry) if entry.improves(static_eval) && entry.bound == Bound::Upper => unproven(entry.value),
        Some(entry) if entry.improves(static_eval) => entry.value,
        _ => static_eval,
    }
}

#[cfg(test)]
mod tests {
    use super::super::context::Context;
    use super::super::limits::{Limits, StopCondition};
    use super::super::thread_data::ThreadData;
    use super::super::{Options, table::Table};
    use super::*;
    use crate::clock::Instant;
    use crate::game::{Notation, Played, Variant};
    use crate::games::gomoku::{Gomoku, GomokuState};
    use std::sync::atomic::{AtomicBool, AtomicU64};

    /// The table may know that a leaf is worth a draw at least; that it is no more, a quiet move could still disprove.
    #[test]
    fn at_least_a_draw_is_no_draw() {
        let rules = Gomoku::parse_rules("size=5,connect=4").expect("rules");
        let mut game = Played::new(Gomoku::start(&rules));
        assert!(game.play(game.position().parse_move("c3").expect("a move")));
        let (table, options, nodes) = (Table::new(1), Options::default(), AtomicU64::new(0));
        let data = ThreadData::<_, GomokuState>::new(&game, None);
        let context = Context::new(&game, &table, &options, &nodes, &data.state);
        let (stop, halt) = (AtomicBool::new(false), AtomicBool::new(false));
        let stop_condition = StopCondition::new(Instant::now(), &Limits::default(), 1, [&stop, &halt]);
        let mut worker = Worker::new(data, &game, &context, stop_condition, 0);
        assert!(worker.static_eval() < 0);
        for (bound, expected) in [(Bound::Exact, 0), (Bound::Lower, -UNPROVEN_DRAW)] {
            worker.store_qsearch(worker.key(), 0, Entry { best: None, value: 0, static_eval: None, depth: 0, bound });
            assert_eq!(worker.qsearch_entered::<true>(-1, 1, 0, 0, false), expected, "{bound:?}");
        }
    }
}
