//! What a search says: plain data, to be rendered elsewhere.

use super::table::Bound;
use super::value::Score;
use std::time::Duration;

/// A line of an iteration: of a finished one, or the best line of the one in which the search was stopped.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::search::{EngineOf, Limits, Options};
/// use std::sync::atomic::AtomicBool;
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// let mut engine = EngineOf::<Minichess>::new(Options { hash_mib: 1, ..Options::default() });
/// let stop = AtomicBool::new(false);
/// let mut depths = Vec::new();
/// engine.search(&game, &Limits::depth(3), &stop, &mut |report| {
///     assert_eq!((report.multipv, report.line.is_empty()), (1, false));
///     depths.push(report.depth);
/// });
/// assert_eq!(depths, [1, 2, 3]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report<M> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The deepest ply that it looked at (selective depth).
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: u32,
    /// The value, from the view of the side to move.
    pub score: Score,
    /// In a game for [points](crate::game::Position::POINTS), if the score is proven: by how many points at least the
    /// side to move wins or, negative, loses. A search that is over by itself has found the most.
    pub points: Option<i32>,
    /// Whether it is the value, or a lower bound: the line failed high when the search was stopped.
    pub bound: Bound,
    /// The values of all sides, each from its own view, where the model keeps them apart (max^n).
    pub values: Option<Vec<Score>>,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// How many of a thousand questions to the table it had an answer to, as the reporting thread has seen it.
    pub hitrate: u32,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The moves, the best first: never empty.
    pub line: Vec<M>,
}

impl Report<String> {
    /// The values of all sides, where they are known, in brackets, and the moves.
    pub fn line_text(&self) -> String {
        let values = self.values.iter().map(|values| {
            let texts: Vec<_> = values.iter().map(Score::to_string).collect();
            format!("[{}]", texts.join(" "))
        });
        values.chain(self.line.iter().cloned()).collect::<Vec<_>>().join(" ")
    }
}

impl<M> Report<M> {
    /// A line of this score, the only one, of which nothing else is known.
    pub fn new(score: Score, line: Vec<M>) -> Self {
        Self {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score,
            points: None,
            bound: Bound::Exact,
            values: None,
            nodes: 0,
            hashfull: 0,
            hitrate: 0,
            elapsed: Duration::ZERO,
            line,
        }
    }

    /// Nodes per second of wall time.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }

    /// The score in words: behind `≥` where it is a lower bound. A win or loss that is counted in points says these.
    pub fn score_text(&self) -> String {
        let sign = if self.bound == Bound::Lower { "≥" } else { "" };
        match self.points {
            Some(points) if points > 0 => format!("{sign}win by {points}"),
            Some(points) if points < 0 => format!("{sign}loss by {}", -points),
            _ => format!("{sign}{}", self.score),
        }
    }
}

/// A sign of life of a search: what it is doing, about once a second while no iteration ends.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Heartbeat<M> {
    /// The depth under search, in plies.
    pub depth: u32,
    /// The deepest ply that this iteration has looked at (selective depth).
    pub seldepth: u32,
    /// The move under search at the root, where the search takes them one after the other.
    pub current: Option<Current<M>>,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The time since the search began.
    pub elapsed: Duration,
}

/// A move at the root that is under search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Current<M> {
    /// The move.
    pub m: M,
    /// Which of the moves it is in the order of the iteration, from 1.
    pub number: u32,
    /// How many moves there are.
    pub count: u32,
}

impl<M> Heartbeat<M> {
    /// Nodes per second of wall time.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// What a search tells while it runs: see [`Engine::watch`](super::Engine::watch).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told<'a, M> {
    /// A line of an iteration.
    Line(&'a Report<M>),
    /// That it goes on.
    Heartbeat(&'a Heartbeat<M>),
}

/// Nodes per second; 0 where no time has passed.
#[doc(hidden)]
pub fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// Hits in a thousand probes; 0 where there were none.
#[doc(hidden)]
pub fn hit_rate(hits: u64, probes: u64) -> u32 {
    (hits * 1000).checked_div(probes).unwrap_or(0) as u32
}

/// What a search found in the end: value, depth and line are those of the best line that was reported last.
///
/// ```
/// use manyply::game::{Played, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::search::{EngineOf, Limits, Options};
/// use std::sync::atomic::AtomicBool;
///
/// let game = Played::new(Minichess::start(&Default::default()));
/// let mut engine = EngineOf::<Minichess>::new(Options { hash_mib: 1, ..Options::default() });
/// let stop = AtomicBool::new(false);
/// let found = engine.search(&game, &Limits::depth(2), &stop, &mut |_| ());
/// if let (Some(best), Some(score)) = (found.best, found.score) {
///     println!("{best:?}, {score}, {} nodes", found.nodes);
/// }
/// assert!(found.best.is_some());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Found<M> {
    /// The best move; none if the game is over.
    pub best: Option<M>,
    /// Its value; none if the game is over.
    pub score: Option<Score>,
    /// Its points, as in [`Report::points`].
    pub points: Option<i32>,
    /// Whether that is the value, or a lower bound, as in [`Report::bound`].
    pub bound: Bound,
    /// The best line.
    pub line: Vec<M>,
    /// The depth of the iteration that value and line are of.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How often the reporting thread asked the table.
    pub probes: u64,
    /// How often the table had an answer.
    pub hits: u64,
    /// The time it took.
    pub elapsed: Duration,
}

impl<M> Found<M> {
    /// What was found without an iteration, as one; none if the game is over.
    pub(crate) fn as_report(&self) -> Option<Report<M>>
    where
        M: Clone,
    {
        let Self { points, bound, depth, nodes, elapsed, .. } = *self;
        let report = Report::new(self.score?, self.line.clone());
        Some(Report { depth, seldepth: depth, points, bound, nodes, elapsed, ..report })
    }

    /// There was nothing to search.
    pub fn nothing(elapsed: Duration) -> Self {
        Self {
            best: None,
            score: None,
            points: None,
            bound: Bound::Exact,
            line: Vec::new(),
            depth: 0,
            nodes: 0,
            probes: 0,
            hits: 0,
            elapsed,
        }
    }

    /// What the best line says that was told `last`, if there was one.
    pub(super) fn told(last: Option<&Report<M>>, elapsed: Duration) -> Self
    where
        M: Copy,
    {
        let nothing = Self::nothing(elapsed);
        let Some(last) = last else { return nothing };
        let (score, points, bound, depth) = (Some(last.score), last.points, last.bound, last.depth);
        Self { score, points, bound, line: last.line.clone(), depth, ..nothing }
    }
}
