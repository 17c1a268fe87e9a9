//! Lines that a user sends while something else may be going on.

use crate::cli::common::session::Session;
use crate::protocol::lines;
use manyply::threads::PATIENCE;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};

/// Standard input, line by line, read by a thread of its own so that Ctrl-C is heard while nothing comes.
pub(crate) struct Lines {
    lines: Receiver<String>,
    stop: Arc<AtomicBool>,
}

impl Lines {
    /// Takes over the session's input.
    pub(crate) fn of(session: &mut Session<'_>) -> io::Result<Self> {
        let (sender, lines) = sync_channel(0);
        lines::read(session.take_input(), move |line| line.is_some_and(|line| sender.send(line).is_ok()))?;
        Ok(Self { lines, stop: session.stop.clone() })
    }
}

impl Lines {
    /// A line that has come meanwhile, if there is one; an error at the end of the input.
    pub(crate) fn poll(&mut self) -> Result<Option<String>, ()> {
        match self.lines.try_recv() {
            Ok(line) => Ok(Some(line)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(()),
        }
    }
}

impl Iterator for Lines {
    type Item = String;

    /// The next line; none at the end of the input or once the user wants an end.
    fn next(&mut self) -> Option<String> {
        while !self.stop.load(Ordering::Relaxed) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}
