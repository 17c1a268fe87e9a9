//! Where the shell's lines come from: an editor with history and completion on a terminal, any stream otherwise.

use crate::cli::common::{Lines, Result, Session, input};
use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::collections::VecDeque;
use std::io::IsTerminal;

/// Lines that the editor remembers.
const HISTORY: usize = 1000;

/// The source of lines.
pub(crate) enum Reader {
    Terminal(Box<Editor<Words, MemHistory>>),
    Stream {
        lines: Lines,
        /// Lines that came while a search ran.
        waiting: VecDeque<String>,
    },
}

/// What came while somebody was waiting for something else.
pub(crate) enum Heard {
    Nothing,
    Line(String),
    End,
}

impl Reader {
    /// The editor if a person sits at a terminal.
    pub(crate) fn new(session: &mut Session<'_>) -> Result<Self> {
        let person = session.is_screen() && std::io::stdin().is_terminal();
        let config = Config::builder().completion_type(CompletionType::List).max_history_size(HISTORY);
        let editor =
            config.map(|config| Editor::with_history(config.auto_add_history(true).build(), MemHistory::new()));
        Ok(match editor {
            Ok(Ok(mut editor)) if person => {
                editor.set_helper(Some(Words::default()));
                Self::Terminal(Box::new(editor))
            }
            _ => Self::Stream { lines: Lines::of(session)?, waiting: VecDeque::new() },
        })
    }

    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// The next line; none at the end. `words` are what may be completed.
    pub(crate) fn next(&mut self, prompt: &str, words: Vec<String>) -> Result<Option<String>> {
        match self {
            Self::Stream { lines, waiting } => Ok(waiting.pop_front().or_else(|| lines.next())),
            Self::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    helper.0 = words;
                }
                match editor.readline(prompt) {
                    Ok(line) => Ok(Some(line)),
                    // Ctrl-C gives the line up.
                    Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
                    Err(ReadlineError::Eof) => Ok(None),
                    Err(error) => Err(input!("the terminal cannot be read: {error}")),
                }
            }
        }
    }

    /// What has come meanwhile, without waiting long. On a terminal any line is one.
    pub(crate) fn heard(&mut self) -> Heard {
        match self {
            // What stands behind a line that waits comes after it.
            Self::Stream { waiting, .. } if !waiting.is_empty() => Heard::Nothing,
            Self::Stream { lines, .. } => match lines.poll() {
                Ok(Some(line)) => Heard::Line(line),
                Ok(None) => Heard::Nothing,
                Err(()) => Heard::End,
            },
            Self::Terminal(_) => {
                let mut line = String::new();
                let there = is_readable() && std::io::stdin().read_line(&mut line).is_ok();
                if there { Heard::Line(line) } else { Heard::Nothing }
            }
        }
    }

    /// Keeps a line for later.
    pub(crate) fn keep(&mut self, line: String) {
        if let Self::Stream { waiting, .. } = self {
            waiting.push_back(line);
        }
    }
}

/// Whether standard input has a line, within a moment.
#[cfg(unix)]
fn is_readable() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = std::io::stdin();
    let moment = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
    let mut waited = [PollFd::new(&stdin, PollFlags::IN)];
    poll(&mut waited, Some(&moment)).is_ok_and(|ready| ready > 0)
}

#[cfg(not(unix))]
fn is_readable() -> bool {
    std::thread::sleep(std::time::Duration::from_millis(20));
    false
}

/// The words that can be completed.
#[derive(Default)]
pub(crate) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begin = line[..at].rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let word = &line[begin..at];
        Ok((begin, self.0.iter().filter(|known| known.starts_with(word)).cloned().collect()))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;
}
