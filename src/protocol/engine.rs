//! The engine as a program drives it, line by line: what the protocols that descend from chess's UCI have in common.
//!
//! Commands are read by a thread of their own and searches run in another; both report to one loop, which alone knows
//! the game and writes. So a command is heard while the engine thinks, and lines never mix.
//!
//! A search ends with one `bestmove`, except when a new `go`, a new game or `quit` makes its answer void: then with none.

use super::command::{Command, Start};
use super::go::Go;
use super::lines::{self, one_line};
use crate::game::{Game, Outcome, Played, Position, Side, TextError};
use crate::search::{Options, Report, Score, Searcher};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How often a waiting engine looks whether it is still wanted.
const PATIENCE: Duration = Duration::from_millis(20);
/// Events that may wait for the loop.
const WAITING: usize = 64;
/// The move that stands for none.
const NO_MOVE: &str = "0000";
/// The most lines that a client may ask for.
const MOST_LINES: usize = 500;
/// The longest that may pass between the engine's answer and the client's clock.
const MOST_OVERHEAD_MS: usize = 5000;

/// What one protocol has that the others lack.
#[derive(Debug)]
pub struct Dialect<G: Game> {
    /// Options with one value only, that clients want to see and set nevertheless.
    pub facts: &'static [Fact],
    /// Whether the table is made ready with the handshake already, for clients that do not wait for `readyok`.
    pub is_ready_early: bool,
    /// The depth of a `go` without any limit; none: it goes on until `stop`.
    pub default_depth: Option<u32>,
    /// The rules by which a position is read that cannot be, or is over, under those in force: the client that asks for a
    /// move there plays by others. None: there are no others.
    pub last_resort: Option<&'static str>,
    /// Reads the text of `position board`, where there is such a thing.
    pub parse_board: Option<ParseBoard<G>>,
}

/// Reads a text as a position under rules.
pub type ParseBoard<G> = fn(&str, &<G as Position>::Rules) -> Result<G, TextError>;

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

/// Serves a client until it says `quit` or `input` ends (then a search that has a limit is finished first), or `stop` is
/// set. Games begin under `rules`.
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
    Found(Searcher<G>, Option<G::Move>),
}

/// A search that is not yet answered.
struct Running<G: Game> {
    stop: Arc<AtomicBool>,
    /// Where it began, to write its moves.
    game: Played<G>,
    /// Whether its answer must wait for `stop`.
    is_bounded: bool,
    /// The move, of a search that is over and waits for `stop`.
    found: Option<Option<G::Move>>,
}

struct Engine<'a, G: Game> {
    dialect: &'a Dialect<G>,
    settings: Settings,
    overhead: Duration,
    rules: G::Rules,
    game: Played<G>,
    /// Away while a search runs; made anew when other options are wanted.
    searcher: Option<Searcher<G>>,
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

    /// Takes note of what happened; lines are only queued. What a search says goes to the client unless it is void.
    fn hear(&mut self, event: Event<G>, is_wanted: bool) -> io::Result<()> {
        match event {
            Event::Line(line) => self.backlog.push_back(line),
            Event::End => self.has_ended = true,
            Event::Report(report) => {
                if let Some(running) = self.running.as_ref().filter(|_| is_wanted) {
                    let info = info(&running.game, &report);
                    self.say(&info)?;
                }
            }
            Event::Found(searcher, best) => {
                self.searcher = Some(searcher);
                match self.running.take() {
                    Some(running) if is_wanted && !running.is_bounded && !running.stop.load(Relaxed) => {
                        self.running = Some(Running { found: Some(best), ..running });
                    }
                    Some(running) if is_wanted => self.answer(&running.game, best)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Brings the search, if there is one, to its end, with its answer or without.
    fn end_search(&mut self, is_wanted: bool) -> io::Result<()> {
        match &self.running {
            Some(Running { found: Some(best), game, .. }) => {
                let (best, game) = (*best, game.clone());
                self.running = None;
                if is_wanted { self.answer(&game, best) } else { Ok(()) }
            }
            Some(running) => {
                running.stop.store(true, Relaxed);
                while self.running.is_some() {
                    match self.events.recv() {
                        Ok(event) => self.hear(event, is_wanted)?,
                        Err(_) => break,
                    }
                }
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn answer(&mut self, game: &Played<G>, best: Option<G::Move>) -> io::Result<()> {
        let text = best.map_or(NO_MOVE.into(), |m| game.position().move_text(m));
        self.say(&format!("bestmove {text}"))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn complain(&mut self, problem: &str) -> io::Result<()> {
        self.say(&format!("info string error: {}", one_line(problem)))
    }

    /// Does what a line asks for; `false` for `quit`.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        match Command::parse(line) {
            Err(problem) => self.complain(&problem)?,
            Ok(Command::Nothing) => {}
            Ok(Command::Hello(protocol)) => self.introduce(protocol)?,
            Ok(Command::IsReady) => {
                self.prepare()?;
                self.say("readyok")?;
            }
            Ok(Command::NewGame) => {
                self.end_search(false)?;
                self.forget();
                self.game = Played::new(G::start(&self.rules));
            }
            Ok(Command::SetOption { name, value }) => {
                if let Err(problem) = self.set(name, value) {
                    self.complain(&format!("option {name}: {problem}"))?;
                }
            }
            Ok(Command::Position { start, moves }) => match self.parse_game(start, moves) {
                Ok(game) => self.game = game,
                Err(problem) => self.complain(&format!("{problem}; the position stays what it was"))?,
            },
            Ok(Command::Go(go, problems)) => {
                for problem in problems {
                    self.complain(&problem)?;
                }
                self.go(go)?;
            }
            Ok(Command::Stop) => self.end_search(true)?,
            Ok(Command::Query(question)) => self.reply(question)?,
            Ok(Command::Show) => self.show()?,
            Ok(Command::Quit) => {
                self.end_search(false)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn introduce(&mut self, protocol: &str) -> io::Result<()> {
        let Settings { options, most_threads, most_hash_mib } = self.settings;
        let mut lines = vec![
            concat!("id name manyply ", env!("CARGO_PKG_VERSION")).to_owned(),
            "id author the manyply authors".to_owned(),
        ];
        for Fact { name, kind, value } in self.dialect.facts {
            let (kind, range) = kind.split_once(' ').unwrap_or((kind, ""));
            lines.push(format!("option name {name} type {kind} default {value} {range}").trim_end().to_owned());
        }
        let overhead = self.overhead.as_millis();
        for (name, default, least, most) in [
            ("Hash", options.hash_mib, 1, most_hash_mib),
            ("Threads", options.threads, 1, most_threads),
            ("MultiPV", options.multipv, 1, MOST_LINES),
            ("MoveOverhead", overhead as usize, 0, MOST_OVERHEAD_MS),
        ] {
            lines.push(format!("option name {name} type spin default {default} min {least} max {most}"));
        }
        lines.push(format!("option name Rules type string default {}", G::rules_text(&self.rules)));
        if self.dialect.is_ready_early {
            self.prepare()?;
        }
        lines.push(format!("{protocol}ok"));
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// Sets an option; the next search uses it.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Settings { options, most_threads, most_hash_mib } = &mut self.settings;
        let number = |least: usize, most: usize| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{value:?} does not do; expected {least} to {most}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => options.hash_mib = number(1, *most_hash_mib)?,
            "threads" => options.threads = number(1, *most_threads)?,
            "multipv" => options.multipv = number(1, MOST_LINES)?,
            "moveoverhead" | "move overhead" => {
                self.overhead = Duration::from_millis(number(0, MOST_OVERHEAD_MS)? as u64);
            }
            "rules" => {
                self.rules = G::parse_rules(value).map_err(|error| error.to_string())?;
                self.game = Played::new(G::start(&self.rules));
            }
            _ => match self.dialect.facts.iter().find(|fact| fact.name.eq_ignore_ascii_case(name)) {
                Some(fact) if fact.value != value => return Err(format!("it is always {}", fact.value)),
                Some(_) => {}
                None => return Err("there is no such option".into()),
            },
        }
        Ok(())
    }

    /// The game in progress that `position` describes, by the last resort's rules where those in force do not allow one.
    fn parse_game(&self, start: Start<'_>, moves: &str) -> Result<Played<G>, String> {
        let found = self.parse_game_by(&self.rules, start, moves);
        let goes_on = |game: &Played<G>| game.outcome().is_none();
        if found.as_ref().is_ok_and(goes_on) {
            return found;
        }
        let other = self.dialect.last_resort.and_then(|rules| G::parse_rules(rules).ok());
        let other = other.and_then(|rules| self.parse_game_by(&rules, start, moves).ok());
        other.filter(goes_on).map_or(found, Ok)
    }

    fn parse_game_by(&self, rules: &G::Rules, start: Start<'_>, moves: &str) -> Result<Played<G>, String> {
        let position = match (start, self.dialect.parse_board) {
            (Start::Game, _) => Ok(G::start(rules)),
            (Start::Text(text), _) => G::parse_position(text, rules),
            (Start::Board(text), Some(parse)) => parse(text, rules),
            (Start::Board(_), None) => return Err("position: expected startpos or fen TEXT".into()),
        };
        let mut game = Played::new(position.map_err(|error| format!("position: {error}"))?);
        for (number, (_, text)) in (1..).zip(G::split_moves(moves)) {
            let problem = match game.position().parse_move(text) {
                _ if game.outcome().is_some() => "comes after the end of the game".to_owned(),
                Ok(m) if game.play(m) => continue,
                Ok(_) => "is not legal".to_owned(),
                Err(error) => error.problem,
            };
            return Err(format!("position: move {number}, {text:?}: {problem}"));
        }
        Ok(game)
    }

    /// Starts a search; one that is running is void.
    fn go(&mut self, mut go: Go) -> io::Result<()> {
        let arrived = Instant::now();
        self.end_search(false)?;
        let game = self.game.clone();
        let side = game.position().side_to_move();
        if go == Go::default() {
            go.depth = self.dialect.default_depth;
        }
        self.make_searcher()?;
        let rules = game.position().rules();
        if self.table_rules.as_ref().is_some_and(|learned| *learned != rules) {
            self.forget();
        }
        self.table_rules = Some(rules);
        let Some(mut searcher) = self.searcher.take() else { return self.answer(&game, None) };
        let stop = Arc::new(AtomicBool::new(false));
        let is_bounded = go.is_bounded(side);
        self.running = Some(Running { stop: stop.clone(), game: game.clone(), is_bounded, found: None });
        let (sender, overhead) = (self.sender.clone(), self.overhead);
        std::thread::spawn(move || {
            let mut limits = go.limits(side, game.position().plies_left(), G::SIDES, overhead);
            limits.time = limits.time.map(|time| time.saturating_sub(arrived.elapsed()));
            // Nobody listens any more once the client is gone.
            let found = searcher.search(&game, &limits, &stop, &mut |report| {
                if sender.send(Event::Report(report.clone())).is_err() {
                    stop.store(true, Relaxed);
                }
            });
            let _ = sender.send(Event::Found(searcher, found.best));
        });
        Ok(())
    }

    /// Makes a searcher, if one is needed, and touches its memory, so that no search has to wait for the system's pages.
    fn prepare(&mut self) -> io::Result<()> {
        if self.running.is_none() && self.is_searcher_needed() {
            self.make_searcher()?;
            self.forget();
        }
        Ok(())
    }

    /// Empties the table.
    fn forget(&mut self) {
        self.table_rules = None;
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }

    fn is_searcher_needed(&self) -> bool {
        self.searcher.as_ref().is_none_or(|searcher| *searcher.options() != self.settings.options)
    }

    /// Makes a searcher unless there is one with the options wanted. If the system does not give the memory, with less.
    fn make_searcher(&mut self) -> io::Result<()> {
        while self.is_searcher_needed() {
            // The old table's memory is free before the new one is asked for.
            self.searcher = None;
            self.searcher = Searcher::try_new(self.settings.options);
            let hash_mib = &mut self.settings.options.hash_mib;
            if self.searcher.is_none() {
                let problem = format!("option Hash: the system does not give {hash_mib} MiB");
                let is_least = *hash_mib == 1;
                *hash_mib = (*hash_mib / 2).max(1);
                self.complain(&problem)?;
                if is_least {
                    break;
                }
            }
        }
        Ok(())
    }

    fn reply(&mut self, question: &str) -> io::Result<()> {
        let outcome = self.game.outcome();
        let answer = match question {
            "gameover" => outcome.is_some().to_string(),
            "p1turn" => (self.game.position().side_to_move() == Side::FIRST).to_string(),
            "result" => result(outcome),
            _ => {
                let problem = format!("query: {question:?} is no question; expected gameover, p1turn or result");
                return self.complain(&problem);
            }
        };
        self.say(&format!("response {answer}"))
    }

    fn show(&mut self) -> io::Result<()> {
        let (position, result) = (self.game.position(), result(self.game.outcome()));
        let moves: Vec<_> = self.game.legal_moves().into_iter().map(|m| position.move_text(m)).collect();
        let lines = [
            format!("position: {}", position.position_text()),
            format!("rules: {}", G::rules_text(&self.rules)),
            format!("to move: {}", G::side_name(position.side_to_move())),
            format!("result: {result}"),
            format!("moves: {}", moves.join(" ")),
        ];
        lines.iter().try_for_each(|line| self.say(&format!("info string {line}")))
    }
}

/// A result as `query result` names it.
fn result(outcome: Option<Outcome>) -> String {
    match outcome.map(Outcome::winner) {
        None => "none".into(),
        Some(None) => "draw".into(),
        Some(Some(side)) => format!("p{}win", side.index() + 1),
    }
}

/// A report as the protocols write it.
fn info<G: Game>(game: &Played<G>, report: &Report<G::Move>) -> String {
    let score = match report.score {
        Score::Cp(cp) => format!("cp {cp}"),
        // In moves of the winner, not in plies.
        Score::Win(plies) => format!("mate {}", plies.div_ceil(2).max(1)),
        Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2).max(1)),
        Score::Draw => "cp 0".into(),
    };
    let mut position = game.position().clone();
    let mut line = String::new();
    for &m in &report.line {
        line.push(' ');
        line += &position.move_text(m);
        position.make(m);
    }
    format!(
        "info depth {} seldepth {} multipv {} score {score} nodes {} nps {} hashfull {} time {} pv{line}",
        report.depth,
        report.seldepth,
        report.multipv,
        report.nodes,
        report.nps(),
        report.hashfull,
        report.elapsed.as_millis(),
    )
}

#[cfg(test)]
mod tests;
