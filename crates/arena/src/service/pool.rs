//! Workers that answer requests in threads of their own, the most urgent first.

use super::query::Id;
use super::request::Request;
use super::worker::{Means, Said, Worker};
use manyply::threads::{self, lock};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

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
    /// The first is answered next: a request and the place of one of its positions.
    waiting: BTreeMap<Turn, (Arc<Request>, usize)>,
    running: Vec<(Arc<Request>, Arc<AtomicBool>)>,
    /// Numbers jobs in the order in which they come.
    next: u64,
    /// No more will come.
    is_closed: bool,
}

/// When a job is done: first those that are terminated, which are answered without being worked on, then the more
/// urgent ones, then by their numbers.
type Turn = (Reverse<bool>, Reverse<i64>, u64);

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
        lock(&self.shared.state).waiting.len()
    }

    /// Whether nothing waits and nothing is worked on.
    pub fn is_idle(&self) -> bool {
        let state = lock(&self.shared.state);
        state.waiting.is_empty() && state.running.is_empty()
    }

    /// Whether a position of this request is worked on now.
    pub fn is_running(&self, id: &Id) -> bool {
        lock(&self.shared.state).running.iter().any(|(request, _)| request.id == *id)
    }

    /// Puts all positions of a request in the queue.
    pub fn submit(&self, request: &Arc<Request>) {
        (0..request.turns.len()).for_each(|place| self.submit_one(request, place));
    }

    /// Puts one position of a request, by its place in [`Request::turns`], in the queue.
    pub fn submit_one(&self, request: &Arc<Request>, place: usize) {
        let mut state = lock(&self.shared.state);
        let turn = (Reverse(false), Reverse(request.priority), state.next);
        state.next += 1;
        state.waiting.insert(turn, (request.clone(), place));
        self.shared.changed.notify_all();
    }

    /// Ends the requests of this identifier, or all: each is answered soon, with what is known of it. Says how many
    /// positions that were.
    pub fn terminate(&self, id: Option<&Id>) -> usize {
        let is_meant = |request: &Request| id.is_none_or(|id| request.id == *id);
        let mut state = lock(&self.shared.state);
        let mut count = 0;
        for (_, stop) in state.running.iter().filter(|(request, _)| is_meant(request)) {
            stop.store(true, Relaxed);
            count += 1;
        }
        let jobs = std::mem::take(&mut state.waiting).into_iter();
        let jobs = jobs.map(|((Reverse(is_terminated), priority, number), job)| {
            let is_meant = is_meant(&job.0);
            count += usize::from(is_meant);
            ((Reverse(is_terminated || is_meant), priority, number), job)
        });
        state.waiting = jobs.collect();
        self.shared.changed.notify_all();
        count
    }
}

impl Drop for Pool {
    /// Ends everything; what is not answered yet never is.
    fn drop(&mut self) {
        {
            let mut state = lock(&self.shared.state);
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
    fn work(&self) {
        let mut worker = Worker::new(self.means.clone());
        while let Some((request, place, stop)) = self.next_job() {
            let say = |said, is_final| (self.sink)(Answer { request: request.clone(), place, is_final, said });
            let is_wanted = worker.answer(&request, place, &stop, &say);
            let mut state = lock(&self.state);
            state.running.retain(|(_, other)| !Arc::ptr_eq(other, &stop));
            state.is_closed |= !is_wanted;
            self.changed.notify_all();
        }
    }

    /// The most urgent job, once there is one; none at the end.
    fn next_job(&self) -> Option<(Arc<Request>, usize, Arc<AtomicBool>)> {
        let mut state = lock(&self.state);
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(((Reverse(is_terminated), ..), (request, place))) = state.waiting.pop_first() {
                let stop = Arc::new(AtomicBool::new(is_terminated));
                state.running.push((request.clone(), stop.clone()));
                return Some((request, place, stop));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
