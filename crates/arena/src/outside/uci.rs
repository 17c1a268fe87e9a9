//! Programs that speak UCI, or a protocol that descends from it: UGI and UBGI.

use super::super::agent::{Agent, Choice, Fault};
use super::super::clock::{Clock, Pace};
use super::super::contender::Contender;
use super::description::Description;
use super::divide::{Count, count};
use super::info::said;
use super::process::Process;
use super::transcript::Transcript;
use manyply::clock::Instant;
use manyply::face::{AnyGame, Kind};
use manyply::formats::Note;
use manyply::game::{Foreign, Side, TextError};
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

/// Which of the protocols: UGI, the one for every game, or a game's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dialect(pub(super) Option<Foreign>);

impl Dialect {
    /// The protocol of this name, where the game has it.
    pub(super) fn of(kind: &Kind, name: &str) -> Option<Self> {
        let is_meant =
            |protocol: &&Foreign| matches!(protocol, Foreign::Uci | Foreign::Ubgi) && protocol.name() == name;
        let own = kind.protocols.iter().find(is_meant).map(|&protocol| Self(Some(protocol)));
        own.or((name == "ugi").then_some(Self(None)))
    }

    fn name(self) -> &'static str {
        self.0.map_or("ugi", Foreign::name)
    }

    /// The word before a position's text.
    fn position_word(self) -> &'static str {
        if self.0 == Some(Foreign::Ubgi) { "board" } else { "fen" }
    }

    /// The letters and digits by which a side's clock is known.
    fn clock_name(self, side: Side) -> &'static str {
        match (self.0, side.index()) {
            (None, 0) => "p1",
            (None, 1) => "p2",
            (None, _) => "p3",
            (_, 0) => "w",
            (_, _) => "b",
        }
    }
}

/// Parses what comes behind `uci:`, `ugi:` or `ubgi:`.
pub(super) fn parse(dialect: Dialect, text: &str) -> Result<Contender, TextError> {
    let description = Description::parse(text, &["time", "depth", "nodes", "startup", "longest"])?;
    let timing = description.timing;
    Ok(Contender::new("", timing, move || {
        let description = description.clone();
        // A missing program is reported before the first game.
        let process = description.start().map_err(|fault| fault.to_string())?;
        Ok(Box::new(Program::new(dialect, description, Some(process))))
    }))
}

pub(super) struct Program {
    dialect: Dialect,
    description: Description,
    /// Started, before the handshake.
    fresh: Option<Process>,
    process: Option<Process>,
    /// The rules that it plays by, if it says and they can be set.
    rules: Option<String>,
    transcript: Option<Transcript>,
}

impl Program {
    /// A program, which is started when it is needed if it is not yet.
    pub(super) fn new(dialect: Dialect, description: Description, fresh: Option<Process>) -> Self {
        Self { dialect, description, fresh, process: None, rules: None, transcript: None }
    }

    /// What it counts by `go perft`, which ends with a line that names the nodes.
    pub(super) fn divide(&mut self, game: &dyn AnyGame, depth: u32, stop: &AtomicBool) -> Result<Vec<Count>, Fault> {
        let mut transcript = Transcript::new(&*game.at(0), self.dialect.0);
        let mut process = self.ready(game, stop)?;
        process.send(self.position(&mut transcript, game));
        process.send(format!("go perft {depth}"));
        let (deadline, mut counts) = (Instant::now() + self.description.longest, Vec::new());
        process.wait_for(deadline, stop, |line| {
            let count = count(line, |text| transcript.parse(text));
            let is_end = count.is_none() && line.to_ascii_lowercase().contains("nodes");
            counts.extend(count);
            is_end.then_some(())
        })?;
        self.process = Some(process);
        Ok(counts)
    }

    /// The command that sets up a position.
    fn position(&self, transcript: &mut Transcript, game: &dyn AnyGame) -> String {
        let position = match transcript.start() {
            None => "position startpos".to_owned(),
            Some(text) => format!("position {} {text}", self.dialect.position_word()),
        };
        let moves = transcript.follow(game);
        if moves.is_empty() { position } else { format!("{position} moves {}", moves.join(" ")) }
    }

    /// A program that is ready for a game. One that tells its rules as ours do, `option name Rules type string default
    /// RULES`, is told those of the game, unless the description sets them.
    fn ready(&mut self, game: &dyn AnyGame, stop: &AtomicBool) -> Result<Process, Fault> {
        let (name, startup, wanted) = (self.dialect.name(), self.description.startup, game.rules_text());
        // Waits for a line, and returns the rules that are told before it.
        let answer = |process: &mut Process, expected: &str| {
            let mut rules = None;
            let answer = process.wait_for(Instant::now() + startup, stop, |line| {
                let told = line.trim().strip_prefix("option name Rules type string default ");
                rules = told.filter(|told| game.kind().rules(told).is_ok()).map(str::to_owned).or(rules.take());
                (line.trim() == expected).then_some(())
            });
            answer.map(|()| rules).map_err(|fault| match fault {
                Fault::Timeout => Fault::Crash(format!("no {expected} within {startup:?}")),
                other => other,
            })
        };
        let greet = |process: &mut Process, rules: &mut Option<String>| {
            if let Some(rules) = rules.as_mut().filter(|rules| **rules != wanted) {
                process.send(format!("setoption name Rules value {wanted}"));
                rules.clone_from(&wanted);
            }
            process.send(format!("{name}newgame"));
            process.send("isready");
            answer(process, "readyok")
        };
        // One that ended after its last game, or ends now, is missed as little as one that was killed.
        if let Some(mut process) = self.process.take() {
            match greet(&mut process, &mut self.rules) {
                Ok(_) => return Ok(process),
                Err(_) if process.ended().is_some() => {}
                Err(fault) => return Err(fault),
            }
        }
        let mut process = self.fresh.take().map_or_else(|| self.description.start(), Ok)?;
        process.send(name);
        let told = answer(&mut process, &format!("{name}ok"))?;
        let settings = &self.description.settings;
        self.rules = told.filter(|_| settings.iter().all(|(name, _)| !name.eq_ignore_ascii_case("rules")));
        for (name, value) in settings {
            process.send(format!("setoption name {name} value {value}"));
        }
        greet(&mut process, &mut self.rules)?;
        Ok(process)
    }

    /// The command to think in a game of so many sides.
    fn go(&self, clock: &Clock, sides: usize) -> String {
        let mut line = "go".to_owned();
        let mut add = |name: &str, number: u128| {
            // Writing to a string cannot fail.
            let _ = write!(line, " {name} {number}");
        };
        match clock.paces[clock.side.index()] {
            Pace::Untimed => {}
            Pace::Move(time) => add("movetime", time.as_millis().max(1)),
            Pace::Game { .. } => {
                for side in Side::all(sides) {
                    let name = self.dialect.clock_name(side);
                    if let Pace::Game { increment, .. } = clock.paces[side.index()] {
                        add(&format!("{name}time"), clock.left[side.index()].as_millis().max(1));
                        add(&format!("{name}inc"), increment.as_millis());
                    }
                }
            }
        }
        if let Some(depth) = self.description.depth {
            add("depth", depth.into());
        }
        if let Some(nodes) = self.description.nodes {
            add("nodes", nodes.into());
        }
        line
    }
}

impl Agent for Program {
    fn new_game(&mut self, start: &dyn AnyGame, _seed: u64, stop: &AtomicBool) -> Result<(), Fault> {
        self.transcript = Some(Transcript::new(start, self.dialect.0));
        self.process = Some(self.ready(start, stop)?);
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyGame, clock: &Clock, stop: &AtomicBool) -> Result<Choice, Fault> {
        let go = self.go(clock, game.kind().sides);
        let gone = || Fault::Crash("the program is not running".into());
        let (mut process, mut transcript) = self.process.take().zip(self.transcript.take()).ok_or_else(gone)?;
        let position = self.position(&mut transcript, game);
        let transcript = self.transcript.insert(transcript);
        process.forget();
        process.send(position);
        process.send(go);
        // A program that faults here is not taken back: it is killed, and the next game gets another.
        let mut note = Note::default();
        let text = process.wait_for(self.description.deadline(clock), stop, |line| {
            said(line, &mut note);
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
        });
        let text = text.map_err(|fault| self.description.late(clock, fault))?;
        self.process = Some(process);
        transcript.parse(&text).map(|best| Choice::noted(best, note)).ok_or(Fault::Illegal(text))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.dismiss("quit");
        }
    }
}
