//! The searches of a shell: with a view of their lines, and ended by whoever types.

use super::Shell;
use super::editor::Heard;
use crate::cli::analysis::live::{self, Live};
use crate::cli::common::{Bar, Blame, Result, count, input, resources};
use crate::cli::solving::solve::value_text;
use manyply::search::{Found, Level, Limits, MAX_DEPTH, Report, Told};
use manyply::solve::{Task, Value};
use manyply::threads::{self, PATIENCE};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time of a search or a solver for which none is named.
const USUAL_TIME: Duration = Duration::from_secs(5);
const SOLVER_TIME: Duration = Duration::from_secs(10);

impl Shell<'_, '_> {
    pub(super) fn go(&mut self, text: &str) -> Result {
        let limits = limits(text)?;
        if let Some(result) = self.game.result() {
            return Err(input!("the game is over: {result}"));
        }
        let found = self.search(&limits, &|_| false)?;
        let (Some(best), Some(score)) = (&found.best, found.score) else { return Ok(()) };
        Ok(writeln!(self.session.out, "best move: {best}  ({score}, depth {}, {} nodes)", found.depth, found.nodes)?)
    }

    /// Searches with a view of the lines, until a limit is reached, somebody wants an end, or a report is `enough`.
    fn search(&mut self, limits: &Limits, enough: &dyn Fn(&Report<String>) -> bool) -> Result<Found<String>> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.algorithm.player(self.game.kind(), self.options, Level::MAX)?,
        };
        let is_bounded = *limits != Limits::default();
        let (game, stop, (sender, reports)) = (&self.game, AtomicBool::new(false), channel());
        let (mut live, mut written) = (Live::new(), Ok(()));
        let found = std::thread::scope(|scope| {
            let (engine, stopped) = (&mut engine, &stop);
            let searching = threads::spawn_in(scope, move || {
                engine.watch(&**game, None, limits, stopped, &mut |told| {
                    // The receiver lives as long as this.
                    let _ = sender.send(match told {
                        Told::Line(report) => Ok(report.clone()),
                        Told::Heartbeat(heartbeat) => Err(live::status(heartbeat)),
                    });
                })
            })?;
            loop {
                match reports.recv_timeout(PATIENCE) {
                    Ok(Err(status)) => live.set_status(status),
                    Ok(Ok(report)) => {
                        live.set(report.multipv, live::text(&report));
                        if enough(&report) {
                            stop.store(true, Relaxed);
                        }
                        if !self.reader.is_terminal() && written.is_ok() {
                            written = writeln!(self.session.out, "{}", live::text(&report));
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if self.reader.is_terminal() && written.is_ok() {
                    written = live.draw(self.session.out);
                }
                if self.session.is_stopped() || written.is_err() {
                    stop.store(true, Relaxed);
                }
                if stop.load(Relaxed) {
                    continue;
                }
                match self.reader.heard() {
                    Heard::Nothing => {}
                    Heard::Line(_) if self.reader.is_terminal() => stop.store(true, Relaxed),
                    Heard::Line(line) if line.trim() == "stop" => stop.store(true, Relaxed),
                    Heard::Line(line) => {
                        self.reader.keep(line);
                        stop.store(!is_bounded, Relaxed);
                    }
                    Heard::End => stop.store(!is_bounded, Relaxed),
                }
            }
            searching.join().map_err(|_| io::Error::other("the search ended early"))
        });
        if self.reader.is_terminal() && written.is_ok() {
            written = live.keep(self.session.out);
        }
        written?;
        self.engine = Some(engine);
        found.or_input()
    }

    /// The solver's value, where the game has one that finds it, else a search until something is proven.
    pub(super) fn solve(&mut self, text: &str) -> Result {
        let time = if text.is_empty() { SOLVER_TIME } else { resources::time(text).or_input()? };
        if let Some(result) = self.game.result() {
            return Err(input!("the game is over: {result}"));
        }
        let started = Instant::now();
        if self.game.kind().solver.is_some() {
            let bar = Bar::new(self.session.has_terminal);
            let task = Task {
                deadline: started.checked_add(time / 2),
                progress: &|message, part| bar.show(message, part),
                method: self.game.kind().any_method(),
                ..Task::new(&self.session.stop, self.options.threads, resources::solver_memory(None))
            };
            let solution = self.game.solve(&task).or_input()?;
            drop(bar);
            if solution.value != Value::Unknown {
                writeln!(self.session.out, "{}  {}", value_text(&solution), solution.line.join(" "))?;
                return Ok(writeln!(self.session.out, "best: {}  ({})", solution.best.join(" "), solution.method)?);
            }
        }
        let limits = Limits::time(time.saturating_sub(started.elapsed()));
        let found = self.search(&limits, &|report| report.multipv == 1 && report.score.is_proven())?;
        match found.score.filter(|score| score.is_proven()) {
            Some(score) => Ok(writeln!(self.session.out, "{score}  {}", found.line.join(" "))?),
            None => Ok(writeln!(self.session.out, "unknown")?),
        }
    }
}

/// What `go` says.
fn limits(text: &str) -> Result<Limits> {
    let mut limits = Limits::default();
    let mut words = text.split_whitespace();
    let expected = "expected 5s, infinite, depth N or nodes N";
    while let Some(word) = words.next() {
        let is_name = matches!(word, "depth" | "nodes" | "time");
        let value = if is_name { words.next().unwrap_or_default() } else { word };
        let wrong = |problem: String| match word {
            _ if is_name => input!("go: {word} {value:?}; {expected}"),
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => input!("go: {problem}"),
            _ => input!("go: {word:?}; {expected}"),
        };
        match word {
            "infinite" => return Ok(Limits::default()),
            "depth" => limits.depth = Some(count(1..=MAX_DEPTH)(value).map_err(wrong)?),
            "nodes" => limits.nodes = Some(count(1..=u64::MAX)(value).map_err(wrong)?),
            _ => limits.time = Some(resources::time(value).map_err(wrong)?),
        }
    }
    Ok(if limits == Limits::default() { Limits::time(USUAL_TIME) } else { limits })
}
