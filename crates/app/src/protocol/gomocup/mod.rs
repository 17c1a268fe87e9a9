//! The Gomocup protocol, by which gomoku managers speak with programs: a line a command on standard input, a line an
//! answer on standard output.
//!
//! `command` reads lines, `board` keeps the stones, `resources` says what a move may cost, `thinking` finds it, after
//! `threats` has tried the solver, and the session here does what is asked. Lines are read while the engine thinks:
//! what can wait is done afterwards in the order it came in.
//!
//! After the protocol's description at <https://plastovicka.github.io/protocl2en.htm>, with Yixin's `YXSTOP`, limits
//! and, for managers that use any of these, its rule 2.

mod board;
mod command;
mod opening;
mod resources;
mod thinking;
mod threats;

#[cfg(test)]
mod tests;

use super::lines;
use board::{Board, Owner};
use command::{Complaint, Point, error};
use manyply::game::{Evaluate, Position};
use manyply::games::gomoku::{Gomoku, Rule};
use manyply::search::{EngineOf, Score};
use manyply::threads::PATIENCE;
use resources::Resources;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Commands that may wait while the engine thinks; nobody sends more, and memory has an end.
const MOST_WAITING: usize = 10_000;

/// What the engine may use until the manager says otherwise.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Time for a move.
    pub time: Duration,
    /// The table's size in MiB; a memory limit of the manager makes it smaller.
    pub hash_mib: usize,
    /// Threads, at least 1.
    pub threads: usize,
    /// The most threads that the manager may ask for.
    pub most_threads: usize,
    /// The largest table that the manager may ask for, in MiB.
    pub most_hash_mib: usize,
    /// Whether the manager is known to speak Yixin's dialect, in which rule 2 is renju; else its commands tell.
    pub is_yixin: bool,
}

/// Answers the lines of `input` until `END`, or until they end and all of them are answered. `stop`: somebody wants an
/// end now.
///
/// # Errors
/// The answers cannot be written, or there is no thread to read the lines.
pub fn run(
    input: Box<dyn BufRead + Send>,
    out: &mut dyn Write,
    settings: &Settings,
    stop: &AtomicBool,
) -> io::Result<()> {
    let (sender, events) = channel();
    let reader = sender.clone();
    lines::read(input, move |line| {
        let event = line.map_or(Event::End, |line| Event::Line(line, Instant::now()));
        reader.send(event).is_ok()
    })?;
    let mut session = Session {
        out,
        settings,
        stop,
        events,
        sender,
        waiting: VecDeque::new(),
        closed: false,
        is_over: false,
        resources: Resources::new(settings.time, settings.hash_mib, settings.threads),
        rule: Rule::Freestyle,
        rule_sum: 0,
        is_yixin: settings.is_yixin,
        board: None,
        list: None,
        searcher: None,
    };
    session.serve()
}

/// What wakes the session.
enum Event {
    /// A line, and when it came.
    Line(String, Instant),
    /// There are no more lines.
    End,
    /// The engine's search is over.
    Thought,
}

/// Stones that are being listed.
struct List {
    /// Whether colours are to be chosen.
    swaps: bool,
    stones: Vec<(Point, Option<u32>)>,
    is_wrong: bool,
}

/// What to say, if anything.
type Answer = Result<Option<String>, Complaint>;

/// One conversation with a manager.
struct Session<'a> {
    out: &'a mut dyn Write,
    settings: &'a Settings,
    stop: &'a AtomicBool,
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// Lines that came while the engine thought.
    waiting: VecDeque<(String, Instant)>,
    /// Nothing more will come.
    closed: bool,
    /// The manager has said `END`, or the user wants an end: nothing more is answered.
    is_over: bool,
    resources: Resources,
    rule: Rule,
    /// As the manager has said it.
    rule_sum: u64,
    is_yixin: bool,
    board: Option<Board>,
    list: Option<List>,
    searcher: Option<EngineOf<Gomoku>>,
}

impl Session<'_> {
    fn serve(&mut self) -> io::Result<()> {
        while let Some((line, came)) = self.next_line() {
            let answer = self.answer(&line, came).unwrap_or_else(|complaint| Some(complaint.to_string()));
            if self.is_over {
                break;
            }
            answer.map_or(Ok(()), |answer| self.say(&answer))?;
        }
        Ok(())
    }

    fn next_line(&mut self) -> Option<(String, Instant)> {
        if let Some(waiting) = self.waiting.pop_front() {
            return Some(waiting);
        }
        while !self.closed && !self.is_stopped() {
            match self.events.recv_timeout(PATIENCE) {
                Ok(Event::Line(line, came)) => return Some((line, came)),
                Ok(Event::Thought) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => self.closed = true,
            }
        }
        None
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn answer(&mut self, line: &str, came: Instant) -> Answer {
        if !self.is_yixin && command::is_of_yixin(line) {
            self.is_yixin = true;
            self.settle_rule();
        }
        let (name, rest) = command::words(line);
        if let Some(mut list) = self.list.take() {
            match name.as_str() {
                "DONE" => return self.listed(list, came),
                "END" => {}
                "" | "INFO" | "ABOUT" | "STOP" | "YXSTOP" => self.list = Some(list),
                _ => {
                    let stone = command::parse_stone(line);
                    list.is_wrong |= stone.is_err();
                    // Longer lists than any board are wrong anyway.
                    if list.stones.len() > MOST_WAITING {
                        list.is_wrong = true;
                    } else if let Ok(stone) = stone {
                        list.stones.push(stone);
                    }
                    self.list = Some(list);
                    return stone.map(|_| None);
                }
            }
        }
        let point = || command::point(&name, rest);
        Ok(match name.as_str() {
            // To stop, nothing is under way.
            "" | "STOP" | "YXSTOP" => None,
            "START" | "RECTSTART" => {
                let (width, height) = command::size(&name, rest)?;
                self.board = Some(Board::new(width, height)?);
                self.resources.new_game();
                self.prepare_early();
                Some("OK".to_owned())
            }
            "RESTART" => {
                self.board()?.clear();
                self.resources.new_game();
                Some("OK".to_owned())
            }
            "BEGIN" => {
                self.board()?;
                return self.play(came);
            }
            "TURN" => {
                let (point, board) = (point()?, self.board()?);
                board.put(board.square(point)?, Owner::Opponent)?;
                return self.play(came);
            }
            // We move there.
            "PLAY" => {
                let (point, board) = (point()?, self.board()?);
                let square = board.square(point)?;
                board.put(square, Owner::Own)?;
                Some(board::text(square))
            }
            "TAKEBACK" => {
                let (point, board) = (point()?, self.board()?);
                board.remove(board.square(point)?)?;
                Some("OK".to_owned())
            }
            // A position follows, or the stones of an opening: choose colours, or place stones.
            "BOARD" | "SWAP2BOARD" => {
                self.board()?;
                self.list = Some(List { swaps: name == "SWAP2BOARD", stones: Vec::new(), is_wrong: false });
                None
            }
            "DONE" => return Err(error("DONE without BOARD or SWAP2BOARD")),
            "INFO" => {
                let (key, value) = command::words(rest);
                self.note(&key.to_ascii_lowercase(), value)?
            }
            "ABOUT" => Some(format!(
                r#"name="manyply", version="{}", author="the manyply contributors", country="none""#,
                env!("CARGO_PKG_VERSION")
            )),
            "END" => {
                self.is_over = true;
                None
            }
            _ => return Err(Complaint::Unknown(command::quoted(line.trim()))),
        })
    }

    fn board(&mut self) -> Result<&mut Board, Complaint> {
        self.board.as_mut().ok_or_else(|| error("no game: expected START first"))
    }

    /// Stores what an `INFO` line says; some of them are answered.
    fn note(&mut self, key: &str, value: &str) -> Answer {
        match key {
            "rule" => {
                self.rule_sum = command::number(key, value)?;
                self.settle_rule();
            }
            "evaluate" => {
                let (rule, point) = (self.rule, command::point("INFO evaluate", value)?);
                let board = self.board()?;
                let square = board.square(point)?;
                let mut position = board.position(rule);
                let side = position.side_to_move();
                let judgement = if position.is_legal(square) {
                    position.make(square);
                    let won = position.outcome().is_some_and(|outcome| outcome.payoff(side) > 0);
                    if won { Score::Win(1).to_string() } else { Score::Cp(position.evaluate(side)).to_string() }
                } else {
                    "not legal".to_owned()
                };
                return Ok(Some(format!("DEBUG {}: {judgement}", board::text(square))));
            }
            _ => {
                self.resources.note(key, value)?;
                self.prepare_early();
            }
        }
        Ok(None)
    }

    /// The rule that holds, by its number and whose dialect that is.
    fn settle_rule(&mut self) {
        self.rule = match self.rule_sum {
            2 if self.is_yixin => Rule::Renju,
            sum if sum & 4 != 0 => Rule::Renju,
            sum if sum & 1 != 0 => Rule::Standard,
            // 2, that games go on after a win, changes nothing for a player.
            _ => Rule::Freestyle,
        };
    }

    /// The list of stones is complete: the board, and what we do on it.
    fn listed(&mut self, list: List, came: Instant) -> Answer {
        let rule = self.rule;
        let board = self.board()?;
        let mut fresh = board.clone();
        fresh.clear();
        if list.is_wrong {
            return Err(error("the list of stones is wrong: the board stays as it was"));
        }
        for &(point, who) in &list.stones {
            let square = fresh.square(point)?;
            match who {
                _ if list.swaps => fresh.put(square, Owner::Opponent)?,
                Some(1) => fresh.put(square, Owner::Own)?,
                Some(2) => fresh.put(square, Owner::Opponent)?,
                Some(3) => fresh.close(square)?,
                _ => return Err(error(format!("{} is nobody's: expected x,y,who", board::text(square)))),
            }
        }
        if !list.swaps {
            *board = fresh;
            return self.play(came);
        }
        let answer = opening::choose(&mut fresh, |board| {
            let found = self.think(board.position(rule), board, came)?;
            Ok((found.best, found.score))
        })?;
        self.board = Some(fresh);
        Ok(Some(answer))
    }
}
