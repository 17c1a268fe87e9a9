//! Nodes are counted; once in a batch of them a worker looks at the clock and at the other threads, and reports.

use super::hooks::State;
use super::limits::StopCondition;
use super::report::{Current, Heartbeat};
use super::worker::Worker;
use crate::game::Position;
use std::sync::atomic::Ordering::Relaxed;

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// Counts the node at `ply`, and says whether the search must end.
    #[inline]
    pub(super) fn visit(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        if self.stopped || self.stop_condition.is_over(self.nodes) {
            // The first iteration is finished in any case, past the stop condition too: there must be a move.
            self.stopped = self.root_depth > 1;
            self.overdue = true;
            if self.stopped {
                return true;
            }
        }
        if self.nodes.is_multiple_of(StopCondition::BATCH) {
            self.sync_threads();
        }
        // What is wrong once stays wrong until it is unmade: one node in seven finds it, in half the time of a test.
        if cfg!(debug_assertions) && self.nodes % 7 == 1 {
            assert_eq!(self.position.validate(), Ok(()));
            assert_eq!(self.data.state.validate(&self.position), Ok(()));
        }
        self.seldepth = self.seldepth.max(ply);
        self.data.pvs[ply].clear();
        false
    }

    /// Counts nodes that the game looked at itself, and asks the stop condition if they are many.
    #[inline]
    pub(super) fn count(&mut self, nodes: u64) {
        let before = self.nodes / StopCondition::BATCH;
        self.nodes += nodes;
        if self.nodes / StopCondition::BATCH != before {
            self.sync_threads();
            if self.stop_condition.look() {
                self.stopped = self.root_depth > 1;
                self.overdue = true;
            }
        }
    }

    /// Meets the other threads, once in a batch of nodes: adds its own, ends an iteration that one of them has ended,
    /// and sends a heartbeat.
    #[cold]
    fn sync_threads(&mut self) {
        self.report_nodes();
        let depth = self.root_depth as u32;
        self.stopped |= depth > 1 && self.relay.is_some_and(|relay| relay.is_finished(depth));
        self.beat();
    }

    /// Tells the thread that reports how many nodes this one, if it helps, has searched since it last told.
    pub(super) fn report_nodes(&mut self) {
        if self.thread > 0 {
            self.context.helper_nodes.fetch_add(self.nodes - self.told, Relaxed);
            self.told = self.nodes;
        }
    }

    /// Notes which move at the root is searched now, for heartbeats.
    pub(super) fn begin_root_move(&mut self, m: G::Move, index: usize, count: usize) {
        if let Some(teller) = &mut self.teller {
            teller.begin(Current { m, number: index as u32 + 1, count: count as u32 });
        }
    }

    /// Sends a heartbeat.
    fn beat(&mut self) {
        let Some(teller) = &mut self.teller else { return };
        teller.beat(|now, current| Heartbeat {
            depth: self.root_depth as u32,
            seldepth: self.seldepth as u32,
            current,
            nodes: self.nodes + self.context.helper_nodes.load(Relaxed),
            hashfull: self.context.table.hashfull(),
            elapsed: now - self.stop_condition.started,
        });
    }
}
