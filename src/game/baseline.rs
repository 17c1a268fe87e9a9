//! The simple agents that a game came with: known opponents to measure an engine against.

use super::Position;

/// A game's own simple players, by name. They are opponents to beat, not part of the engine: written down plainly,
/// as they were first played.
pub trait Baselines: Position {
    /// The names, the best known first; lower case, one word each.
    const BASELINES: &'static [&'static str] = &[];

    /// The move that the agent `name` plays: the same for the same `seed`, which agents without chance ignore.
    /// `depth`, in plies and at least 1, replaces the usual depth of agents that search to one; others ignore it.
    /// `None` if there is no such agent or the game is over.
    fn baseline(&self, _name: &str, _seed: u64, _depth: Option<u32>) -> Option<Self::Move> {
        None
    }
}
