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
use manyply::face::{Algorithm, AnyEngine, AnyGame, Kind, Setup};
use manyply::game::TextError;
use manyply::harmless::one_line;
use manyply::search::{Heartbeat, Level, Options, Report};
use manyply::threads::PATIENCE;
use manyply_arena::service::book::Book;
use searches::Running;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Events that may wait for the loop.
const WAITING: usize = 64;

/// What one protocol has that the others lack.
#[derive(Debug)]
pub struct Dialect {
    /// The game.
    pub kind: &'static Kind,
    /// Options with one value only, that clients want to see and set nevertheless.
    pub facts: &'static [Fact],
    /// Whether the table is made ready with the handshake already, for clients that do not wait for `readyok`.
    pub is_ready_early: bool,
    /// The depth of a `go` without any limit; none: it goes on until `stop`.
    pub default_depth: Option<u32>,
    /// The rules by which a position is read that cannot be, or is over, under those in force: the client that asks for
    /// a move there plays by others. None: there are no others.
    pub last_resort: Option<&'static str>,
    /// Makes the text of `position board` one in the game's notation, where there is such a thing.
    pub parse_board: Option<ParseBoard>,
}

/// Makes a text one in the game's notation.
pub type ParseBoard = fn(&str) -> Result<String, TextError>;

/// An option with one value only.
#[derive(Debug)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// Its type and range, as the handshake tells them.
    pub kind: &'static str,
    /// Its value.
    pub value: &'static str,
    /// Its type and range, and its value, while Monte Carlo tree search is at work, where they are others then.
    pub by_mcts: Option<(&'static str, &'static str)>,
}

impl Fact {
    /// Its type and range, and its value, by this search.
    fn by(&self, algorithm: Algorithm) -> (&'static str, &'static str) {
        self.by_mcts.filter(|_| algorithm == Algorithm::Mcts).unwrap_or((self.kind, self.value))
    }
}

/// What the engine may use.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How it searches, until a client wants something else.
    pub options: Options,
    /// Which search, until a client names one; none: what suits the game, the options and the level.
    pub algorithm: Option<Algorithm>,
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

/// How well a client wants the engine to play, in its own two ways.
#[derive(Clone, Copy, Default, Debug)]
struct Strength {
    skill: Level,
    /// Instead of that, if `is_limited`.
    elo: Option<i32>,
    is_limited: bool,
}

impl Strength {
    /// The level, in a game whose levels have this Elo.
    fn level(self, known: &[i32]) -> Level {
        let elo = self.elo.or(known.last().copied()).filter(|_| self.is_limited);
        elo.map_or(self.skill, |elo| Level::of_elo(elo, known))
    }
}

/// Serves a client until it says `quit` or `input` ends (then a search that has a limit is finished first), or `stop`
/// is set. Games begin under `rules`; under the default rules if there are no such rules.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(
    dialect: &Dialect,
    settings: Settings,
    rules: &str,
    input: Box<dyn BufRead + Send>,
    out: &mut dyn Write,
    stop: &AtomicBool,
) -> io::Result<End> {
    let (sender, events) = sync_channel(WAITING);
    let from_client = sender.clone();
    lines::read(input, move |line| from_client.send(line.map_or(Event::End, Event::Line)).is_ok())?;
    let Some(game) = start(dialect.kind, rules).or_else(|| start(dialect.kind, "")) else { return Ok(End::Quit) };
    let mut engine = Engine {
        dialect,
        settings,
        overhead: Duration::from_millis(20),
        rules: game.rules_text(),
        game,
        searcher: None,
        table_rules: None,
        running: None,
        book: None,
        strength: Strength::default(),
        tells_ponder: false,
        sender,
        events,
        backlog: VecDeque::new(),
        has_ended: false,
        out,
    };
    engine.serve(stop)
}

/// The start of a game under rules that there are.
fn start(kind: &Kind, rules: &str) -> Option<Box<dyn AnyGame>> {
    kind.begin(&Setup { rules: rules.to_owned(), ..Setup::default() }).ok()
}

/// What the loop waits for.
enum Event {
    Line(String),
    /// No more lines.
    End,
    Report(Report<String>),
    /// That a search goes on.
    Heartbeat(Heartbeat<String>),
    /// A search is over: the searcher comes back, with the line.
    Found(Box<dyn AnyEngine>, Vec<String>),
    /// A count is over, and this is what it says.
    Counted(Vec<String>),
}

struct Engine<'a> {
    dialect: &'a Dialect,
    settings: Settings,
    overhead: Duration,
    /// The rules in force, written out.
    rules: String,
    game: Box<dyn AnyGame>,
    /// Away while a search runs; made anew when other options are wanted.
    searcher: Option<Box<dyn AnyEngine>>,
    /// The rules of what the searcher has learned, if anything.
    table_rules: Option<String>,
    running: Option<Running>,
    /// What is played from, as long as it has moves.
    book: Option<Book>,
    /// How well to play.
    strength: Strength,
    /// Whether an answer says which move the engine expects in return.
    tells_ponder: bool,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    /// Lines that came while a search was brought to its end.
    backlog: VecDeque<String>,
    /// Whether there are no more lines.
    has_ended: bool,
    out: &'a mut dyn Write,
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Relaxed);
        }
    }
}

impl Engine<'_> {
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
            let left = self.running.as_ref().and_then(|running| running.deadline);
            let left = left.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                self.end_search(true)?;
                continue;
            }
            match self.events.recv_timeout(left.map_or(PATIENCE, |left| left.min(PATIENCE))) {
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
