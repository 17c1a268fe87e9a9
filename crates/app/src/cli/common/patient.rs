//! Standard output whose reader may stand still: then the program waits, but no longer than the user wants.

use anstream::AutoStream;
use manyply::threads::PATIENCE;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::time::Timespec;
use std::fs::File;
use std::io::{self, ErrorKind, LineWriter, Write};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bytes that are written at once: a pipe with room for any has room for these.
const PIPE: usize = 512;
/// How long a reader may stand still once the user wants an end.
const FAREWELL: Duration = Duration::from_millis(500);

/// Standard output. Once the user wants an end and nobody reads, writing fails with [`ErrorKind::TimedOut`].
pub(crate) fn stdout(stop: Arc<AtomicBool>) -> Box<dyn Write> {
    let Ok(file) = io::stdout().as_fd().try_clone_to_owned().map(File::from) else {
        return Box::new(anstream::stdout().lock());
    };
    // What is a file takes all that comes.
    let is_pipe = file.metadata().is_ok_and(|metadata| !metadata.is_file());
    let patient = Patient { file, is_pipe, stop, has_given_up: false };
    let lines: Box<dyn Write> = Box::new(LineWriter::new(patient));
    Box::new(AutoStream::new(lines, AutoStream::choice(&io::stdout())))
}

struct Patient {
    file: File,
    is_pipe: bool,
    stop: Arc<AtomicBool>,
    /// Whether the reader has stood still for too long.
    has_given_up: bool,
}

impl Patient {
    /// Waits until the reader has room for something.
    fn wait(&mut self) -> io::Result<()> {
        let patience = Timespec { tv_sec: 0, tv_nsec: PATIENCE.as_nanos() as i64 };
        let mut stopped = None;
        while !self.has_given_up {
            let mut fds = [PollFd::new(&self.file, PollFlags::OUT)];
            match poll(&mut fds, Some(&patience)) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
            if self.stop.load(Ordering::Relaxed) {
                let since = stopped.get_or_insert_with(Instant::now);
                self.has_given_up = since.elapsed() >= FAREWELL;
            }
        }
        Err(ErrorKind::TimedOut.into())
    }
}

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_pipe {
            return self.file.write(bytes);
        }
        self.wait()?;
        self.file.write(&bytes[..bytes.len().min(PIPE)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
