//! What a command talks through: its streams, and the flag that asks it to stop.

use crate::cli::common::failure::{Blame, Failure, INTERRUPTED, Result, file_failure, input, shortened};
use manyply::face::{Kind, Registry};
use manyply::files;
use manyply::formats::Content;
use manyply::harmless::one_line;
use manyply::threads::{self, PATIENCE};
use manyply_arena::service::json;
use serde::Serialize;
use std::io::{self, BufRead, ErrorKind, IsTerminal, Read, Write};
use std::path::Path;
use std::str::Utf8Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Longest line that is read from standard input, and largest file that is read as one text, in bytes.
const LONGEST_LINE: u64 = 1 << 16;
pub(crate) const LARGEST_FILE: u64 = 1 << 26;

/// How long a program that was stopped waits for who takes what it has found.
const FAREWELL: Duration = Duration::from_secs(1);

/// The streams of one run of the program.
pub struct Session<'a> {
    /// Standard input.
    pub input: Box<dyn BufRead + Send>,
    /// Standard output, whose lines go out as soon as they are whole. Styled text is written to it; what is no
    /// terminal strips the styles.
    pub out: &'a mut dyn Write,
    /// Standard error.
    pub err: &'a mut dyn Write,
    /// Set when the user wants an end.
    pub stop: Arc<AtomicBool>,
    /// Whether somebody is watching standard error, so that progress bars are welcome.
    pub has_terminal: bool,
    /// The games that the program knows.
    pub games: Registry,
    /// The program's name, as it was called.
    pub name: &'static str,
    /// Whether results are said as JSON lines: whether the command was given `--json`.
    pub json: bool,
    /// What a command that is ended early leaves behind, in words; none: nothing.
    pub kept: Option<String>,
}

impl Session<'_> {
    /// The input, for a thread that reads all of it.
    pub(crate) fn take_input(&mut self) -> Box<dyn BufRead + Send> {
        std::mem::replace(&mut self.input, Box::new(io::empty()))
    }

    /// Whether the user wants an end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells the user of a failure and returns the exit code.
    pub(crate) fn fail(&mut self, failure: Failure) -> u8 {
        // Standard output is flushed before the message. Errors of the streams themselves cannot be reported.
        let _ = self.out.flush();
        let (message, code) = match failure {
            Failure::Input(message) => (message, 2),
            Failure::Check => return 1,
            Failure::Interrupted => {
                let kept = self.kept.take().unwrap_or_else(|| "nothing is kept".into());
                if !kept.is_empty() {
                    let _ = writeln!(self.err, "interrupted: {}", shortened(&one_line(&kept)));
                }
                return INTERRUPTED;
            }
            // A reader that has seen enough (`| head`) is no failure.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Failure::Output(error) => (format!("cannot write the output: {error}"), 2),
        };
        // Only commands: `manyply data 2` begins the files of all programs.
        let message = message.replace("'manyply ", &format!("'{} ", self.name));
        let _ = writeln!(self.err, "error: {}", shortened(&one_line(&message)));
        code
    }

    /// Ends the command if the user wants an end.
    pub(crate) fn check_stop(&self) -> Result {
        if self.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Says what is kept if the user wants an end from now on; nothing need be said of what is no work.
    pub(crate) fn keeps(&mut self, what: impl Into<String>) {
        self.kept = Some(what.into());
    }

    /// The game of this name.
    pub(crate) fn kind(&self, name: &str) -> Result<&'static Kind> {
        self.games.kind(name).or_input()
    }

    /// Whether somebody is watching standard output, too, so that lines may be drawn over.
    pub(crate) fn is_screen(&self) -> bool {
        self.has_terminal && io::stdout().is_terminal()
    }

    /// Says a result: as JSON one object on a line of its own, otherwise what `print` writes.
    pub(crate) fn report(
        &mut self,
        object: &impl Serialize,
        print: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result {
        if self.json { self.object(object) } else { Ok(print(self.out)?) }
    }

    /// Says an object of JSON.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result {
        let line = json::line(object).map_err(io::Error::from)?;
        Ok(writeln!(self.out, "{line}")?)
    }

    /// Until the guard is dropped, Ctrl-C ends the program at once: for waiting in the system, where an end loses
    /// nothing. What was stopped before may still be written, if somebody takes it soon.
    pub(crate) fn ends_at_once(&self) -> EndsAtOnce {
        let (stop, waits) = (self.stop.clone(), Arc::new(AtomicBool::new(true)));
        let guard = EndsAtOnce(waits.clone());
        let earliest = Instant::now() + if self.is_stopped() { FAREWELL } else { Duration::ZERO };
        // Without a thread a second signal ends the program.
        let _ = threads::spawn(move || {
            while waits.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) && Instant::now() >= earliest {
                    std::process::exit(INTERRUPTED.into());
                }
                std::thread::sleep(PATIENCE);
            }
        });
        guard
    }

    /// The same where `path` is no file, as a pipe, whose other end may never be opened.
    pub(crate) fn waits_for(&self, path: &Path) -> Option<EndsAtOnce> {
        waits(path).then(|| self.ends_at_once())
    }

    /// The next line of standard input, for `option`.
    pub(crate) fn read_line(&mut self, option: &str) -> Result<String> {
        let read = self.read_input(|input, line| input.take(LONGEST_LINE + 1).read_until(b'\n', line))?;
        text(read, LONGEST_LINE).map_err(|problem| input!("{option}: standard input {problem}"))
    }

    /// Writes a file, behind all that is printed so far.
    pub(crate) fn write_file(&mut self, option: &str, path: &Path, content: &[u8]) -> Result {
        self.write_file_by(option, path, |out| Ok(out.write_all(content)?))
    }

    /// The same where `content` writes it piece by piece.
    pub(crate) fn write_file_by(
        &mut self,
        option: &str,
        path: &Path,
        content: impl FnOnce(&mut dyn Write) -> Result,
    ) -> Result {
        self.out.flush()?;
        let _waits = self.waits_for(path);
        let mut failure = None;
        let written = files::write(path, |out| {
            content(out).map_err(|other| match other {
                Failure::Output(error) => error,
                other => {
                    failure = Some(other);
                    io::Error::other("the content ends early")
                }
            })
        });
        match failure {
            Some(failure) => Err(failure),
            None => written.of_file(option, path),
        }
    }

    /// The text in a file of one of these kinds, or on standard input if it is called `-`.
    pub(crate) fn read_file(&mut self, option: &str, path: &Path, expected: &[Content]) -> Result<String> {
        let content = Ok(self.read_bytes(option, path, expected)?);
        text(content, LARGEST_FILE).map_err(|problem| input!("{option}: {} {problem}", path.display()))
    }

    /// Everything in a file of one of these kinds, or on standard input if it is called `-`.
    pub(crate) fn read_bytes(&mut self, option: &str, path: &Path, expected: &[Content]) -> Result<Vec<u8>> {
        let read = if path.as_os_str() == "-" {
            self.read_input(|input, content| input.take(LARGEST_FILE + 1).read_to_end(content))?
        } else {
            let _waits = self.waits_for(path);
            std::fs::File::open(path).and_then(|file| files::read(file, LARGEST_FILE))
        };
        let content = content(read, LARGEST_FILE);
        let content = content.map_err(|problem| input!("{option}: {} {problem}", path.display()))?;
        match Content::of(&content).and_then(|found| found.instead_of(expected)) {
            Some(problem) => Err(file_failure(option, path, problem)),
            None => Ok(content),
        }
    }

    /// Says on standard error what is odd about an input that is read all the same.
    pub(crate) fn warn(&mut self, problem: impl std::fmt::Display) {
        // Nobody need hear it.
        let _ = writeln!(self.err, "warning: {problem}");
    }

    /// Reads standard input in a thread of its own, so that Ctrl-C is heard while nothing comes.
    fn read_input(
        &mut self,
        read: impl FnOnce(&mut dyn BufRead, &mut Vec<u8>) -> io::Result<usize> + Send + 'static,
    ) -> Result<io::Result<Vec<u8>>> {
        let mut input = self.take_input();
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        threads::spawn(move || {
            let mut content = Vec::new();
            let result = read(&mut *input, &mut content).map(|_| content);
            // After Ctrl-C the receiver is gone.
            let _ = sender.send((input, result));
        })?;
        while !self.is_stopped() {
            if let Ok((input, result)) = receiver.recv_timeout(PATIENCE) {
                self.input = input;
                return Ok(result);
            }
        }
        Err(Failure::Interrupted)
    }
}

/// Ends the program when the user wants that, until it is dropped.
pub(crate) struct EndsAtOnce(Arc<AtomicBool>);

impl Drop for EndsAtOnce {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Whether what is there may let its readers and writers wait.
fn waits(path: &Path) -> bool {
    path.metadata().is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// What was read, or what is wrong with it.
fn content(read: io::Result<Vec<u8>>, bound: u64) -> Result<Vec<u8>, String> {
    match read {
        Err(error) if error.kind() == ErrorKind::FileTooLarge => Err(format!("is {error}")),
        Err(error) => Err(format!("cannot be read: {error}")),
        Ok(content) if content.len() as u64 > bound => Err(format!("is longer than {bound} bytes")),
        Ok(content) => Ok(content),
    }
}

/// The same as text.
fn text(read: io::Result<Vec<u8>>, bound: u64) -> Result<String, String> {
    String::from_utf8(content(read, bound)?).map_err(|error| not_text(error.utf8_error()))
}

/// That something read is no text.
pub(crate) fn not_text(error: Utf8Error) -> String {
    format!("is not UTF-8 text: {error}")
}
