//! The engine's searches: each in a thread of its own, which ends with an answer or is void.

use super::{Engine, Event};
use crate::protocol::go::Go;
use crate::search::{Report, Score};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The move that stands for none.
const NO_MOVE: &str = "0000";

/// A search that is not yet answered.
pub(super) struct Running {
    pub(super) stop: Arc<AtomicBool>,
    /// Whether its answer must wait for `stop`.
    pub(super) is_bounded: bool,
    /// The move, of a search that is over and waits for `stop`.
    found: Option<Option<String>>,
}

impl Engine<'_> {
    /// Starts a search; one that is running is void.
    pub(super) fn go(&mut self, mut go: Go) -> io::Result<()> {
        let arrived = Instant::now();
        self.end_search(false)?;
        let game = self.game.clone();
        let side = game.side_to_move();
        if go == Go::default() {
            go.depth = self.dialect.default_depth;
        }
        self.make_searcher()?;
        let rules = game.rules_text();
        if self.table_rules.as_ref().is_some_and(|learned| *learned != rules) {
            self.forget();
        }
        self.table_rules = Some(rules);
        let Some(mut searcher) = self.searcher.take() else { return self.answer(None) };
        let stop = Arc::new(AtomicBool::new(false));
        let is_bounded = go.is_bounded(side);
        self.running = Some(Running { stop: stop.clone(), is_bounded, found: None });
        let (sender, overhead) = (self.sender.clone(), self.overhead);
        std::thread::spawn(move || {
            let mut limits = go.limits(side, game.plies_left(), game.kind().sides, overhead);
            limits.time = limits.time.map(|time| time.saturating_sub(arrived.elapsed()));
            // The receiver is gone when the client is.
            let found = searcher.search(&*game, None, &limits, &stop, &mut |report| {
                if sender.send(Event::Report(report.clone())).is_err() {
                    stop.store(true, Relaxed);
                }
            });
            let _ = sender.send(Event::Found(searcher, found.best));
        });
        Ok(())
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
            Event::Found(searcher, best) => {
                self.searcher = Some(searcher);
                match self.running.take() {
                    Some(running) if is_wanted && !running.is_bounded && !running.stop.load(Relaxed) => {
                        self.running = Some(Running { found: Some(best), ..running });
                    }
                    Some(_) if is_wanted => self.answer(best)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Brings the search, if there is one, to its end, with its answer or without.
    pub(super) fn end_search(&mut self, is_wanted: bool) -> io::Result<()> {
        match &self.running {
            Some(Running { found: Some(best), .. }) => {
                let best = best.clone();
                self.running = None;
                if is_wanted { self.answer(best) } else { Ok(()) }
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

    fn answer(&mut self, best: Option<String>) -> io::Result<()> {
        self.say(&format!("bestmove {}", best.as_deref().unwrap_or(NO_MOVE)))
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

    fn is_searcher_needed(&self) -> bool {
        self.searcher.as_ref().is_none_or(|searcher| *searcher.options() != self.settings.options)
    }

    /// Makes a searcher unless there is one with the options wanted. If the system does not give the memory, with less.
    fn make_searcher(&mut self) -> io::Result<()> {
        while self.is_searcher_needed() {
            // The old table's memory is free before the new one is asked for.
            self.searcher = None;
            self.searcher = self.dialect.kind.engine(self.settings.options);
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

/// A report as the protocols write it.
fn info(report: &Report<String>) -> String {
    let score = match report.score {
        Score::Cp(cp) => format!("cp {cp}"),
        // In moves of the winner, not in plies.
        Score::Win(plies) => format!("mate {}", plies.div_ceil(2).max(1)),
        Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2).max(1)),
        Score::Draw => "cp 0".into(),
    };
    format!(
        "info depth {} seldepth {} multipv {} score {score} nodes {} nps {} hashfull {} time {} pv {}",
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
