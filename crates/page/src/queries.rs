//! Searches that a page may ask for.

use crate::question::parse;
use manyply::face::Registry;
use manyply::search::Limits;
use manyply_arena::service::{Action, Id, Query, QueryError, Request};
use std::sync::Arc;
use std::time::Duration;

/// Positions of a single query.
pub const MOST_TURNS: usize = 1000;
/// Nobody is told more often.
pub const LEAST_INTERVAL: Duration = Duration::from_millis(50);

/// What a query of a page asks for, under a name that is not the page's own: pages need not know of each other. No
/// position of it is searched longer than `longest`.
///
/// # Errors
/// It is no query, or not one for a page.
pub fn query(games: &Registry, body: &[u8], id: Id, longest: Duration) -> Result<Arc<Request>, QueryError> {
    let mut value: serde_json::Value = parse(body)?;
    if let Some(fields) = value.as_object_mut() {
        fields.insert("id".into(), serde_json::json!(id));
    }
    let mut request = Request::new(&Query::parse(&value.to_string())?, games, &Limits::default())?;
    if request.turns.len() > MOST_TURNS {
        let problem = format!("{} positions; expected at most {MOST_TURNS}", request.turns.len());
        return Err(QueryError::of("analyzeTurns", problem));
    }
    if matches!(request.action, Action::Terminate | Action::TerminateAll | Action::QueryVersion) {
        let problem = "a search ends when nobody listens any more; expected analyze, solve, walk, eval or show";
        return Err(QueryError::of("action", problem));
    }
    if let Some(request) = Arc::get_mut(&mut request) {
        request.limits.time = request.limits.time.map(|time| time.min(longest));
        request.report_every = request.report_every.map(|every| every.max(LEAST_INTERVAL));
    }
    Ok(request)
}
