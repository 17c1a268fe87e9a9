//! What the transposition table asks near the root: which positions are images of one another.

use crate::game::Position;

/// The number of a symmetry, in an order of the game's own; 0 changes nothing.
///
/// ```
/// use manyply::game::Notation;
/// use manyply::games::gomoku::{Gomoku, GomokuState};
/// use manyply::search::hooks::{Symmetric, Symmetry};
///
/// let position = Gomoku::parse_position("x4/5/5/5/5 o", &Gomoku::parse_rules("size=5,connect=4")?)?;
/// let (_, symmetry): (u64, Symmetry) = GomokuState::canonical(&position);
/// let m = position.parse_move("b5")?;
/// let image = GomokuState::pack_image(&position, m, symmetry);
/// assert_eq!(GomokuState::unpack_image(&position, image, symmetry), Some(m));
/// # Ok::<(), manyply::game::TextError>(())
/// ```
pub type Symmetry = u8;

/// Symmetries of the game.
///
/// ```
/// use manyply::game::Notation;
/// use manyply::games::gomoku::Gomoku;
/// use manyply::search::hooks::{Searchable, Symmetric};
///
/// let rules = Gomoku::parse_rules("size=5,connect=4")?;
/// let corner = Gomoku::parse_position("x4/5/5/5/5 o", &rules)?;
/// let other_corner = Gomoku::parse_position("5/5/5/5/4x o", &rules)?;
/// let key = |position: &Gomoku| <Gomoku as Searchable>::State::canonical(position).0;
/// assert_eq!(key(&corner), key(&other_corner));
/// # Ok::<(), manyply::game::TextError>(())
/// ```
pub trait Symmetric<P: Position> {
    /// Plies from the root above which the search asks for [`Self::canonical`]; 0: for a game without symmetries, or
    /// where they are of no use.
    const SYMMETRIC_PLIES: usize = 0;

    /// The key of the one position that stands for this one and all its images under symmetries of the game, and the
    /// number of a symmetry that leads there. The position itself may stand for itself alone wherever that is quicker.
    #[inline]
    fn canonical(position: &P) -> (u64, Symmetry) {
        (position.key(), 0)
    }

    /// [`Position::pack`] of `m` as it lies in the position's image.
    #[inline]
    fn pack_image(position: &P, m: P::Move, _symmetry: Symmetry) -> u16 {
        position.pack(m)
    }

    /// The legal move whose [`Self::pack_image`] is `bits`, if there is one. `bits` may be anything.
    #[inline]
    fn unpack_image(position: &P, bits: u16, _symmetry: Symmetry) -> Option<P::Move> {
        position.unpack(bits)
    }
}
