//! Lines that a user or a program sends while something else may be going on.

use super::session::Session;
use std::io::{BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How often a waiting reader looks whether it is still wanted.
const PATIENCE: Duration = Duration::from_millis(20);
/// Bytes of a line that are read; the rest of a longer one is dropped.
const LONGEST: u64 = 1 << 16;

/// Standard input, line by line, read by a thread of its own so that Ctrl-C is heard while nothing comes.
pub(super) struct Lines {
    lines: Receiver<String>,
    stop: Arc<AtomicBool>,
}

impl Lines {
    /// Takes over the session's input.
    pub(super) fn of(session: &mut Session<'_>) -> Self {
        let mut input = std::mem::replace(&mut session.input, Box::new(std::io::empty()));
        let (sender, lines) = sync_channel(0);
        // The thread ends with the input or when nobody listens; until then it waits in the system, like the program.
        std::thread::spawn(move || {
            let mut line = Vec::new();
            loop {
                line.clear();
                let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line);
                let is_open = read.is_ok_and(|bytes| bytes > 0);
                if !is_open || sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
                if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') && skip_line(&mut input).is_err() {
                    break;
                }
            }
        });
        Self { lines, stop: session.stop.clone() }
    }
}

/// Drops everything up to the end of the line.
fn skip_line(input: &mut dyn BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, ended) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if ended {
            return Ok(());
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
