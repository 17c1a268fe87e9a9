//! The engine's searches: each in a thread of its own, which ends with an answer or is void.

use super::{Engine, Event};
use crate::protocol::go::Go;
use manyply::face::{Algorithm, AnyEngine};
use manyply::perft;
use manyply::search::{Bound, Current, Heartbeat, Level, Options, Report, Score, Told};
use manyply::threads;
use manyply::zobrist::mix;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime};

/// The move that stands for none.
const NO_MOVE: &str = "0000";

/// How long a search has to take before it says which move it is at.
const SILENCE: Duration = Duration::from_secs(3);

/// A search that is not yet answered.
pub(super) struct Running {
    pub(super) stop: Arc<AtomicBool>,
    /// Whether its answer must wait for `stop`.
    pub(super) is_bounded: bool,
    /// When it is stopped, if it began while the opponent was thinking.
    pub(super) deadline: Option<Instant>,
    /// What was asked for, as long as the opponent is thinking.
    ponder: Option<Go>,
    /// The line, of a search that is over and waits for `stop`.
    found: Option<Vec<String>>,
}

impl Engine<'_> {
    /// Starts a search, or a count; one that is running is void. If what is asked for makes no sense, nothing starts.
    pub(super) fn go(&mut self, mut go: Go) -> io::Result<Result<(), String>> {
        let arrived = Instant::now();
        self.end_search(false)?;
        let game = self.game.clone();
        let side = game.side_to_move();
        let moves = go.search_moves.iter().map(|text| game.parse_move(text).map_err(|error| format!("go: {error}")));
        let moves = match moves.collect::<Result<Vec<_>, _>>() {
            Ok(moves) => Some(moves).filter(|moves| !moves.is_empty()),
            Err(problem) => return Ok(Err(problem)),
        };
        if let Some(depth) = go.perft {
            return Ok(self.count(depth));
        }
        if go == Go::default() {
            go.depth = self.dialect.default_depth;
        }
        let is_free = !go.infinite && !go.ponder && go.mate.is_none() && moves.is_none();
        if let Some(book) = self.book.as_ref().filter(|_| is_free) {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            if let Some(text) = book.choose(&*game, mix(now.as_nanos() as u64)) {
                self.say("info string from the book")?;
                return self.answer(&[text]).map(Ok);
            }
        }
        self.make_searcher()?;
        let rules = game.rules_text();
        let level = self.level();
        // A level knows nothing of what was found before.
        if level < Level::MAX || self.table_rules.as_ref().is_some_and(|learned| *learned != rules) {
            self.forget();
        }
        self.table_rules = Some(rules);
        let moves = moves.or_else(|| game.seen(level));
        let Some(mut searcher) = self.searcher.take() else { return self.answer(&[]).map(Ok) };
        let stop = Arc::new(AtomicBool::new(false));
        let ponder = go.ponder.then(|| go.clone());
        let is_bounded = go.is_bounded(side);
        self.running = Some(Running { stop: stop.clone(), is_bounded, deadline: None, ponder, found: None });
        let (sender, overhead) = (self.sender.clone(), self.overhead);
        threads::spawn(move || {
            let mut limits = level.limits(go.limits(side, game.plies_left(), game.kind().sides, overhead));
            limits.time = limits.time.map(|time| time.saturating_sub(arrived.elapsed()));
            let most_plies = go.mate.and(limits.depth).unwrap_or(0);
            // The receiver is gone when the client is.
            let found = searcher.watch(&*game, moves.as_deref(), &limits, &stop, &mut |told| {
                let (event, is_found) = match told {
                    Told::Heartbeat(heartbeat) => (Event::Heartbeat(heartbeat.clone()), false),
                    Told::Line(report) => {
                        let is_found = matches!(report.score, Score::Win(plies) if plies <= most_plies);
                        (Event::Report(report.clone()), is_found)
                    }
                };
                if sender.send(event).is_err() || is_found {
                    stop.store(true, Relaxed);
                }
            });
            let line = match found.best {
                // A line begins with the move that is played.
                Some(best) if found.line.first() != Some(&best) => vec![best],
                Some(_) => found.line,
                None => Vec::new(),
            };
            let _ = sender.send(Event::Found(searcher, line));
        })?;
        Ok(Ok(()))
    }

    /// Counts the lines of so many plies, by first move.
    fn count(&mut self, depth: u32) -> Result<(), String> {
        if depth > perft::MAX_DEPTH {
            return Err(format!("go: perft {depth}; expected 1 to {}", perft::MAX_DEPTH));
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.running =
            Some(Running { stop: stop.clone(), is_bounded: true, deadline: None, ponder: None, found: None });
        let (sender, game) = (self.sender.clone(), self.game.clone());
        let settings = perft::Settings { threads: self.settings.options.threads, ..perft::Settings::default() };
        let counting = threads::spawn(move || {
            let lines = match game.perft(depth, &settings, &[], &stop, &|_| ()) {
                Ok(counts) if counts.complete => {
                    let branches = counts.branches.iter().map(|branch| format!("{}: {}", branch.first, branch.nodes));
                    branches.chain([String::new(), format!("Nodes searched: {}", counts.nodes)]).collect()
                }
                Ok(_) => vec!["info string the count was stopped".to_owned()],
                Err(_) => vec!["info string error: no memory for a count".to_owned()],
            };
            // The receiver is gone when the client is.
            let _ = sender.send(Event::Counted(lines));
        });
        match counting {
            Ok(_) => Ok(()),
            Err(error) => {
                self.running = None;
                Err(error.to_string())
            }
        }
    }

    /// The move that is being thought about has been played: from now on the clock runs.
    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        let game = &self.game;
        let (side, plies_left, sides) = (game.side_to_move(), game.plies_left(), game.kind().sides);
        let Some(running) = &mut self.running else { return Ok(()) };
        let Some(go) = running.ponder.take() else { return Ok(()) };
        let go = Go { ponder: false, ..go };
        let limits = go.limits(side, plies_left, sides, self.overhead);
        // Where no iteration ends in time, the soft limit is as good as the hard one.
        let time = limits.soft_time.into_iter().chain(limits.time).min();
        running.is_bounded = go.is_bounded(side);
        running.deadline = time.and_then(|time| Instant::now().checked_add(time));
        if running.found.is_some() && running.is_bounded { self.end_search(true) } else { Ok(()) }
    }

    /// Takes note of what happened; lines are only queued. What a search says goes to the client unless it is void.
    pub(super) fn hear(&mut self, event: Event, is_wanted: bool) -> io::Result<()> {
        match event {
            Event::Line(line) => self.backlog.push_back(line),
            Event::End => self.has_ended = true,
            Event::Report(report) => {
                if self.running.is_some() && is_wanted {
                    self.say(&info(&report))?;
                }
            }
            Event::Heartbeat(heartbeat) => {
                if self.running.is_some() && is_wanted && heartbeat.elapsed >= SILENCE {
                    self.say(&under_way(&heartbeat))?;
                }
            }
            Event::Found(searcher, line) => {
                self.searcher = Some(searcher);
                match self.running.take() {
                    Some(running) if is_wanted && !running.is_bounded && !running.stop.load(Relaxed) => {
                        self.running = Some(Running { found: Some(line), ..running });
                    }
                    Some(_) if is_wanted => self.answer(&line)?,
                    _ => {}
                }
            }
            Event::Counted(lines) => {
                self.running = None;
                if is_wanted {
                    lines.iter().try_for_each(|line| self.say(line))?;
                }
            }
        }
        Ok(())
    }

    /// Brings the search, if there is one, to its end, with its answer or without.
    pub(super) fn end_search(&mut self, is_wanted: bool) -> io::Result<()> {
        match &self.running {
            Some(Running { found: Some(line), .. }) => {
                let line = line.clone();
                self.running = None;
                if is_wanted { self.answer(&line) } else { Ok(()) }
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

    /// Says the first move of a line and, to clients that want to know, the expected answer.
    fn answer(&mut self, line: &[String]) -> io::Result<()> {
        let best = line.first().map_or(NO_MOVE, String::as_str);
        match line.get(1).filter(|_| self.tells_ponder) {
            Some(expected) => self.say(&format!("bestmove {best} ponder {expected}")),
            None => self.say(&format!("bestmove {best}")),
        }
    }

    /// Makes a searcher, if one is needed, and touches its memory, so that no search has to wait for the system's
    /// pages.
    pub(super) fn prepare(&mut self) -> io::Result<()> {
        if self.running.is_none() && self.is_searcher_needed() {
            self.make_searcher()?;
            self.forget();
        }
        Ok(())
    }

    /// Empties the table.
    pub(super) fn forget(&mut self) {
        self.table_rules = None;
        if let Some(searcher) = &mut self.searcher {
            searcher.new_game();
        }
    }

    /// How well to play.
    pub(super) fn level(&self) -> Level {
        self.strength.level(self.dialect.kind.level_elo)
    }

    /// The options of the next search.
    fn options(&self) -> Options {
        self.level().options(self.settings.options)
    }

    /// The search that is wanted next.
    pub(super) fn algorithm(&self) -> Algorithm {
        let usual = || self.dialect.kind.algorithm(&self.options(), self.level());
        self.settings.algorithm.unwrap_or_else(usual)
    }

    fn is_searcher_needed(&self) -> bool {
        let is_other = |searcher: &dyn AnyEngine| {
            *searcher.options() != self.options() || searcher.algorithm() != self.algorithm()
        };
        self.searcher.as_deref().is_none_or(is_other)
    }

    /// Makes a searcher unless there is one by the search and with the options wanted. If the system does not give the
    /// memory, with less.
    fn make_searcher(&mut self) -> io::Result<()> {
        while self.is_searcher_needed() {
            // The old table's memory is free before the new one is asked for.
            self.searcher = None;
            self.searcher = self.dialect.kind.player_by(self.algorithm(), self.options());
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
}

/// What a search is doing, as the protocols write it.
fn under_way(heartbeat: &Heartbeat<String>) -> String {
    let Heartbeat { depth, seldepth, current, nodes, hashfull, elapsed, .. } = heartbeat;
    let current = current
        .as_ref()
        .map_or(String::new(), |Current { m, number, .. }| format!(" currmove {m} currmovenumber {number}"));
    let (nps, time) = (heartbeat.nps(), elapsed.as_millis());
    format!("info depth {depth} seldepth {seldepth}{current} nodes {nodes} nps {nps} hashfull {hashfull} time {time}")
}

/// A report as the protocols write it.
fn info(report: &Report<String>) -> String {
    let score = match report.score {
        Score::Cp(cp) => format!("cp {cp}"),
        // In moves of the winner, not in plies.
        Score::Win(plies) => format!("mate {}", plies.div_ceil(2).max(1)),
        Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2).max(1)),
        Score::Draw => "cp 0".into(),
    };
    let bound = if report.bound == Bound::Lower { " lowerbound" } else { "" };
    format!(
        "info depth {} seldepth {} multipv {} score {score}{bound} nodes {} nps {} hashfull {} time {} pv {}",
        report.depth,
        report.seldepth,
        report.multipv,
        report.nodes,
        report.nps(),
        report.hashfull,
        report.elapsed.as_millis(),
        report.line.join(" "),
    )
}
