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

    /// Whether the side to move wins in five plies by a four-three or a double three, because the other side can make
    /// no four on the way. Not all such wins are seen; none in renju, nor under the threat of a five. `threatened` are
    /// the squares where the other side makes a five. (Rapfi: `quickWinCheck`.)
    #[inline]
    pub(super) fn wins_in_five(self, threatened: Squares) -> bool {
        if !threatened.is_empty() || self.game.rules().rule == Rule::Renju {
            return false;
        }
        let [own, other] = self.sides();
        let threes = self.patterns.exactly(own, Pattern4::DoubleThree);
        let four_threes = self.patterns.exactly(own, Pattern4::FourThree);
        if threes.is_empty() && four_threes.is_empty() {
            return false;
        }
        if self.fours(other).is_empty() {
            return true;
        }
        // The other side must stop the four, which is on another line than the three.
        four_threes.members().any(|index| self.reply_is_no_four(own, Square::new(index as u16)))
    }

    /// Whether the stone that stops a blocked four of `attacker` on `four` is no four itself.
    fn reply_is_no_four(self, attacker: Side, four: Square) -> bool {
        let is_four =
            |&direction: &Direction| self.patterns.line_pattern(attacker, four, direction) == LinePattern::BlockedFour;
        let mut fives =
            Direction::ALL.into_iter().filter(is_four).flat_map(|line| self.game.fives_through(attacker, four, line));
        fives.all(|five| self.patterns.pattern4(attacker.other(), five) < Pattern4::BlockedFour)
    }

    /// Whether the side to move loses in four plies: no stone stops all open and double fours of the other side, and it
    /// can make no four on the way. Not all such losses are seen; none in renju. `threatened` are the squares where the
    /// other side makes a five, at most one.
    #[inline]
    pub(super) fn loses_in_four(self, threatened: Squares) -> bool {
        let [own, other] = self.sides();
        let threats = self.threats(other);
        if threats.is_empty() || self.game.rules().rule == Rule::Renju {
            return false;
        }
        // Where it may play: it must stop a five.
        let replies = if threatened.is_empty() { !Squares::EMPTY } else { threatened };
        if !(self.fours(own) & replies).is_empty() {
            return false;
        }
        (replies & self.stopping(other, threats)).is_empty()
    }

    /// The squares where a stone stops each of the `threats` of `attacker`; all squares if there is none.
    fn stopping(self, attacker: Side, threats: Squares) -> Squares {
        let against = |index: usize| self.defences_against(attacker, Square::new(index as u16));
        threats.members().fold(!Squares::EMPTY, |stopping, index| stopping & against(index))
    }

    /// The squares where `side` makes a four or more.
    #[inline]
    fn fours(self, side: Side) -> Squares {
        self.patterns.between(side, Pattern4::BlockedFour, Pattern4::Five)
    }

    /// The squares where `side` makes an open or double four.
    #[inline]
    fn threats(self, side: Side) -> Squares {
        self.patterns.between(side, Pattern4::DoubleFour, Pattern4::OpenFour)
    }

    /// The squares of which the side to move must choose one, or make a four, if the other side threatens an open or
    /// double four; empty if there is no such threat.
    fn defences(self) -> Squares {
        let other = self.sides()[1];
        let threats = self.threats(other);
        let Some(last) = threats.members().last() else { return Squares::EMPTY };
        let stopping = self.stopping(other, threats);
        // If no stone stops all threats, the position is lost: the defences against one of them are enough.
        if stopping.is_empty() { self.defences_against(other, Square::new(last as u16)) } else { stopping }
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
