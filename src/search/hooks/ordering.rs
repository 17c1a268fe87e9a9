//! What the move picker and the histories ask: the order in which moves are tried, and which need not be.

use crate::game::Position;

/// Move ordering: scores, history indices, static exchange evaluation, and which quiet moves are worth a search.
///
/// ```
/// use manyply::game::Position;
/// use manyply::search::hooks::Ordering;
///
/// /// Of a game whose moves are squares of a 3x3 board: the middle first.
/// struct MiddleFirst;
///
/// impl<P: Position<Move = u8>> Ordering<P> for MiddleFirst {
///     const HISTORY_SIZE: usize = 9;
///
///     fn history_index(&self, _: &P, square: u8) -> usize {
///         square.into()
///     }
///     fn quiet_score(&self, _: &P, square: u8) -> i32 {
///         if square == 4 { 1000 } else { 0 }
///     }
/// }
/// ```
pub trait Ordering<P: Position> {
    /// How many different [`Self::history_index`]es there are.
    const HISTORY_SIZE: usize = 1 << 12;
    /// Whether the history of moves that follow a move is kept too (continuation history): [`Self::HISTORY_SIZE`]
    /// squared words of memory, twice.
    const CONTINUATION_HISTORY: bool = false;

    /// The index of a move in history tables: usually the piece-to index, of the piece and the square that it goes to.
    /// Below [`Self::HISTORY_SIZE`]. The default takes the move's [short name](Position::pack).
    #[inline]
    fn history_index(&self, position: &P, m: P::Move) -> usize {
        usize::from(position.pack(m)) % Self::HISTORY_SIZE
    }

    /// The move ordering score of a quiet move, added to what history says of it (at most three times 16,384).
    #[inline]
    fn quiet_score(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }

    /// The move ordering score of a noisy move: hundredths of a unit that it takes.
    #[inline]
    fn noisy_score(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }

    /// Static exchange evaluation (SEE): whether the exchange that `m` begins on its square wins at least `threshold`
    /// hundredths.
    #[inline]
    fn see_ge(&self, position: &P, m: P::Move, threshold: i32) -> bool {
        self.noisy_score(position, m) >= threshold
    }

    /// Appends those of the [quiet moves](super::Qsearch::quiet) that are worth a search. True if none of the others
    /// can be better than the best of these and the noisy moves; false if that is a heuristic, on which no proof may
    /// rest. Never leaves the side to move without any move.
    fn candidates(&self, position: &P, list: &mut P::Moves) -> bool
    where
        Self: super::Qsearch<P>,
    {
        self.quiet(position, list);
        true
    }

    /// Whether `m`, a legal quiet move, is sure to be among [`Self::candidates`].
    #[inline]
    fn is_candidate(&self, _position: &P, _m: P::Move) -> bool {
        true
    }
}
