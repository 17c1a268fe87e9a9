//! Searches that pages ask for: a query in, a line of JSON for each thing that becomes known. A search ends when its
//! page goes away.

use super::http::{self, Lines, Refusal, Response};
use super::{Settings, State as Server};
use hyper::StatusCode;
use hyper::body::Bytes;
use manyply::face::Registry;
use manyply::threads::lock;
use manyply_arena::service::report::Heartbeat;
use manyply_arena::service::{Answer, Id, Pool, Request, Said, json};
use manyply_page::Limits;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep};

/// Positions that may wait for a worker: more are refused.
const MOST_WAITING: usize = 1024;
/// How many positions of a query are worked on ahead of what is read, for each worker.
const AHEAD: usize = 2;
/// Whoever wants to be told hears something at least this often.
const LONGEST_SILENCE: Duration = Duration::from_secs(1);

/// Who listens, by the server's own name for the query.
type Listeners = Arc<Mutex<HashMap<Id, Unread>>>;

/// What is known of a query and not yet on its way: no more than two lines for each position that is worked on.
#[derive(Default)]
struct Unread {
    lines: VecDeque<Line>,
    reader: Option<Waker>,
}

/// A line of an answer.
struct Line {
    /// Which of the query's positions it is about.
    place: usize,
    /// Whether it is the last about it.
    is_final: bool,
    text: String,
}

impl Unread {
    /// Adds what is said. An older report of the same position that nobody has read is of no use any more; that the
    /// search goes on is none where there is one.
    fn add(&mut self, answer: &Answer) {
        let is_of = |line: &Line| line.place == answer.place;
        if matches!(answer.said, Said::Heartbeat(_)) && self.lines.iter().any(is_of) {
            return;
        }
        let Ok(text) = json::line(&answer.said) else { return };
        let Answer { place, is_final, .. } = *answer;
        if !is_final {
            self.lines.retain(|line| line.place != place);
        }
        self.lines.push_back(Line { place, is_final, text: text + "\n" });
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }
}

/// The searches under way.
pub(super) struct Searches {
    pool: Arc<Pool>,
    listeners: Listeners,
    next: AtomicU64,
    settings: Settings,
}

impl Searches {
    pub(super) fn new(settings: Settings) -> io::Result<Self> {
        let listeners = Listeners::default();
        let told = listeners.clone();
        let pool = Pool::new(settings.means.clone(), move |answer| {
            // Whoever does not listen any more has ended the search by that.
            if let Some(unread) = lock(&told).get_mut(&answer.request.id) {
                unread.add(&answer);
            }
            true
        })?;
        Ok(Self { pool: Arc::new(pool), listeners, next: AtomicU64::new(0), settings })
    }

    /// What a search may use.
    pub(super) fn limits(&self) -> Limits {
        let Settings { means, longest } = &self.settings;
        let (threads, hash_mib, searches) = (means.threads, means.hash_mib, means.jobs);
        Limits { threads, hash_mib, seconds: longest.as_secs_f64(), searches }
    }

    /// Begins what is asked for.
    fn begin(&self, games: &Registry, body: &[u8]) -> Result<Answers, Refusal> {
        let longest = self.settings.longest;
        let id = Id::Text(self.next.fetch_add(1, Relaxed).to_string());
        let request = manyply_page::query(games, body, id.clone(), longest)?;
        let ahead = request.turns.len().min(AHEAD * self.settings.means.jobs);
        if self.pool.waiting() + ahead > MOST_WAITING {
            let problem = "too many searches wait already; try again later";
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, problem));
        }
        lock(&self.listeners).insert(id, Unread::default());
        let (pool, listeners) = (self.pool.clone(), self.listeners.clone());
        let (over, is_over, silence) = (Box::pin(sleep(longest)), false, Box::pin(sleep(LONGEST_SILENCE)));
        let mut answers = Answers { request, submitted: 0, read: 0, pool, listeners, over, is_over, silence };
        (0..ahead).for_each(|_| answers.submit());
        Ok(answers)
    }
}

/// The lines of an answer. Dropped before the last, it ends the search. The query's positions are worked on only so far
/// ahead of what is read.
struct Answers {
    request: Arc<Request>,
    /// Positions that were handed to the workers.
    submitted: usize,
    /// Positions whose last line has been read.
    read: usize,
    pool: Arc<Pool>,
    listeners: Listeners,
    /// A search without a time of its own is ended, and answered, when it has taken longest.
    over: Pin<Box<Sleep>>,
    is_over: bool,
    /// Ends when nothing has been said for a while.
    silence: Pin<Box<Sleep>>,
}

impl Answers {
    /// Something was said, or is said now.
    fn break_silence(&mut self) {
        self.silence.as_mut().reset(Instant::now() + LONGEST_SILENCE);
    }

    /// Hands the next position to the workers.
    fn submit(&mut self) {
        self.pool.submit_one(&self.request, self.submitted);
        self.submitted += 1;
        if self.is_over {
            self.end();
        }
    }

    /// Ends what is worked on: it is answered with what is known.
    fn end(&self) {
        self.pool.terminate(Some(&self.request.id));
    }
}

impl Lines for Answers {
    fn poll_line(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.read == self.request.turns.len() {
            return Poll::Ready(None);
        }
        if !self.is_over && self.over.as_mut().poll(context).is_ready() {
            self.is_over = true;
            self.end();
        }
        let line = match lock(&self.listeners).get_mut(&self.request.id) {
            None => return Poll::Ready(None),
            Some(unread) => {
                let line = unread.lines.pop_front();
                unread.reader = line.is_none().then(|| context.waker().clone());
                line
            }
        };
        let Some(Line { is_final, text, .. }) = line else {
            if self.request.report_every.is_none() || self.silence.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
            self.break_silence();
            // That wakes the task when it is time again.
            let _ = self.silence.as_mut().poll(context);
            let heartbeat = Heartbeat::bare(!self.pool.is_running(&self.request.id));
            return Poll::Ready(Some((json::line(&heartbeat).unwrap_or_default() + "\n").into()));
        };
        self.break_silence();
        if is_final {
            self.read += 1;
            if self.submitted < self.request.turns.len() {
                self.submit();
            }
        }
        Poll::Ready(Some(text.into()))
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        lock(&self.listeners).remove(&self.request.id);
        if self.read < self.request.turns.len() {
            self.end();
        }
    }
}

/// A search, or whatever else a query may ask for.
pub(super) fn query(server: &Server, body: &[u8]) -> Result<Response, Refusal> {
    let problem = "a match is played here, and searches would disturb it; expected 'manyply serve'";
    let none = || Refusal::new(StatusCode::FORBIDDEN, problem);
    let searches = server.searches.as_ref().ok_or_else(none)?;
    Ok(http::lines(searches.begin(&server.games, body)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply_arena::service::Means;

    /// Of a query that nobody reads only so many positions are worked on as may wait.
    #[test]
    fn work_waits_for_the_reader() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let _inside = runtime.enter();
        let means = Means {
            jobs: 2,
            threads: 1,
            hash_mib: 1,
            memory: 1 << 24,
            is_fresh: false,
            engine: None,
            networks: Vec::new(),
        };
        let searches = Searches::new(Settings { means, longest: Duration::from_secs(60) }).expect("threads");
        let query = r#"{"id":"","game":"minichess","analyzeTurns":[0,0,0,0,0,0,0,0,0,0],"depth":2}"#;
        let games = crate::all_games();
        let mut answers = searches.begin(&games, query.as_bytes()).ok().expect("an answer");
        let mut context = Context::from_waker(Waker::noop());
        for read in 0..10 {
            while !searches.pool.is_idle() {
                std::thread::sleep(Duration::from_millis(1));
            }
            let unread = lock(&searches.listeners).values().map(|unread| unread.lines.len()).sum::<usize>();
            assert_eq!(unread, (AHEAD * 2).min(10 - read), "{read} were read");
            assert!(matches!(answers.poll_line(&mut context), Poll::Ready(Some(_))));
        }
        assert!(matches!(answers.poll_line(&mut context), Poll::Ready(None)));
    }
}
