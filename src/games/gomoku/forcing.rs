//! Forcing moves of a position with its patterns: fours that gain something, what answers the threats of the other side,
//! and what the rule forbids.

use super::patterns::shape::Shape;
use super::patterns::threat::Threat;
use super::patterns::{Patterns, Squares};
use super::position::Gomoku;
use super::renju;
use super::rules::Rule;
use super::square::{Direction, Square};
use crate::bits::BitSet;
use crate::game::{MoveList, Position, Side, Variant};

/// A position and its patterns.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) game: &'a Gomoku,
    pub(super) patterns: &'a Patterns,
}

impl View<'_> {
    /// The side to move, and the other one.
    #[inline]
    pub(super) fn sides(self) -> [Side; 2] {
        [self.game.side_to_move(), self.game.side_to_move().other()]
    }

    /// Whether the side to move may play on an empty square.
    #[inline]
    pub(super) fn allows(self, square: Square) -> bool {
        !self.game.forbids() || !self.is_forbidden(square)
    }

    /// [`Gomoku::is_forbidden`], which the patterns mostly know.
    #[inline]
    pub(super) fn is_forbidden(self, square: Square) -> bool {
        if self.game.rules().rule != Rule::Renju {
            return false;
        }
        // They know all but whether threes are real, which matters where there are two.
        match self.patterns.threat(Side::FIRST, square) {
            Threat::Forbidden => true,
            Threat::Five => false,
            _ if self.patterns.open_threes(Side::FIRST, square) < 2 => false,
            _ => renju::is_forbidden(self.game.all_stones(), &self.game.rules(), square),
        }
    }

    /// Whether the other side threatens to win with its next stone.
    #[inline]
    pub(super) fn in_check(self) -> bool {
        !self.patterns.exactly(self.sides()[1], Threat::Five).is_empty()
    }

    /// Fours of the side to move that gain more than a reply; under the threat of a five only what parries it. All other
    /// fours are spent for nothing, and orders of them are too many to search.
    #[inline]
    pub(super) fn fours(self) -> Squares {
        let [own, other] = self.sides();
        let threatened = self.patterns.exactly(other, Threat::Five);
        if threatened.is_empty() { self.patterns.between(own, Threat::FourMore, Threat::Five) } else { threatened }
    }

    /// Appends those of `squares` where the side to move may play.
    pub(super) fn list(self, squares: Squares, list: &mut <Gomoku as Position>::Moves) {
        let forbids = self.game.forbids();
        let squares = squares.members().map(|index| Square::new(index as u16));
        squares
            .filter(|&square| !forbids || !self.is_forbidden(square))
            .for_each(|square| MoveList::push(list, square));
    }

    /// The quiet moves among which the side to move must choose, if there is a threat to answer: under that of a five none
    /// but the `noisy` ones, under that of an open four what parries it, and fours.
    pub(super) fn forced(self, noisy: Squares) -> Option<Squares> {
        let allowed = |index: usize| self.game.outcome().is_none() && self.allows(Square::new(index as u16));
        if self.in_check() && noisy.members().any(allowed) {
            return Some(Squares::EMPTY);
        }
        let answers = if self.game.rules().rule == Rule::Renju { Squares::EMPTY } else { self.answers() };
        let fours = self.patterns.exactly(self.sides()[0], Threat::Four);
        (!answers.is_empty()).then(|| (answers | fours).minus(noisy))
    }

    /// The squares of which the side to move must choose one, or make a four, if the other side threatens to make a four
    /// that no stone parries; empty if there is no such threat.
    fn answers(self) -> Squares {
        let other = self.sides()[1];
        let threats = self.patterns.between(other, Threat::FourFour, Threat::OpenFour);
        let mut answers = !Squares::EMPTY;
        let mut last = Squares::EMPTY;
        for index in threats.members() {
            last = self.parries(other, Square::new(index as u16));
            answers &= last;
        }
        // If no stone answers all, any will do.
        if answers.is_empty() || threats.is_empty() { last } else { answers }
    }

    /// The squares where a stone of either side stops `attacker`, who otherwise plays `four` and then makes a five at
    /// one of several squares.
    fn parries(self, attacker: Side, four: Square) -> Squares {
        let mut parries = Squares::of(four.index());
        for direction in Direction::ALL {
            if matches!(self.patterns.shape(attacker, four, direction), Shape::Four | Shape::OpenFour) {
                let fives = self.game.fives_through(attacker, four, direction);
                parries |= fives.fold(Squares::EMPTY, |fives, five| fives.with(five.index()));
            }
        }
        parries
    }
}
