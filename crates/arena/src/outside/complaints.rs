//! What a program writes to its standard error: kept in a log where that is wanted; its last lines say why the program
//! has ended.

use manyply::clock::Instant;
use manyply::threads;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// Bytes of the end that are kept in memory.
const KEPT: usize = 1 << 10;
/// How often is looked whether all has come.
const PATIENCE: Duration = Duration::from_millis(2);

/// The end of what a program has written.
#[derive(Clone, Debug, Default)]
pub(super) struct Complaints(Arc<Mutex<End>>);

#[derive(Debug, Default)]
struct End {
    bytes: Vec<u8>,
    is_whole: bool,
}

impl Complaints {
    /// Reads a program's standard error to its end, in a thread of its own.
    pub(super) fn of(mut stderr: impl Read + Send + 'static, log: Option<&Path>) -> io::Result<Self> {
        let mut log = log.map(open).transpose()?;
        let complaints = Self::default();
        let heard = complaints.clone();
        threads::spawn(move || {
            let mut buffer = [0; KEPT];
            while let Ok(count @ 1..) = stderr.read(&mut buffer) {
                if let Some(log) = &mut log {
                    // A log that cannot be written ends no game.
                    let _ = log.write_all(&buffer[..count]);
                }
                heard.end().add(&buffer[..count]);
            }
            heard.end().is_whole = true;
        })?;
        Ok(complaints)
    }

    fn end(&self) -> MutexGuard<'_, End> {
        threads::lock(&self.0)
    }

    /// The last line that is not empty, of a program that has ended; what it wrote may take so long to come.
    pub(super) fn last_line(&self, patience: Duration) -> Option<String> {
        let until = Instant::now() + patience;
        while !self.end().is_whole && Instant::now() < until {
            std::thread::sleep(PATIENCE);
        }
        let text = String::from_utf8_lossy(&self.end().bytes).into_owned();
        text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
    }
}

impl End {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        let surplus = self.bytes.len().saturating_sub(KEPT);
        self.bytes.drain(..surplus);
    }
}

/// Opens a log, to which all programs that name it add.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let opened = File::options().append(true).create(true).open(path);
    opened.map_err(|error| io::Error::new(error.kind(), format!("stderr={}: {error}", path.display())))
}
