//! What the quiescence search asks: which moves are noisy, which positions in check.

use crate::game::Position;

/// Noisy moves, those that change the balance at once (captures, promotions, fours), and threats.
///
/// ```
/// use manyply::game::{MoveList, Position};
/// use manyply::search::hooks::Qsearch;
///
/// /// Of a game whose moves are a square and whether something is captured there.
/// struct Captures;
///
/// impl<P: Position<Move = (u8, bool)>> Qsearch<P> for Captures {
///     fn noisy(&self, position: &P, list: &mut P::Moves) {
///         let mut all = P::Moves::default();
///         position.moves(&mut all);
///         all.as_slice().iter().filter(|m| m.1).for_each(|&m| list.push(m));
///     }
///     fn quiet(&self, position: &P, list: &mut P::Moves) {
///         let mut all = P::Moves::default();
///         position.moves(&mut all);
///         all.as_slice().iter().filter(|m| !m.1).for_each(|&m| list.push(m));
///     }
///     fn is_noisy(&self, _: &P, m: (u8, bool)) -> bool {
///         m.1
///     }
/// }
/// ```
pub trait Qsearch<P: Position> {
    /// Plies below the horizon down to which all answers to a check are searched.
    const CHECK_PLIES: u32 = 4;
    /// Plies below the horizon down to which noisy moves are followed. Unless it is 0, the quiescence search has a
    /// transposition table of its own.
    const NOISY_PLIES: u32 = u32::MAX;

    /// Positions that [`Self::forced_win`] looks at, at most.
    const FORCED_WIN_NODES: u64 = 0;

    /// Appends the legal noisy moves.
    #[inline]
    fn noisy(&self, _position: &P, _list: &mut P::Moves) {}

    /// Appends the legal moves that are not [`Self::noisy`].
    #[inline]
    fn quiet(&self, position: &P, list: &mut P::Moves) {
        position.moves(list);
    }

    /// Appends those of the [`Self::quiet`] moves that give check, after which the next side is [`Self::in_check`].
    /// They are searched where other quiet moves are not. Asked only of positions without a [winning
    /// move](super::ExactProbe::winning_move).
    #[inline]
    fn quiet_checks(&self, _position: &P, _list: &mut P::Moves) {}

    /// Whether `m`, a legal move, is noisy.
    #[inline]
    fn is_noisy(&self, _position: &P, _m: P::Move) -> bool {
        false
    }

    /// Whether the side to move is in check: must answer a threat to end the game. Such positions are extended, and
    /// have no static evaluation.
    #[inline]
    fn in_check(&self, _position: &P) -> bool {
        false
    }

    /// Looks, at a leaf, for a win of the side to move by moves that leave no choice: in so many plies at most, if
    /// there is one, and how many positions that took. Afterwards the position is as it was.
    #[inline]
    fn forced_win(&mut self, _position: &mut P) -> (Option<u32>, u64) {
        (None, 0)
    }
}
