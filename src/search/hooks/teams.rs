//! What the models of three-sided search ask.

use crate::game::{Position, Side};

/// Three sides: who plays on whose team, and who can end the game at whose cost.
pub trait Teams<P: Position> {
    /// Which of two teams `side` belongs to when `root` is to move at the root: with three sides the others play
    /// together (the paranoid assumption).
    #[inline]
    fn team(side: Side, root: Side) -> bool {
        side == root
    }

    /// Whether `by`, if it were to move, could end the game at once so that `victim` loses. Asked only where three sides
    /// play, of the position after a move, by models that trust a side not to give itself up to another.
    #[inline]
    fn endangers(&self, _position: &P, _by: Side, _victim: Side) -> bool {
        false
    }
}
