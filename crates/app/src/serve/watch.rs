//! A match that pages look at while it is played: what happens is put in, and nothing that a page asks for reaches the
//! match.

use super::State as Server;
use super::http::{self, Lines, Refusal, Response};
use hyper::StatusCode;
use hyper::body::Bytes;
use manyply::threads::lock;
use manyply_arena::service::{QueryError, json};
use manyply_arena::statistics::{Estimate, Standing, Tally};
use manyply_arena::{Head, Record};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::time::{Interval, MissedTickBehavior, interval};

/// Finished games that can still be looked at; files of games have all.
const MOST_KEPT: usize = 1000;
/// Nobody is told more often.
const INTERVAL: Duration = Duration::from_millis(100);
/// A page hears something at least this often, so that the server learns when it is gone.
const LONGEST_SILENCE: Duration = Duration::from_secs(5);
/// How long the end of a match waits at most until everybody knows, and has seen the last game.
const FAREWELL: Duration = Duration::from_secs(10);
/// The same where the user wants an end: everybody hears of it once more.
const SHORT_FAREWELL: Duration = Duration::from_millis(300);
/// A page that is being loaded asks for something before so long.
const QUIET: Duration = Duration::from_secs(1);

/// A match for pages to look at.
#[derive(Debug)]
pub struct Watched {
    head: Head,
    /// What the results call the contenders.
    names: Vec<String>,
    /// How many games are to be played.
    games: u64,
    now: Mutex<Now>,
    /// Pages that look on: once it is over, they leave when they show the last game.
    viewers: AtomicUsize,
    /// When a page last asked for anything.
    asked: Mutex<Option<Instant>>,
}

/// What changes.
#[derive(Debug, Default)]
struct Now {
    /// Counts the changes.
    version: u64,
    /// Games in progress, by their numbers.
    live: BTreeMap<u64, Record>,
    /// The last finished games, and how many have finished before them.
    finished: VecDeque<Record>,
    dropped: usize,
    agents: Vec<Tally>,
    score: Option<Score>,
    is_over: bool,
}

/// The difference between the first contender and the others.
#[derive(Clone, Copy, Debug, Serialize)]
struct Score {
    elo: f64,
    /// Half the width of the interval of 95 %; null as long as it is not known.
    elo_error: Option<f64>,
}

impl Watched {
    /// A match of `games` games; `head` is that of its file, `names` are what its results call the contenders.
    pub fn new(head: Head, names: Vec<String>, games: u64) -> Self {
        let agents = vec![Tally::default(); names.len()];
        let now = Mutex::new(Now { agents, ..Now::default() });
        Self { head, names, games, now, viewers: AtomicUsize::new(0), asked: Mutex::new(None) }
    }

    /// A game as it stands.
    pub fn playing(&self, record: Record) {
        let mut now = lock(&self.now);
        now.version += 1;
        now.live.insert(record.number, record);
    }

    /// A game has ended; this is the standing after it.
    pub fn played(&self, record: &Record, standing: &Standing) {
        let estimate = Estimate::of(standing.counted(0), standing.samples());
        let mut now = lock(&self.now);
        now.version += 1;
        now.live.remove(&record.number);
        now.finished.push_back(record.clone());
        if now.finished.len() > MOST_KEPT {
            now.finished.pop_front();
            now.dropped += 1;
        }
        now.agents = (0..self.names.len()).map(|contender| *standing.tally(contender)).collect();
        now.score = Some(Score { elo: estimate.elo, elo_error: estimate.known_error() });
    }

    /// Takes note that a page asks for something.
    pub(super) fn ask(&self) {
        *lock(&self.asked) = Some(Instant::now());
    }

    /// The match is over. Returns when all pages have left, or have had time enough; soon if `stop` is set.
    pub fn end(&self, stop: &AtomicBool) {
        {
            let mut now = lock(&self.now);
            now.version += 1;
            now.live.clear();
            now.is_over = true;
        }
        let started = Instant::now();
        let is_asked = || lock(&self.asked).is_some_and(|asked| asked.elapsed() < QUIET);
        let farewell = || if stop.load(Relaxed) { SHORT_FAREWELL } else { FAREWELL };
        while (self.viewers.load(Relaxed) > 0 || is_asked()) && started.elapsed() < farewell() {
            std::thread::sleep(INTERVAL / 10);
        }
    }

    /// What is new to somebody who knows everything up to `version`, and of the finished games the first `told`.
    fn news(&self, version: u64, told: usize) -> Option<(String, u64, usize)> {
        let now = lock(&self.now);
        if now.version == version {
            return None;
        }
        let finished = now.finished.iter().skip(told.saturating_sub(now.dropped));
        let contenders = self.names.iter().zip(&self.head.contenders).zip(&now.agents);
        let news = News {
            game: &self.head.game,
            games: self.games,
            agents: contenders.map(|((name, text), &tally)| Agent { name, text, tally }).collect(),
            played: now.dropped + now.finished.len(),
            score: now.score,
            live: now.live.values().map(|record| Brief::of(record, None)).collect(),
            finished: finished.map(|record| Brief::of(record, Some(&record.ending))).collect(),
            over: now.is_over,
        };
        // Numbers and texts are JSON.
        let line = json::line(&news).unwrap_or_default();
        Some((line + "\n", now.version, now.dropped + now.finished.len()))
    }

    /// The game of this number, if it is in progress or has ended not long ago.
    fn record(&self, number: u64) -> Option<Record> {
        let now = lock(&self.now);
        let finished = || now.finished.iter().rev().find(|record| record.number == number);
        now.live.get(&number).or_else(finished).cloned()
    }
}

/// What has changed.
#[derive(Serialize)]
#[serde(tag = "type", rename = "watched")]
struct News<'a> {
    game: &'a str,
    /// How many are to be played.
    games: u64,
    agents: Vec<Agent<'a>>,
    played: usize,
    score: Option<Score>,
    /// Games in progress.
    live: Vec<Brief<'a>>,
    /// Games that have ended since the last line.
    finished: Vec<Brief<'a>>,
    /// Whether nothing follows.
    over: bool,
}

#[derive(Serialize)]
struct Agent<'a> {
    name: &'a str,
    text: &'a str,
    #[serde(flatten)]
    tally: Tally,
}

/// A game in a list.
#[derive(Serialize)]
struct Brief<'a> {
    /// From 1.
    number: u64,
    /// The contender on each side, from 0.
    seats: &'a [usize],
    plies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    payoffs: Option<&'a [i8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<&'a str>,
}

impl<'a> Brief<'a> {
    fn of(record: &'a Record, ending: Option<&'a str>) -> Self {
        let payoffs = ending.map(|_| &*record.payoffs);
        Self {
            number: record.number.saturating_add(1),
            seats: &record.seats,
            plies: record.moves.len(),
            payoffs,
            ending,
        }
    }
}

/// What happens, line by line, for one page, until it leaves: it may still ask for games after the last line.
struct Told {
    watched: Arc<Watched>,
    ticks: Interval,
    version: u64,
    games: usize,
    last: Instant,
}

impl Told {
    fn new(watched: Arc<Watched>) -> Self {
        let mut ticks = interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        watched.viewers.fetch_add(1, Relaxed);
        Self { watched, ticks, version: u64::MAX, games: 0, last: Instant::now() }
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        self.watched.viewers.fetch_sub(1, Relaxed);
    }
}

impl Lines for Told {
    fn poll_line(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        loop {
            ready!(self.ticks.poll_tick(context));
            if let Some((line, version, games)) = self.watched.news(self.version, self.games) {
                (self.version, self.games, self.last) = (version, games, Instant::now());
                return Poll::Ready(Some(line.into()));
            }
            if self.last.elapsed() >= LONGEST_SILENCE {
                self.last = Instant::now();
                return Poll::Ready(Some(Bytes::from_static(b"\n")));
            }
        }
    }
}

/// The match of this server.
fn watched(server: &Server) -> Result<&Arc<Watched>, Refusal> {
    let none = || Refusal::new(StatusCode::NOT_FOUND, "no match is played here; 'manyply match --serve' shows one");
    server.watched.as_ref().ok_or_else(none)
}

/// The match as it goes on.
pub(super) fn news(server: &Server) -> Result<Response, Refusal> {
    Ok(http::lines(Told::new(watched(server)?.clone())))
}

/// Which game is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// From 1.
    number: u64,
}

/// A game of the match, move by move.
pub(super) fn game(server: &Server, body: &[u8]) -> Result<Response, Refusal> {
    let watched = watched(server)?;
    let Wanted { number } = manyply_page::parse(body)?;
    let record = number.checked_sub(1).and_then(|number| watched.record(number));
    let problem = || QueryError::of("number", format!("game {number} is not among the last {MOST_KEPT}"));
    let recorded = record.ok_or_else(problem)?.recorded(&watched.head);
    Ok(http::json(manyply_page::shown(&server.games, &watched.head.game, recorded)?))
}
