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
    current: Option<Current<M>>,
}

impl<'a, M: Copy> Teller<'a, M> {
    /// For a search that begins now.
    pub(super) fn new(tell: &'a mut (dyn FnMut(Told<'_, M>) + 'a)) -> Self {
        Self { tell, told: Instant::now(), current: None }
    }

    /// Tells of a line.
    pub(super) fn line(&mut self, report: &Report<M>) {
        self.told = Instant::now();
        (self.tell)(Told::Line(report));
    }
    /// Notes which move at the root is searched now.
    pub(super) fn begin(&mut self, current: Current<M>) {
        self.current = Some(current);
    }

    /// Tells that the search goes on, if nothing was told for a while.
    pub(super) fn beat(&mut self, heartbeat: impl FnOnce(Instant, Option<Current<M>>) -> Heartbeat<M>) {
        let now = Instant::now();
        if now - self.told >= HEARTBEAT {
            self.told = now;
            (self.tell)(Told::Heartbeat(&heartbeat(now, self.current)));
        }
    }
}
