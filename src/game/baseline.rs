//! The simple agents that a game came with: known opponents to measure an engine against.

use super::Position;

/// A game's own simple players, by name. They are opponents to beat, not part of the engine: written down plainly,
/// as they were first played.
///
/// ```
/// use manyply::game::{Baselines, Notation};
/// use manyply::games::minichess::Minichess;
///
/// // Every agent takes the king, with the queen or the knight, even where it looks no further than its own move.
/// let position = Minichess::parse_position("4k/3QP/3N1/5/5/R3K w - - 0 1", &Default::default())?;
/// for name in Minichess::BASELINES {
///     let m = position.baseline(name, 0, Some(1)).expect("a known agent, and a game that goes on");
///     assert!(position.move_text(m).ends_with("e6"));
/// }
/// assert_eq!(position.baseline("nobody", 0, None), None);
/// # Ok::<(), manyply::game::TextError>(())
/// ```
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
