//! The connections of a server. Whoever connects is served at once: where there is no room, the client that has kept
//! its connection waiting longest loses it. So nobody who sends half a request, or does not read the answer, keeps
//! others out, and what all of them together hold in memory is bounded.

use hyper::body::Bytes;
use manyply::threads::lock;
use std::collections::HashMap;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;
use tokio::time::{Sleep, sleep};

/// Connections at once; one more takes the place of another. Systems give a program 1024 descriptors at least.
const MOST: usize = 512;
/// Of these, how many may hear of a search or a match as it goes on: they are never cut off as long as they listen.
const MOST_LISTENING: usize = 256;
/// Bytes of bodies and answers that wait in memory, of all connections together.
const MOST_HELD: usize = 64 << 20;
/// How long a client may take for what it must do next: send a request, or read some of an answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 15 });

/// All connections, by numbers.
pub(super) struct Connections {
    all: Mutex<HashMap<u64, (Arc<Place>, AbortHandle)>>,
    next: AtomicU64,
    started: Instant,
}

/// What others need to know of a connection.
#[derive(Default)]
pub(super) struct Place {
    /// When a byte last came or went, in milliseconds since the server's start.
    moved: AtomicU64,
    /// Bytes of bodies and answers in memory.
    held: AtomicUsize,
    /// Whether more of its answer will come by itself.
    is_listening: AtomicBool,
    /// Whether the client does not take what it is sent.
    is_stuck: AtomicBool,
}

impl Connections {
    pub(super) fn new() -> Self {
        Self { all: Mutex::default(), next: AtomicU64::new(0), started: Instant::now() }
    }

    /// Serves a new connection in a task of its own, if there is room for one more or room can be made.
    pub(super) fn admit<S, F>(self: &Arc<Self>, stream: TcpStream, serve: S)
    where
        S: FnOnce(Stream, Arc<Place>) -> F,
        F: Future<Output = ()> + Send + 'static,
    {
        if lock(&self.all).len() >= MOST && !self.make_room() {
            return;
        }
        let (place, number) = (Arc::new(Place::default()), self.next.fetch_add(1, Relaxed));
        let stream = Stream { stream, place: place.clone(), connections: self.clone(), stuck: None };
        stream.moved();
        let (served, seat) = (serve(stream, place.clone()), Seat { connections: self.clone(), number });
        // While it is locked the task cannot leave before it has come.
        let mut all = lock(&self.all);
        let task = tokio::spawn(async move {
            let _seat = seat;
            served.await;
        });
        all.insert(number, (place, task.abort_handle()));
    }

    /// Ends the connection that has waited for its client longest, and says whether there is one.
    pub(super) fn make_room(&self) -> bool {
        self.drop_one(|place| !place.is_at_work())
    }

    /// Ends the connection that has stood still longest among those of a kind, and says whether there is one.
    fn drop_one(&self, is_meant: impl Fn(&Place) -> bool) -> bool {
        let mut all = lock(&self.all);
        let meant = all.iter().filter(|(_, (place, _))| is_meant(place));
        let oldest = meant.min_by_key(|(_, (place, _))| place.moved.load(Relaxed)).map(|(&number, _)| number);
        let dropped = oldest.and_then(|number| all.remove(&number));
        if let Some((_, task)) = &dropped {
            task.abort();
        }
        dropped.is_some()
    }

    /// Notes that more of the connection's answer comes by itself; nothing if too many listen already, and read.
    pub(super) fn listen(&self, place: &Arc<Place>) -> Option<Listening> {
        let listening = lock(&self.all).values().filter(|(place, _)| place.is_listening.load(Relaxed)).count();
        if listening >= MOST_LISTENING
            && !self.drop_one(|place| place.is_listening.load(Relaxed) && !place.is_at_work())
        {
            return None;
        }
        place.is_listening.store(true, Relaxed);
        Some(Listening(place.clone()))
    }

    /// Bytes that belong to a connection, none yet.
    pub(super) fn hold(self: &Arc<Self>, place: &Arc<Place>) -> Held {
        Held { count: 0, place: place.clone(), connections: self.clone() }
    }
}

impl Place {
    /// Whether the server owes the client something, and the client takes it.
    fn is_at_work(&self) -> bool {
        self.is_listening.load(Relaxed) && !self.is_stuck.load(Relaxed)
    }
}

/// A connection among all, until it ends.
struct Seat {
    connections: Arc<Connections>,
    number: u64,
}

impl Drop for Seat {
    fn drop(&mut self) {
        lock(&self.connections.all).remove(&self.number);
    }
}

/// That more of a connection's answer comes by itself.
pub(super) struct Listening(Arc<Place>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.is_listening.store(false, Relaxed);
    }
}

/// So many bytes of a body or an answer in memory. Where all connections together hold too many, the one that has stood
/// still longest loses its own.
pub(super) struct Held {
    count: usize,
    place: Arc<Place>,
    connections: Arc<Connections>,
}

impl Held {
    /// Counts more bytes.
    pub(super) fn add(&mut self, count: usize) {
        self.count += count;
        self.place.held.fetch_add(count, Relaxed);
        let held = |place: &Place| place.held.load(Relaxed);
        let sum = || lock(&self.connections.all).values().map(|(place, _)| held(place)).sum::<usize>();
        while sum() > MOST_HELD && self.connections.drop_one(|place| held(place) > 0) {}
    }

    /// These bytes, which count until they are sent.
    pub(super) fn counted(mut self, bytes: Bytes) -> Bytes {
        self.add(bytes.len());
        Bytes::from_owner(Counted { bytes, _held: self })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.place.held.fetch_sub(self.count, Relaxed);
    }
}

/// Bytes that count as long as they are there.
struct Counted {
    bytes: Bytes,
    _held: Held,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// A client's stream. It breaks where the client takes nothing of what it is sent for too long.
pub(super) struct Stream {
    stream: TcpStream,
    place: Arc<Place>,
    connections: Arc<Connections>,
    /// Until when the client must have taken something.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Stream {
    fn moved(&self) {
        self.place.moved.store(self.connections.started.elapsed().as_millis() as u64, Relaxed);
    }

    /// What a write, or what else waits for the client to read, comes to.
    fn written<T>(&mut self, context: &mut Context<'_>, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.place.is_stuck.store(result.is_pending(), Relaxed);
        if result.is_ready() {
            self.moved();
            self.stuck = None;
            return result;
        }
        let deadline = self.stuck.get_or_insert_with(|| Box::pin(sleep(PATIENCE)));
        deadline.as_mut().poll(context).map(|()| Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        if result.is_ready() {
            self.moved();
        }
        result
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.written(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
