//! Trees of certificates while they are put together, with their zones.

use super::windows::{Windows, stones};
use crate::bits::BitSet;
use crate::game::Side;
use crate::games::gomoku::patterns::Squares;
use crate::games::gomoku::{Gomoku, Square};

/// Zones 1 to 4.
pub(super) type Zones = [Squares; 4];

/// A tree: the attacker's moves in depth-first order, and its zones.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) moves: Vec<Square>,
    pub(super) zones: Zones,
}

impl Tree {
    /// The tree of a move that makes a five.
    pub(super) fn five(m: Square) -> Self {
        Self { moves: vec![m], zones: [Squares::of(m.index()); 4] }
    }

    /// The tree of the attacker's move `m` after which it threatens fives on `fives`; and the tree after the only reply
    /// if there is one five. `game` is the position after the move.
    pub(super) fn four(windows: &Windows, game: &Gomoku, m: Square, fives: Squares, after: Option<&Self>) -> Self {
        let mut zones = own_zones(windows, game, m, fives);
        let mut moves = vec![m];
        if let Some(after) = after {
            moves.extend(&after.moves);
            unite(&mut zones, &after.zones);
        }
        Self { moves, zones }
    }

    /// The tree of a move that makes no four, of the tree after a pass, and those after the replies in its first zone,
    /// in the order of the squares' numbers.
    pub(super) fn quiet<'a>(
        windows: &Windows,
        game: &Gomoku,
        m: Square,
        pass: &Self,
        replies: impl Iterator<Item = &'a Self> + Clone,
    ) -> Self {
        let mut zones = own_zones(windows, game, m, Squares::EMPTY);
        let length = 1 + pass.moves.len() + replies.clone().map(|reply| reply.moves.len()).sum::<usize>();
        let mut moves = Vec::with_capacity(length);
        moves.push(m);
        moves.extend(&pass.moves);
        zones.iter_mut().zip(&pass.zones[1..]).for_each(|(zone, &later)| *zone |= later);
        for reply in replies {
            moves.extend(&reply.moves);
            unite(&mut zones, &reply.zones);
        }
        zones[3] = windows.all();
        Self { moves, zones }
    }
}

/// The zones of the defender's turn by itself.
pub(super) fn own_zones(windows: &Windows, game: &Gomoku, m: Square, fives: Squares) -> Zones {
    use crate::game::Position;
    let defender: Side = game.side_to_move();
    let own = fives.with(m.index());
    windows.live(stones(game, defender.other()), stones(game, defender)).map(|squares| squares | own)
}

pub(super) fn unite(zones: &mut Zones, others: &Zones) {
    zones.iter_mut().zip(others).for_each(|(zone, &other)| *zone |= other);
}

/// The empty squares of a set in the order of their numbers in certificates: by rows from the bottom.
pub(super) fn in_order(game: &Gomoku, set: Squares) -> Vec<Square> {
    let squares = set.members().map(|index| Square::new(index as u16));
    let mut squares: Vec<Square> = squares.filter(|&square| game.is_empty(square)).collect();
    squares.sort_unstable_by_key(|square| (std::cmp::Reverse(square.y()), square.x()));
    squares
}
