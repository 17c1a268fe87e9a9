//! Everything that makes a command end with another exit code than 0, and the one line that says so.

use manyply::files;
use manyply::formats::Content;
use manyply::threads::NoThread;
use std::fmt::Display;
use std::io;
use std::path::Path;

/// The exit code after Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// What a command, or a part of one, comes to.
pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Bad input, described as `format!` does.
macro_rules! input {
    ($($text:tt)*) => {
        $crate::cli::common::Failure::Input(format!($($text)*))
    };
}
pub(crate) use input;

/// Why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something that the user gave cannot be used: one line that says what, where and what was expected.
    Input(String),
    /// A check failed, and its report says so.
    Check,
    /// The user wanted an end; what was found is printed, and what is kept is said.
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
    pub(crate) fn input(message: impl ToString) -> Self {
        Self::Input(message.to_string())
    }

    /// What is wrong with arguments, on one line.
    pub(crate) fn one_line(error: &clap::Error) -> String {
        let text = error.to_string();
        let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
        let parts: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with("For more")).collect();
        parts.join(" ").replace(" tip: ", "; ").trim_start_matches("error: ").to_owned()
    }
}

/// The beginning and the end of a message that quotes too much.
pub(super) fn shortened(message: &str) -> String {
    const HALF: usize = 2000;
    let count = message.chars().count();
    if count <= 2 * HALF {
        return message.to_owned();
    }
    let part = |from: usize| message.chars().skip(from).take(HALF).collect::<String>();
    format!("{} … {}", part(0), part(count - HALF))
}

/// How a mistake becomes a failure that says where it is.
pub(crate) trait Blame<T> {
    /// In something that is named nowhere else.
    fn or_input(self) -> Result<T>;

    /// In what an option says.
    fn of(self, option: &str) -> Result<T>;

    /// In a file that an option names.
    fn of_file(self, option: &str, path: &Path) -> Result<T>;

    /// In a file that was read as one of these kinds: that it is of another one, if so.
    fn of_content(self, option: &str, path: &Path, expected: &[Content]) -> Result<T>;
}

impl<T, E: Display> Blame<T> for Result<T, E> {
    fn or_input(self) -> Result<T> {
        self.map_err(Failure::input)
    }

    fn of(self, option: &str) -> Result<T> {
        self.map_err(|error| input!("{option}: {error}"))
    }

    fn of_file(self, option: &str, path: &Path) -> Result<T> {
        self.map_err(|error| file_failure(option, path, error))
    }

    fn of_content(self, option: &str, path: &Path, expected: &[Content]) -> Result<T> {
        self.map_err(|error| misread(option, path, expected, error))
    }
}

/// What is wrong with a file that was read as one of these kinds: that it is of another one, if so.
pub(crate) fn misread(option: &str, path: &Path, expected: &[Content], error: impl Display) -> Failure {
    match Content::of_file(path).and_then(|found| found.instead_of(expected)) {
        Some(problem) => file_failure(option, path, problem),
        None => file_failure(option, path, error),
    }
}

/// What is wrong with a file that an option names.
pub(crate) fn file_failure(option: &str, path: &Path, error: impl Display) -> Failure {
    input!("{option}: {}: {error}", path.display())
}

/// Checks that a file can be written, if one is named, before the work whose result it is to have.
pub(crate) fn check_place(option: &str, path: Option<&Path>) -> Result {
    path.map_or(Ok(()), |path| files::check_place(path).of_file(option, path))
}
