//! Outside programs as users describe them: `COMMAND ARGUMENT …;name=value;name=value`.

use super::super::agent::Fault;
use super::super::clock::{Clock, Pace};
use super::super::contender::Timing;
use super::super::options::{number, time, unknown};
use super::process::Process;
use manyply::clock::Instant;
use manyply::game::{TextError, TextErrorKind};
use manyply::search::MAX_DEPTH;
use std::path::PathBuf;
use std::time::Duration;

/// How long a program may take to say that it is ready, where the description says nothing else.
const STARTUP: Duration = Duration::from_secs(10);
/// How long it may think about a move for which it has no time, where the description says nothing else.
const LONGEST: Duration = Duration::from_secs(600);
/// No program is waited for longer.
const MOST: Duration = Duration::from_secs(3600);

/// How to start a program, and its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Description {
    /// The program and its arguments, at least one word.
    pub(super) words: Vec<String>,
    /// The file to which its standard error is added.
    pub(super) log: Option<PathBuf>,
    /// Settings for the program, in the order given.
    pub(super) settings: Vec<(String, String)>,
    /// How long it may take to get ready.
    pub(super) startup: Duration,
    /// How long it may think about a move for which it has no time.
    pub(super) longest: Duration,
    /// The depth to which it is to search.
    pub(super) depth: Option<u32>,
    /// The nodes that it is to search.
    pub(super) nodes: Option<u64>,
    /// Whose clock it plays by.
    pub(super) timing: Timing,
}

impl Description {
    /// Parses a description. Quotes, single or double, keep words and semicolons together. Of the arena's settings,
    /// `time`, `depth`, `nodes`, `startup` and `longest`, this kind of program has those in `own`; all others are the
    /// program's; `stderr` all have.
    pub(super) fn parse(text: &str, own: &[&str]) -> Result<Self, TextError> {
        let parts = split(text, |c| c == ';')?;
        let command = &parts[0].1;
        let words: Vec<String> = split(command, char::is_whitespace)?
            .into_iter()
            .filter(|(_, word)| !word.is_empty())
            .map(|(_, word)| unquoted(&word))
            .collect();
        if words.is_empty() {
            return Err(TextError::new(TextErrorKind::Shape, 1, "no command", "a program to start"));
        }
        let mut description = Self {
            words,
            log: None,
            settings: Vec::new(),
            startup: STARTUP,
            longest: LONGEST,
            depth: None,
            nodes: None,
            timing: Timing::Match,
        };
        let mut pace = None;
        for (column, part) in &parts[1..] {
            let Some((name, value)) = part.split_once('=') else {
                if part.trim().is_empty() {
                    continue;
                }
                let problem = format!("{part:?} sets nothing");
                return Err(TextError::new(TextErrorKind::Shape, *column, problem, "name=value"));
            };
            let (name, value) = (name.trim(), unquoted(value.trim()));
            let read = match name {
                "time" | "depth" | "nodes" | "startup" | "longest" if !own.contains(&name) => {
                    Err(unknown(name, own.join(", ")))
                }
                "time" => time(&value, name).map(|time| pace = Some(Pace::Move(time))),
                "startup" => time(&value, name).map(|time| description.startup = time.min(MOST)),
                "stderr" => {
                    description.log = Some(value.into());
                    Ok(())
                }
                "longest" => time(&value, name).map(|time| description.longest = time.min(MOST)),
                "depth" => number(&value, name, 1, MAX_DEPTH).map(|depth| description.depth = Some(depth)),
                "nodes" => number(&value, name, 1, u64::MAX).map(|nodes| description.nodes = Some(nodes)),
                _ => {
                    description.settings.push((name.to_owned(), value));
                    Ok(())
                }
            };
            read.map_err(|error| error.at(*column))?;
        }
        description.timing = match pace {
            Some(pace) => Timing::Own(pace),
            None if description.depth.is_some() || description.nodes.is_some() => Timing::Limited,
            None => Timing::Match,
        };
        Ok(description)
    }

    /// Starts the program.
    pub(super) fn start(&self) -> Result<Process, Fault> {
        Process::start(&self.words, self.log.as_deref()).map_err(|error| Fault::Crash(error.to_string()))
    }

    /// When the move that `clock` asks for must be there.
    pub(super) fn deadline(&self, clock: &Clock) -> Instant {
        clock.deadline().unwrap_or_else(|| clock.asked + self.longest)
    }

    /// The fault of a program that has not moved by its deadline: where it had no time, it hangs.
    pub(super) fn late(&self, clock: &Clock, fault: Fault) -> Fault {
        match fault {
            Fault::Timeout if clock.deadline().is_none() => {
                let longest = self.longest;
                Fault::Crash(format!("no move within {longest:?} (longest=TIME allows another time)"))
            }
            fault => fault,
        }
    }
}

/// The parts of a text between separators outside quotes, with their columns; quotes stay where they are.
fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Result<Vec<(usize, String)>, TextError> {
    let mut parts = vec![(1, String::new())];
    let mut open = None;
    for (column, c) in (1..).zip(text.chars()) {
        match open {
            None if is_separator(c) => {
                parts.push((column + 1, String::new()));
                continue;
            }
            None if c == '"' || c == '\'' => open = Some((c, column)),
            Some((quote, _)) if c == quote => open = None,
            _ => {}
        }
        if let Some((_, part)) = parts.last_mut() {
            part.push(c);
        }
    }
    match open {
        None => Ok(parts),
        Some((quote, column)) => {
            Err(TextError::new(TextErrorKind::Shape, column, "a quote that does not end", format!("another {quote}")))
        }
    }
}

/// A text without the quotes that held it together.
fn unquoted(text: &str) -> String {
    let mut open = None;
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match open {
            None if c == '"' || c == '\'' => open = Some(c),
            Some(quote) if c == quote => open = None,
            _ => result.push(c),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &[&str] = &["time", "depth", "nodes"];

    #[test]
    fn commands_are_taken_apart() -> Result<(), TextError> {
        let description = Description::parse(
            "sh  -c 'a; b \"c\"' x\"y z\";Move Overhead=5;UCI_Variant='x;y';stderr=log.txt;depth=3;time=50ms",
            OWN,
        )?;
        assert_eq!(description.words, ["sh", "-c", "a; b \"c\"", "xy z"]);
        let settings = [("Move Overhead", "5"), ("UCI_Variant", "x;y")];
        assert_eq!(description.settings, settings.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!((description.depth, description.log), (Some(3), Some("log.txt".into())));
        assert_eq!(description.timing, Timing::Own(Pace::Move(Duration::from_millis(50))));
        assert_eq!(Description::parse("x", OWN)?.timing, Timing::Match);
        assert_eq!(Description::parse("x;nodes=5", OWN)?.timing, Timing::Limited);
        Ok(())
    }

    #[test]
    fn mistakes_have_columns() {
        for (text, column) in [
            ("", 1),
            (";depth=3", 1),
            ("a 'b", 3),
            ("a;b", 3),
            ("a;depth=x", 9),
            ("a;time=5", 8),
            ("a;b=1;startup=1s", 7),
        ] {
            assert_eq!(Description::parse(text, OWN).map_err(|error| error.column), Err(column), "{text}");
        }
    }
}
