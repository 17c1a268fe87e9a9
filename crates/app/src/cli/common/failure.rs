//! Everything that makes a command end with another exit code than 0, and the one line that says so.

use crate::cli::Session;
use manyply::formats::Content;
use manyply::harmless::one_line;
use manyply::threads::NoThread;
use std::io;
use std::path::Path;

/// The exit code after Ctrl-C.
pub(in crate::cli) const INTERRUPTED: u8 = 130;

/// Why a command ends early.
#[derive(Debug)]
pub(in crate::cli) enum Failure {
    /// Something that the user gave cannot be used: one line that says what, where and what was expected.
    Input(String),
    /// A check failed, and its report says so.
    Check,
    /// The user wanted an end; what was found is printed.
    Interrupted,
    /// The output went away.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            // Nobody read, and the user wanted an end.
            io::ErrorKind::TimedOut => Self::Interrupted,
            _ if matches!(error.get_ref(), Some(inner) if inner.is::<NoThread>()) => Self::input(error),
            _ => Self::Output(error),
        }
    }
}

impl Failure {
    /// Bad input, described by `message`.
    pub(in crate::cli) fn input(message: impl ToString) -> Self {
        Self::Input(message.to_string())
    }

    /// What is wrong with arguments, on one line.
    pub(in crate::cli) fn one_line(error: &clap::Error) -> String {
        let text = error.to_string();
        let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
        let parts: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with("For more")).collect();
        parts.join(" ").replace(" tip: ", "; ").trim_start_matches("error: ").to_owned()
    }

    /// Tells the user and returns the exit code.
    pub(in crate::cli) fn report(self, session: &mut Session<'_>) -> u8 {
        // Standard output is flushed before the message. Errors of the streams themselves cannot be reported.
        let _ = session.out.flush();
        let (message, code) = match self {
            Self::Input(message) => (message, 2),
            Self::Check => return 1,
            Self::Interrupted => return INTERRUPTED,
            // A reader that has seen enough (`| head`) is no failure.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Self::Output(error) => (format!("cannot write the output: {error}"), 2),
        };
        let _ = writeln!(session.err, "error: {}", shortened(&one_line(&message)));
        code
    }
}

/// The beginning and the end of a message that quotes too much.
fn shortened(message: &str) -> String {
    const HALF: usize = 2000;
    let count = message.chars().count();
    if count <= 2 * HALF {
        return message.to_owned();
    }
    let part = |from: usize| message.chars().skip(from).take(HALF).collect::<String>();
    format!("{} … {}", part(0), part(count - HALF))
}

/// What is wrong with a file that was read as one of these kinds: that it is of another one, if so.
pub(in crate::cli) fn misread(
    option: &str,
    path: &Path,
    expected: &[Content],
    error: impl std::fmt::Display,
) -> Failure {
    match Content::of_file(path).and_then(|found| found.instead_of(expected)) {
        Some(problem) => file_failure(option, path, problem),
        None => file_failure(option, path, error),
    }
}

/// What is wrong with a file that an option names.
pub(in crate::cli) fn file_failure(option: &str, path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::input(format!("{option}: {}: {error}", path.display()))
}
