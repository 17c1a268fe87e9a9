//! What the engine does for each command that a client sends.

use super::{Engine, Fact, Settings};
use crate::game::{Outcome, Played, Side};
use crate::games::Game;
use crate::protocol::command::{Command, Start};
use std::io;
use std::time::Duration;

/// The most lines that a client may ask for.
const MOST_LINES: usize = 500;
/// The longest that may pass between the engine's answer and the client's clock.
const MOST_OVERHEAD_MS: usize = 5000;

impl<G: Game> Engine<'_, G> {
    /// Does what a line asks for; `false` for `quit`.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<bool> {
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

    /// The game in progress that `position` describes, by the last resort's rules where those in force do not allow
    /// one.
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
