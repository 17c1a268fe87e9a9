//! What a player does who does not look ahead: what the simple player of this game does.

use super::baseline;
use super::position::{Moves, Threechess};

/// Appends the moves among which such a player chooses, and says whether it matters which. The game must not be over.
pub(super) fn reflexes(position: &Threechess, list: &mut Moves) -> bool {
    baseline::candidates(position, list) > baseline::DRIFT
}
