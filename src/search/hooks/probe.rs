//! What ends the search of a node before it begins: wins at once, endgame tables, theorems.

use crate::game::{Exact, Position};
use crate::search::Limits;
use std::sync::atomic::AtomicBool;

/// Exact probes, as of an endgame tablebase.
///
/// ```
/// use manyply::game::{Exact, Position};
/// use manyply::search::hooks::ExactProbe;
///
/// /// Of a game that nobody can win with the last ply.
/// struct LastPly;
///
/// impl<P: Position> ExactProbe<P> for LastPly {
///     fn has_probe(&self, position: &P) -> bool {
///         position.plies_left().is_some()
///     }
///     fn probe(&self, position: &P) -> Option<Exact> {
///         (position.plies_left() == Some(1)).then_some(Exact::Draw)
///     }
/// }
/// ```
pub trait ExactProbe<P: Position> {
    /// A legal move that ends the game at once in the mover's favour, if it is cheap to know that there is one.
    #[inline]
    fn winning_move(&self, _position: &P) -> Option<P::Move> {
        None
    }

    /// Whether [`Self::probe`] has anything to look into: asked once a search.
    #[inline]
    fn has_probe(&self, _position: &P) -> bool {
        false
    }

    /// The exact value for the side to move, where a table or a theorem gives it. With three sides: nothing.
    ///
    /// It must hold whatever has been played before, but for a rule of repetitions: where some position has occurred so
    /// often that its next occurrence ends the game, the search takes care. The winner's moves must make the distance
    /// shrink with every ply, and a position of the game so far of which nothing is known, no winning move and no
    /// value, must not be able to come back on such a way.
    #[inline]
    fn probe(&self, _position: &P) -> Option<Exact> {
        None
    }

    /// The same where it is certain that no repetition ends the game before its limit on plies.
    #[inline]
    fn probe_to_limit(&self, position: &P) -> Option<Exact> {
        self.probe(position)
    }

    /// A win that is proved outside of the search, as by a certificate: in how many plies at most, and a line of it.
    /// Asked once, of the root, whose search is over if there is one. What ends the search, its limits and `stop`, ends
    /// the reading, too.
    fn proved_win(_position: &P, _limits: &Limits, _stop: &AtomicBool) -> Option<(u32, Vec<P::Move>)> {
        None
    }
}
