//! What a command talks through: its streams, and the flag that asks it to stop.

use super::failure::Failure;
use serde::Serialize;
use std::io::{BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Longest line that is read from standard input, and largest suite, in bytes.
const LONGEST_LINE: u64 = 1 << 16;
const LARGEST_FILE: u64 = 1 << 28;

/// The streams of one run of the program.
pub struct Session<'a> {
    /// Standard input.
    pub input: Box<dyn BufRead + Send>,
    /// Standard output. Styled text is written to it; what is no terminal strips the styles.
    pub out: &'a mut dyn Write,
    /// Standard error.
    pub err: &'a mut dyn Write,
    /// Set when the user wants an end.
    pub stop: Arc<AtomicBool>,
    /// Whether somebody is watching standard error, so that progress bars are welcome.
    pub has_terminal: bool,
}

impl Session<'_> {
    /// Whether the user wants an end.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Writes one JSON object on a line of its own.
    pub(super) fn json(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut *self.out, object).map_err(std::io::Error::from)?;
        Ok(writeln!(self.out)?)
    }

    /// The next line of standard input, for `option`.
    pub(super) fn read_line(&mut self, option: &str) -> Result<String, Failure> {
        let mut line = Vec::new();
        let read = (&mut self.input).take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        text(read, line, LONGEST_LINE).map_err(|problem| Failure::input(format!("{option}: standard input {problem}")))
    }

    /// Everything in a file, or on standard input if it is called `-`.
    pub(super) fn read_file(&mut self, option: &str, path: &std::path::Path) -> Result<String, Failure> {
        let mut content = Vec::new();
        let read = if path.as_os_str() == "-" {
            (&mut self.input).take(LARGEST_FILE + 1).read_to_end(&mut content)
        } else {
            std::fs::File::open(path).and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut content))
        };
        text(read, content, LARGEST_FILE)
            .map_err(|problem| Failure::input(format!("{option}: {} {problem}", path.display())))
    }
}

/// What was read, as text, or what is wrong with it.
fn text(read: std::io::Result<usize>, content: Vec<u8>, bound: u64) -> Result<String, String> {
    match read {
        Err(error) => Err(format!("cannot be read: {error}")),
        Ok(length) if length as u64 > bound => Err(format!("is longer than {bound} bytes")),
        Ok(_) => String::from_utf8(content).map_err(|error| format!("is not UTF-8 text: {}", error.utf8_error())),
    }
}
