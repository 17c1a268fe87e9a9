//! Workers that answer requests, the most urgent first, each with an engine that it keeps.

use super::query::{Action, Id, QueryError, Request};
use super::report::{Analysis, Evaluation, Head, Position, Solved, Solving};
use super::{Found, Question, analyse, prove, proving};
use manyply::face::{AnyEngine, AnyGame, Kind};
use manyply::nnue::NetworkRef;
use manyply::search::{Limits, Options, Report};
use manyply::solve::Task;
use manyply::threads;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

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
}

/// Takes an answer. When it says no, nobody listens any more.
pub type Sink = dyn Fn(Answer) -> bool + Send + Sync;

/// A line about a position of a request.
pub struct Answer {
    /// The request.
    pub request: Arc<Request>,
    /// Which of its positions, by its place in [`Request::turns`].
    pub place: usize,
    /// Whether it is the last about this position.
    pub is_final: bool,
    /// What is said.
    pub said: Said,
}

/// What can be said of a position.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Said {
    /// To [`Action::Analyze`].
    Analysis(Box<Analysis>),
    /// To [`Action::Eval`].
    Evaluation(Evaluation),
    /// To [`Action::Show`].
    Position(Position),
    /// To [`Action::Solve`].
    Solution(Box<Solved>),
    /// The position cannot be worked on.
    Error(QueryError),
}

/// Workers that answer requests until the pool is dropped.
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    /// There is something new to do, or something is done.
    changed: Condvar,
    means: Means,
    sink: Box<Sink>,
}

#[derive(Default)]
struct State {
    waiting: BinaryHeap<Job>,
    running: Vec<(Arc<Request>, Arc<AtomicBool>)>,
    /// Numbers jobs in the order in which they come.
    next: u64,
    /// No more will come.
    is_closed: bool,
}

/// A position of a request that waits.
struct Job {
    priority: i64,
    number: Reverse<u64>,
    request: Arc<Request>,
    place: usize,
    /// Whether it is answered without being worked on.
    is_terminated: bool,
}

impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Job {}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Job {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.is_terminated, self.priority, self.number).cmp(&(other.is_terminated, other.priority, other.number))
    }
}

impl Pool {
    /// Starts workers; `sink` gets what they say. Where the system does not give a thread for each, there are fewer.
    ///
    /// # Errors
    /// The system gives no thread at all.
    pub fn new(means: Means, sink: impl Fn(Answer) -> bool + Send + Sync + 'static) -> io::Result<Self> {
        let jobs = means.jobs.max(1);
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new(), means, sink: Box::new(sink) });
        let worker = || {
            let shared = shared.clone();
            threads::spawn(move || shared.work())
        };
        let first = worker()?;
        let workers = std::iter::once(first).chain((1..jobs).map_while(|_| worker().ok())).collect();
        Ok(Self { workers, shared })
    }

    /// How many positions wait.
    pub fn waiting(&self) -> usize {
        self.shared.lock().waiting.len()
    }

    /// Whether nothing waits and nothing is worked on.
    pub fn is_idle(&self) -> bool {
        let state = self.shared.lock();
        state.waiting.is_empty() && state.running.is_empty()
    }

    /// Whether a position of this request is worked on now.
    pub fn is_running(&self, id: &Id) -> bool {
        self.shared.lock().running.iter().any(|(request, _)| request.id == *id)
    }

    /// Puts all positions of a request in the queue.
    pub fn submit(&self, request: &Arc<Request>) {
        (0..request.turns.len()).for_each(|place| self.submit_one(request, place));
    }

    /// Puts one position of a request, by its place in [`Request::turns`], in the queue.
    pub fn submit_one(&self, request: &Arc<Request>, place: usize) {
        let mut state = self.shared.lock();
        let number = Reverse(state.next);
        state.next += 1;
        let (priority, request) = (request.priority, request.clone());
        state.waiting.push(Job { priority, number, request, place, is_terminated: false });
        self.shared.changed.notify_all();
    }

    /// Ends the requests of this identifier, or all: each is answered soon, with what is known of it. Says how many
    /// positions that were.
    pub fn terminate(&self, id: Option<&Id>) -> usize {
        let is_meant = |request: &Request| id.is_none_or(|id| request.id == *id);
        let mut state = self.shared.lock();
        let mut count = 0;
        for (_, stop) in state.running.iter().filter(|(request, _)| is_meant(request)) {
            stop.store(true, Relaxed);
            count += 1;
        }
        let jobs = std::mem::take(&mut state.waiting).into_iter();
        state.waiting = jobs
            .map(|mut job| {
                job.is_terminated |= is_meant(&job.request);
                job
            })
            .collect();
        count += state.waiting.iter().filter(|job| is_meant(&job.request)).count();
        self.shared.changed.notify_all();
        count
    }
}

impl Drop for Pool {
    /// Ends everything; what is not answered yet never is.
    fn drop(&mut self) {
        {
            let mut state = self.shared.lock();
            state.is_closed = true;
            state.waiting.clear();
            state.running.iter().for_each(|(_, stop)| stop.store(true, Relaxed));
            self.shared.changed.notify_all();
        }
        for worker in self.workers.drain(..) {
            // A worker that panicked, as none should, has said so.
            let _ = worker.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nobody panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut engine = None;
        while let Some((job, stop)) = self.next_job() {
            let is_wanted = self.answer(&job, &stop, &mut engine);
            let mut state = self.lock();
            state.running.retain(|(_, other)| !Arc::ptr_eq(other, &stop));
            state.is_closed |= !is_wanted;
            self.changed.notify_all();
        }
    }

    /// The most urgent job, once there is one; none at the end.
    fn next_job(&self) -> Option<(Job, Arc<AtomicBool>)> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.waiting.pop() {
                let stop = Arc::new(AtomicBool::new(job.is_terminated));
                state.running.push((job.request.clone(), stop.clone()));
                return Some((job, stop));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Answers a job; false if nobody listens.
    fn answer(&self, job: &Job, stop: &AtomicBool, engine: &mut Option<Kept>) -> bool {
        let (request, place) = (&job.request, job.place);
        let turn = request.turns[place];
        let say = |said, is_final| (self.sink)(Answer { request: request.clone(), place, is_final, said });
        let failed =
            |error: String| say(Said::Error(QueryError { id: Some(request.id.clone()), field: None, error }), true);
        // That there is such a position has been checked.
        let Some(game) = request.game(turn) else { return failed("the position is gone".into()) };
        let head = Head { id: Some(request.id.clone()), turn: Some(turn), ..Head::of(&*game) };
        // The first iteration, and the first that a solver does, are told at once.
        let solving = Mutex::new(None::<Instant>);
        let progress = |doing: &str, part: f64| {
            let Some(every) = request.report_every else { return };
            let mut told = solving.lock().unwrap_or_else(PoisonError::into_inner);
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
            Action::Solve => {
                // Where the game has no solver there is another search with a table, in the place of this one.
                *engine = engine.take().filter(|_| request.kind.solver.is_some());
                return match self.solve(request, &*game, stop, &progress) {
                    Ok(solved) => say(Said::Solution(Box::new(Solved { head: head.clone(), ..solved })), true),
                    Err(problem) => failed(problem),
                };
            }
            _ => {}
        }
        let said = |found: &Found, is_final| {
            let terminated = is_final && stop.load(Relaxed);
            let analysis = Analysis::of(&*game, request.model, found);
            Said::Analysis(Box::new(Analysis { head: head.clone(), is_final, terminated, ..analysis }))
        };
        let engine = match job.is_terminated || game.outcome().is_some() {
            true => None,
            false => match self.engine(request, &*game, engine) {
                Some(engine) => Some(engine),
                None => return failed("the system does not give the memory of the table".into()),
            },
        };
        let found = engine.map_or(Ok(Found::default()), |engine| {
            let mut told = None::<Instant>;
            let mut known = Found::default();
            let lines = request.multipv.min(request.root_moves.as_ref().map_or(game.legal_moves().len(), Vec::len));
            let question = Question {
                game: &*game,
                moves: request.root_moves.as_deref(),
                limits: request.limits,
                memory: self.means.memory_of_a_job(),
                progress: &progress,
            };
            analyse(engine, &question, stop, &mut |report| {
                let Some(every) = request.report_every else { return };
                known.add(report);
                if report.multipv as usize == lines && told.is_none_or(|told| told.elapsed() >= every) {
                    told = Some(Instant::now());
                    if !say(said(&known, false), false) {
                        stop.store(true, Relaxed);
                    }
                }
            })
        });
        match found {
            Ok(found) => say(said(&found, true), true),
            Err(problem) => failed(problem),
        }
    }

    /// What the game's solver finds within the limits, where it has none a search for a proof.
    fn solve(
        &self,
        request: &Request,
        game: &dyn AnyGame,
        stop: &AtomicBool,
        progress: &(dyn Fn(&str, f64) + Sync),
    ) -> Result<Solved, String> {
        let started = Instant::now();
        let threads = request.threads.unwrap_or(self.means.threads).min(self.means.threads);
        if request.kind.solver.is_none() {
            let hash_mib = request.hash_mib.unwrap_or(self.means.hash_mib).min(self.means.hash_mib);
            let network = self.means.network(request.kind);
            let options = proving(Options { threads, hash_mib, network, ..Options::default() });
            let no_memory = "the system does not give the memory of the table";
            let mut engine = request.kind.engine(options).ok_or(no_memory)?;
            let mut told = |report: &Report<String>| progress(&format!("a search, depth {}", report.depth), 0.0);
            let solution = prove(&mut *engine, game, None, &request.limits, stop, &mut told);
            return Ok(Solved::of(game, &solution, started.elapsed()));
        }
        let task = Task {
            nodes: request.limits.nodes,
            deadline: request.limits.time.and_then(|time| started.checked_add(time)),
            progress,
            ..Task::new(stop, threads, self.means.memory_of_a_job())
        };
        Ok(Solved::of(game, &game.solve(&task)?, started.elapsed()))
    }

    /// The worker's engine, made anew where the request needs another one.
    fn engine<'a>(
        &self,
        request: &Request,
        game: &dyn AnyGame,
        kept: &'a mut Option<Kept>,
    ) -> Option<&'a mut (dyn AnyEngine + 'static)> {
        let means = &self.means;
        let options = Options {
            threads: request.threads.unwrap_or(means.threads).min(means.threads),
            hash_mib: request.hash_mib.unwrap_or(means.hash_mib).min(means.hash_mib),
            multipv: request.multipv,
            model: request.model,
            network: means.network(request.kind),
            ..Options::default()
        };
        let Limits { nodes, .. } = request.limits;
        // An empty table is quickly there only if it is small.
        let options = nodes.filter(|_| means.is_fresh).map_or(options, |nodes| options.with_table_for(nodes));
        let fits = |kept: &Kept| kept.engine.kind() == request.kind && *kept.engine.options() == options;
        let rules = game.rules_text();
        match kept.take() {
            Some(mut old) if fits(&old) => {
                if means.is_fresh || old.rules != rules {
                    old.engine.new_game();
                    old.rules = rules;
                }
                *kept = Some(old);
            }
            // The old table's memory is free before the new one is asked for.
            old => {
                drop(old);
                *kept = Some(Kept { engine: request.kind.engine(options)?, rules });
            }
        }
        kept.as_mut().map(|kept| &mut *kept.engine)
    }
}

/// A worker's engine, and the rules of what it has learned.
struct Kept {
    engine: Box<dyn AnyEngine>,
    rules: String,
}
