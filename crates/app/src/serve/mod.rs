//! The board in a browser: an HTTP server with the page inside, whose searches are the service's.
//!
//! It listens where it is told to, by default only for programs of this machine, and believes nothing: a page of
//! another origin cannot drive it; bodies, answers, connections and waiting searches are bounded, as is the time that a
//! client may take; no path of the file system is reachable, and a search ends when whoever asked for it goes away. A
//! match that is [watched](show) is served
//! without searches, by one thread of a low priority: whoever looks on takes next to nothing from those who play.

mod connections;
mod guard;
mod http;
mod page;
mod plane;
mod searches;
mod site;
#[cfg(test)]
mod tests;
mod watch;

use connections::{Connections, PATIENCE, Place, Stream};
use http::{Refusal, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use manyply::face::Registry;
use manyply_arena::service::Means;
pub use site::site;
pub use watch::Watched;

use searches::Searches;
use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::Builder;
use tokio::time::{sleep, timeout};

/// Bytes that a connection collects before it hands them on; the head of a request must fit.
const BUFFER: usize = 1 << 14;
/// Bytes that the system keeps of what a client does not read.
#[cfg(unix)]
const UNREAD: usize = 1 << 16;
/// How long, and for how many bytes, a client that was answered early may go on sending before the connection closes.
const LINGER: Duration = Duration::from_secs(1);
const LINGER_BYTES: u64 = 8 << 20;
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
    /// What can be played.
    games: Registry,
    /// Who may search, and how long.
    searches: Option<Searches>,
    /// The match that is played.
    watched: Option<Arc<Watched>>,
    /// Whether certificates of the unbounded board are there.
    has_plane: bool,
    /// Where the server listens.
    address: Option<SocketAddr>,
}

/// Makes an answer of a body.
type Asked = dyn Fn(&State, &[u8]) -> Result<Response, Refusal> + Send;

/// Serves the page of these games until `stop` is set.
///
/// # Errors
/// The listener cannot be used.
pub fn serve(listener: TcpListener, games: Registry, settings: Settings, stop: &AtomicBool) -> io::Result<()> {
    let searches = Some(Searches::new(settings)?);
    run(listener, State { games, searches, has_plane: plane::is_known(), ..State::default() }, stop)
}

/// Serves the page with a match that is played until `stop` is set. Pages see it, and that is all: they cannot search.
///
/// # Errors
/// The listener cannot be used.
pub fn show(listener: TcpListener, games: Registry, watched: Arc<Watched>, stop: &AtomicBool) -> io::Result<()> {
    // On Linux a thread has a priority of its own; elsewhere it would be that of the players, too.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(BEHIND);
    run(listener, State { games, watched: Some(watched), ..State::default() }, stop)
}

fn run(listener: TcpListener, state: State, stop: &AtomicBool) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    // One thread is enough: what is asked takes milliseconds, and searches have threads of their own.
    let runtime = Builder::new_current_thread().enable_all().build()?;
    // Inherited by all connections: what is not read is not piled up in the system either.
    #[cfg(unix)]
    rustix::net::sockopt::set_socket_send_buffer_size(&listener, UNREAD)?;
    let state = Arc::new(State { address: Some(listener.local_addr()?), ..state });
    let connections = Arc::new(Connections::new());
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        while !stop.load(Relaxed) {
            // Now and then to look at the flag.
            match timeout(POLL, listener.accept()).await {
                Err(_) => {}
                // As when the system has no more descriptors: others get on with fewer.
                Ok(Err(_)) => {
                    connections.make_room();
                    sleep(POLL).await;
                }
                Ok(Ok((stream, _))) => {
                    let (state, shared) = (state.clone(), connections.clone());
                    connections.admit(stream, |stream, place| talk(state, shared, stream, place));
                }
            }
        }
        Ok(())
    })
    // With the runtime the connections end, with the state the searches.
}

/// Answers one request after the other. A connection that breaks is the other end's affair.
async fn talk(state: Arc<State>, connections: Arc<Connections>, stream: Stream, place: Arc<Place>) {
    let service = service_fn(|request| {
        let (state, connections, place) = (state.clone(), connections.clone(), place.clone());
        async move {
            let response = answered(&state, request, &connections, &place).await.unwrap_or_else(Refusal::response);
            Ok::<_, Infallible>(guard::mark(http::send(response, &connections, &place)))
        }
    });
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(BUFFER);
    let Ok(parts) = server.serve_connection(TokioIo::new(stream), service).without_shutdown().await else { return };
    // What is still on its way would break the connection, and with it the answer that was given early.
    let mut stream = parts.io.into_inner();
    let linger = async {
        stream.shutdown().await?;
        tokio::io::copy(&mut stream.take(LINGER_BYTES), &mut tokio::io::sink()).await
    };
    let _ = timeout(LINGER, linger).await;
}

async fn answered(
    state: &State,
    request: Request<Incoming>,
    connections: &Arc<Connections>,
    place: &Arc<Place>,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let (path, is_get) = (head.uri.path(), matches!(head.method, Method::GET | Method::HEAD));
    if let Some(address) = state.address {
        guard::check(&head.method, &head.headers, address)?;
    }
    if let Some(watched) = &state.watched {
        watched.ask();
    }
    match asked(path) {
        Some(answer) if head.method == Method::POST => {
            let mut held = connections.hold(place);
            let body = http::read(body, &mut held).await?;
            answer(state, &body)
        }
        None if is_get && path == "/api/games" => {
            let limits = state.searches.as_ref().map(Searches::limits);
            Ok(http::json(manyply_page::games(&state.games, limits, state.watched.is_some())))
        }
        None if is_get && path == "/api/match" => watch::news(state),
        None if is_get => page::file(path, state.has_plane),
        _ => Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "no such method; expected GET or POST")),
    }
}

/// What makes an answer of a body, if anything is asked so at this path.
fn asked(path: &str) -> Option<Box<Asked>> {
    match path {
        "/api/query" => Some(Box::new(searches::query)),
        "/api/plane" => Some(Box::new(plane::ask)),
        "/api/match/game" => Some(Box::new(watch::game)),
        _ => manyply_page::asked(path)
            .map(|answer| -> Box<Asked> { Box::new(move |state, body| Ok(http::json(answer(&state.games, body)?))) }),
    }
}
