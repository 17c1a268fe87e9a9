//! The recursion: one function for positions that no repetition can concern, and one that keeps the history.

use super::Mode;
use super::table::Table;
use crate::game::{History, MoveList, Played, Position};
use std::hint::black_box;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};

/// What all threads of one count share.
pub(super) struct Counter<'a, P: Position> {
    mode: Mode,
    table: Option<&'a Table<P>>,
    stop: &'a AtomicBool,
    /// The occurrence that ends the game; 0: none.
    limit: u32,
    /// No repetition can end the game before the last ply at this depth or less, if nothing can come back at the root.
    fresh_depth: u32,
    /// Whether one can from the root of the count.
    repeats: bool,
}

impl<'a, P: Position> Counter<'a, P> {
    pub(super) fn new(
        game: &Played<P>,
        depth: u32,
        mode: Mode,
        table: Option<&'a Table<P>>,
        stop: &'a AtomicBool,
    ) -> Self {
        let limit = game.position().repetition_limit();
        Self {
            mode,
            table,
            stop,
            limit,
            fresh_depth: (limit.max(1) - 1).saturating_mul(P::SHORTEST_CYCLE),
            repeats: limit > 0 && depth > first_repetition(game, limit),
        }
    }

    /// Whether the caller wants an end; counts made since are worthless.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The lines of `depth` plies, at least 1, from `position`, which stands at the end of `history`.
    pub(super) fn count(&self, position: &mut P, history: &History, depth: u32) -> u64 {
        match (self.mode, self.repeats) {
            (Mode::Bulk, false) => self.plain::<false>(position, depth),
            (Mode::Full, false) => self.plain::<true>(position, depth),
            (Mode::Bulk, true) => self.with_history::<false>(position, &mut roomy(history, depth), depth),
            (Mode::Full, true) => self.with_history::<true>(position, &mut roomy(history, depth), depth),
        }
    }

    /// Whether a repetition has ended the game at the end of `history`.
    pub(super) fn is_drawn(&self, history: &History) -> bool {
        self.repeats && history.occurrences() >= self.limit
    }

    /// Counts where no repetition can end a line before its last ply.
    fn plain<const FULL: bool>(&self, position: &mut P, depth: u32) -> u64 {
        if depth == 1 {
            return if FULL { make_all(position) } else { position.count_moves() };
        }
        if self.is_stopped() {
            return 0;
        }
        // From two plies on a count is worth remembering; a single one is counted as fast as it is looked up.
        let known = self.table.zip(NonZeroU32::new(depth));
        let known = known.map(|(table, depth)| (table, table.place(position, depth), depth));
        if let Some(nodes) = known.and_then(|(table, place, depth)| table.get(place, position, depth)) {
            return nodes;
        }
        let mut list = P::Moves::default();
        position.moves(&mut list);
        let mut nodes = 0u64;
        for &m in list.as_slice() {
            let undo = position.make(m);
            nodes = nodes.saturating_add(self.plain::<FULL>(position, depth - 1));
            position.unmake(m, undo);
        }
        if let Some((table, place, depth)) = known
            && !self.is_stopped()
        {
            table.put(place, position, depth, nodes);
        }
        nodes
    }

    /// Counts where one can. The table stays aside: what follows depends on what came before.
    fn with_history<const FULL: bool>(&self, position: &mut P, history: &mut History, depth: u32) -> u64 {
        if self.is_stopped() || history.occurrences() >= self.limit {
            return 0;
        }
        if depth == 1 {
            return self.plain::<FULL>(position, 1);
        }
        let mut list = P::Moves::default();
        position.moves(&mut list);
        let mut nodes = 0u64;
        for &m in list.as_slice() {
            let irreversible = position.is_irreversible(m);
            let undo = position.make(m);
            nodes = nodes.saturating_add(if irreversible && depth - 1 <= self.fresh_depth {
                self.plain::<FULL>(position, depth - 1)
            } else {
                history.push(position, irreversible);
                let below = self.with_history::<FULL>(position, history, depth - 1);
                history.pop();
                below
            });
            position.unmake(m, undo);
        }
        nodes
    }
}

/// Makes every move once; the position after each is really there.
fn make_all<P: Position>(position: &mut P) -> u64 {
    let mut list = P::Moves::default();
    position.moves(&mut list);
    for &m in list.as_slice() {
        let undo = position.make(m);
        black_box(&*position);
        position.unmake(m, undo);
    }
    list.as_slice().len() as u64
}

/// A copy of `history` that takes `depth` more positions without allocating.
fn roomy(history: &History, depth: u32) -> History {
    let mut history = history.clone();
    history.reserve(depth as usize);
    history
}

/// The first ply at which an occurrence number `limit` can be reached from the end of `game`.
fn first_repetition<P: Position>(game: &Played<P>, limit: u32) -> u32 {
    let cycles = |count: u32| count.saturating_mul(P::SHORTEST_CYCLE);
    if game.history().len() <= 1 {
        return cycles(limit - 1);
    }
    let most = (1..limit).rev().find(|&times| !game.history().repeated(times).is_empty()).unwrap_or(0);
    1 + cycles(limit.saturating_sub(most + 1))
}
