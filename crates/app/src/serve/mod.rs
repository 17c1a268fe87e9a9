//! The board in a browser: an HTTP server with the page inside, whose searches are the service's.
//!
//! It listens where it is told to, by default only for programs of this machine, and believes nothing: a page of
//! another origin cannot drive it, bodies, connections and waiting searches are bounded, no path of the file system is
//! reachable, and a search ends when whoever asked for it goes away. A match that is [watched](show) is served
//! without searches, by one thread of a low priority: whoever looks on takes next to nothing from those who play.

mod api;
mod games;
mod guard;
mod page;
mod searches;
#[cfg(test)]
mod tests;
mod watch;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use manyply_arena::service::Means;
pub use watch::Watched;

use searches::Searches;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

/// The largest body of a request, in bytes: a file of games.
const LARGEST_BODY: usize = 1 << 20;
/// Connections at once; more wait.
const MOST_CONNECTIONS: usize = 1024;
/// The time in which the head of a request must have come.
const PATIENCE: Duration = Duration::from_secs(15);
/// By how much the server of a match stands back behind those who play. On a machine whose cores are all taken a page
/// of a dozen files comes in 0.1 s; with 19, the most there is, it took 0.7 s and more.
#[cfg(target_os = "linux")]
const BEHIND: i32 = 10;
/// How often the stop flag is polled.
const POLL: Duration = Duration::from_millis(50);

/// What a server may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The means of searches: how many at once, threads and table of each.
    pub means: Means,
    /// No search takes longer.
    pub longest: Duration,
}

/// What all requests share.
#[derive(Default)]
struct State {
    /// Who may search, and how long.
    searches: Option<Searches>,
    /// The match that is played.
    watched: Option<Arc<Watched>>,
}

/// Serves the page until `stop` is set.
///
/// # Errors
/// The listener cannot be used.
pub fn serve(listener: TcpListener, settings: Settings, stop: &AtomicBool) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let searches = Some(Searches::new(settings));
    run(&runtime, listener, State { searches, ..State::default() }, stop)
}

/// Serves the page with a match that is played until `stop` is set. Pages see it, and that is all: they cannot search.
///
/// # Errors
/// The listener cannot be used.
pub fn show(listener: TcpListener, watched: Arc<Watched>, stop: &AtomicBool) -> io::Result<()> {
    // On Linux a thread has a priority of its own; elsewhere it would be that of the players, too.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(BEHIND);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    run(&runtime, listener, State { watched: Some(watched), ..State::default() }, stop)
}

fn run(runtime: &Runtime, listener: TcpListener, state: State, stop: &AtomicBool) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let state = Arc::new(state);
    let app = Router::new()
        .route("/api/games", get(api::games))
        .route("/api/position", post(api::position))
        .route("/api/edit", post(api::edit))
        .route("/api/import", post(games::import))
        .route("/api/export", post(games::export))
        .route("/api/query", post(searches::query))
        .route("/api/match", get(watch::news))
        .route("/api/match/game", post(watch::game))
        .fallback(get(page::file))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(axum::middleware::from_fn_with_state(state.clone(), watch::asked))
        .layer(axum::middleware::from_fn_with_state(address, guard::check))
        .with_state(state);
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        while !stop.load(Relaxed) {
            let Ok(permit) = connections.clone().acquire_owned().await else { break };
            // Now and then to look at the flag.
            let stream = match tokio::time::timeout(POLL, listener.accept()).await {
                Err(_) => continue,
                // As when the system has no more descriptors: others may end meanwhile.
                Ok(Err(_)) => {
                    tokio::time::sleep(POLL).await;
                    continue;
                }
                Ok(Ok((stream, _))) => stream,
            };
            let service = TowerToHyperService::new(app.clone());
            tokio::spawn(async move {
                let mut server = http1::Builder::new();
                server.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
                // A connection that breaks is the other end's affair.
                let _ = server.serve_connection(TokioIo::new(stream), service).await;
                drop(permit);
            });
        }
        Ok(())
    })
    // With the runtime the connections end, with the state the searches.
}
