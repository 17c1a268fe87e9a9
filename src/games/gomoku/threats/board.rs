//! The board that threat searches play on: a position with its patterns.

use crate::bits::BitSet;
use crate::game::{Position, Side, Variant};
use crate::games::gomoku::forcing::View;
use crate::games::gomoku::patterns::shape::Shape;
use crate::games::gomoku::patterns::threat::Threat;
use crate::games::gomoku::patterns::{Patterns, Squares};
use crate::games::gomoku::{Direction, Gomoku, Rule, Square};

/// A position and its patterns, played on in place. Its run must be five.
#[derive(Debug)]
pub(super) struct Board<'a> {
    game: &'a mut Gomoku,
    patterns: &'a mut Patterns,
    renju: bool,
}

impl<'a> Board<'a> {
    /// A board of a position with the patterns of that position.
    pub(super) fn new(game: &'a mut Gomoku, patterns: &'a mut Patterns) -> Self {
        Self { renju: game.rules().rule == Rule::Renju, game, patterns }
    }

    #[inline]
    pub(super) fn game(&self) -> &Gomoku {
        self.game
    }

    #[inline]
    pub(super) fn patterns(&self) -> &Patterns {
        self.patterns
    }

    #[inline]
    pub(super) fn side(&self) -> Side {
        self.game.side_to_move()
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.game.key()
    }

    /// The key after a move that does not win.
    #[inline]
    pub(super) fn key_after(&self, square: Square) -> u64 {
        self.game.key_after(square)
    }

    /// The key after a move and a reply that do not win.
    #[inline]
    pub(super) fn key_after_both(&self, square: Square, reply: Square) -> u64 {
        self.game.key_after_both(square, reply)
    }

    /// The only square where the side to move wins after a four on `square` that one stone parries.
    #[inline]
    pub(super) fn reply_to(&self, square: Square) -> Option<Square> {
        let (side, patterns) = (self.side(), self.patterns());
        let is_four = |&direction: &Direction| patterns.shape(side, square, direction) == Shape::Four;
        self.game.fives_through(side, square, Direction::ALL.into_iter().find(is_four)?).next()
    }

    /// Whether squares can be forbidden to `side`.
    #[inline]
    pub(super) fn forbids(&self, side: Side) -> bool {
        self.renju && side == Side::FIRST
    }

    /// Whether `side` may play on an empty square.
    #[inline]
    pub(super) fn allows(&self, side: Side, square: Square) -> bool {
        !self.forbids(side) || !View { game: self.game, patterns: self.patterns }.is_forbidden(square)
    }

    #[inline]
    pub(super) fn make(&mut self, square: Square) {
        self.patterns.place(square, self.game.side_to_move());
        self.game.make(square);
    }

    #[inline]
    pub(super) fn unmake(&mut self, square: Square) {
        self.game.unmake(square, ());
        self.patterns.take_back(square, self.game.side_to_move());
    }

    /// Gives the move to the other side.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.game.pass();
    }

    /// Where a stone of `side` wins.
    #[inline]
    pub(super) fn fives(&self, side: Side) -> Squares {
        self.patterns().exactly(side, Threat::Five)
    }

    /// Where a stone of `side` threatens at least this.
    #[inline]
    pub(super) fn at_least(&self, side: Side, least: Threat) -> Squares {
        self.patterns().between(side, least, Threat::Five)
    }

    /// Where a stone of `side` makes a four, at least.
    #[inline]
    pub(super) fn fours(&self, side: Side) -> Squares {
        self.patterns().between(side, Threat::Four, Threat::Five)
    }

    /// What a stone of the side to move threatens.
    #[inline]
    pub(super) fn threat(&self, square: Square) -> Threat {
        self.patterns().threat(self.side(), square)
    }
}

/// The squares of a set.
#[inline]
pub(super) fn squares(set: Squares) -> impl Iterator<Item = Square> {
    set.members().map(|index| Square::new(index as u16))
}
