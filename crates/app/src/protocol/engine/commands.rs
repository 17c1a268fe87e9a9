//! What the engine does for each command that a client sends.

use super::{Engine, Settings, Strength, start};
use crate::protocol::command::{Command, Start};
use manyply::face::{Algorithm, AnyGame, MoveProblem, Setup, SetupError};
use manyply::game::{MAX_SIDES, Outcome, Side};
use manyply::search::{Level, Model};
use manyply_arena::service::book::Book;
use std::io;
use std::path::Path;
use std::time::Duration;

/// The most lines that a client may ask for.
const MOST_LINES: usize = 500;
/// The most that a draw may be worse, or better, than an even position, in hundredths of a unit.
const MOST_CONTEMPT: i32 = 10_000;
/// Instead of a search's name: what suits the game, the options and the level.
const USUAL: &str = "auto";
/// The longest that may pass between the engine's answer and the client's clock.
const MOST_OVERHEAD_MS: usize = 5000;

impl Engine<'_> {
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
                self.begin();
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
            Ok(Command::Go(go, unknown)) => {
                for problem in unknown {
                    self.complain(&problem)?;
                }
                if let Err(problem) = self.go(*go)? {
                    self.complain(&problem)?;
                }
            }
            Ok(Command::PonderHit) => self.ponder_hit()?,
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
        let overhead = self.overhead.as_millis();
        for (name, default, least, most) in [
            ("Hash", options.hash_mib, 1, most_hash_mib),
            ("Threads", options.threads, 1, most_threads),
            ("MultiPV", options.multipv, 1, MOST_LINES),
            ("MoveOverhead", overhead as usize, 0, MOST_OVERHEAD_MS),
        ] {
            lines.push(format!("option name {name} type spin default {default} min {least} max {most}"));
        }
        lines.push(format!(
            "option name Contempt type spin default {} min -{MOST_CONTEMPT} max {MOST_CONTEMPT}",
            options.contempt
        ));
        lines.push(format!(
            "option name Skill Level type spin default {} min {} max {}",
            self.strength.skill,
            Level::MIN,
            Level::MAX
        ));
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
            "contempt" => {
                let number = value.parse().ok().filter(|number| (-MOST_CONTEMPT..=MOST_CONTEMPT).contains(number));
                let expected = format!("expected -{MOST_CONTEMPT} to {MOST_CONTEMPT}");
                options.contempt = number.ok_or_else(|| format!("{value:?} does not do; {expected}"))?;
            }
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
            "uci_elo" if let [least, .., most] = self.dialect.kind.level_elo => {
                let elo = value.parse().ok().filter(|elo| (least..=most).contains(&elo));
                self.strength.elo =
                    Some(elo.ok_or_else(|| format!("{value:?} does not do; expected {least} to {most}"))?);
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
    fn parse_game(&self, start: Start<'_>, moves: &str) -> Result<Box<dyn AnyGame>, String> {
        let found = self.parse_game_by(&self.rules, start, moves);
        if found.as_ref().is_ok_and(|game| game.outcome().is_none()) {
            return found;
        }
        let other = self.dialect.last_resort.and_then(|rules| self.parse_game_by(rules, start, moves).ok());
        other.filter(|game| game.outcome().is_none()).map_or(found, Ok)
    }

    fn parse_game_by(&self, rules: &str, start: Start<'_>, moves: &str) -> Result<Box<dyn AnyGame>, String> {
        let position = match (start, self.dialect.parse_board) {
            (Start::Game, _) => None,
            (Start::Text(text), _) => Some(text.to_owned()),
            (Start::Board(text), Some(parse)) => Some(parse(text).map_err(|error| format!("position: {error}"))?),
            (Start::Board(_), None) => return Err("position: expected startpos or fen TEXT".into()),
        };
        let setup = Setup { rules: rules.to_owned(), position, moves: moves.to_owned(), random: None };
        self.dialect.kind.begin(&setup).map_err(|error| {
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
