//! What the models of three-sided search ask.

use crate::game::{Position, Side};

/// Three sides: who plays on whose team, and who can end the game at whose cost.
///
/// ```
/// use manyply::game::Side;
/// use manyply::games::threechess::Threechess;
/// use manyply::search::hooks::{Searchable, Teams};
///
/// // The paranoid assumption: the two others are one team against the root's side.
/// let team = |side| <Threechess as Searchable>::State::team(side, Side::FIRST);
/// assert_eq!([Side::FIRST, Side::SECOND, Side::THIRD].map(team), [true, false, false]);
/// ```
pub trait Teams<P: Position> {
    /// Which of two teams `side` belongs to when `root` is to move at the root: with three sides the others play
    /// together (the paranoid assumption).
    #[inline]
    fn team(side: Side, root: Side) -> bool {
        side == root
    }

    /// Whether `by`, if it were to move, could end the game at once so that `victim` loses. Asked only where three
    /// sides play, of the position after a move, by models that trust a side not to give itself up to another.
    #[inline]
    fn endangers(&self, _position: &P, _by: Side, _victim: Side) -> bool {
        false
    }

    /// How good a quiet move looks to the side that plays it, in hundredths: the order by which models restrict that
    /// side to its first moves. Within ±1,000,000.
    #[inline]
    fn reply_score(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }
}
