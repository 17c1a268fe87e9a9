//! How a search works.

use super::hooks::Margins;
use super::model::Model;
use super::techniques::Techniques;
use crate::nnue::NetworkRef;

/// How a search works; none of it changes what it may find, given time.
///
/// ```
/// use manyply::search::{Options, Techniques};
///
/// let plain = Options { hash_mib: 256, multipv: 3, techniques: Techniques::NONE, ..Options::default() };
/// assert_eq!((plain.threads, plain.contempt), (1, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Threads, at least 1. More than one search the same tree over one table (Lazy SMP), to different depths.
    pub threads: usize,
    /// The table's size in MiB, at least 1.
    pub hash_mib: usize,
    /// How many lines get exact values, at least 1.
    pub multipv: usize,
    /// What the other sides are assumed to do, where three play.
    pub model: Model,
    /// The techniques in use, of those that [pay in the game](super::hooks::State::TECHNIQUES).
    pub techniques: Techniques,
    /// By how many hundredths of a unit a likely draw is worse than an even position for the side to move at the root:
    /// to play on against weaker opponents. 0 for analysis.
    pub contempt: i32,
    /// Whether a proven distance is the true one, with two sides: nothing is pruned, reduced or taken from tables of
    /// the game, so that no faster win can have been passed by, and the search is over only when it has looked as deep
    /// as the distance that it tells. Far slower; a search that a limit ends sooner tells a bound, as any does.
    pub exact: bool,
    /// The game's margins, or others on trial.
    pub margins: Option<Margins>,
    /// Another network than the game's own to evaluate with.
    pub network: Option<NetworkRef>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mib: 64,
            multipv: 1,
            model: Model::default(),
            techniques: Techniques::ALL,
            contempt: 0,
            exact: false,
            margins: None,
            network: None,
        }
    }
}

impl Options {
    /// Whether [Monte Carlo tree search](crate::mcts::Mcts) does all that they ask for: of none but the memory and the
    /// lines it knows.
    pub fn is_of_mcts(&self) -> bool {
        *self == Self { hash_mib: self.hash_mib, multipv: self.multipv, ..Self::default() }
    }

    /// The same with a table no larger than a single search of `nodes` can use: to touch more memory would take
    /// longer than a short search.
    #[must_use]
    pub fn with_table_for(self, nodes: u64) -> Self {
        // Four times the entry that a node stores.
        let mib = usize::try_from(nodes.saturating_mul(64) >> 20).unwrap_or(usize::MAX).saturating_add(1);
        Self { hash_mib: self.hash_mib.min(mib), ..self }
    }
}
