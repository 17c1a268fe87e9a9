//! A program and the lines that go to it and come from it. Neither a program that does not read nor one that does not
//! write, or writes without end, holds up the arena; when the process is dropped, it and what it started are killed.

use super::super::agent::Fault;
use super::complaints::Complaints;
use manyply::clock::Instant;
use manyply::threads::{self, PATIENCE};
use std::env::{consts::EXE_SUFFIX, split_paths, var_os};
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::Duration;

/// Bytes of a line that are read; the rest comes as another line.
const LONGEST: u64 = 1 << 16;
/// Bytes that may come while one answer is waited for.
const FLOOD: usize = 1 << 24;
/// Lines that wait to be read before the program has to.
const WAITING: usize = 256;
/// How long after the end of a program lines of it may still come, which it wrote before.
const ECHO: Duration = Duration::from_millis(200);
/// Bytes that are written at once: a pipe with room for any has room for these.
#[cfg(unix)]
const PIPE: usize = 512;
/// How long a program may take to exit when asked to.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    to: Sender<String>,
    from: Receiver<String>,
    complaints: Complaints,
    /// Its end lets both threads go, even where something that the program has started keeps its pipes open.
    _alive: PipeWriter,
}

/// An end of a program's pipe that is not waited for any longer than the program is.
struct End<P> {
    pipe: P,
    #[cfg_attr(not(unix), expect(dead_code, reason = "pipes cannot be polled there"))]
    given_up: Arc<PipeReader>,
}

#[cfg(unix)]
impl<P: std::os::fd::AsFd> End<P> {
    /// Waits until something can be read or written.
    fn wait(&self, events: rustix::event::PollFlags) -> io::Result<()> {
        use rustix::event::{PollFd, PollFlags, poll};
        let mut both = [PollFd::new(&self.pipe, events), PollFd::new(&*self.given_up, PollFlags::IN)];
        while both.iter().all(|end| end.revents().is_empty()) {
            match poll(&mut both, None) {
                Err(error) if error != rustix::io::Errno::INTR => return Err(error.into()),
                _ => {}
            }
        }
        if both[1].revents().is_empty() { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }
}

#[cfg(unix)]
impl<P: Read + std::os::fd::AsFd> Read for End<P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.wait(rustix::event::PollFlags::IN)?;
        self.pipe.read(buffer)
    }
}

#[cfg(not(unix))]
impl<P: Read> Read for End<P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.pipe.read(buffer)
    }
}

impl Write for End<ChildStdin> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let bytes = {
            self.wait(rustix::event::PollFlags::OUT)?;
            &bytes[..bytes.len().min(PIPE)]
        };
        self.pipe.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush()
    }
}

/// Makes a command that runs in a group of its own: Ctrl-C does not reach it, and it can be killed with its children.
pub(super) fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Whether there is a file that a command's first word can mean.
pub(super) fn is_there(program: &str) -> bool {
    let is_in = |folder: &Path| ["", EXE_SUFFIX].iter().any(|end| folder.join(format!("{program}{end}")).is_file());
    let is_path = Path::new(program).components().count() > 1;
    is_path && is_in(Path::new(""))
        || !is_path && split_paths(&var_os("PATH").unwrap_or_default()).any(|path| is_in(&path))
}

/// Kills a program and what it started.
pub(super) fn kill(child: &mut Child) {
    #[cfg(unix)]
    signal(child, rustix::process::Signal::KILL);
    // An error means that it has ended already.
    let _ = child.kill();
    let _ = child.wait();
}

/// Sends a signal to a program and what it started.
#[cfg(unix)]
pub(super) fn signal(child: &Child, signal: rustix::process::Signal) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // An error means that none is left.
        let _ = rustix::process::kill_process_group(group, signal);
    }
}

impl Process {
    /// Starts a program, whose standard error is added to a log if there is one.
    pub(super) fn start(words: &[String], log: Option<&Path>) -> io::Result<Self> {
        let (given_up, alive) = pipe()?;
        let given_up = Arc::new(given_up);
        let mut command = command(words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (pipes, stderr) = (child.stdin.take().zip(child.stdout.take()), child.stderr.take());
        let ((to, lines), (sender, from)) = (channel::<String>(), sync_channel(WAITING));
        // From here on the program ends with the process, whatever fails.
        let mut process = Self { child, to, from, complaints: Complaints::default(), _alive: alive };
        if let Some(stderr) = stderr {
            process.complaints = Complaints::of(End { pipe: stderr, given_up: given_up.clone() }, log)?;
        }
        let (stdin, stdout) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        let mut stdin = End { pipe: stdin, given_up: given_up.clone() };
        threads::spawn(move || {
            while let Ok(line) = lines.recv() {
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        })?;
        threads::spawn(move || {
            let mut reader = BufReader::new(End { pipe: stdout, given_up });
            let mut line = Vec::new();
            while (&mut reader).take(LONGEST).read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
                if sender.send(String::from_utf8_lossy(&line).trim_end().to_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        })?;
        Ok(process)
    }

    /// Sends a line. A failure shows as a missing answer.
    pub(super) fn send(&self, line: impl Into<String>) {
        let _ = self.to.send(line.into());
    }

    /// Drops lines that have come without being asked for.
    pub(super) fn forget(&self) {
        self.from.try_iter().take(WAITING).for_each(drop);
    }

    /// Reads lines until `wanted` makes something of one.
    pub(super) fn wait_for<T>(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let (mut bytes, mut ended) = (0, None);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stop.load(Relaxed) {
                return Err(self.ended().map_or(Fault::Timeout, |status| self.died(status)));
            }
            match self.from.recv_timeout(left.min(PATIENCE)) {
                Ok(line) => {
                    if let Some(answer) = wanted(&line) {
                        return Ok(answer);
                    }
                    bytes += line.len() + 1;
                    if bytes > FLOOD {
                        return Err(Fault::Crash(format!("more than {FLOOD} bytes without an answer")));
                    }
                }
                // Its output may stay open after it, in what it has started.
                Err(RecvTimeoutError::Timeout) => match ended {
                    None => ended = self.ended().map(|status| (status, Instant::now())),
                    Some((status, since)) if since.elapsed() >= ECHO => {
                        return Err(self.died(status));
                    }
                    Some(_) => {}
                },
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// The fault of a program whose output has ended.
    fn gone(&mut self) -> Fault {
        let end = Instant::now() + ECHO;
        while Instant::now() < end {
            if let Some(status) = self.ended() {
                return self.died(status);
            }
            std::thread::sleep(PATIENCE / 10);
        }
        Fault::Crash("the program closed its output".into())
    }

    /// The fault of the program, which has ended, with its last words.
    fn died(&self, status: ExitStatus) -> Fault {
        match (died(status), self.complaints.last_line(ECHO)) {
            (Fault::Crash(how), Some(said)) => Fault::Crash(format!("{how}: {said}")),
            (fault, _) => fault,
        }
    }

    /// How the program has ended, if it has.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Says goodbye with a line; a program that does not go is killed.
    pub(super) fn dismiss(mut self, line: &str) {
        self.send(line);
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end && self.ended().is_none() {
            self.forget();
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The fault of a program that has ended.
pub(super) fn died(status: ExitStatus) -> Fault {
    Fault::Crash(format!("the program ended: {status}"))
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(&mut self.child);
    }
}
