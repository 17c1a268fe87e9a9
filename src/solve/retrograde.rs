//! Retrograde analysis: the values of all positions of a finite game, from the finished ones backwards, as one byte a
//! position. The game says what leads where ([`Graph`]); what a position's index means is its business too.
//!
//! Values count plies to the end under best play, for as many plies as it takes. A position from which neither side can
//! force a decision has none.
//!
//! A game whose positions have numbers needs no graph: [`indexed`](super::indexed) makes it from the rules. One that
//! finds the moves *back* to a position by itself saves the memory for them:
//!
//! ```
//! use manyply::game::Exact;
//! use manyply::solve::retrograde::{Exits, FirstLook, Graph, Scale, analyse};
//! use std::sync::atomic::AtomicBool;
//!
//! /// Heaps of up to nine, from which one or two are taken: whoever takes the last one wins.
//! struct Heaps;
//!
//! impl Graph for Heaps {
//!     fn len(&self) -> usize {
//!         10
//!     }
//!     fn first_look(&self, heap: usize) -> FirstLook {
//!         match heap {
//!             0 => FirstLook::Over(-1),
//!             _ => FirstLook::Open { moves: heap.min(2) as u8, exits: Exits::default() },
//!         }
//!     }
//!     fn before(&self, heap: usize, visit: impl FnMut(usize)) {
//!         (heap + 1..=heap + 2).filter(|&before| before < self.len()).for_each(visit);
//!     }
//! }
//!
//! let values = analyse(&Heaps, 1, &AtomicBool::new(false), &|_, _| ())?.expect("nobody stops it");
//! assert_eq!(Scale::Any.known(values[9]), Some(Exact::Loss(6)));
//! assert_eq!(Scale::Any.known(values[8]), Some(Exact::Win(5)));
//! # Ok::<(), std::collections::TryReserveError>(())
//! ```

use crate::game::Exact;
use crate::threads;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

/// A position of which nothing is known: the end of the analysis leaves those that nobody can win by force.
const OPEN: u8 = 0;
/// A finished game without a winner.
const DRAWN: u8 = u8::MAX;

/// How a byte holds a value. Positions further from the end than it can hold stay open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// A win and a loss of each number of plies.
    Any,
    /// Wins take odd numbers of plies and losses even ones, as where nobody can lose with the own move: that leaves
    /// room for twice as many.
    OddWins,
}

impl Scale {
    /// The longest distance that a byte holds.
    pub const fn longest(self) -> u32 {
        match self {
            Self::Any => 126,
            Self::OddWins => 253,
        }
    }

    /// What a byte of a finished analysis says.
    #[inline]
    pub const fn known(self, value: u8) -> Option<Exact> {
        match (self, value) {
            (_, OPEN | DRAWN) => None,
            (Self::Any, value) if value % 2 == 1 => Some(Exact::Win((value as u32 - 1) / 2)),
            (Self::Any, value) => Some(Exact::Loss((value as u32 - 2) / 2)),
            (Self::OddWins, value) if value % 2 == 0 => Some(Exact::Win(value as u32 - 1)),
            (Self::OddWins, value) => Some(Exact::Loss(value as u32 - 1)),
        }
    }

    const fn win(self, distance: u32) -> u8 {
        match self {
            Self::Any => 1 + 2 * distance as u8,
            Self::OddWins => 1 + distance as u8,
        }
    }

    const fn loss(self, distance: u32) -> u8 {
        match self {
            Self::Any => 2 + 2 * distance as u8,
            Self::OddWins => 1 + distance as u8,
        }
    }
}

/// Positions looked at between two reports.
const BATCH: usize = 1 << 16;

/// The positions to be analysed, numbered from 0.
pub trait Graph: Sync {
    /// How their values are held.
    const SCALE: Scale = Scale::Any;

    /// How many numbers are in use.
    fn len(&self) -> usize;

    /// Whether there is nothing to do.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known of a position before the analysis.
    fn first_look(&self, index: usize) -> FirstLook;

    /// Calls `visit` for every position from which a move counted in [`FirstLook::Open`] leads here, once a move.
    /// Numbers of finished games may be among them.
    fn before(&self, index: usize, visit: impl FnMut(usize));

    /// The same for the moves after which the side that made them moves again; [`Self::before`] leaves these out.
    fn before_again(&self, _index: usize, _visit: impl FnMut(usize)) {}
}

/// A position before the analysis, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstLook {
    /// The game is over: 1 for a win, 0, −1 for a loss.
    Over(i8),
    /// The game goes on.
    Open {
        /// How many moves lead to positions of this graph.
        moves: u8,
        /// The best that moves out of the graph, to positions whose values are known already, come to.
        exits: Exits,
    },
}

/// What the moves out of a graph come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exits {
    /// The plies of the quickest win.
    pub win: Option<u32>,
    /// The plies of the slowest loss.
    pub loss: Option<u32>,
    /// Whether there is a move after which neither side can force a decision.
    pub escape: bool,
}

impl Exits {
    /// The value of a position all of whose moves are here; nothing if neither side can force a decision.
    pub fn best(&self) -> Option<Exact> {
        match *self {
            Self { win: Some(plies), .. } => Some(Exact::Win(plies)),
            Self { loss: Some(plies), escape: false, .. } => Some(Exact::Loss(plies)),
            _ => None,
        }
    }

    /// Adds a move to a position with the value `known` for the other side.
    pub fn add(&mut self, known: Option<Exact>) {
        match known {
            Some(Exact::Loss(plies)) => {
                self.win = Some(self.win.map_or(plies + 1, |win| win.min(plies + 1)));
            }
            Some(Exact::Win(plies)) => {
                self.loss = Some(self.loss.map_or(plies + 1, |loss| loss.max(plies + 1)));
            }
            _ => self.escape = true,
        }
    }
}

/// The values of all positions of `graph`, for [`Scale::known`]; nothing if `stop` was set on the way. `progress` is
/// told the part of the present layer that is done, and its distance; the first look comes as `None`.
///
/// # Errors
/// The system does not give two bytes a position.
pub fn analyse<G: Graph>(
    graph: &G,
    threads: usize,
    stop: &AtomicBool,
    progress: &(dyn Fn(Option<u32>, f64) + Sync),
) -> Result<Option<Vec<u8>>, TryReserveError> {
    let analysis = Analysis {
        graph,
        values: filled(OPEN, graph.len())?,
        moves: filled(0, graph.len())?,
        farthest: AtomicU8::new(0),
        threads,
        stop,
    };
    analysis.for_all(|index| analysis.look(index), &|part| progress(None, part));
    let mut distance = 0;
    while distance <= u32::from(analysis.farthest.load(Relaxed)) {
        analysis.for_all(|index| analysis.spread(index, distance), &|part| progress(Some(distance), part));
        distance += 1;
    }
    let finished = !stop.load(Relaxed);
    let Analysis { values, moves, .. } = analysis;
    drop(moves);
    let mut bytes = Vec::new();
    if finished {
        bytes.try_reserve_exact(values.len())?;
        bytes.extend(values.into_iter().map(AtomicU8::into_inner));
    }
    Ok(finished.then_some(bytes))
}

/// The part of [`analyse`]'s work that is done, of what it tells of the present layer: nobody knows how many layers
/// there will be, so each further one is thought to be a part of what is left.
#[doc(hidden)]
pub fn part_done(distance: Option<u32>, part: f64) -> f64 {
    /// What the first look takes, about.
    const FIRST_LOOK: f64 = 0.5;
    /// So many layers are half of what follows.
    const HALF: f64 = 10.0;
    match distance {
        None => FIRST_LOOK * part,
        Some(distance) => {
            let layers = f64::from(distance) + part;
            FIRST_LOOK + (1.0 - FIRST_LOOK) * layers / (layers + HALF)
        }
    }
}

fn filled(byte: u8, length: usize) -> Result<Vec<AtomicU8>, TryReserveError> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length)?;
    bytes.resize_with(length, || AtomicU8::new(byte));
    Ok(bytes)
}

/// Does `work` for all numbers below `length`, in batches that the threads take one after the other, until `stop` is
/// set. `progress` is told the part that is done.
#[doc(hidden)]
pub fn for_each_index(
    length: usize,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(usize) + Sync,
    progress: &(dyn Fn(f64) + Sync),
) {
    let (next, threads) = (AtomicU64::new(0), threads.min(length.div_ceil(BATCH)));
    let run = || {
        while !stop.load(Relaxed) {
            let first = next.fetch_add(BATCH as u64, Relaxed) as usize;
            if first >= length {
                break;
            }
            progress(first as f64 / length as f64);
            (first..length.min(first + BATCH)).for_each(&work);
        }
    };
    threads::share(threads, run);
}

struct Analysis<'a, G> {
    graph: &'a G,
    /// Before its layer comes, a value is a bound: some move does as well.
    values: Vec<AtomicU8>,
    /// Moves not yet known to lose.
    moves: Vec<AtomicU8>,
    /// The longest distance of any value so far.
    farthest: AtomicU8,
    threads: usize,
    stop: &'a AtomicBool,
}

impl<G: Graph> Analysis<'_, G> {
    fn for_all(&self, work: impl Fn(usize) + Sync, progress: &(dyn Fn(f64) + Sync)) {
        for_each_index(self.graph.len(), self.threads, self.stop, work, progress);
    }

    fn set(&self, index: usize, value: u8) {
        self.values[index].store(value, Relaxed);
        if let Some(Exact::Win(distance) | Exact::Loss(distance)) = G::SCALE.known(value) {
            self.farthest.fetch_max(distance as u8, Relaxed);
        }
    }

    fn look(&self, index: usize) {
        let longest = G::SCALE.longest();
        match self.graph.first_look(index) {
            FirstLook::Over(0) => self.set(index, DRAWN),
            FirstLook::Over(payoff) if payoff > 0 => self.set(index, G::SCALE.win(0)),
            FirstLook::Over(_) => self.set(index, G::SCALE.loss(0)),
            FirstLook::Open { moves, exits } => {
                self.moves[index].store(moves + u8::from(exits.escape), Relaxed);
                match exits {
                    Exits { win: Some(plies), .. } if plies <= longest => self.set(index, G::SCALE.win(plies)),
                    Exits { loss: Some(plies), escape: false, .. } if moves == 0 && plies <= longest => {
                        self.set(index, G::SCALE.loss(plies));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Propagates values of this distance to the positions before them.
    fn spread(&self, index: usize, distance: u32) {
        match self.values[index].load(Relaxed) {
            _ if distance >= G::SCALE.longest() => {}
            value => match G::SCALE.known(value) {
                Some(Exact::Loss(plies)) if plies == distance => {
                    self.graph.before(index, |before| self.wins(before, distance + 1));
                    self.graph.before_again(index, |before| self.loses_a_move(before, distance + 1));
                }
                Some(Exact::Win(plies)) if plies == distance => {
                    self.graph.before(index, |before| self.loses_a_move(before, distance + 1));
                    self.graph.before_again(index, |before| self.wins(before, distance + 1));
                }
                _ => {}
            },
        }
    }

    /// A move wins in `distance` plies.
    fn wins(&self, index: usize, distance: u32) {
        match G::SCALE.known(self.values[index].load(Relaxed)) {
            None if self.values[index].load(Relaxed) == OPEN => self.set(index, G::SCALE.win(distance)),
            Some(Exact::Win(bound)) if bound > distance => self.set(index, G::SCALE.win(distance)),
            _ => {}
        }
    }

    /// A move loses in `distance` plies, and all that lost before it lose sooner, but for those out of the graph.
    fn loses_a_move(&self, index: usize, distance: u32) {
        if self.values[index].load(Relaxed) == OPEN
            && self.moves[index].fetch_sub(1, Relaxed) == 1
            && let FirstLook::Open { exits: Exits { loss: slowest, .. }, .. } = self.graph.first_look(index)
        {
            let plies = slowest.map_or(distance, |slowest| slowest.max(distance));
            if plies <= G::SCALE.longest() {
                self.set(index, G::SCALE.loss(plies));
            }
        }
    }
}

#[cfg(test)]
mod tests;
