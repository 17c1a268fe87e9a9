//! One thread of a search: its position, its stacks and its memory. What it does with them is in the neighbouring
//! files: how nodes begin, alpha-beta, quiescence, the iterations at the root.

use super::context::Context;
use super::histories::ContinuationRows;
use super::hooks::{State, Symmetry};
use super::lazy_smp::Relay;
use super::limits::StopCondition;
use super::table::Entry;
use super::techniques::Techniques;
use super::teller::Teller;
use super::thread_data::ThreadData;
use super::value::{MAX_EVAL, Value, WHOLE, unproven};
use crate::game::{Played, Position};

/// What takes a move back: the game's own, and the free replies that there were before.
pub(super) struct WorkerUndo<G: Position> {
    undo: G::Undo,
    free: u8,
}

/// One thread of a search. It begins and ends at a cache line of its own (two: they are fetched in pairs), so that what
/// one thread writes at every node is not next to what another one reads.
#[repr(align(128))]
pub(super) struct Worker<'a, G: Position, S> {
    pub(super) context: &'a Context<'a>,
    pub(super) stop_condition: StopCondition<'a>,
    pub(super) position: G,
    /// The memory that lives on when the search has ended.
    pub(super) data: ThreadData<G, S>,
    /// Free replies left to the sides against the root's before the root's side moves again, where a model counts them.
    pub(super) free: u8,
    pub(super) nodes: u64,
    /// How often the shared table was asked, and how often it knew something.
    pub(super) probes: u64,
    pub(super) hits: u64,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    /// Whether nothing is pruned by a heuristic: the iteration reaches the end of the game in every line.
    pub(super) exhaustive: bool,
    /// Set once the search must end; whatever is returned from then on means nothing.
    pub(super) stopped: bool,
    /// Set once the first iteration must end: quiescence search returns static evaluations.
    pub(super) overdue: bool,
    /// Where iterations are handed over, while others search the same ones.
    pub(super) relay: Option<&'a Relay<G::Move>>,
    /// The number of this thread: 0 reports, the others help.
    pub(super) thread: usize,
    /// Who is told of the search, by the thread that reports.
    pub(super) teller: Option<Teller<'a, G::Move>>,
    /// How many of the nodes a helper has told of.
    pub(super) told: u64,
}

impl<'a, G: Position, S: State<G>> Worker<'a, G, S> {
    /// A worker for a search of `game`, in the memory of `data`, which is that of the game's position.
    pub(super) fn new(
        data: ThreadData<G, S>,
        game: &Played<G>,
        context: &'a Context<'a>,
        stop_condition: StopCondition<'a>,
        thread: usize,
    ) -> Self {
        Self {
            context,
            stop_condition,
            position: game.position().clone(),
            data,
            free: context.opponents.free(),
            nodes: 0,
            probes: 0,
            hits: 0,
            seldepth: 0,
            root_depth: 0,
            exhaustive: false,
            stopped: false,
            overdue: false,
            relay: None,
            thread,
            teller: None,
            told: 0,
        }
    }

    /// Whether the root's team is to move.
    #[inline]
    pub(super) fn team(&self) -> bool {
        self.position.side_to_move() == self.context.root
    }

    /// Whether a technique is in use. One that the game never uses is folded away.
    #[inline(always)]
    pub(super) fn uses(&self, technique: impl Fn(&Techniques) -> bool) -> bool {
        technique(&S::TECHNIQUES) && technique(&self.context.techniques)
    }

    /// The key under which the table knows the position in this search.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.salted(self.position.key())
    }

    #[inline]
    fn salted(&self, key: u64) -> u64 {
        key ^ self.context.salt ^ self.replies_key()
    }

    /// The key under which the table knows `position` at `ply`, and the symmetry that leads to the image it is of:
    /// near the root positions that are images of one another are one.
    #[inline]
    pub(super) fn shared_key(&self, position: &G, ply: usize) -> (u64, Symmetry) {
        let (key, symmetry) = if ply < S::SYMMETRIC_PLIES && self.uses(|t| t.symmetry) {
            S::canonical(position)
        } else {
            (position.key(), 0)
        };
        (self.salted(key), symmetry)
    }

    /// What the table, if it is in use, knows of the position with this key.
    #[inline]
    pub(super) fn probe(&mut self, key: u64, ply: usize) -> Option<Entry> {
        if !self.uses(|t| t.table) {
            return None;
        }
        let entry = self.context.table.probe(key, Self::table_ply(ply));
        self.probes += 1;
        self.hits += u64::from(entry.is_some());
        entry
    }

    /// [`Self::probe`] of a position in quiescence.
    #[inline]
    pub(super) fn probe_qsearch(&mut self, key: u64, ply: usize) -> Option<Entry> {
        if !ThreadData::<G, S>::HAS_QSEARCH_TABLE {
            return self.probe(key, ply);
        }
        if self.uses(|t| t.table) { self.data.qsearch_table.probe(key, Self::table_ply(ply)) } else { None }
    }

    /// Remembers `entry` of a position in quiescence, if the table is in use.
    #[inline]
    pub(super) fn store_qsearch(&mut self, key: u64, ply: usize, entry: Entry) {
        if !self.uses(|t| t.table) {
            return;
        }
        if ThreadData::<G, S>::HAS_QSEARCH_TABLE {
            self.data.qsearch_table.store(key, Self::table_ply(ply), entry);
        } else {
            self.store(key, ply, entry);
        }
    }

    /// Remembers `entry` in the shared table.
    #[inline]
    pub(super) fn store(&self, key: u64, ply: usize, entry: Entry) {
        self.context.table.store(key, Self::table_ply(ply), entry);
    }

    /// The ply by which the table counts mate scores: points are the same at any.
    #[inline]
    const fn table_ply(ply: usize) -> usize {
        if G::POINTS { 0 } else { ply }
    }

    /// The depth that a search of `depth` plies counts for in the table. In games for points what an exhaustive search
    /// has found to be the most is kept apart from what was the most so far.
    #[inline]
    pub(super) const fn table_depth(&self, depth: i32) -> i32 {
        if G::POINTS && self.exhaustive { WHOLE } else { depth }
    }

    /// Says that [`Self::probe`] will soon ask for the position with this key or, of a `leaf`,
    /// [`Self::probe_qsearch`].
    #[inline]
    pub(super) fn prefetch(&self, key: u64, leaf: bool) {
        if self.uses(|t| t.table) && !(leaf && ThreadData::<G, S>::HAS_QSEARCH_TABLE) {
            self.context.table.prefetch(self.salted(key));
        }
    }

    /// The same of the position after `m`, where its key is known before the move is made; whether it is.
    #[inline]
    pub(super) fn prefetch_after(&self, m: G::Move, leaf: bool) -> bool {
        let key = S::key_after(&self.position, m);
        key.into_iter().for_each(|key| self.prefetch(key, leaf));
        key.is_some()
    }

    /// The static evaluation, from the view of the team to move.
    #[inline]
    pub(super) fn static_eval(&mut self) -> Value {
        let value = self.data.state.static_eval(&self.position, self.context.root);
        unproven(if self.team() { value } else { -value }.clamp(-MAX_EVAL, MAX_EVAL))
    }

    /// Plays a move; [`Self::unmake`] takes it back.
    #[inline]
    pub(super) fn make(&mut self, m: G::Move) -> WorkerUndo<G> {
        let repeats = self.context.repetition_limit > 0;
        let irreversible = repeats && self.position.is_irreversible(m);
        let free = self.free;
        self.data.state.make(&self.position, m);
        let undo = self.position.make(m);
        self.renew_replies();
        if repeats {
            self.data.history.push(&self.position, irreversible);
        }
        WorkerUndo { undo, free }
    }

    #[inline]
    pub(super) fn unmake(&mut self, m: G::Move, made: WorkerUndo<G>) {
        if self.context.repetition_limit > 0 {
            self.data.history.pop();
        }
        self.position.unmake(m, made.undo);
        self.data.state.unmake(&self.position, m);
        self.restore_replies(made.free);
    }

    /// Passes, where the position may; [`Self::unmake_pass`] takes it back.
    pub(super) fn make_pass(&mut self) -> WorkerUndo<G> {
        let free = self.free;
        let undo = S::make_null(&mut self.position);
        self.renew_replies();
        if self.context.repetition_limit > 0 {
            self.data.history.push(&self.position, true);
        }
        WorkerUndo { undo, free }
    }

    pub(super) fn unmake_pass(&mut self, made: WorkerUndo<G>) {
        if self.context.repetition_limit > 0 {
            self.data.history.pop();
        }
        S::unmake_null(&mut self.position, made.undo);
        self.restore_replies(made.free);
    }

    /// Makes `m` and what follows it the best line from `ply` on.
    #[inline]
    pub(super) fn update_pv(&mut self, ply: usize, m: G::Move) {
        let (here, below) = self.data.pvs.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(m);
        let room = line.remaining_capacity();
        line.extend(below[0].iter().copied().take(room));
    }

    /// Where history has what follows the moves made one and two plies before `ply`.
    #[inline]
    pub(super) fn continuation_rows(&self, ply: usize) -> ContinuationRows {
        let index = |back: usize| ply.checked_sub(back).and_then(|ply| self.data.stack[ply].index);
        self.data.quiet_history.continuation_rows([index(1), index(2)])
    }
}
