//! The jobs of a proof, shared out among threads: easy ones first, the budgets doubled from round to round.

use crate::cli::common::{Bar, Failure, Result, Session, input};
use crate::cli::solving::prove_certificate::names;
use crate::cli::solving::prove_guide::Guide;
use crate::cli::solving::prove_journal::Journal;
use manyply::game::{Notation, Position};
use manyply::games::gomoku::prover::{LAST_ROUND, Prover};
use manyply::games::gomoku::{Gomoku, Square};
use manyply::threads;
use manyply_arena::Contender;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The time between two lines of progress; programs hear the first sooner.
const PROGRESS: Duration = Duration::from_secs(60);
/// How often the user's wish for an end is asked for.
const PATIENCE: Duration = Duration::from_millis(20);
/// What is to be proved.
pub(crate) struct Jobs<'a> {
    /// The empty board.
    pub(crate) start: &'a Gomoku,
    /// All positions of the run.
    pub(crate) total: usize,
    /// Those that are not proved yet, with their next round.
    pub(crate) open: Vec<(u32, Vec<Square>)>,
    pub(crate) threads: usize,
    pub(crate) deadline: Option<Instant>,
    /// Whose moves are tried first.
    pub(crate) ask: Option<&'a Contender>,
    /// A job that has resisted so many rounds is given an answer, by which it is split.
    pub(crate) split: Option<u32>,
}

/// How a proof ended.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "proof")]
pub(crate) struct Outcome {
    /// Whether all is proved, and the certificate checked.
    pub(crate) proved: bool,
    /// Positions that are not proved.
    pub(crate) open: usize,
    /// Moves of the winner in the certificate.
    pub(crate) moves: u64,
    /// The size of the certificate.
    pub(crate) bytes: u64,
    pub(crate) seconds: f64,
}

impl Outcome {
    pub(crate) fn print(&self, session: &mut Session<'_>) -> Result {
        let Self { proved, open, moves, bytes, seconds } = self;
        session.report(self, |out| match proved {
            true => writeln!(out, "proved and checked: {moves} moves of the winner, {bytes} bytes, {seconds:.1} s"),
            false => writeln!(out, "not proved: {open} positions are open, {seconds:.1} s"),
        })
    }
}

/// How far a proof has come.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "proving")]
pub(crate) struct Progress {
    /// The number of the round.
    round: u32,
    /// Positions.
    proved: usize,
    /// Positions that are not proved.
    open: usize,
    /// The positions proved a minute.
    per_minute: f64,
    /// About how long it still takes; null if nothing was proved.
    minutes_left: Option<f64>,
}

/// A job that has resisted, and the answer that is to prove it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "split")]
pub(crate) struct Split<'a> {
    /// The moves that lead to it.
    moves: &'a str,
    /// The move by which it is split: every reply to it is a job now.
    answer: &'a str,
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
    /// Nor were those before it: every reply to this move is to be a job of its own.
    Answer(Square),
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

/// What is left of jobs.
pub(crate) struct Left {
    pub(crate) open: usize,
    /// Whether jobs were given answers, so that there are others in their place.
    pub(crate) is_split: bool,
}

/// Proves or splits all jobs, or as many as there is time for.
pub(crate) fn work(jobs: Jobs<'_>, journal: &mut Journal, session: &mut Session<'_>) -> Result<Left> {
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
    let mut left = Left { open: jobs.open.len(), is_split: false };
    let (sender, reports) = channel();
    let mut failure: Option<Failure> = None;
    let bar = Bar::new(session.has_terminal);
    let (started, mut next) = (Instant::now(), if session.json { Duration::from_secs(1) } else { PROGRESS });
    std::thread::scope(|scope| {
        let failure = &mut failure;
        let workers = (0..jobs.threads.min(left.open)).map(|_| {
            let (sender, jobs, queue, halt, is_over) = (sender.clone(), &jobs, &queue, &halt, &is_over);
            let stop = session.stop.clone();
            move || thread(jobs, queue, &|| is_over(halt), &stop, &sender)
        });
        *failure = threads::crew(scope, workers).err().map(Failure::from);
        drop(sender);
        while left.open > 0 && failure.is_none() {
            match reports.recv_timeout(PATIENCE) {
                Ok(Report { job, result }) => {
                    let moves = names(jobs.start, &jobs.open[job].1);
                    *failure = match result {
                        Ok(tree) => {
                            left.open -= 1;
                            journal.prove(&moves, hexadecimal(jobs.start, &tree)).err()
                        }
                        Err(Unproved::Answer(m)) => {
                            left.is_split = true;
                            left.open -= 1;
                            bar.aside(|| split(&moves, &jobs.start.move_text(m), journal, session)).err()
                        }
                        Err(Unproved::Round(round)) => journal.postpone(&moves, round).err(),
                        Err(Unproved::Cut) => None,
                        Err(Unproved::Agent(problem)) => Some(input!("--ask: {problem}")),
                    };
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let (elapsed, proved) = (started.elapsed(), jobs.total - left.open);
            let round = queue.lock().map_or(0, |queue| queue.waiting.first().map_or(0, |&(round, _)| round));
            match jobs.total {
                // How far it has come nobody knows.
                1 => bar.say(format!("one position, {:.0} s", elapsed.as_secs_f64())),
                total => bar.show(&format!("{proved} of {total}, round {round}"), proved as f64 / total as f64),
            }
            if elapsed > next && jobs.total > 1 && (session.json || !session.has_terminal) {
                next += next.min(PROGRESS);
                let progress = Progress::new(&jobs, left.open, round, elapsed);
                *failure = failure.take().or(progress.print(session).err());
            }
        }
        halt.store(true, Relaxed);
    });
    failure.map_or(Ok(left), Err)
}

/// Keeps the answer to a job, and says it.
fn split(moves: &str, answer: &str, journal: &mut Journal, session: &mut Session<'_>) -> Result {
    journal.answer(&format!("{moves} {answer}"))?;
    if session.json {
        session.object(&Split { moves, answer })?;
    } else {
        writeln!(session.err, "split {moves}: every reply to {answer} is a job now")?;
    }
    Ok(session.out.flush()?)
}

/// Proves jobs until there are none left.
fn thread(
    jobs: &Jobs<'_>,
    queue: &Mutex<Queue>,
    is_over: &dyn Fn() -> bool,
    stop: &AtomicBool,
    sender: &Sender<Report>,
) {
    let guide = Guide::new(jobs.deadline, stop).asking(jobs.ask);
    let mut guide = match guide {
        Ok(guide) => guide,
        Err(problem) => {
            let _ = sender.send(Report { job: 0, result: Err(Unproved::Agent(problem)) });
            return;
        }
    };
    let problem: RefCell<Option<String>> = RefCell::default();
    let is_over = &|| problem.borrow().is_some() || is_over();
    // The prover has no use for a fault but to end soon.
    let heard = |moves: Result<Vec<Square>, String>| {
        moves.unwrap_or_else(|fault| {
            *problem.borrow_mut() = Some(fault).filter(|_| !is_over());
            Vec::new()
        })
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
        let found = prover.prove(&game, round..=round, &mut |game, nodes| heard(guide.order(game, nodes)));
        let next = (round + 1).min(LAST_ROUND);
        let resists = found.is_none() && !is_over() && jobs.split.is_some_and(|split| next >= split);
        let answer = if resists { heard(guide.answer(&game)).first().copied().filter(|_| !is_over()) } else { None };
        if let Ok(mut queue) = queue.lock() {
            queue.running -= 1;
            if found.is_none() && answer.is_none() {
                queue.waiting.insert((next, job));
            }
        }
        let result = found.ok_or_else(|| match problem.take() {
            Some(problem) => Unproved::Agent(problem),
            None if is_over() => Unproved::Cut,
            None => answer.map_or(Unproved::Round(next), Unproved::Answer),
        });
        if sender.send(Report { job, result }).is_err() {
            break;
        }
    }
}

impl Progress {
    fn new(jobs: &Jobs<'_>, open: usize, round: u32, elapsed: Duration) -> Self {
        let per_minute = (jobs.open.len() - open) as f64 / (elapsed.as_secs_f64() / 60.0);
        let minutes_left = (per_minute > 0.0).then(|| open as f64 / per_minute);
        Self { round, proved: jobs.total - open, open, per_minute, minutes_left }
    }

    fn print(&self, session: &mut Session<'_>) -> Result {
        if session.json {
            session.object(self)?;
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
