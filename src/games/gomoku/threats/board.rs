//! The board of the threat searches: a position with its patterns, both updated by make and unmake.

use crate::bits::BitSet;
use crate::game::{Position, Side, Variant};
use crate::games::gomoku::forcing::View;
use crate::games::gomoku::patterns::line_pattern::LinePattern;
use crate::games::gomoku::patterns::pattern4::Pattern4;
use crate::games::gomoku::patterns::{Patterns, Squares};
use crate::games::gomoku::{Direction, Gomoku, Rule, Square};

/// A position with `connect=5` and its patterns, changed in place.
#[derive(Debug)]
pub(in crate::games::gomoku) struct Board<'a> {
    game: &'a mut Gomoku,
    patterns: &'a mut Patterns,
    renju: bool,
}

impl<'a> Board<'a> {
    /// A board of a position with the patterns of that position.
    pub(in crate::games::gomoku) fn new(game: &'a mut Gomoku, patterns: &'a mut Patterns) -> Self {
        Self { renju: game.rules().rule == Rule::Renju, game, patterns }
    }

    #[inline]
    pub(in crate::games::gomoku) fn game(&self) -> &Gomoku {
        self.game
    }

    #[inline]
    pub(in crate::games::gomoku) fn patterns(&self) -> &Patterns {
        self.patterns
    }

    #[inline]
    pub(in crate::games::gomoku) fn side(&self) -> Side {
        self.game.side_to_move()
    }

    #[inline]
    pub(in crate::games::gomoku) fn key(&self) -> u64 {
        self.game.key()
    }

    /// The key after a move that does not win, for a table probe before the move is made.
    #[inline]
    pub(in crate::games::gomoku) fn key_after(&self, square: Square) -> u64 {
        self.game.key_after(square)
    }

    /// The key after a move and a reply that do not win.
    #[inline]
    pub(in crate::games::gomoku) fn key_after_both(&self, square: Square, reply: Square) -> u64 {
        self.game.key_after_both(square, reply)
    }

    /// The reply that a blocked four of the side to move on `square` forces: the only square where it makes a five.
    #[inline]
    pub(in crate::games::gomoku) fn reply_to(&self, square: Square) -> Option<Square> {
        let (side, patterns) = (self.side(), self.patterns());
        let is_blocked_four =
            |&direction: &Direction| patterns.line_pattern(side, square, direction) == LinePattern::BlockedFour;
        self.game.fives_through(side, square, Direction::ALL.into_iter().find(is_blocked_four)?).next()
    }

    /// Whether squares can be forbidden to `side`.
    #[inline]
    pub(in crate::games::gomoku) fn forbids(&self, side: Side) -> bool {
        self.renju && side == Side::FIRST
    }

    /// Whether `side` may play on an empty square.
    #[inline]
    pub(in crate::games::gomoku) fn allows(&self, side: Side, square: Square) -> bool {
        !self.forbids(side) || !View { game: self.game, patterns: self.patterns }.is_forbidden(square)
    }

    #[inline]
    pub(in crate::games::gomoku) fn make(&mut self, square: Square) {
        self.patterns.place(square, self.game.side_to_move());
        self.game.make(square);
    }

    #[inline]
    pub(in crate::games::gomoku) fn unmake(&mut self, square: Square) {
        self.game.unmake(square, ());
        self.patterns.take_back(square, self.game.side_to_move());
    }

    /// A null move: gives the move to the other side.
    #[inline]
    pub(in crate::games::gomoku) fn pass(&mut self) {
        self.game.pass();
    }

    /// The squares where `side` makes a five.
    #[inline]
    pub(in crate::games::gomoku) fn fives(&self, side: Side) -> Squares {
        self.patterns().exactly(side, Pattern4::Five)
    }

    /// The squares where the combined pattern of `side` is at least this.
    #[inline]
    pub(in crate::games::gomoku) fn at_least(&self, side: Side, least: Pattern4) -> Squares {
        self.patterns().between(side, least, Pattern4::Five)
    }

    /// The squares where `side` makes a four or a five.
    #[inline]
    pub(in crate::games::gomoku) fn fours(&self, side: Side) -> Squares {
        self.patterns().between(side, Pattern4::BlockedFour, Pattern4::Five)
    }

    /// The combined pattern of the side to move.
    #[inline]
    pub(in crate::games::gomoku) fn pattern4(&self, square: Square) -> Pattern4 {
        self.patterns().pattern4(self.side(), square)
    }
}

/// The squares of a set.
#[inline]
pub(in crate::games::gomoku) fn squares(set: Squares) -> impl Iterator<Item = Square> {
    set.members().map(|index| Square::new(index as u16))
}
