//! The engine of this library as an agent.

use super::agent::{Agent, Choice, Fault};
use super::clock::{Clock, Pace};
use super::contender::{Contender, Timing};
use super::options::{number, time, unknown};
use crate::service::book::Book;
use crate::service::proven;
use manyply::face::{Algorithm, AnyEngine, AnyGame, Kind};
use manyply::formats::Note;
use manyply::game::{TextError, TextErrorKind, options};
use manyply::search::{Level, Limits, MAX_DEPTH, Margins, Model, Options, Score, Techniques};
use manyply::solve::{Task, Value};
use manyply::zobrist::mix;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Most threads and largest table, in MiB; what the machine really has, it says when the engine is made.
const MOST_THREADS: usize = 256;
const LARGEST_TABLE: usize = 1 << 20;

/// Instead of one technique: leaves plain alpha-beta.
const EVERYTHING: &str = "all";

/// True distances of proven values.
const EXACT: &str = "exact";

/// Parses what comes behind `engine:`.
pub(super) fn parse(kind: &'static Kind, text: &str) -> Result<Contender, TextError> {
    let mut settings = Options::default();
    let mut limits = Limits::default();
    let (mut pace, mut book, mut network) = (None, None::<PathBuf>, None::<PathBuf>);
    let (mut algorithm, mut is_other, mut level) = (None, false, Level::MAX);
    options(text, &mut |name, value| {
        match name {
            "time" => pace = Some(Pace::Move(time(value, name)?)),
            "threads" => settings.threads = number(value, name, 1, MOST_THREADS)?,
            "hash" => settings.hash_mib = number(value, name, 1, LARGEST_TABLE)?,
            "depth" => limits.depth = Some(number(value, name, 1, MAX_DEPTH)?),
            "nodes" => limits.nodes = Some(number(value, name, 1, u64::MAX)?),
            "level" => {
                let number = number(value, name, Level::MIN.number(), Level::MAX.number())?;
                level = Level::new(number).unwrap_or(level);
            }
            "contempt" => settings.contempt = number(value, name, -10_000, 10_000)?,
            "model" => settings.model = model(value)?,
            EXACT if value.is_empty() => settings.exact = true,
            "book" => book = Some(PathBuf::from(value)),
            "network" => network = Some(PathBuf::from(value)),
            "without" if value == EVERYTHING => settings.techniques = Techniques::NONE,
            "without" => *switch(&mut settings.techniques, value)? = false,
            _ if value.is_empty() && name.parse::<Algorithm>().is_ok() => {
                let named = name.parse().ok();
                is_other |= algorithm.is_some() && algorithm != named;
                algorithm = named;
            }
            _ => {
                let margins = settings.margins.get_or_insert(kind.margins);
                *margins.number(name).ok_or_else(|| unknown(name, expected()))? = number(value, name, 0, 100_000)?;
            }
        }
        Ok(())
    })?;
    if is_other {
        return Err(TextError::new(TextErrorKind::Option, 1, "two searches at once", "mcts or alphabeta"));
    }
    let is_mcts = algorithm == Some(Algorithm::Mcts);
    let fits = match network {
        Some(_) if is_mcts => Err("Monte Carlo tree search has no network".to_owned()),
        _ => algorithm.map_or(Ok(()), |algorithm| algorithm.check(&settings, level)),
    };
    fits.map_err(|problem| {
        TextError::new(TextErrorKind::Option, 1, problem, "mcts with time, hash, depth, nodes or book")
    })?;
    if level < Level::MAX && settings.threads > 1 {
        let problem = "a level below the last is of a search with one thread";
        return Err(TextError::new(TextErrorKind::Option, 1, problem, "level without threads"));
    }
    let (limits, settings) = (level.limits(limits), level.options(settings));
    let timing = match pace {
        Some(pace) => Timing::Own(pace),
        None if limits == Limits::default() => Timing::Match,
        None => Timing::Limited,
    };
    let mut contender = Contender::new("", timing, move || {
        let refused = || format!("the system does not give {} MiB for the engine's table", settings.hash_mib);
        let read = |path: &PathBuf| kind.read_network(path).map_err(|error| error.to_string());
        let network = network.as_ref().map(read).transpose()?;
        let options = Options { network, ..settings };
        let algorithm = algorithm.unwrap_or_else(|| kind.algorithm(&options, level));
        let searcher = kind.player_by(algorithm, options).ok_or_else(refused)?;
        let book = book.as_ref().map(|path| Book::open(kind, path)).transpose()?;
        let solves = !is_mcts && !settings.exact && level == Level::MAX;
        Ok(Box::new(Engine { searcher, limits, level, book, solves, seed: 0 }))
    });
    contender.hash_mib = settings.hash_mib;
    Ok(contender)
}

fn switch<'a>(techniques: &'a mut Techniques, name: &str) -> Result<&'a mut bool, TextError> {
    let problem = || {
        let expected = format!("{}, or {EVERYTHING}", Techniques::NAMES.join(", "));
        TextError::new(TextErrorKind::Option, 9, format!("no technique is called {name:?}"), expected)
    };
    techniques.switch(name).ok_or_else(problem)
}

fn model(name: &str) -> Result<Model, TextError> {
    let problem = || {
        let expected = Model::ALL.map(Model::name).join(", ");
        TextError::new(TextErrorKind::Option, 7, format!("no model is called {name:?}"), expected)
    };
    name.parse().map_err(|_| problem())
}

fn expected() -> String {
    let own =
        "mcts, alphabeta, exact, level, time, threads, hash, depth, nodes, book, network, model, contempt, without";
    format!("{own}, or a margin: {}", Margins::NAMES.join(", "))
}

struct Engine {
    searcher: Box<dyn AnyEngine>,
    /// Beside the clock.
    limits: Limits,
    level: Level,
    /// What is played from, as long as it has moves.
    book: Option<Book>,
    /// Whether the game's solver is asked before a search.
    solves: bool,
    /// What its choices follow from.
    seed: u64,
}

impl Agent for Engine {
    fn new_game(&mut self, _start: &dyn AnyGame, seed: u64, _stop: &AtomicBool) -> Result<(), Fault> {
        self.seed = seed;
        self.searcher.new_game();
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyGame, clock: &Clock, stop: &AtomicBool) -> Result<Choice, Fault> {
        let known = self.book.as_ref().and_then(|book| book.choose(game, mix(self.seed ^ game.ply() as u64)));
        if let Some(best) = known.and_then(|text| game.parse_move(&text).ok()) {
            return Ok(Choice::plain(best));
        }
        if let Some(choice) = self.solve(game, clock, stop) {
            return Ok(choice);
        }
        let moves_left = game.plies_left().map(|plies| plies.div_ceil(game.kind().sides as u32));
        let mut limits = Limits { depth: self.limits.depth, nodes: self.limits.nodes, ..clock.allot(moves_left) };
        limits.time = limits.time.map(|time| time.saturating_sub(clock.asked.elapsed()));
        if self.level < Level::MAX {
            // A level knows nothing of what was found before.
            self.searcher.new_game();
        }
        let seen = game.seen(self.level);
        let found = self.searcher.search(game, seen.as_deref(), &limits, stop, &mut |_| ());
        match found.best {
            Some(best) => {
                let note = Note { score: found.score, depth: found.depth, nodes: found.nodes, ..Note::default() };
                // Whoever overlooks moves knows of no loss.
                let is_trusted = seen.is_none() || matches!(found.score, Some(Score::Win(_)));
                Ok(Choice { best, note, is_trusted })
            }
            None => Err(Fault::Crash("no move was found".into())),
        }
    }
}

impl Engine {
    /// The best move and its value where the game's own solver has them in its share of the time for this move.
    fn solve(&self, game: &dyn AnyGame, clock: &Clock, stop: &AtomicBool) -> Option<Choice> {
        game.kind().solver.filter(|_| self.solves)?;
        let time = clock.allot(None).time?;
        let settings = self.searcher.options();
        let deadline = clock.asked.checked_add(time / game.kind().solver_share);
        let memory = (settings.hash_mib as u64) << 20;
        let task = Task { deadline, wins_only: true, ..Task::new(stop, settings.threads, memory) };
        // If the solver cannot run, the search still can.
        let solution = game.solve(&task).ok()?;
        let is_endless = solution.plies.is_none() && game.plies_left().is_none();
        match solution.value {
            Value::Unknown => return None,
            Value::Win | Value::Loss if is_endless => return None,
            _ => {}
        }
        let score = proven(game, &solution);
        let note = Note { score, nodes: solution.nodes, ..Note::default() };
        Some(Choice { best: solution.line.first()?.clone(), note, is_trusted: true })
    }
}
