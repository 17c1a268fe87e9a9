//! What null-move pruning asks: when a side may pass, and how.

use crate::game::Position;

/// The null move: the turn goes to the next side, as the rules need not allow.
///
/// ```
/// use manyply::game::{Position, Variant};
/// use manyply::games::minichess::Minichess;
/// use manyply::search::hooks::{NullMove, Searchable, State};
///
/// type MinichessState = <Minichess as Searchable>::State;
///
/// let mut position = Minichess::start(&Default::default());
/// let mover = position.side_to_move();
/// assert!(MinichessState::new(&position).null_move_allowed(&position));
/// let undo = MinichessState::make_null(&mut position);
/// assert_eq!(position.side_to_move(), mover.other());
/// MinichessState::unmake_null(&mut position, undo);
/// assert_eq!(position, Minichess::start(&Default::default()));
/// ```
pub trait NullMove<P: Position> {
    /// Whether passing would be no better than the best move, as far as one can tell: no zugzwang, no check.
    #[inline]
    fn null_move_allowed(&self, _position: &P) -> bool {
        false
    }

    /// Gives the turn to the next side; only where [`Self::null_move_allowed`]. The plies played rise as with a move.
    /// The state itself stays as it is: what it keeps must not depend on whose turn it is.
    ///
    /// # Panics
    /// Unless overridden, as [`Self::null_move_allowed`] must be with it.
    fn make_null(_position: &mut P) -> P::Undo {
        unreachable!("a game that allows null moves overrides make_null")
    }

    /// Takes back [`Self::make_null`].
    ///
    /// # Panics
    /// Unless overridden, as [`Self::null_move_allowed`] must be with it.
    fn unmake_null(_position: &mut P, _undo: P::Undo) {
        unreachable!("a game that allows null moves overrides unmake_null")
    }
}
