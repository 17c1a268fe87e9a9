//! A worker: it answers requests one after the other, with an engine that it keeps.

use super::proving::rest;
use super::query::{Action, QueryError};
use super::report::{Analysis, Evaluation, Head, Heartbeat, Position, Solved, Solving, Walked};
use super::request::Request;
use super::{Found, Question, analyse, prove, proving};
use manyply::clock::Instant;
use manyply::face::{Algorithm, AnyEngine, AnyGame, Kind};
use manyply::nnue::NetworkRef;
use manyply::search::{Heartbeat as Beat, Level, Limits, Options, Report, Told};
use manyply::solve::{Solution, Task, Value, Walk};
use manyply::threads::lock;
use serde::Serialize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

const NO_MEMORY: &str = "the system does not give the memory of the table";

/// What the workers may use.
#[derive(Clone, Debug)]
pub struct Means {
    /// Requests worked on at once, at least 1.
    pub jobs: usize,
    /// Threads of each search, at least 1.
    pub threads: usize,
    /// Each worker's table, in MiB.
    pub hash_mib: usize,
    /// Bytes that the tables of solvers may take, shared out over the jobs.
    pub memory: u64,
    /// Whether each position is searched with an empty table, so that the answer depends on nothing else.
    pub is_fresh: bool,
    /// Which search answers where a request names none, and asks for nothing that it does not have; none: what suits
    /// the game.
    pub engine: Option<Algorithm>,
    /// What games are evaluated with, if not with their own networks; at most one of each.
    pub networks: Vec<NetworkRef>,
}

impl Means {
    /// Bytes that the tables of one solver may take.
    fn memory_of_a_job(&self) -> u64 {
        self.memory / self.jobs.max(1) as u64
    }

    /// The network of a game, if not its own.
    fn network(&self, kind: &Kind) -> Option<NetworkRef> {
        self.networks.iter().copied().find(|network| network.head().game == kind.name)
    }

    /// How a search works, with so many threads where the request does not say.
    fn options(&self, request: &Request, threads: usize) -> Options {
        Options {
            threads: request.threads.unwrap_or(threads).min(self.threads),
            hash_mib: request.hash_mib.unwrap_or(self.hash_mib).min(self.hash_mib),
            multipv: request.multipv,
            model: request.model,
            network: self.network(request.kind).filter(|_| request.engine != Some(Algorithm::Mcts)),
            ..Options::default()
        }
    }

    /// The search that is asked for, by the request or for all of them.
    fn named(&self, request: &Request) -> Option<Algorithm> {
        // That there are threads is no reason for another search, unless the request asks for them.
        let fits = |named: &Algorithm| named.check(&self.options(request, 1), request.level).is_ok();
        request.engine.or(self.engine.filter(fits))
    }

    /// The search that answers.
    fn algorithm(&self, request: &Request) -> Algorithm {
        let usual = || request.kind.algorithm(&self.options(request, 1), request.level);
        self.named(request).unwrap_or_else(usual)
    }
}

/// What can be said of a position.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Said {
    /// To [`Action::Analyze`].
    Analysis(Box<Analysis>),
    /// That the search goes on.
    Heartbeat(Heartbeat),
    /// To [`Action::Eval`].
    Evaluation(Evaluation),
    /// To [`Action::Show`].
    Position(Position),
    /// To [`Action::Solve`].
    Solution(Box<Solved>),
    /// To [`Action::Walk`].
    Walk(Box<Walked>),
    /// The position cannot be worked on.
    Error(QueryError),
}

/// Answers requests in the thread that asks.
pub struct Worker {
    means: Means,
    kept: Option<Kept>,
}

impl Worker {
    /// A worker without an engine as yet.
    pub fn new(means: Means) -> Self {
        Self { means, kept: None }
    }

    /// Answers a request about one of its positions, by its place in [`Request::turns`]: `say` gets what is known, and
    /// whether it is the last. What is stopped before it begins is answered without being worked on. False if nobody
    /// listens.
    pub fn answer(
        &mut self,
        request: &Request,
        place: usize,
        stop: &AtomicBool,
        say: &(dyn Fn(Said, bool) -> bool + Sync),
    ) -> bool {
        let (turn, is_over) = (request.turns[place], stop.load(Relaxed));
        let failed =
            |error: String| say(Said::Error(QueryError { id: Some(request.id.clone()), field: None, error }), true);
        // That there is such a position has been checked.
        let Some(game) = request.game(turn) else { return failed("the position is gone".into()) };
        let head = Head { id: Some(request.id.clone()), turn: Some(turn), ..Head::of(&*game) };
        // The first iteration, and the first that a solver does, are told at once.
        let solving = Mutex::new(None::<Instant>);
        let progress = |doing: &str, part: f64| {
            let Some(every) = request.report_every else { return };
            let mut told = lock(&solving);
            if told.is_none_or(|told| told.elapsed() >= every) {
                *told = Some(Instant::now());
                let solver = Some(Solving { doing: doing.to_owned(), part });
                let analysis = Analysis::of(&*game, request.model, &Found::default());
                let said = Analysis { head: head.clone(), is_final: false, solver, ..analysis };
                if !say(Said::Analysis(Box::new(said)), false) {
                    stop.store(true, Relaxed);
                }
            }
        };
        match request.action {
            Action::Eval => {
                let network = self.means.network(request.kind);
                return say(
                    Said::Evaluation(Evaluation { head: head.clone(), ..Evaluation::of(&*game, network) }),
                    true,
                );
            }
            Action::Show => {
                return say(Said::Position(Position { head: head.clone(), ..Position::of(&*game) }), true);
            }
            Action::Solve | Action::Walk => {
                let walked = |walk| Said::Walk(Box::new(Walked { head: head.clone(), ..walk }));
                let solved = |solved| Said::Solution(Box::new(Solved { head: head.clone(), ..solved }));
                let found = match request.action {
                    Action::Walk => self.walk(request, &*game, stop, &progress).map(walked),
                    _ => self.solve(request, &*game, stop, &progress).map(solved),
                };
                return found.map_or_else(failed, |said| say(said, true));
            }
            _ => {}
        }
        let said = |found: &Found, is_final| {
            let terminated = is_final && stop.load(Relaxed);
            let analysis = Analysis::of(&*game, request.model, found);
            Said::Analysis(Box::new(Analysis { head: head.clone(), is_final, terminated, ..analysis }))
        };
        let memory = self.means.memory_of_a_job();
        let is_from_rules = self.means.named(request) == Some(Algorithm::Mcts);
        let engine = match is_over || game.outcome().is_some() {
            true => None,
            false => match self.engine(request, &*game) {
                Ok(engine) => Some(engine),
                Err(problem) => return failed(problem),
            },
        };
        let found = engine.map_or(Ok(Found::default()), |engine| {
            let mut told = None::<Instant>;
            let mut known = Found { algorithm: Some(engine.algorithm()), ..Found::default() };
            let moves = request.root_moves.clone().or_else(|| game.seen(request.level));
            let lines = request.multipv.min(moves.as_ref().map_or(game.legal_moves().len(), Vec::len));
            let question = Question {
                game: &*game,
                moves: moves.as_deref(),
                limits: request.limits,
                solves: request.level == Level::MAX && !is_from_rules,
                memory,
                progress: &progress,
            };
            analyse(engine, &question, stop, &mut |news| {
                let Some(every) = request.report_every else { return };
                let is_heard = match news {
                    Told::Heartbeat(heartbeat) => say(Said::Heartbeat(Heartbeat::of(&head, heartbeat)), false),
                    Told::Line(report) => {
                        known.add(report);
                        let is_last = report.multipv as usize == lines;
                        let is_due = is_last && told.is_none_or(|told| told.elapsed() >= every);
                        told = if is_due { Some(Instant::now()) } else { told };
                        !is_due || say(said(&known, false), false)
                    }
                };
                if !is_heard {
                    stop.store(true, Relaxed);
                }
            })
        });
        match found {
            Ok(found) => say(said(&found, true), true),
            Err(problem) => failed(problem),
        }
    }

    /// What the game's solver finds within the limits or, where it has none or finds nothing, a search for a proof.
    fn solve(
        &mut self,
        request: &Request,
        game: &dyn AnyGame,
        stop: &AtomicBool,
        progress: &(dyn Fn(&str, f64) + Sync),
    ) -> Result<Solved, String> {
        let started = Instant::now();
        let solution = self.solution(request, game, stop, progress)?;
        Ok(Solved::of(game, &solution, started.elapsed()))
    }

    /// Where a walk through a proof stands, or else what [`Self::solve`] finds. A proof that is not here would say it
    /// at once: then nothing else is tried.
    fn walk(
        &mut self,
        request: &Request,
        game: &dyn AnyGame,
        stop: &AtomicBool,
        progress: &(dyn Fn(&str, f64) + Sync),
    ) -> Result<Walked, String> {
        let started = Instant::now();
        // A proof that is here is waited for: it is unpacked in a fraction of a second, on a slow machine in a few.
        let task = Task { deadline: None, ..self.task(request, stop, progress, started) };
        let walk = match game.walk(&task) {
            Some(walk) => walk,
            None if game.own_proof().is_some_and(|proof| proof.missing.is_some()) => Walk::of(Solution::unknown()),
            None => Walk::of(self.solution(request, game, stop, progress)?),
        };
        Ok(Walked::of(game, walk, started.elapsed()))
    }

    fn task<'a>(
        &self,
        request: &Request,
        stop: &'a AtomicBool,
        progress: &'a (dyn Fn(&str, f64) + Sync),
        started: Instant,
    ) -> Task<'a> {
        let threads = request.threads.unwrap_or(self.means.threads).min(self.means.threads);
        Task {
            nodes: request.limits.nodes,
            deadline: request.limits.time.and_then(|time| started.checked_add(time)),
            progress,
            ..Task::new(stop, threads, self.means.memory_of_a_job())
        }
    }

    fn solution(
        &mut self,
        request: &Request,
        game: &dyn AnyGame,
        stop: &AtomicBool,
        progress: &(dyn Fn(&str, f64) + Sync),
    ) -> Result<Solution<String>, String> {
        let (started, mut spent) = (Instant::now(), 0);
        if request.kind.solver.is_some() {
            // One that has several methods would take all that there is; any other leaves what it does not take.
            let part = if request.kind.methods.is_empty() { 1 } else { 2 };
            let whole = self.task(request, stop, progress, started);
            let time = request.limits.time.map(|time| time / part);
            let task = Task {
                nodes: whole.nodes.map(|nodes| (nodes / u64::from(part)).max(1)),
                deadline: time.and_then(|time| started.checked_add(time)),
                method: request.kind.any_method(),
                ..whole
            };
            let found = game.solve(&task)?;
            if found.value != Value::Unknown || self.task(request, stop, progress, started).is_over_after(found.nodes) {
                return Ok(found);
            }
            spent = found.nodes;
        }
        // Its table takes the place of the one that is kept.
        self.kept = None;
        let options = proving(Options { multipv: 1, ..self.means.options(request, self.means.threads) });
        let mut engine = request.kind.engine(options).ok_or(NO_MEMORY)?;
        let mut told = |told: Told<'_, String>| {
            let (Told::Line(Report { depth, .. }) | Told::Heartbeat(Beat { depth, .. })) = told;
            progress(&format!("a search, depth {depth}"), 0.0);
        };
        let limits = rest(&request.limits, spent, u64::MAX, started);
        let found = prove(&mut *engine, game, None, &limits, stop, &mut told);
        Ok(Solution { nodes: found.nodes + spent, ..found })
    }

    /// The worker's engine, made anew where the request needs another one.
    fn engine(&mut self, request: &Request, game: &dyn AnyGame) -> Result<&mut (dyn AnyEngine + 'static), String> {
        let means = &self.means;
        let algorithm = means.algorithm(request);
        let options = means.options(request, if algorithm == Algorithm::Mcts { 1 } else { means.threads });
        algorithm.check(&options, request.level)?;
        let Limits { nodes, .. } = request.limits;
        let options = request.level.options(options);
        // A level knows nothing of what others have found.
        let is_fresh = means.is_fresh || request.level < Level::MAX;
        // An empty table is quickly there only if it is small.
        let options = nodes.filter(|_| is_fresh).map_or(options, |nodes| options.with_table_for(nodes));
        let fits = |kept: &Kept| {
            let engine = &kept.engine;
            let is_it = engine.kind() == request.kind && engine.algorithm() == algorithm;
            is_it && *engine.options() == options && kept.level == request.level
        };
        let rules = game.rules_text();
        match self.kept.take() {
            Some(mut old) if fits(&old) => {
                if is_fresh || old.rules != rules {
                    old.engine.new_game();
                    old.rules = rules;
                }
                self.kept = Some(old);
            }
            // The old table's memory is free before the new one is asked for.
            old => {
                drop(old);
                let engine = request.kind.player_by(algorithm, options).ok_or(NO_MEMORY)?;
                self.kept = Some(Kept { engine, level: request.level, rules });
            }
        }
        self.kept.as_mut().map(|kept| &mut *kept.engine).ok_or_else(|| NO_MEMORY.to_owned())
    }
}

/// A worker's engine, and the rules of what it has learned.
struct Kept {
    engine: Box<dyn AnyEngine>,
    level: Level,
    rules: String,
}
