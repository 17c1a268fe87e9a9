//! Forcing moves, by the patterns of a position: fours, defences against the threats of the other side, and forbidden
//! points.

use super::patterns::line_pattern::LinePattern;
use super::patterns::pattern4::Pattern4;
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

    /// [`Gomoku::is_forbidden`], by the patterns where they suffice.
    #[inline]
    pub(super) fn is_forbidden(self, square: Square) -> bool {
        if self.game.rules().rule != Rule::Renju {
            return false;
        }
        // Only a double three needs more: a three counts only if the point that makes it an open four is allowed.
        match self.patterns.pattern4(Side::FIRST, square) {
            Pattern4::Forbidden => true,
            Pattern4::Five => false,
            _ if self.patterns.open_threes(Side::FIRST, square) < 2 => false,
            _ => renju::is_forbidden(self.game.all_stones(), &self.game.rules(), square),
        }
    }

    /// Whether the other side threatens a five with its next stone.
    #[inline]
    pub(super) fn in_check(self) -> bool {
        !self.patterns.exactly(self.sides()[1], Pattern4::Five).is_empty()
    }

    /// The noisy moves: fours of the side to move that improve another direction too; under the threat of a five only
    /// the stones that stop it. Plain blocked fours are left out: their move orders are too many for quiescence search.
    #[inline]
    pub(super) fn noisy_fours(self) -> Squares {
        let [own, other] = self.sides();
        let threatened = self.patterns.exactly(other, Pattern4::Five);
        if threatened.is_empty() {
            self.patterns.between(own, Pattern4::BlockedFourPlus, Pattern4::Five)
        } else {
            threatened
        }
    }

    /// Appends those of `squares` where the side to move may play.
    pub(super) fn list(self, squares: Squares, list: &mut <Gomoku as Position>::Moves) {
        let forbids = self.game.forbids();
        let squares = squares.members().map(|index| Square::new(index as u16));
        squares
            .filter(|&square| !forbids || !self.is_forbidden(square))
            .for_each(|square| MoveList::push(list, square));
    }

    /// The quiet moves that are left if there is a threat: none under the threat of a five (only `noisy` ones);
    /// defences and fours under the threat of an open or double four.
    pub(super) fn forced(self, noisy: Squares) -> Option<Squares> {
        let allowed = |index: usize| self.game.outcome().is_none() && self.allows(Square::new(index as u16));
        if self.in_check() && noisy.members().any(allowed) {
            return Some(Squares::EMPTY);
        }
        let defences = if self.game.rules().rule == Rule::Renju { Squares::EMPTY } else { self.defences() };
        let fours = self.patterns.exactly(self.sides()[0], Pattern4::BlockedFour);
        (!defences.is_empty()).then(|| (defences | fours).minus(noisy))
    }

    /// The squares of which the side to move must choose one, or make a four, if the other side threatens an open or
    /// double four; empty if there is no such threat.
    fn defences(self) -> Squares {
        let other = self.sides()[1];
        let threats = self.patterns.between(other, Pattern4::DoubleFour, Pattern4::OpenFour);
        let mut defences = !Squares::EMPTY;
        let mut last = Squares::EMPTY;
        for index in threats.members() {
            last = self.defences_against(other, Square::new(index as u16));
            defences &= last;
        }
        // If no stone stops all threats, the position is lost: the defences against one of them are enough.
        if defences.is_empty() || threats.is_empty() { last } else { defences }
    }

    /// The squares where a stone stops `attacker` from playing `four` and then making a five at one of several squares:
    /// the square of the four and those of the fives.
    fn defences_against(self, attacker: Side, four: Square) -> Squares {
        let mut defences = Squares::of(four.index());
        for direction in Direction::ALL {
            if matches!(
                self.patterns.line_pattern(attacker, four, direction),
                LinePattern::BlockedFour | LinePattern::OpenFour
            ) {
                let fives = self.game.fives_through(attacker, four, direction);
                defences |= fives.fold(Squares::EMPTY, |fives, five| fives.with(five.index()));
            }
        }
        defences
    }
}
