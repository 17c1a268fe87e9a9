//! Who is told of a search: of lines when an iteration ends, and in between that it goes on.

use super::hooks::State;
use super::report::{Current, Heartbeat, Report, Told};
use super::worker::Worker;
use crate::clock::Instant;
use crate::game::Position;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Of a search that goes on something is told about this often.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);

/// Who is told of a search, and when that was last so.
pub(super) struct Teller<'a, M> {
    tell: &'a mut (dyn FnMut(Told<'_, M>) + 'a),
    told: Instant,
    /// The move under search at the root.
    current: Option<Current<M>>,
}

impl<'a, M> Teller<'a, M> {
    /// For a search that begins now.
    pub(super) fn new(tell: &'a mut (dyn FnMut(Told<'_, M>) + 'a)) -> Self {
        Self { tell, told: Instant::now(), current: None }
    }

    /// Tells of a line.
    pub(super) fn line(&mut self, report: &Report<M>) {
        self.told = Instant::now();
        (self.tell)(Told::Line(report));
    }
}

impl<G: Position, S: State<G>> Worker<'_, G, S> {
    /// Notes which move at the root is searched now, for whoever is told.
    pub(super) fn begin_root_move(&mut self, m: G::Move, index: usize, count: usize) {
        if let Some(teller) = &mut self.teller {
            teller.current = Some(Current { m, number: index as u32 + 1, count: count as u32 });
        }
    }

    /// Tells that the search goes on, if nothing was told for a while.
    pub(super) fn beat(&mut self) {
        let Some(teller) = &mut self.teller else { return };
        let now = Instant::now();
        if now - teller.told < HEARTBEAT {
            return;
        }
        teller.told = now;
        (teller.tell)(Told::Heartbeat(&Heartbeat {
            depth: self.root_depth as u32,
            seldepth: self.seldepth as u32,
            current: teller.current,
            nodes: self.nodes + self.context.helper_nodes.load(Relaxed),
            hashfull: self.context.table.hashfull(),
            elapsed: now - self.stop_condition.started,
        }));
    }
}
