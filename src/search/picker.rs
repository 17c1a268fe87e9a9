//! The order in which the moves of a node are tried: the table's move, noisy moves that win material, killers, quiet
//! moves by history, or of these only those that give check, noisy moves that lose some. Later stages are generated
//! only if they are reached.

use super::histories::{ContinuationRows, HistoryRows};
use super::hooks::State;
use super::node::Node;
use super::thread_data::ThreadData;
use super::worker::Worker;
use crate::game::{MoveList, Position};
use arrayvec::ArrayVec;

/// In the static order quiet moves that lose material have ranks below this, all others above.
const LOSES: i32 = i32::MIN / 4;

/// Where the picker is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Noisy,
    GoodNoisy,
    Killers,
    Quiets,
    /// Of the quiet moves only those that give check.
    QuietChecks,
    BadNoisy,
}

/// Hands out the moves of one node. Its lists lie on the worker's shared stack of moves, from `start` on: noisy moves
/// that lose material, then whatever stage is under way.
#[derive(Debug)]
pub(super) struct Picker<M> {
    stage: Stage,
    table_move: Option<M>,
    killers: [Option<M>; 2],
    /// How many of the killers have been looked at.
    killer: usize,
    rows: ContinuationRows,
    noisy_only: bool,
    no_quiets: bool,
    /// Where other quiet moves are not handed out, those that give check are.
    quiet_checks: bool,
    /// The quiet moves are in the order of [`Self::in_static_order`].
    static_order: bool,
    /// Noisy moves that gain no more than this are left out; it may rise, and only where there are noisy moves only.
    pub(super) floor: i32,
    /// Where this node's moves begin on the stack.
    pub(super) start: usize,
    bad_end: usize,
    next: usize,
    /// Moves have been pruned by a heuristic.
    pub(super) left_out: bool,
    /// The move handed out last is noisy.
    pub(super) noisy: bool,
    /// The rank of the next quiet move, if it is picked already.
    ahead: Option<i32>,
}

impl<M: Copy + Eq> Picker<M> {
    /// A picker of all moves, or of noisy ones only, for the worker's position. `table_move` must be legal.
    pub(super) fn new<G: Position<Move = M>, S: State<G>>(
        worker: &Worker<'_, G, S>,
        table_move: Option<M>,
        killers: [Option<M>; 2],
        rows: ContinuationRows,
        noisy_only: bool,
    ) -> Self {
        let start = worker.data.moves.len();
        Self {
            stage: Stage::Table,
            table_move,
            killers,
            killer: 0,
            rows,
            noisy_only,
            no_quiets: false,
            quiet_checks: worker.uses(|t| t.quiet_checks) && !noisy_only,
            static_order: false,
            floor: i32::MIN,
            start,
            bad_end: start,
            next: start,
            left_out: false,
            noisy: false,
            ahead: None,
        }
    }

    /// A picker of the moves of a node: in the static order, if its side is restricted.
    #[inline(always)]
    pub(super) fn of_node<G: Position<Move = M>, S: State<G>>(
        worker: &Worker<'_, G, S>,
        node: &Node<M>,
        rows: ContinuationRows,
    ) -> Self {
        if node.restricted {
            Self::in_static_order(worker)
        } else {
            Self::new(worker, node.table_move, worker.data.stack[node.ply].killers, rows, false)
        }
    }

    /// A picker of all moves in the order by which a model restricts a side: without table move, killers and histories,
    /// quiet moves as [`opponents`](super::opponents) says.
    pub(super) fn in_static_order<G: Position<Move = M>, S: State<G>>(worker: &Worker<'_, G, S>) -> Self {
        Self { static_order: true, ..Self::new(worker, None, [None; 2], ContinuationRows::default(), false) }
    }

    /// Hands out quiet moves that give check and lose nothing after the noisy moves.
    #[inline]
    pub(super) fn with_quiet_checks(mut self, quiet_checks: bool) -> Self {
        self.quiet_checks = quiet_checks;
        self
    }

    /// Whether there may be quiet moves to come that do not give check.
    #[inline]
    pub(super) fn has_quiets<G: Position<Move = M>, S: State<G>>(&self, worker: &Worker<'_, G, S>) -> bool {
        match self.stage {
            Stage::Quiets => self.next < worker.data.moves.len(),
            Stage::QuietChecks | Stage::BadNoisy => false,
            _ => !self.no_quiets,
        }
    }

    /// Leaves out the quiet moves that have not been handed out, but for those that give check.
    #[inline]
    pub(super) fn skip_quiets<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>) {
        self.no_quiets = true;
        if matches!(self.stage, Stage::Killers | Stage::Quiets) {
            self.begin_quiet_checks(worker);
        }
    }

    /// Where on the stack the quiet moves handed out so far are, the latest last.
    pub(super) fn quiets(&self) -> std::ops::Range<usize> {
        let quiets = matches!(self.stage, Stage::Killers | Stage::Quiets | Stage::QuietChecks);
        if quiets { self.bad_end..self.next } else { 0..0 }
    }

    /// The next move.
    #[inline]
    pub(super) fn next<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>) -> Option<M> {
        // The stages follow each other in this order.
        if self.stage == Stage::Table {
            self.stage = Stage::Noisy;
            if let Some(m) = self.table_move
                && (self.floor == i32::MIN || worker.data.state.noisy_score(&worker.position, m) > self.floor)
            {
                self.noisy = worker.data.state.is_noisy(&worker.position, m);
                return Some(m);
            }
        }
        if self.stage == Stage::Noisy {
            self.rank_noisy(worker);
            self.stage = Stage::GoodNoisy;
        }
        if self.stage == Stage::GoodNoisy {
            self.noisy = true;
            let good = self.next_good(worker);
            if good.is_some() || self.noisy_only && !self.quiet_checks {
                return good;
            }
            self.next = self.bad_end;
            if self.no_quiets || self.noisy_only {
                self.begin_quiet_checks(worker);
            } else {
                worker.data.moves.truncate(self.bad_end);
                self.stage = Stage::Killers;
            }
        }
        if self.stage == Stage::Killers {
            self.noisy = false;
            let killer = self.next_killer(worker);
            if killer.is_some() {
                return killer;
            }
            self.rank_quiet(worker);
            self.stage = Stage::Quiets;
        }
        if self.stage == Stage::Quiets {
            self.noisy = false;
            let quiet = self.next_quiet(worker);
            if quiet.is_some() {
                return quiet;
            }
            self.begin_bad_noisy();
        }
        if self.stage == Stage::QuietChecks {
            self.noisy = false;
            let check = self.next_quiet_check(worker);
            if check.is_some() || self.noisy_only {
                return check;
            }
            self.begin_bad_noisy();
        }
        self.noisy = true;
        let m = (self.next < self.bad_end).then(|| worker.data.moves.at(self.next))?;
        self.next += 1;
        Some(m)
    }

    /// Has the table's entry for the position after the next quiet move fetched while the one handed out last is
    /// searched.
    #[inline]
    pub(super) fn look_ahead<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>, leaf: bool) {
        if self.stage == Stage::Quiets
            && !self.static_order
            && !(leaf && ThreadData::<G, S>::HAS_QSEARCH_TABLE)
            && let Some((m, rank)) = worker.data.moves.pick_best(self.next)
        {
            self.ahead = worker.prefetch_after(m, leaf).then_some(rank);
        }
    }

    /// The next noisy move that gains enough and loses nothing. Those that lose are kept for later.
    #[inline(never)]
    fn next_good<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>) -> Option<M> {
        while let Some((m, rank)) = self.best(worker) {
            if rank <= self.floor {
                // So do all that are left.
                return None;
            }
            if !worker.uses(|t| t.exchange_ordering) || worker.data.state.see_ge(&worker.position, m, 0) {
                return Some(m);
            }
            // `next` is already past `m`, so there is room behind the bad ones.
            worker.data.moves.swap(self.bad_end, self.next - 1);
            self.bad_end += 1;
        }
        None
    }

    /// The next killer that is a quiet move here: to ask for one costs less than to list them all.
    #[inline(never)]
    fn next_killer<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>) -> Option<M> {
        let all = worker.exhaustive || !worker.uses(|t| t.candidates);
        while worker.uses(|t| t.killers) && self.killer < self.killers.len() {
            let killer = self.killers[self.killer].filter(|&m| Some(m) != self.table_move);
            self.killer += 1;
            if let Some(m) = killer
                && worker.position.is_legal(m)
                && !worker.data.state.is_noisy(&worker.position, m)
                && (all || worker.data.state.is_candidate(&worker.position, m))
            {
                worker.data.moves.push(m, 0);
                self.next += 1;
                return killer;
            }
        }
        None
    }

    /// The next quiet move.
    #[inline]
    fn next_quiet<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>) -> Option<M> {
        while let Some((m, rank)) = self.best(worker) {
            if G::SIDES == 2 || !self.static_order || rank < LOSES || worker.data.state.see_ge(&worker.position, m, 0) {
                return Some(m);
            }
            worker.data.moves.push(m, rank + 2 * LOSES);
        }
        None
    }

    /// The next quiet move that gives check; in qsearch only those that lose nothing.
    #[inline(never)]
    fn next_quiet_check<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>) -> Option<M> {
        while let Some((m, _)) = self.best(worker) {
            if !self.noisy_only || worker.data.state.see_ge(&worker.position, m, 0) {
                return Some(m);
            }
        }
        None
    }

    /// The quiet moves handed out stay on the stack; of the others those that give check are put behind them.
    #[inline]
    fn begin_quiet_checks<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>) {
        self.stage = Stage::QuietChecks;
        self.ahead = None;
        worker.data.moves.truncate(self.next);
        if self.quiet_checks {
            self.rank_quiet_checks(worker);
        }
    }

    #[inline(never)]
    fn rank_quiet_checks<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>) {
        worker.data.list.clear();
        worker.data.state.quiet_checks(&worker.position, &mut worker.data.list);
        let experience = worker.data.quiet_history.rows(self.rows);
        for &m in worker.data.list.as_slice() {
            if Some(m) != self.table_move && worker.data.moves.find(self.bad_end, m).is_none() {
                worker.data.moves.push(m, quiet_rank(&worker.position, &worker.data.state, experience, m));
            }
        }
    }

    fn begin_bad_noisy(&mut self) {
        self.stage = Stage::BadNoisy;
        self.next = self.start;
    }

    /// The highest ranked move that is left in the stage, with its rank; among equals the first that was generated.
    #[inline]
    fn best<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>) -> Option<(M, i32)> {
        // Picked when it was looked ahead to.
        let best = match self.ahead.take() {
            Some(rank) => (worker.data.moves.at(self.next), rank),
            None => worker.data.moves.pick_best(self.next)?,
        };
        self.next += 1;
        Some(best)
    }

    #[inline(never)]
    fn rank_noisy<G: Position<Move = M>, S: State<G>>(&self, worker: &mut Worker<'_, G, S>) {
        worker.data.list.clear();
        worker.data.state.noisy(&worker.position, &mut worker.data.list);
        for &m in worker.data.list.as_slice() {
            let rank = worker.data.state.noisy_score(&worker.position, m);
            if rank > self.floor && Some(m) != self.table_move {
                worker.data.moves.push(m, rank);
            }
        }
    }

    #[inline(never)]
    fn rank_quiet<G: Position<Move = M>, S: State<G>>(&mut self, worker: &mut Worker<'_, G, S>) {
        let tried: ArrayVec<M, 2> = self.quiets().map(|index| worker.data.moves.at(index)).collect();
        worker.data.moves.truncate(self.bad_end);
        worker.data.list.clear();
        self.left_out = !worker.data.state.candidates(&worker.position, &mut worker.data.list);
        if self.left_out && (worker.exhaustive || !worker.uses(|t| t.candidates)) {
            worker.data.list.clear();
            worker.data.state.quiet(&worker.position, &mut worker.data.list);
            self.left_out = false;
        }
        let experience = worker.data.quiet_history.rows(self.rows);
        let (position, state) = (&worker.position, &worker.data.state);
        if self.static_order {
            worker.data.moves.extend(worker.data.list.as_slice(), |m| state.reply_score(position, m));
        } else {
            worker.data.moves.extend(worker.data.list.as_slice(), |m| quiet_rank(position, state, experience, m));
        }
        if let Some(m) = self.table_move {
            worker.data.moves.remove(self.bad_end, m);
        }
        // What has been tried comes first.
        self.next = self.bad_end;
        for m in tried {
            if let Some(index) = worker.data.moves.find(self.next, m) {
                worker.data.moves.swap(self.next, index);
                self.next += 1;
            }
        }
    }

    /// Whether the move handed out last is a noisy one that loses material.
    pub(super) fn loses(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// Whether the move handed out last is a killer.
    pub(super) fn is_killer(&self, m: M) -> bool {
        self.killers.contains(&Some(m))
    }
}

/// The rank of a quiet move: the game's score, and what the histories say.
#[inline]
fn quiet_rank<P: Position, S: State<P>>(position: &P, state: &S, experience: HistoryRows<'_>, m: P::Move) -> i32 {
    state.quiet_score(position, m) + experience.score(state.history_index(position, m))
}
