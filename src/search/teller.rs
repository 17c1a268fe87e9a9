//! Who is told of a search: of lines when an iteration ends, and in between that it goes on.

use super::report::{Current, Heartbeat, Report, Told};
use crate::clock::Instant;
use std::time::Duration;

/// Of a search that goes on something is told about this often.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);

/// Who is told of a search, and when that was last so.
pub(super) struct Teller<'a, M> {
    tell: &'a mut (dyn FnMut(Told<'_, M>) + 'a),
    told: Instant,
    /// The move under search at the root.
    pub(super) current: Option<Current<M>>,
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

    /// The time since the search `started`, if that it goes on should be told now.
    pub(super) fn is_due(&self, started: Instant) -> Option<Duration> {
        let now = Instant::now();
        (now - self.told >= HEARTBEAT).then(|| now - started)
    }

    /// Tells that it goes on.
    pub(super) fn beat(&mut self, heartbeat: &Heartbeat<M>) {
        self.told = Instant::now();
        (self.tell)(Told::Heartbeat(heartbeat));
    }
}
