//! The engine as a program drives it, line by line: what the protocols that descend from chess's UCI have in common.
//!
//! Commands are read by a thread of their own and searches run in another; both report to one loop, which alone knows
//! the game and writes. So a command is heard while the engine thinks, and lines never mix.
//!
//! A search ends with one `bestmove`, except when a new `go`, a new game or `quit` makes its answer void: then with
//! none.

mod commands;
mod searches;

use super::lines;
use crate::game::{Played, TextError, Variant};
use crate::games::Game;
use crate::harmless::one_line;
use crate::search::{EngineOf, Options, Report};
use searches::Running;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// How often a waiting engine polls the stop flag.
const PATIENCE: Duration = Duration::from_millis(20);
/// Events that may wait for the loop.
const WAITING: usize = 64;

/// What one protocol has that the others lack.
#[derive(Debug)]
pub struct Dialect<G: Game> {
    /// Options with one value only, that clients want to see and set nevertheless.
    pub facts: &'static [Fact],
    /// Whether the table is made ready with the handshake already, for clients that do not wait for `readyok`.
    pub is_ready_early: bool,
    /// The depth of a `go` without any limit; none: it goes on until `stop`.
    pub default_depth: Option<u32>,
    /// The rules by which a position is read that cannot be, or is over, under those in force: the client that asks for
    /// a move there plays by others. None: there are no others.
    pub last_resort: Option<&'static str>,
    /// Reads the text of `position board`, where there is such a thing.
    pub parse_board: Option<ParseBoard<G>>,
}

/// Reads a text as a position under rules.
pub type ParseBoard<G> = fn(&str, &<G as Variant>::Rules) -> Result<G, TextError>;

/// An option with one value only.
#[derive(Debug)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// Its type and range, as the handshake tells them.
    pub kind: &'static str,
    /// Its value.
    pub value: &'static str,
}

/// What the engine may use.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How it searches, until a client wants something else.
    pub options: Options,
    /// Most threads that a client may ask for.
    pub most_threads: usize,
    /// Largest table that a client may ask for, in MiB.
    pub most_hash_mib: usize,
}

/// Why the engine ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The client said `quit`, or went away.
    Quit,
    /// The user wanted an end.
    Interrupted,
}

/// Serves a client until it says `quit` or `input` ends (then a search that has a limit is finished first), or `stop`
/// is set. Games begin under `rules`.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run<G: Game>(
    dialect: &Dialect<G>,
    settings: Settings,
    rules: G::Rules,
    input: Box<dyn BufRead + Send>,
    out: &mut dyn Write,
    stop: &AtomicBool,
) -> io::Result<End> {
    let (sender, events) = sync_channel(WAITING);
    let from_client = sender.clone();
    lines::read(input, move |line| from_client.send(line.map_or(Event::End, Event::Line)).is_ok());
    let mut engine = Engine {
        dialect,
        settings,
        overhead: Duration::from_millis(20),
        game: Played::new(G::start(&rules)),
        rules,
        searcher: None,
        table_rules: None,
        running: None,
        sender,
        events,
        backlog: VecDeque::new(),
        has_ended: false,
        out,
    };
    engine.serve(stop)
}

/// What the loop waits for.
enum Event<G: Game> {
    Line(String),
    /// No more lines.
    End,
    Report(Report<G::Move>),
    /// A search is over: the searcher comes back, with the move.
    Found(EngineOf<G>, Option<G::Move>),
}

struct Engine<'a, G: Game> {
    dialect: &'a Dialect<G>,
    settings: Settings,
    overhead: Duration,
    rules: G::Rules,
    game: Played<G>,
    /// Away while a search runs; made anew when other options are wanted.
    searcher: Option<EngineOf<G>>,
    /// The rules of what the searcher has learned, if anything.
    table_rules: Option<G::Rules>,
    running: Option<Running<G>>,
    sender: SyncSender<Event<G>>,
    events: Receiver<Event<G>>,
    /// Lines that came while a search was brought to its end.
    backlog: VecDeque<String>,
    /// Whether there are no more lines.
    has_ended: bool,
    out: &'a mut dyn Write,
}

impl<G: Game> Drop for Engine<'_, G> {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Relaxed);
        }
    }
}

impl<G: Game> Engine<'_, G> {
    fn serve(&mut self, stop: &AtomicBool) -> io::Result<End> {
        loop {
            if stop.load(Relaxed) {
                self.end_search(true)?;
                return Ok(End::Interrupted);
            }
            if let Some(line) = self.backlog.pop_front() {
                if !self.obey(&line)? {
                    return Ok(End::Quit);
                }
                continue;
            }
            if self.has_ended {
                match &self.running {
                    None => return Ok(End::Quit),
                    Some(running) if !running.is_bounded => self.end_search(true)?,
                    Some(_) => {}
                }
            }
            match self.events.recv_timeout(PATIENCE) {
                Ok(event) => self.hear(event, true)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(End::Quit),
            }
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn complain(&mut self, problem: &str) -> io::Result<()> {
        self.say(&format!("info string error: {}", one_line(problem)))
    }
}

#[cfg(test)]
mod tests;
