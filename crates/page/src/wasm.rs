//! The engine of a page without a server. The page is its host: it gives the clock, puts questions into memory, and
//! takes the answers out of it. An engine has one thread and answers one question after the other; a page that wants
//! several answers at once runs several engines. Whenever an engine asks for the time it learns whether it is to stop.

use crate::question::answer;
use crate::{Limits, asked, games, query};
use manyply::clock;
use manyply::face::Registry;
use manyply_arena::service::{Id, Means, QueryError, Said, Worker};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a search may take of a browser.
const LIMITS: Limits = Limits { threads: 1, hash_mib: 256, seconds: 3600.0, searches: 2 };
/// Bytes that the tables of a solver may take.
const MEMORY: u64 = 256 << 20;

/// Where proofs are given to the engine, each by its name.
const PROOF: &str = "/api/proof/";

// SAFETY: the page's script gives these three functions, by these names and types. None of them enters the engine, and
// `say` reads no memory but the bytes it is told of, before it returns; nothing else can go wrong in a call.
#[allow(unsafe_code)]
unsafe extern "C" {
    /// The time, in milliseconds.
    safe fn now() -> f64;
    /// Whether nobody wants the answer any more.
    safe fn stopped() -> i32;
    /// Takes an answer, or a line of one: so many bytes of memory, from an address on.
    safe fn say(address: *const u8, length: usize);
}

struct Engine {
    games: Registry,
    worker: Worker,
    /// The path of a question, and behind it its body.
    question: Vec<u8>,
}

static STOP: AtomicBool = AtomicBool::new(false);
static ENGINE: Mutex<Option<Engine>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<Engine>> {
    ENGINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The host's clock.
fn time() -> f64 {
    if stopped() != 0 {
        STOP.store(true, Relaxed);
    }
    now()
}

fn tell(text: &str) {
    say(text.as_ptr(), text.len());
}

/// Makes room for a question of so many bytes, and returns its address.
// SAFETY: no other symbol has this name. The page writes so many bytes there before its next call, which reads them.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut engine = lock();
    let engine = engine.get_or_insert_with(|| {
        clock::set(time);
        // What ends an engine is an error of the question, as far as the page is concerned.
        std::panic::set_hook(Box::new(|panic| {
            tell(&answer(&QueryError { id: None, field: None, error: format!("the engine has failed: {panic}") }));
        }));
        let Limits { threads, hash_mib, .. } = LIMITS;
        let means =
            Means { jobs: 1, threads, hash_mib, memory: MEMORY, is_fresh: false, engine: None, networks: Vec::new() };
        Engine { games: manyply::games::registry(), worker: Worker::new(means), question: Vec::new() }
    });
    engine.question.resize(length, 0);
    engine.question.as_mut_ptr()
}

/// Answers the question in the [`room`], whose path has so many bytes.
// SAFETY: no other symbol has this name.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn answered(path: usize) {
    if let Some(engine) = lock().as_mut() {
        let question = std::mem::take(&mut engine.question);
        let (path, body) = question.split_at(path.min(question.len()));
        let refused = |error: QueryError| tell(&answer(&error));
        match std::str::from_utf8(path).unwrap_or_default() {
            "/api/games" => tell(&games(&engine.games, Some(LIMITS), false)),
            "/api/query" => engine.search(body).unwrap_or_else(refused),
            path if path.starts_with(PROOF) => {
                let name = &path[PROOF.len()..];
                let loaded = engine.games.all().any(|kind| kind.load_proof(name, body).is_ok());
                let error = || format!("{name}: expected a proof of the page's own");
                let error = (!loaded).then(|| QueryError { id: None, field: None, error: error() });
                error.map_or_else(|| tell("{}"), refused);
            }
            path => match asked(path) {
                Some(asked) => asked(&engine.games, body).map_or_else(refused, |answer| tell(&answer)),
                None => refused(QueryError { id: None, field: None, error: format!("nothing is asked at {path:?}") }),
            },
        }
    }
}

impl Engine {
    /// Answers a query, line by line.
    fn search(&mut self, body: &[u8]) -> Result<(), QueryError> {
        let longest = Duration::from_secs_f64(LIMITS.seconds);
        let request = query(&self.games, body, Id::default(), longest)?;
        let say = |said: Said, _| {
            tell(&answer(&said));
            true
        };
        STOP.store(false, Relaxed);
        (0..request.turns.len()).for_each(|place| {
            self.worker.answer(&request, place, &STOP, &say);
        });
        Ok(())
    }
}
