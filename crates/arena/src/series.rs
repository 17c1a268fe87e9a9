//! Many games: a plan played by several workers at once, each game as its number says, whoever plays it when.

use super::agent::Agent;
use super::archive::{Record, UNFINISHED};
use super::clock::Pace;
use super::contender::Contender;
use super::opening::Openings;
use super::referee::{self, Finished, Terms};
use super::schedule::{Schedule, Task};
use manyply::face::AnyGame;
use manyply::formats::Note;
use manyply::game::MAX_SIDES;
use manyply::threads::{self, PATIENCE};
use manyply::zobrist::mix;
use std::collections::HashMap;
use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};

/// A series of games, ready to be played.
pub struct Series<'a> {
    /// Who plays.
    pub contenders: &'a [Contender],
    /// Who plays whom.
    pub schedule: &'a Schedule,
    /// From where.
    pub openings: &'a Openings,
    /// The time that contenders get who do not say otherwise; none: the usual.
    pub pace: Option<Pace>,
    /// What else holds in every game.
    pub terms: Terms,
    /// The seed of everything random.
    pub seed: u64,
    /// How many games are played at once, at least 1.
    pub concurrency: usize,
    /// Told of every game in progress as it stands, when it begins and after each move, with an ending of
    /// [`UNFINISHED`].
    pub watch: Option<&'a (dyn Fn(Record) + Sync)>,
}

/// A contender cannot play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{contender}: {problem}")]
pub struct SeriesError {
    /// Its description.
    pub contender: String,
    /// What is wrong.
    pub problem: String,
}

/// The agents of a worker: for each contender as many as ever sat at the table together.
type Pool = HashMap<usize, Vec<Box<dyn Agent>>>;

impl Series<'_> {
    /// Plays all games of the plan, or of its part, but those in `done`, telling `each` of every game when it ends, in
    /// that order; games still in progress when `each` breaks, or when `stop` is set, are dropped.
    ///
    /// # Errors
    /// An agent cannot be made, or there is no thread for a game.
    pub fn play(
        &self,
        done: &HashSet<u64>,
        stop: &AtomicBool,
        each: &mut dyn FnMut(Record) -> ControlFlow<()>,
    ) -> Result<(), SeriesError> {
        let (next, halt) = (AtomicU64::new(0), AtomicBool::new(false));
        let (sender, results) = channel();
        std::thread::scope(|scope| {
            let workers = (0..self.concurrency.max(1)).map(|_| {
                let (sender, next, halt) = (sender.clone(), &next, &halt);
                move || self.work(done, next, halt, &sender)
            });
            let alone =
                |error: io::Error| SeriesError { contender: "--concurrency".into(), problem: error.to_string() };
            threads::crew(scope, workers).map_err(alone)?;
            drop(sender);
            let mut verdict = Ok(());
            loop {
                if stop.load(Relaxed) {
                    halt.store(true, Relaxed);
                }
                match results.recv_timeout(PATIENCE) {
                    Ok(_) if halt.load(Relaxed) => {}
                    Ok(Ok(record)) => halt.store(each(record).is_break(), Relaxed),
                    Ok(Err(error)) => {
                        verdict = Err(error);
                        halt.store(true, Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return verdict,
                }
            }
        })
    }

    /// Takes game after game until none is left or `halt` is set.
    fn work(
        &self,
        done: &HashSet<u64>,
        next: &AtomicU64,
        halt: &AtomicBool,
        results: &Sender<Result<Record, SeriesError>>,
    ) {
        let mut pool = Pool::new();
        let mut opening = None;
        while !halt.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.schedule.games() {
                break;
            }
            if done.contains(&number) || !self.schedule.has(number) {
                continue;
            }
            let result = self.game(&self.schedule.task(number), &mut pool, &mut opening, halt);
            let failed = result.is_err();
            // A closed channel means that the series has ended.
            if result.transpose().is_some_and(|result| results.send(result).is_err()) || failed {
                break;
            }
        }
    }

    /// Plays a game. `latest` is the opening of the game before, with its number: games of a group share theirs.
    fn game(
        &self,
        task: &Task,
        pool: &mut Pool,
        latest: &mut Option<(u64, Box<dyn AnyGame>)>,
        halt: &AtomicBool,
    ) -> Result<Option<Record>, SeriesError> {
        let mut agents = Vec::with_capacity(task.seats.len());
        for &seat in &task.seats {
            let contender = &self.contenders[seat];
            let idle = pool.get_mut(&seat).and_then(Vec::pop);
            let agent = idle.map_or_else(|| contender.build(), Ok);
            let named = |problem| SeriesError { contender: contender.text.clone(), problem };
            agents.push(agent.map_err(named)?);
        }
        let mut paces = [Pace::Untimed; MAX_SIDES];
        for (pace, &seat) in paces.iter_mut().zip(&task.seats) {
            *pace = self.contenders[seat].timing.pace(self.pace);
        }
        if latest.as_ref().is_none_or(|(number, _)| *number != task.opening) {
            *latest = Some((task.opening, self.openings.get(task.opening, halt)));
        }
        let Some((_, opening)) = latest else { return Ok(None) };
        let seed = mix(self.seed ^ mix(task.number));
        let mut watch = |game: &dyn AnyGame, notes: &[Note]| {
            if let Some(watch) = self.watch {
                watch(record(task, opening.ply(), game, notes, vec![0; game.kind().sides], UNFINISHED.into()));
            }
        };
        let finished = referee::play(&**opening, &mut agents, paces, &self.terms, seed, halt, &mut watch);
        for (&seat, agent) in task.seats.iter().zip(agents) {
            pool.entry(seat).or_default().push(agent);
        }
        Ok(finished.map(|finished| finished.record(task, opening.ply())))
    }
}

impl Finished {
    /// The game as archives hold it, of whose moves the first `opening` are the opening's.
    pub fn record(&self, task: &Task, opening: usize) -> Record {
        record(task, opening, &*self.game, &self.notes, self.payoffs.clone(), self.ending.to_string())
    }
}

fn record(
    task: &Task,
    opening_plies: usize,
    game: &dyn AnyGame,
    notes: &[Note],
    payoffs: Vec<i8>,
    ending: String,
) -> Record {
    let opening_notes = if notes.is_empty() { 0 } else { opening_plies };
    Record {
        number: task.number,
        seats: task.seats.clone(),
        opening: task.opening,
        start: game.at(0).position_text(),
        opening_plies,
        payoffs,
        ending,
        moves: game.moves(),
        notes: std::iter::repeat_n(None, opening_notes).chain(notes.iter().copied().map(Some)).collect(),
    }
}
