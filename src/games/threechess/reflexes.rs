//! What a player does who does not look ahead: it flees with its king, takes the best piece that it can, or does nothing
//! that matters.
//!
//! In recorded games the one-ply player of this game took the best officer within reach in nine cases of ten, and where
//! that lost material in eight of ten; engines that search did in one case of four, and hardly ever where it lost.

use super::attacks::{Boards, KING};
use super::board::Move;
use super::exchange;
use super::movegen;
use super::position::{Moves, Threechess};
use crate::bits::BitSet;

/// What makes such a player take, in hundredths of a pawn: an officer.
const TEMPTING: i32 = 200;

/// Appends the moves among which such a player chooses; none if nothing moves it. The game must not be over.
pub(super) fn reflexes(position: &Threechess, list: &mut Moves) {
    let (board, side) = (position.board(), position.turn());
    let own = board.of(side);
    let boards = Boards::new(board.occupied());
    let attacked = |square| board.attackers(square, &boards).minus(own) != 0;
    if let Some(king) = board.king(side)
        && attacked(king)
    {
        let flights = KING[king].minus(own).members().filter(|&to| !attacked(to));
        list.extend(flights.map(|to| Move::new(king, to)));
        if !list.is_empty() {
            return;
        }
    }
    let mut most = TEMPTING;
    movegen::generate::<true, false>(position, |m| {
        let gain = exchange::gain(position, m);
        if gain > most {
            most = gain;
            list.clear();
        }
        if gain == most {
            list.push(m);
        }
    });
}
