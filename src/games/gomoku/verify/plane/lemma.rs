//! Roots of the plane as lemmas: their stones, and what their trees say.

use super::super::file::{PASS, Root};
use super::super::tree::Facts;
use super::edges::{Edges, Sides};
use super::places::{Carry, Place, Position, coordinates};
use once_cell::sync::OnceCell;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A root and, once somebody has read it, what its tree says.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Lemma {
    pub(super) position: Position,
    /// The board on which it is meant; nothing: the plane.
    pub(super) board: Option<i32>,
    pub(super) told: OnceCell<Told>,
}

/// What a tree says.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Told {
    pub(super) zone: Option<Vec<Place>>,
    pub(super) touched: Vec<Place>,
    #[serde(skip)]
    pub(super) black: Vec<Place>,
    #[serde(skip)]
    pub(super) fives: Vec<Place>,
    #[serde(skip)]
    pub(super) ends: Vec<Place>,
    pub(super) edges: Edges,
    pub(super) longest: u32,
    /// Squares of a board on which there is always one for a black stone that makes no difference.
    pub(super) room: usize,
}

impl Told {
    pub(super) fn new(facts: Facts) -> Self {
        let places = |squares: Vec<u16>| squares.into_iter().map(coordinates).collect();
        let Facts { zone, touched, black, fives, ends, edges, room, checked } = facts;
        let [touched, black, fives, ends] = [touched, black, fives, ends].map(places);
        Self { zone: zone.map(places), touched, black, fives, ends, edges, longest: checked.longest, room }
    }
}

impl Lemma {
    pub(super) fn new(root: &Root, facts: Facts) -> Self {
        Self::unread(root).with(Told::new(facts))
    }

    /// One whose tree is read when it is asked for.
    pub(super) fn unread(root: &Root) -> Self {
        let side = |side: usize| {
            let stones = root.stones.iter().skip(side).step_by(2);
            stones.filter(|&&square| square != PASS).map(|&square| coordinates(square)).collect()
        };
        let position = Position { black: side(0), white: side(1) };
        Self { position, board: root.board.map(i32::from), told: OnceCell::new() }
    }

    /// The same, of whose tree so much is known.
    pub(super) fn with(self, told: Told) -> Self {
        Self { told: OnceCell::with_value(told), ..self }
    }

    /// Whether its tree, which needs this of the edges and so many squares, wins where it is carried: on the plane, or
    /// on a board. A tree of this board has no black stone beyond its edges, so that Black never plays just anywhere.
    pub(super) fn serves(&self, edges: &Edges, room: usize, sides: Option<Sides>, carry: &Carry) -> bool {
        match (self.board, sides) {
            (None, None) => true,
            (None, Some(sides)) => sides.satisfy(edges, room, carry),
            (Some(_), None) => false,
            (Some(side), Some(sides)) => Sides::new(side) == sides && sides.are_kept_by(carry),
        }
    }

    /// Whether White has passed last.
    pub(super) fn is_after_pass(&self) -> bool {
        self.position.black.len() > self.position.white.len()
    }

    /// Whether it has white stones on the other sheet.
    pub(super) fn is_far(&self) -> bool {
        self.position.white.iter().any(|place| place.2 == 1)
    }

    /// What is known of its tree.
    pub(super) fn told(&self) -> Option<&Told> {
        self.told.get()
    }

    /// The ways in which its stones are among others on one sheet.
    pub(super) fn places_in(&self, black: &BTreeSet<Place>, white: &BTreeSet<Place>) -> Vec<Carry> {
        let Position { black: own, white: theirs } = &self.position;
        let (mut found, [Some(&first), far]) = (Vec::new(), [own.first(), theirs.iter().find(|place| place.2 == 1)])
        else {
            return Vec::new();
        };
        if own.len() > black.len() || theirs.len() > white.len() {
            return found;
        }
        let onto = |from: Place, to: Place| (to.0 - from.0, to.1 - from.1);
        for symmetry in 0..8 {
            let turned = Carry { symmetry, by: [(0, 0); 2] };
            for &stone in black {
                let near = onto(turned.place(first), stone);
                let fars = far.map_or(vec![near], |&far| white.iter().map(|&w| onto(turned.place(far), w)).collect());
                found.extend(fars.into_iter().map(|far| Carry { symmetry, by: [near, far] }).filter(|carry| {
                    let is_there = |place: &Place, stones: &BTreeSet<Place>| stones.contains(&carry.real(*place));
                    own.iter().all(|place| is_there(place, black)) && theirs.iter().all(|place| is_there(place, white))
                }));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_of_a_board_needs_no_room_for_other_stones() {
        let carry = Carry { symmetry: 3, by: [(0, 0); 2] };
        let serves = |board: Option<i32>, room, side| {
            let lemma = Lemma { board, ..Lemma::default() };
            lemma.serves(&Edges::default(), room, Some(Sides::new(side)), &carry)
        };
        assert!(serves(None, 225, 15) && !serves(None, 226, 15), "it may have stones beyond the edges");
        assert!(serves(Some(15), 226, 15) && !serves(Some(15), 0, 17));
    }
}
