//! Programs that speak the protocol of gomoku's managers (Gomocup).

use super::super::agent::{Agent, Choice, Fault};
use super::super::clock::{Clock, Pace};
use super::super::contender::Contender;
use super::description::Description;
use super::info::messaged;
use super::process::Process;
use super::transcript::Transcript;
use manyply::clock::Instant;
use manyply::face::AnyGame;
use manyply::formats::Note;
use manyply::game::{Foreign, TextError};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Parses what comes behind `gomocup:`.
pub(super) fn parse(text: &str) -> Result<Contender, TextError> {
    let description = Description::parse(text, &["time", "startup", "longest"])?;
    Ok(Contender::new("", description.timing, move || {
        let process = description.start().map_err(|fault| fault.to_string())?;
        let description = description.clone();
        let program =
            Program { description, process: Some(process), transcript: None, is_set_up: false, has_played: false };
        Ok(Box::new(program))
    }))
}

struct Program {
    description: Description,
    process: Option<Process>,
    transcript: Option<Transcript>,
    /// Whether the game began with stones on the board: then in which order they came is not known.
    is_set_up: bool,
    /// Whether a game has begun.
    has_played: bool,
}

/// The line before the stones of a position.
const BOARD: &str = "BOARD";

/// Whether a line is a message, not an answer.
fn is_talk(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
    matches!(word.as_str(), "" | "MESSAGE" | "DEBUG" | "UNKNOWN" | "ERROR" | "INFO")
}

impl Program {
    /// Tells the program of a new game; it is given back once it is ready.
    fn handshake(&self, mut process: Process, text: &str, stop: &AtomicBool) -> Result<Process, Fault> {
        process.forget();
        for line in text.lines().take_while(|&line| line != BOARD) {
            process.send(line);
            if line.starts_with("INFO") {
                continue;
            }
            let until = Instant::now() + self.description.startup;
            let answer = process.wait_for(until, stop, |line| {
                let refused = line.to_ascii_uppercase().starts_with("ERROR");
                (refused || !is_talk(line)).then(|| line.to_owned())
            });
            match answer {
                Ok(answer) if answer.trim().eq_ignore_ascii_case("ok") => {}
                Ok(answer) => return Err(Fault::Crash(format!("{line}: {answer}"))),
                Err(Fault::Timeout) => return Err(Fault::Crash(format!("no answer to {line}"))),
                Err(fault) => return Err(fault),
            }
        }
        for (name, value) in &self.description.settings {
            process.send(format!("INFO {name} {value}"));
        }
        Ok(process)
    }
}

impl Agent for Program {
    fn new_game(&mut self, start: &dyn AnyGame, _seed: u64, stop: &AtomicBool) -> Result<(), Fault> {
        self.transcript = Some(Transcript::new(start, Some(Foreign::Gomocup)));
        let text = start.foreign_position_text(Foreign::Gomocup);
        self.is_set_up = text.contains(BOARD);
        let another = || self.description.start();
        let has_played = std::mem::replace(&mut self.has_played, true);
        let mut process = match self.process.take() {
            Some(process) => self.handshake(process, &text, stop),
            None => self.handshake(another()?, &text, stop),
        };
        // Just after a game a program may not understand: in its place another one begins.
        if process.is_err() && has_played && !stop.load(Relaxed) {
            process = self.handshake(another()?, &text, stop);
        }
        self.process = Some(process?);
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyGame, clock: &Clock, stop: &AtomicBool) -> Result<Choice, Fault> {
        let gone = || Fault::Crash("the program is not running".into());
        let (mut process, transcript) = self.process.take().zip(self.transcript.as_mut()).ok_or_else(gone)?;
        process.forget();
        for (name, value) in times(clock) {
            process.send(format!("INFO {name} {value}"));
        }
        let moves = transcript.follow(game);
        let board = game.foreign_position_text(Foreign::Gomocup);
        // The whole board every time: nothing depends on what the program remembers, and openings are no matter.
        if !board.contains(BOARD) {
            process.send("BEGIN");
        } else if self.is_set_up {
            board.lines().skip_while(|&line| line != BOARD).for_each(|line| process.send(line));
        } else {
            process.send(BOARD);
            for (ply, m) in moves.iter().enumerate() {
                let who = if (moves.len() - ply).is_multiple_of(2) { 1 } else { 2 };
                process.send(format!("{m},{who}"));
            }
            process.send("DONE");
        }
        let mut note = Note::default();
        let text = process.wait_for(self.description.deadline(clock), stop, |line| {
            messaged(line, &mut note);
            (!is_talk(line)).then(|| line.trim().to_owned())
        });
        let text = text.map_err(|fault| self.description.late(clock, fault))?;
        self.process = Some(process);
        transcript.parse(&text).map(|best| Choice::noted(best, note)).ok_or(Fault::Illegal(text))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.dismiss("END");
        }
    }
}

/// The time limits sent to the program, in milliseconds.
fn times(clock: &Clock) -> Vec<(&'static str, u128)> {
    match clock.paces[clock.side.index()] {
        Pace::Untimed => Vec::new(),
        Pace::Move(time) => vec![("timeout_turn", time.as_millis().max(1)), ("timeout_match", 0)],
        Pace::Game { base, .. } => {
            let left = clock.left[clock.side.index()].as_millis().max(1);
            vec![("timeout_turn", left), ("timeout_match", base.as_millis().max(1)), ("time_left", left)]
        }
    }
}
