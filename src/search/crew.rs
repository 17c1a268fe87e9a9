//! The threads of one search: the one that reports, those that help it, and the one that keeps the table meanwhile.

use super::context::Context;
use super::hooks::State;
use super::lazy_smp::Relay;
use super::limits::{Limits, StopCondition};
use super::root_move::RootMove;
use super::thread_data::ThreadData;
use super::worker::Worker;
use crate::game::{Played, Position};
use crate::nnue::NetworkRef;
use crate::threads;
use std::sync::atomic::Ordering::Relaxed;

/// What the threads of one search are given.
pub(super) struct Crew<'a, G: Position> {
    pub(super) game: &'a Played<G>,
    pub(super) context: &'a Context<'a>,
    pub(super) network: Option<NetworkRef>,
    pub(super) limits: &'a Limits,
    pub(super) multipv: usize,
    /// The depth that an earlier search has finished.
    pub(super) known: u32,
    /// How many search.
    pub(super) threads: usize,
    pub(super) relay: &'a Relay<G::Move>,
    pub(super) stop_condition: &'a StopCondition<'a>,
}

impl<G: Position> Crew<'_, G> {
    /// Lets `worker`, which reports, and its helpers, in the memory that was `kept` of earlier ones, iterate over
    /// `roots`, while another thread does `beside`. The depth that was finished, and the helpers' memory.
    pub(super) fn iterate<S: State<G>>(
        &self,
        worker: &mut Worker<'_, G, S>,
        roots: &mut [RootMove<G::Move>],
        mut kept: impl Iterator<Item = ThreadData<G, S>>,
        beside: Option<impl FnOnce() + Send>,
    ) -> (u32, Vec<ThreadData<G, S>>) {
        std::thread::scope(|scope| {
            // Where the system gives no more threads, those that there are search.
            let helpers: Vec<_> = (1..self.threads)
                .map_while(|helper| {
                    let (data, roots) = (kept.next(), roots.to_vec());
                    threads::spawn_in(scope, move || self.help(helper, data, roots)).ok()
                })
                .collect();
            let beside = beside.and_then(|work| threads::spawn_in(scope, work).ok());
            let depth = worker.iterate(roots, self.known, self.limits, self.multipv);
            self.stop_condition.halt().store(true, Relaxed);
            beside.inspect(|beside| beside.thread().unpark());
            // A helper that panicked, as none should, leaves its memory behind.
            let helpers = helpers.into_iter().filter_map(|helper| helper.join().ok()).collect();
            (depth, helpers)
        })
    }

    /// The iterations of a helper; its memory.
    fn help<S: State<G>>(
        &self,
        helper: usize,
        data: Option<ThreadData<G, S>>,
        mut roots: Vec<RootMove<G::Move>>,
    ) -> ThreadData<G, S> {
        // Memory is touched by the thread that uses it, beside the one that reports.
        let data = data.map_or_else(|| ThreadData::new(self.game, self.network), |data| data.for_search(self.game));
        let mut worker = Worker::new(data, self.game, self.context, self.stop_condition.clone(), helper);
        worker.relay = Some(self.relay);
        worker.iterate(&mut roots, self.known, self.limits, self.multipv);
        worker.report_nodes();
        worker.data
    }
}
