//! What the engine does for each command that a client sends.

use super::{Engine, Settings, Strength, start};
use crate::protocol::go::Go;
use manyply::face::{Algorithm, AnyGame, MoveProblem, Setup, SetupError};
use manyply::game::{MAX_SIDES, Outcome, Side, words};
use manyply::search::{Level, Model};
use manyply_arena::service::book::Book;
use std::io;
use std::path::Path;
use std::time::Duration;

/// The most lines that a client may ask for.
const MOST_LINES: i64 = 500;
/// The most that a draw may be worse, or better, than an even position, in hundredths of a unit.
const MOST_CONTEMPT: i64 = 10_000;
/// Instead of a search's name: what suits the game, the options and the level.
const USUAL: &str = "auto";
/// The longest that may pass between the engine's answer and the client's clock.
const MOST_OVERHEAD_MS: i64 = 5000;

impl Engine<'_> {
    /// Does what a line asks for; `false` for `quit`.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<bool> {
        let (word, rest) = first_word(line);
        match word {
            "" | "debug" => {}
            "uci" | "ugi" | "ubgi" => self.introduce(word)?,
            "isready" => {
                self.prepare()?;
                self.say("readyok")?;
            }
            "ucinewgame" | "uginewgame" | "ubginewgame" => {
                self.end_search(false)?;
                self.forget();
                self.begin();
            }
            "setoption" => {
                if let Err(problem) = self.set_option(rest) {
                    self.complain(&problem)?;
                }
            }
            "position" => match self.parse_game(rest) {
                Ok(game) => self.game = game,
                Err(problem) => self.complain(&format!("{problem}; the position stays what it was"))?,
            },
            "go" => match Go::parse(rest) {
                Ok((go, unknown)) => {
                    unknown.iter().try_for_each(|problem| self.complain(problem))?;
                    if let Err(problem) = self.go(go)? {
                        self.complain(&problem)?;
                    }
                }
                Err(problem) => self.complain(&problem)?,
            },
            "ponderhit" => self.ponder_hit()?,
            "stop" => self.end_search(true)?,
            "query" => self.reply(rest)?,
            "d" => self.show()?,
            "quit" | "exit" => {
                self.end_search(false)?;
                return Ok(false);
            }
            _ => self.complain(&format!("no command is called {word:?}"))?,
        }
        Ok(true)
    }

    fn introduce(&mut self, protocol: &str) -> io::Result<()> {
        let Settings { options, algorithm, most_threads, most_hash_mib } = self.settings;
        let mut lines = vec![
            concat!("id name manyply ", env!("CARGO_PKG_VERSION")).to_owned(),
            "id author the manyply authors".to_owned(),
        ];
        for fact in self.dialect.facts {
            let (name, (kind, value)) = (fact.name, fact.by(self.algorithm()));
            let (kind, range) = kind.split_once(' ').unwrap_or((kind, ""));
            lines.push(format!("option name {name} type {kind} default {value} {range}").trim_end().to_owned());
        }
        let level = |level: Level| level.number().into();
        for (name, default, least, most) in [
            ("Hash", options.hash_mib as i64, 1, most_hash_mib as i64),
            ("Threads", options.threads as i64, 1, most_threads as i64),
            ("MultiPV", options.multipv as i64, 1, MOST_LINES),
            ("MoveOverhead", self.overhead.as_millis() as i64, 0, MOST_OVERHEAD_MS),
            ("Contempt", options.contempt.into(), -MOST_CONTEMPT, MOST_CONTEMPT),
            ("Skill Level", level(self.strength.skill), level(Level::MIN), level(Level::MAX)),
        ] {
            lines.push(format!("option name {name} type spin default {default} min {least} max {most}"));
        }
        if let [least, .., most] = self.dialect.kind.level_elo {
            let Strength { elo, is_limited, .. } = self.strength;
            lines.push(format!("option name UCI_LimitStrength type check default {is_limited}"));
            let elo = elo.unwrap_or(*most);
            lines.push(format!("option name UCI_Elo type spin default {elo} min {least} max {most}"));
        }
        let named = algorithm.map_or(USUAL, Algorithm::name);
        let searches: String = Algorithm::ALL.iter().map(|algorithm| format!(" var {algorithm}")).collect();
        lines.push(format!("option name Engine type combo default {named} var {USUAL}{searches}"));
        lines.push("option name Clear Hash type button".into());
        lines.push(format!("option name Ponder type check default {}", self.tells_ponder));
        if self.dialect.kind.sides > 2 {
            let models: String = Model::ALL.iter().map(|model| format!(" var {model}")).collect();
            lines.push(format!("option name Model type combo default {}{models}", options.model));
        }
        if self.dialect.kind.loads_tables {
            lines.push("option name Tables type string default <empty>".into());
        }
        if self.dialect.kind.network.is_some() {
            lines.push("option name Network type string default <empty>".into());
        }
        lines.push("option name Book type string default <empty>".into());
        lines.push(format!("option name Rules type string default {}", self.rules));
        if self.dialect.is_ready_early {
            self.prepare()?;
        }
        lines.push(format!("{protocol}ok"));
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// Sets the option that `name NAME value VALUE` names.
    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let (before, named) = split_at_word(text, "name");
        let named = named.filter(|_| before.is_empty()).ok_or("setoption: expected name NAME value VALUE")?;
        let (name, value) = split_at_word(named, "value");
        self.set(name, value.unwrap_or_default()).map_err(|problem| format!("option {name}: {problem}"))
    }

    /// Sets an option; the next search uses it. What the search that is named does not have stays as it was.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let (settings, strength) = (self.settings, self.strength);
        self.change(name, value)?;
        let fits = self.settings.algorithm.map_or(Ok(()), |named| named.check(&self.settings.options, self.level()));
        if fits.is_err() {
            (self.settings, self.strength) = (settings, strength);
        }
        fits
    }

    fn change(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Settings { options, algorithm, most_threads, most_hash_mib } = &mut self.settings;
        let yes_or_no = || {
            let known = value.to_ascii_lowercase().parse();
            known.map_err(|_| format!("{value:?} does not do; expected true or false"))
        };
        let number = |least: i64, most: i64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{value:?} does not do; expected {least} to {most}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => options.hash_mib = number(1, *most_hash_mib as i64)? as usize,
            "threads" => options.threads = number(1, *most_threads as i64)? as usize,
            "multipv" => options.multipv = number(1, MOST_LINES)? as usize,
            "moveoverhead" | "move overhead" => {
                self.overhead = Duration::from_millis(number(0, MOST_OVERHEAD_MS)? as u64);
            }
            "contempt" => options.contempt = number(-MOST_CONTEMPT, MOST_CONTEMPT)? as i32,
            "engine" if value.eq_ignore_ascii_case(USUAL) => *algorithm = None,
            "engine" => {
                let named = value.parse().map_err(|expected| format!("{value:?} does not do; {expected}, or {USUAL}"));
                *algorithm = Some(named?);
            }
            "clear hash" | "clearhash" if self.running.is_some() => return Err("not while a search runs".into()),
            "clear hash" | "clearhash" => self.forget(),
            "ponder" => self.tells_ponder = yes_or_no()?,
            "skill level" | "skilllevel" => {
                self.strength.skill = value.parse().map_err(|expected| format!("{value:?} does not do; {expected}"))?;
            }
            "uci_limitstrength" if !self.dialect.kind.level_elo.is_empty() => self.strength.is_limited = yes_or_no()?,
            "uci_elo" if let [least, .., most] = *self.dialect.kind.level_elo => {
                self.strength.elo = Some(number(least.into(), most.into())? as i32);
            }
            "model" if self.dialect.kind.sides > 2 => {
                let names = || Model::ALL.map(Model::name).join(", ");
                options.model = value.parse().map_err(|_| format!("{value:?} does not do; expected {}", names()))?;
            }
            "tables" if value.is_empty() || value == "<empty>" => {}
            "tables" if self.dialect.kind.loads_tables => {
                if self.dialect.kind.load_tables(Path::new(value), None)? == 0 {
                    return Err(format!("no tables of {} in {value:?}", self.dialect.kind.name));
                }
            }
            "network" if value.is_empty() || value == "<empty>" => options.network = None,
            "network" if self.dialect.kind.network.is_some() => {
                let network = self.dialect.kind.read_network(Path::new(value));
                options.network = Some(network.map_err(|error| format!("{value:?}: {error}"))?);
            }
            "book" if value.is_empty() || value == "<empty>" => self.book = None,
            "book" => self.book = Some(Book::open(self.dialect.kind, Path::new(value))?),
            "rules" => {
                self.rules = self.dialect.kind.rules(value).map_err(|error| error.to_string())?;
                self.begin();
            }
            _ => match self.dialect.facts.iter().find(|fact| fact.name.eq_ignore_ascii_case(name)) {
                Some(fact) => match fact.by(self.algorithm()) {
                    (_, own) if own != value => return Err(format!("it is always {own}")),
                    _ => {}
                },
                None => return Err("there is no such option".into()),
            },
        }
        Ok(())
    }

    /// Goes back to the start of a game.
    fn begin(&mut self) {
        if let Some(game) = start(self.dialect.kind, &self.rules) {
            self.game = game;
        }
    }

    /// The game in progress that `position` describes, by the last resort's rules where those in force do not allow
    /// one.
    fn parse_game(&self, text: &str) -> Result<Box<dyn AnyGame>, String> {
        let (start, moves) = split_at_word(text, "moves");
        let position = match (first_word(start), self.dialect.parse_board) {
            (("startpos", ""), _) => None,
            (("fen", text), _) => Some(text.to_owned()),
            (("board", text), Some(parse)) => Some(parse(text).map_err(|error| format!("position: {error}"))?),
            (("board", _), None) => return Err("position: expected startpos or fen TEXT".into()),
            _ => return Err("position: expected startpos, fen TEXT or board TEXT, and then moves …".into()),
        };
        let setup = |rules: &str| {
            let moves = moves.unwrap_or_default().to_owned();
            Setup { rules: rules.to_owned(), position: position.clone(), moves, random: None }
        };
        let found = self.begun(&setup(&self.rules));
        if found.as_ref().is_ok_and(|game| game.outcome().is_none()) {
            return found;
        }
        let other = self.dialect.last_resort.and_then(|rules| self.begun(&setup(rules)).ok());
        other.filter(|game| game.outcome().is_none()).map_or(found, Ok)
    }

    fn begun(&self, setup: &Setup) -> Result<Box<dyn AnyGame>, String> {
        self.dialect.kind.begin(setup).map_err(|error| {
            let SetupError::Move { number, error, .. } = error else { return error.to_string() };
            let problem = match &error.why {
                MoveProblem::Over(_) => "comes after the end of the game",
                MoveProblem::Illegal => "is not legal",
                MoveProblem::Text(error) => &error.problem,
            };
            format!("position: move {number}, {:?}: {problem}", error.text)
        })
    }

    fn reply(&mut self, question: &str) -> io::Result<()> {
        let outcome = self.game.outcome();
        let answer = match question {
            "gameover" => outcome.is_some().to_string(),
            "p1turn" => (self.game.side_to_move() == Side::FIRST).to_string(),
            "result" => result(outcome),
            _ => {
                let problem = format!("query: {question:?} is no question; expected gameover, p1turn or result");
                return self.complain(&problem);
            }
        };
        self.say(&format!("response {answer}"))
    }

    fn show(&mut self) -> io::Result<()> {
        let result = result(self.game.outcome());
        let lines = [
            format!("position: {}", self.game.position_text()),
            format!("rules: {}", self.rules),
            format!("to move: {}", self.game.side_name()),
            format!("result: {result}"),
            format!("moves: {}", self.game.legal_moves().join(" ")),
        ];
        lines.iter().try_for_each(|line| self.say(&format!("info string {line}")))
    }
}

/// A result as `query result` names it.
fn result(outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else { return "none".into() };
    let said = |payoff, word| {
        let sides = Side::all(MAX_SIDES).filter(move |&side| outcome.payoff(side) == payoff);
        sides.map(|side| format!("p{}{word}", side.index() + 1)).collect::<Vec<_>>().join(" ")
    };
    // Where several win, all of them; where nobody does, who loses.
    [said(1, "win"), said(-1, "loss"), "draw".into()].into_iter().find(|text| !text.is_empty()).unwrap_or_default()
}

/// The first word of a line, and what follows it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// What comes before a word and, if it is there, after it.
fn split_at_word<'a>(text: &'a str, word: &str) -> (&'a str, Option<&'a str>) {
    match words(text).find(|(_, found)| *found == word) {
        Some((_, found)) => {
            let at = found.as_ptr() as usize - text.as_ptr() as usize;
            (text[..at].trim(), Some(text[at + word.len()..].trim()))
        }
        None => (text.trim(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart() {
        assert_eq!(first_word(" \r\n"), ("", ""));
        assert_eq!(first_word("position\tstartpos  moves a2a3\n"), ("position", "startpos  moves a2a3"));
        assert_eq!(split_at_word("name Move Overhead value 5 x", "value"), ("name Move Overhead", Some("5 x")));
        assert_eq!(split_at_word("startpos moves", "moves"), ("startpos", Some("")));
        assert_eq!(split_at_word(" fen k4 w 1 moves a2a3  b5b4", "moves"), ("fen k4 w 1", Some("a2a3  b5b4")));
        assert_eq!(split_at_word("removes", "moves"), ("removes", None));
    }
}
