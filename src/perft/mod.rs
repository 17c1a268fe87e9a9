//! Perft: counting the sequences of exactly N plies, which proves a move generator. Counting, dividing by root move,
//! threads, a table, suites; no input and no output.
//!
//! The convention: `perft(0)` is 1; a finished game has no moves, so a line that ends earlier adds nothing; a pass,
//! where it is legal, is a move. Where the rules count repetitions, a line ends at the occurrence that draws.

mod counter;
pub mod suite;
mod table;
mod work;

use crate::game::{Played, Position};
use crate::shard::Shard;
use counter::Counter;
use std::sync::atomic::AtomicBool;

/// The deepest count: no game is longer, and the recursion fits on every stack.
pub const MAX_DEPTH: u32 = 512;

/// How the last ply is counted. Speeds of the two are not comparable.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::perft::{Mode, count};
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// assert_eq!(count(&game, 3, Mode::Bulk), count(&game, 3, Mode::Full));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// The moves of the last ply are counted, not made.
    #[default]
    Bulk,
    /// Every move is made and taken back.
    Full,
}

impl Mode {
    /// `bulk` or `full`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bulk => "bulk",
            Self::Full => "full",
        }
    }
}

/// How to count.
///
/// ```
/// use manyply::perft::Settings;
///
/// let settings = Settings { threads: 4, hash_mib: 256, ..Settings::default() };
/// assert_eq!(settings.mode.name(), "bulk");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How the last ply is counted.
    pub mode: Mode,
    /// Threads to use, at least 1.
    pub threads: usize,
    /// MiB for the table of counts; 0: no table.
    pub hash_mib: usize,
    /// The part of the lines to count.
    #[doc(hidden)]
    pub shard: Shard,
}

impl Default for Settings {
    fn default() -> Self {
        Self { mode: Mode::Bulk, threads: 1, hash_mib: 0, shard: Shard::WHOLE }
    }
}

/// What a count found.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::perft::{Settings, divide};
/// use std::sync::atomic::AtomicBool;
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// let counts = divide(&game, 3, &Settings::default(), &AtomicBool::new(false), &|_| ())?;
/// assert!(counts.complete);
/// assert_eq!(counts.nodes, counts.branches.iter().map(|branch| branch.nodes).sum::<u64>());
/// # Ok::<(), manyply::perft::NoMemory>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Counts<M> {
    /// The lines found, up to `u64::MAX`, which stands for itself and everything above.
    pub nodes: u64,
    /// The same by first move, in the generator's order.
    pub branches: Vec<Branch<M>>,
    /// Whether the count went to its end.
    pub complete: bool,
}

/// The lines that begin with one move.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::perft::{Settings, divide};
/// use std::sync::atomic::AtomicBool;
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// let counts = divide(&game, 2, &Settings::default(), &AtomicBool::new(false), &|_| ())?;
/// for branch in &counts.branches {
///     println!("{:?}: {}", branch.first, branch.nodes);
/// }
/// # Ok::<(), manyply::perft::NoMemory>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Branch<M> {
    /// The first move.
    pub first: M,
    /// The lines found behind it.
    pub nodes: u64,
    /// Whether those are all.
    pub complete: bool,
}

/// How far a count has come.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::perft::{Progress, Settings, divide};
/// use std::sync::atomic::AtomicBool;
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// let show = |progress: Progress| println!("{} of {}", progress.done, progress.total);
/// divide(&game, 4, &Settings::default(), &AtomicBool::new(false), &show)?;
/// # Ok::<(), manyply::perft::NoMemory>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// Lines found so far.
    pub nodes: u64,
    /// Parts of the work that are done.
    pub done: usize,
    /// Parts of the work in all.
    pub total: usize,
    /// The part that was just done, and the lines found in it.
    pub part: (usize, u64),
}

/// The table does not fit into memory.
///
/// ```
/// use manyply::perft::NoMemory;
///
/// assert_eq!(NoMemory(4096).to_string(), "no memory for a table of 4096 MiB");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory(pub usize);

impl std::error::Error for NoMemory {}

impl std::fmt::Display for NoMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no memory for a table of {} MiB", self.0)
    }
}

/// Counts on this thread, without a table and without allocating. `depth` is at most [`MAX_DEPTH`].
///
/// ```
/// use manyply::game::{Played, Position};
/// use manyply::perft::{Mode, count};
/// # fn speed<P: Position>(start: P) {
/// let nodes = count(&Played::new(start), 5, Mode::Full);
/// # }
/// ```
pub fn count<P: Position>(game: &Played<P>, depth: u32, mode: Mode) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome().is_some() {
        return 0;
    }
    let stop = AtomicBool::new(false);
    Counter::new(game, depth, mode, None, &stop).count(&mut game.position().clone(), game.history(), depth)
}

/// Counts by first move, on as many threads as `settings` say. `depth` is at most [`MAX_DEPTH`]. `progress` is called
/// between parts of the work, from any thread. Once `stop` is set, the result is what is known by then. The counts of
/// all shards of a count add up to the whole.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::perft::{Mode, Settings, count, divide};
/// use manyply::shard::Shard;
/// use std::sync::atomic::AtomicBool;
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// let mut nodes = 0;
/// for part in 1..=2 {
///     let shard = Shard::new(part, 2).expect("a part of two");
///     let settings = Settings { threads: 2, shard, ..Settings::default() };
///     nodes += divide(&game, 4, &settings, &AtomicBool::new(false), &|_| ())?.nodes;
/// }
/// assert_eq!(nodes, count(&game, 4, Mode::Bulk));
/// # Ok::<(), manyply::perft::NoMemory>(())
/// ```
///
/// # Errors
/// If there is no memory for the table.
pub fn divide<P: Position>(
    game: &Played<P>,
    depth: u32,
    settings: &Settings,
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Counts<P::Move>, NoMemory> {
    resume(game, depth, settings, &[], stop, progress)
}

/// Like [`divide`], but goes on with a count that was broken off: `known` are the lines in each part of the work as its
/// progress reported them. What is known of another number of parts is of another count, and ignored.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::perft::{Mode, Progress, Settings, count, divide, resume};
/// use std::sync::Mutex;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// let (settings, stop) = (Settings::default(), AtomicBool::new(false));
/// let known: Mutex<Vec<Option<u64>>> = Mutex::new(Vec::new());
/// let counts = divide(&game, 4, &settings, &stop, &|progress: Progress| {
///     let mut known = known.lock().expect("no panic");
///     known.resize(progress.total, None);
///     known[progress.part.0] = Some(progress.part.1);
///     stop.store(true, Ordering::Relaxed);
/// })?;
/// assert!(!counts.complete);
///
/// let known = known.into_inner().expect("no panic");
/// let counts = resume(&game, 4, &settings, &known, &AtomicBool::new(false), &|_| ())?;
/// assert_eq!((counts.complete, counts.nodes), (true, count(&game, 4, Mode::Bulk)));
/// # Ok::<(), manyply::perft::NoMemory>(())
/// ```
///
/// # Errors
/// If there is no memory for the table.
pub fn resume<P: Position>(
    game: &Played<P>,
    depth: u32,
    settings: &Settings,
    known: &[Option<u64>],
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Counts<P::Move>, NoMemory> {
    if depth == 0 {
        let nodes = settings.shard.takes(0).into();
        return Ok(Counts { nodes, branches: Vec::new(), complete: true });
    }
    let table = match settings.hash_mib {
        0 => None,
        mib => Some(table::Table::new(mib)?),
    };
    let counter = Counter::new(game, depth, settings.mode, table.as_ref(), stop);
    Ok(work::share(&counter, game, depth, settings, known, progress))
}

#[cfg(test)]
mod tests;
