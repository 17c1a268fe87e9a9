//! What a thread of the search keeps from one search to the next: made once, since most of a short search would be
//! making it.

use super::histories::{HistoryIndex, QuietHistory};
use super::hooks::State;
use super::move_stack::MoveStack;
use super::qsearch_table::QsearchTable;
use super::value::{MAX_PLY, Value};
use crate::game::{History, Played, Position};
use crate::nnue::NetworkRef;
use arrayvec::ArrayVec;

/// A line of moves, the best first.
pub(super) type Pv<M> = ArrayVec<M, MAX_PLY>;

/// What is known of the node at one ply.
#[derive(Debug)]
pub(super) struct StackEntry<M> {
    /// The static evaluation, unless the side to move must answer a threat.
    pub(super) static_eval: Option<Value>,
    /// The class of the move under way.
    pub(super) index: HistoryIndex,
    pub(super) passed: bool,
    pub(super) killers: [Option<M>; 2],
    /// A move that this search of the node leaves out.
    pub(super) excluded: Option<M>,
}

impl<M> Default for StackEntry<M> {
    fn default() -> Self {
        Self { static_eval: None, index: None, passed: false, killers: [None, None], excluded: None }
    }
}

/// The memory of one thread.
pub(super) struct ThreadData<G: Position, S> {
    /// What is kept beside the position, pushed and popped together with it.
    pub(super) state: S,
    /// What the state evaluates with, if not with the game's own network.
    network: Option<NetworkRef>,
    pub(super) history: History,
    pub(super) quiet_history: QuietHistory,
    pub(super) qsearch_table: QsearchTable,
    pub(super) stack: Vec<StackEntry<G::Move>>,
    /// The best line from each ply on.
    pub(super) pvs: Vec<Pv<G::Move>>,
    /// Moves of all nodes on the way, one node's after another's.
    pub(super) moves: MoveStack<G::Move>,
    /// Where moves are generated.
    pub(super) list: G::Moves,
}

impl<G: Position, S: State<G>> ThreadData<G, S> {
    /// Whether the quiescence search has a table of its own: where it follows moves, its nodes are many, and would
    /// crowd the shared one.
    pub(super) const HAS_QSEARCH_TABLE: bool = S::NOISY_PLIES > 0;

    /// The memory for a first search, of `game`, that evaluates with this network, if not with the game's own.
    pub(super) fn new(game: &Played<G>, network: Option<NetworkRef>) -> Self {
        let mut state = S::new(game.position());
        if let Some(network) = network {
            state.use_network(network);
        }
        Self {
            state,
            network,
            history: Self::history(game),
            quiet_history: QuietHistory::new(S::HISTORY_SIZE, S::CONTINUATION_HISTORY),
            qsearch_table: QsearchTable::new(Self::HAS_QSEARCH_TABLE),
            stack: (0..=MAX_PLY).map(|_| StackEntry::default()).collect(),
            pvs: (0..=MAX_PLY).map(|_| Pv::new()).collect(),
            moves: MoveStack::with_capacity(16_384),
            list: G::Moves::default(),
        }
    }

    /// Forgets what was learned: for a new game.
    pub(super) fn clear(&mut self) {
        self.quiet_history.clear();
        self.qsearch_table.clear();
    }

    /// The same memory for a search of `game`. Histories live on, aged, and so does what the quiescence search knows.
    pub(super) fn for_search(mut self, game: &Played<G>) -> Self {
        self.state.reset(game.position());
        if let Some(network) = self.network {
            self.state.use_network(network);
        }
        self.history = Self::history(game);
        self.quiet_history.age();
        self.stack.fill_with(StackEntry::default);
        self.moves.truncate(0);
        self
    }

    fn history(game: &Played<G>) -> History {
        let mut history = game.history().clone();
        history.reserve(MAX_PLY);
        history
    }
}
