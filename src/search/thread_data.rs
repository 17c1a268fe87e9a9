//! What a thread of the search keeps from one search to the next: made once, since most of a short search would be making it.

use super::hooks::State;
use super::leaves::Leaves;
use super::quiet_history::{QuietHistory, Slot};
use super::ranking::Ranking;
use super::value::{MAX_PLY, Value};
use crate::game::{History, Played, Position};
use arrayvec::ArrayVec;

/// A line of moves, the best first.
pub(super) type Line<M> = ArrayVec<M, MAX_PLY>;

/// What is known of the node at one ply.
#[derive(Debug)]
pub(super) struct Frame<M> {
    /// The static estimate, unless the side to move must answer a threat.
    pub(super) evaluation: Option<Value>,
    /// The class of the move under way.
    pub(super) slot: Slot,
    pub(super) passed: bool,
    pub(super) killers: [Option<M>; 2],
    /// A move that this search of the node leaves out.
    pub(super) excluded: Option<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self { evaluation: None, slot: None, passed: false, killers: [None, None], excluded: None }
    }
}

/// The memory of one thread.
pub(super) struct ThreadData<G: Position, S> {
    pub(super) state: S,
    pub(super) history: History,
    pub(super) quiet_history: QuietHistory,
    pub(super) leaves: Leaves,
    pub(super) frames: Vec<Frame<G::Move>>,
    pub(super) lines: Vec<Line<G::Move>>,
    pub(super) moves: Ranking<G::Move>,
    pub(super) list: G::Moves,
}

impl<G: Position, S: State<G>> ThreadData<G, S> {
    /// Whether the quiescence search has a table of its own: where it follows moves, its nodes are many, and would crowd
    /// the shared one.
    pub(super) const LEAVES_APART: bool = S::NOISY_PLIES > 0;

    /// The memory for a first search, of `game`.
    pub(super) fn new(game: &Played<G>) -> Self {
        Self {
            state: S::new(game.position()),
            history: Self::history(game),
            quiet_history: QuietHistory::new(S::HISTORY_SIZE, S::CONTINUATION_HISTORY),
            leaves: Leaves::new(Self::LEAVES_APART),
            frames: (0..=MAX_PLY).map(|_| Frame::default()).collect(),
            lines: (0..=MAX_PLY).map(|_| Line::new()).collect(),
            moves: Ranking::with_capacity(16_384),
            list: G::Moves::default(),
        }
    }

    /// The same memory for a search of `game`.
    pub(super) fn for_search(mut self, game: &Played<G>) -> Self {
        self.state.reset(game.position());
        self.history = Self::history(game);
        self.quiet_history.clear();
        self.leaves.clear();
        self.frames.fill_with(Frame::default);
        self.moves.truncate(0);
        self
    }

    fn history(game: &Played<G>) -> History {
        let mut history = game.history().clone();
        history.reserve(MAX_PLY);
        history
    }
}
