//! Searches that pages ask for: a query in, a line of JSON for each thing that becomes known. A search ends when its
//! page goes away.

use super::api::Refusal;
use super::{Settings, State as Server};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use manyply::search::Limits;
use manyply_arena::service::{Action, Pool, Query, Request, json};
use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

/// Positions that may wait for a worker: more are refused.
const MOST_WAITING: usize = 1024;
/// Positions of a single query.
const MOST_TURNS: usize = 1000;
/// Nobody is told more often.
const LEAST_INTERVAL: Duration = Duration::from_millis(50);

/// A line of an answer, and whether it is the last about its position.
type Line = (String, bool);
/// Who listens, by the server's own name for the query.
type Listeners = Arc<Mutex<HashMap<String, UnboundedSender<Line>>>>;

/// The searches under way.
pub(super) struct Searches {
    pool: Arc<Pool>,
    listeners: Listeners,
    next: AtomicU64,
    pub(super) settings: Settings,
}

fn lock(listeners: &Listeners) -> MutexGuard<'_, HashMap<String, UnboundedSender<Line>>> {
    // Nobody panics while it is locked.
    listeners.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Searches {
    pub(super) fn new(settings: Settings) -> Self {
        let listeners = Listeners::default();
        let told = listeners.clone();
        let pool = Pool::new(settings.means.clone(), move |answer| {
            if let Some(listener) = lock(&told).get(&answer.request.id)
                && let Ok(line) = json::line(&answer.said)
            {
                // Whoever does not listen any more has ended the search by that.
                let _ = listener.send((line + "\n", answer.is_final));
            }
            true
        });
        Self { pool: Arc::new(pool), listeners, next: AtomicU64::new(0), settings }
    }

    /// Begins what is asked for.
    fn begin(&self, mut query: Query) -> Result<Answers, Refusal> {
        let longest = self.settings.longest;
        // Pages need not know of each other: the server names their queries.
        query.id = self.next.fetch_add(1, Relaxed).to_string();
        let mut request = Request::new(&query, &Limits::default())?;
        if request.turns.len() > MOST_TURNS {
            let problem = format!("{} positions; expected at most {MOST_TURNS}", request.turns.len());
            return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, Some("analyzeTurns"), problem));
        }
        if matches!(request.action, Action::Terminate | Action::TerminateAll | Action::QueryVersion) {
            let problem = "a search ends when its connection does; expected analyze, solve, eval or show";
            return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, Some("action"), problem));
        }
        if self.pool.waiting() + request.turns.len() > MOST_WAITING {
            let problem = "too many searches wait already; try again later";
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, None, problem));
        }
        if let Some(request) = Arc::get_mut(&mut request) {
            request.limits.time = request.limits.time.map(|time| time.min(longest));
            request.report_every = request.report_every.map(|every| every.max(LEAST_INTERVAL));
        }
        let (sender, lines) = unbounded_channel();
        lock(&self.listeners).insert(query.id.clone(), sender);
        self.pool.submit(&request);
        let (pool, listeners) = (self.pool.clone(), self.listeners.clone());
        // A search without a time of its own is ended, and answered, when it has taken longest.
        let (ended, id) = (pool.clone(), query.id.clone());
        let end = tokio::spawn(async move {
            tokio::time::sleep(longest).await;
            ended.terminate(Some(&id));
        });
        Ok(Answers { id: query.id, expected: request.turns.len(), lines, pool, listeners, end })
    }
}

/// The lines of an answer. Dropped before the last, it ends the search.
struct Answers {
    id: String,
    /// Positions that are not answered yet.
    expected: usize,
    lines: UnboundedReceiver<Line>,
    pool: Arc<Pool>,
    listeners: Listeners,
    /// Ends the search when it has taken longest.
    end: JoinHandle<()>,
}

impl Stream for Answers {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.expected == 0 {
            return Poll::Ready(None);
        }
        self.lines.poll_recv(context).map(|line| {
            let (line, is_final) = line?;
            self.expected -= usize::from(is_final);
            Some(Ok(Bytes::from(line)))
        })
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.end.abort();
        lock(&self.listeners).remove(&self.id);
        if self.expected > 0 {
            self.pool.terminate(Some(&self.id));
        }
    }
}

/// A search, or whatever else a query may ask for.
pub(super) async fn query(State(server): State<Arc<Server>>, body: Bytes) -> Result<Response, Refusal> {
    let problem = "a match is played here, and searches would disturb it; expected 'manyply serve'";
    let none = || Refusal::new(StatusCode::FORBIDDEN, None, problem);
    let searches = server.searches.as_ref().ok_or_else(none)?;
    let mut value: serde_json::Value = super::api::parse(&body)?;
    // Only the server's own name for it counts.
    if let Some(fields) = value.as_object_mut() {
        fields.entry("id").or_insert_with(|| "".into());
    }
    let query = Query::parse(&value.to_string())?;
    let answers = searches.begin(query)?;
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(answers)).into_response())
}
