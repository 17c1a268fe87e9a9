//! The jobs of a proof, shared out among threads: easy ones first, the budgets doubled from round to round.

use super::failure::Failure;
use super::prove::names;
use super::prove_journal::Journal;
use super::session::Session;
use crate::arena::{Agent, Clock, Contender};
use crate::game::{Played, Position};
use crate::games::gomoku::prover::{LAST_ROUND, Prover};
use crate::games::gomoku::{Gomoku, Square};
use crate::search::{EngineOf, Limits, Options};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(60);
/// How often the user's wish for an end is asked for.
const PATIENCE: Duration = Duration::from_millis(20);
/// The table of the search that orders moves, in MiB.
const ENGINE_MIB: usize = 16;
/// An agent is asked for its move where the search that orders moves has at least so many nodes: in hard jobs.
const ASKED_FROM: u64 = 100_000;
/// By how much an agent may exceed its time.
const GRACE: Duration = Duration::from_secs(10);

/// What is to be proved.
pub(super) struct Jobs {
    /// The empty board.
    pub(super) start: Gomoku,
    /// All positions of the run.
    pub(super) total: usize,
    /// Those that are not proved yet, with their next round.
    pub(super) open: Vec<(u32, Vec<Square>)>,
    pub(super) threads: usize,
    pub(super) deadline: Option<Instant>,
    /// Whose moves are tried first.
    pub(super) ask: Option<Contender<Gomoku>>,
}

/// How a run ended.
#[derive(Serialize)]
#[serde(tag = "type", rename = "proof")]
pub(super) struct Outcome {
    pub(super) proved: bool,
    pub(super) open: usize,
    pub(super) moves: u64,
    pub(super) bytes: u64,
    pub(super) seconds: f64,
}

impl Outcome {
    pub(super) fn print(&self, json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
        if json {
            return session.json(self);
        }
        let Self { open, moves, bytes, seconds, .. } = self;
        if !self.proved {
            writeln!(session.out, "not proved: {open} positions are open, {seconds:.1} s")?;
        } else {
            writeln!(session.out, "proved and checked: {moves} moves of the winner, {bytes} bytes, {seconds:.1} s")?;
        }
        Ok(())
    }
}

/// Where a run stands.
#[derive(Serialize)]
#[serde(tag = "type", rename = "proving")]
struct Progress {
    round: u32,
    proved: usize,
    open: usize,
    per_minute: f64,
    minutes_left: Option<f64>,
}

/// What a thread says of a job.
struct Report {
    job: usize,
    result: Result<Vec<Square>, Unproved>,
}

/// Why no tree was found.
enum Unproved {
    /// The round was not enough; this is the next one.
    Round(u32),
    /// It was cut short.
    Cut,
    /// The agent that is asked for moves has failed.
    Agent(String),
}

/// Jobs with their next round, those of the earliest first, and how many are being worked on.
struct Queue {
    waiting: BTreeSet<(u32, usize)>,
    running: usize,
}

/// Proves all jobs, or as many as there is time for; returns how many are open.
pub(super) fn work(jobs: Jobs, journal: &mut Journal, json: bool, session: &mut Session<'_>) -> Result<usize, Failure> {
    let halt = AtomicBool::new(false);
    let stop = session.stop.clone();
    let deadline = jobs.deadline;
    let is_over = move |halt: &AtomicBool| {
        halt.load(Relaxed) || stop.load(Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    };
    let queue = Mutex::new(Queue {
        waiting: jobs.open.iter().zip(0..).map(|((round, _), job)| (*round, job)).collect(),
        running: 0,
    });
    let mut open = jobs.open.len();
    let (sender, reports) = channel();
    let mut failure: Option<Failure> = None;
    let (started, mut said) = (Instant::now(), Instant::now());
    std::thread::scope(|scope| {
        let failure = &mut failure;
        for _ in 0..jobs.threads.min(open) {
            let (sender, jobs, queue, halt, is_over) = (sender.clone(), &jobs, &queue, &halt, &is_over);
            let stop = session.stop.clone();
            scope.spawn(move || thread(jobs, queue, &|| is_over(halt), &stop, &sender));
        }
        drop(sender);
        while open > 0 && failure.is_none() {
            match reports.recv_timeout(PATIENCE) {
                Ok(Report { job, result }) => {
                    let moves = names(&jobs.start, &jobs.open[job].1);
                    *failure = match result {
                        Ok(tree) => {
                            open -= 1;
                            journal.prove(&moves, hexadecimal(&jobs.start, &tree)).err()
                        }
                        Err(Unproved::Round(round)) => journal.postpone(&moves, round).err(),
                        Err(Unproved::Cut) => None,
                        Err(Unproved::Agent(problem)) => Some(Failure::input(format!("--ask: {problem}"))),
                    };
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if said.elapsed() > PROGRESS && jobs.total > 1 {
                said = Instant::now();
                let round = queue.lock().map_or(0, |queue| queue.waiting.first().map_or(0, |&(round, _)| round));
                let progress = Progress::new(&jobs, open, round, started.elapsed());
                *failure = failure.take().or(progress.print(json, session).err());
            }
        }
        halt.store(true, Relaxed);
    });
    failure.map_or(Ok(open), Err)
}

/// Proves jobs until there are none left.
fn thread(jobs: &Jobs, queue: &Mutex<Queue>, is_over: &dyn Fn() -> bool, stop: &AtomicBool, sender: &Sender<Report>) {
    let mut engine = engine();
    let mut asked = match jobs.ask.as_ref().map(|contender| Asked::new(contender, stop)).transpose() {
        Ok(asked) => asked,
        Err(problem) => {
            let _ = sender.send(Report { job: 0, result: Err(Unproved::Agent(problem)) });
            return;
        }
    };
    let problem: RefCell<Option<String>> = RefCell::default();
    let is_over = &|| problem.borrow().is_some() || is_over();
    let mut order = |game: &Gomoku, nodes: u64| {
        let mut moves = order(&mut engine, game, nodes, stop);
        if let Some(asked) = asked.as_mut().filter(|_| nodes >= ASKED_FROM && !is_over()) {
            match asked.choose(game) {
                Ok(m) => moves.insert(0, m),
                // Its answer was not waited for.
                Err(_) if is_over() => {}
                Err(fault) => *problem.borrow_mut() = Some(fault),
            }
        }
        moves
    };
    let mut prover = None;
    while !is_over() {
        // Nobody panics while it is locked.
        let Ok(mut waiting) = queue.lock() else { break };
        let Some((round, job)) = waiting.waiting.pop_first() else {
            if waiting.running == 0 {
                break;
            }
            // What others are working on may come back for another round.
            drop(waiting);
            std::thread::sleep(PATIENCE);
            continue;
        };
        waiting.running += 1;
        drop(waiting);
        let mut game = jobs.start.clone();
        jobs.open[job].1.iter().for_each(|&m| game.make(m));
        let prover = prover.get_or_insert_with(|| Prover::new(game.side_to_move(), is_over));
        let found = prover.prove(&game, round..=round, &mut order);
        let next = (round + 1).min(LAST_ROUND);
        if let Ok(mut queue) = queue.lock() {
            queue.running -= 1;
            if found.is_none() {
                queue.waiting.insert((next, job));
            }
        }
        let result = found.ok_or_else(|| match problem.take() {
            Some(problem) => Unproved::Agent(problem),
            None if is_over() => Unproved::Cut,
            None => Unproved::Round(next),
        });
        if sender.send(Report { job, result }).is_err() {
            break;
        }
    }
}

impl Progress {
    fn new(jobs: &Jobs, open: usize, round: u32, elapsed: Duration) -> Self {
        let per_minute = (jobs.open.len() - open) as f64 / (elapsed.as_secs_f64() / 60.0);
        let minutes_left = (per_minute > 0.0).then(|| open as f64 / per_minute);
        Self { round, proved: jobs.total - open, open, per_minute, minutes_left }
    }

    fn print(&self, json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
        if json {
            session.json(self)?;
        } else {
            let Self { round, proved, open, per_minute, .. } = self;
            let left = self.minutes_left.map_or("?".to_owned(), |minutes| format!("{minutes:.0}"));
            let counts = format!("proved {proved}, open {open}, round {round}");
            writeln!(session.err, "{counts}: {per_minute:.1} a minute, about {left} minutes left")?;
        }
        Ok(session.out.flush()?)
    }
}

/// The numbers of squares in certificates, in hexadecimal digits.
fn hexadecimal(game: &Gomoku, tree: &[Square]) -> String {
    let (width, height) = (game.width(), game.height());
    let digits = if width * height <= 256 { 2 } else { 4 };
    let text = |m: &Square| format!("{:0digits$x}", (height - 1 - m.y()) * width + m.x());
    tree.iter().map(text).collect()
}

/// An agent whose moves are tried first: what it says is only a guess.
struct Asked<'a> {
    agent: Box<dyn Agent<Gomoku>>,
    contender: &'a Contender<Gomoku>,
    stop: &'a AtomicBool,
}

impl<'a> Asked<'a> {
    fn new(contender: &'a Contender<Gomoku>, stop: &'a AtomicBool) -> Result<Self, String> {
        Ok(Self { agent: contender.build()?, contender, stop })
    }

    fn choose(&mut self, game: &Gomoku) -> Result<Square, String> {
        let pace = self.contender.timing.pace(None);
        let (side, paces, left) = (game.side_to_move(), [pace; 3], [Duration::ZERO; 3]);
        let begun = self.agent.new_game(game, 0, self.stop);
        let clock = Clock { side, paces, left, grace: GRACE, asked: Instant::now() };
        let choice = begun.and_then(|()| self.agent.choose(&Played::new(game.clone()), &clock, self.stop));
        choice.map(|choice| choice.best).map_err(|fault| fault.to_string())
    }
}

/// An engine for [`order`].
pub(super) fn engine() -> EngineOf<Gomoku> {
    EngineOf::new(Options { hash_mib: ENGINE_MIB, ..Options::default() })
}

/// Moves that are worth trying: the best move of a search, then those of its earlier iterations.
pub(super) fn order(engine: &mut EngineOf<Gomoku>, game: &Gomoku, nodes: u64, stop: &AtomicBool) -> Vec<Square> {
    let mut moves = Vec::new();
    let found = engine.search(&Played::new(game.clone()), &Limits::nodes(nodes), stop, &mut |report| {
        moves.extend(report.line.first());
    });
    moves.extend(found.best);
    moves.reverse();
    moves
}
