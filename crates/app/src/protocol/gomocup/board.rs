//! The board as a manager tells of it: whose stones lie where, in the order in which they came.

use super::command::{Complaint, Point, error};
use manyply::game::Side;
use manyply::games::gomoku::stones::Stones;
use manyply::games::gomoku::{Gomoku, Rule, Rules, Square};

/// Whose a stone is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Own,
    Opponent,
}

/// A board of 1 to 20 columns and rows.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) width: u8,
    pub(super) height: u8,
    stones: Vec<(Square, Owner)>,
    /// Squares that are said to be of no use to us: stones of a line that has won, points forbidden by renju.
    closed: Vec<Square>,
}

impl Board {
    /// An empty board.
    pub(super) fn new(width: u32, height: u32) -> Result<Self, Complaint> {
        let size = |number: u32| u8::try_from(number).ok().filter(|size| (1..=20).contains(size));
        match (size(width), size(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height, stones: Vec::new(), closed: Vec::new() }),
            _ => Err(error(format!("unsupported size {width}x{height}: expected 1 to 20"))),
        }
    }

    /// The position without stones.
    pub(super) fn empty(&self, rule: Rule) -> Gomoku {
        Self { stones: Vec::new(), ..self.clone() }.position(rule)
    }

    /// Takes everything off.
    pub(super) fn clear(&mut self) {
        self.stones.clear();
        self.closed.clear();
    }

    /// How many stones lie on the board.
    pub(super) fn stones(&self) -> usize {
        self.stones.len()
    }

    /// The square in the middle, or just below and right of it.
    pub(super) fn centre(&self) -> Square {
        Square::at(usize::from(self.width / 2), usize::from(self.height / 2))
    }

    /// The square that is so many columns and rows from the centre, if there is one.
    pub(super) fn beside_centre(&self, dx: i32, dy: i32) -> Option<Square> {
        let (x, y) = (i32::from(self.width / 2) + dx, i32::from(self.height / 2) + dy);
        self.square((u32::try_from(x).ok()?, u32::try_from(y).ok()?)).ok()
    }

    /// The square at a point of the protocol.
    pub(super) fn square(&self, (x, y): Point) -> Result<Square, Complaint> {
        if x < u32::from(self.width) && y < u32::from(self.height) {
            Ok(Square::at(x as usize, y as usize))
        } else {
            Err(error(format!("{x},{y} is not on the board of {}x{}", self.width, self.height)))
        }
    }

    /// Puts a stone on an empty square.
    pub(super) fn put(&mut self, square: Square, owner: Owner) -> Result<(), Complaint> {
        self.expect_unused(square)?;
        self.stones.push((square, owner));
        Ok(())
    }

    /// Closes an empty square.
    pub(super) fn close(&mut self, square: Square) -> Result<(), Complaint> {
        self.expect_unused(square)?;
        self.closed.push(square);
        Ok(())
    }

    fn expect_unused(&self, square: Square) -> Result<(), Complaint> {
        let is_used = self.stones.iter().any(|&(taken, _)| taken == square) || self.closed.contains(&square);
        if is_used { Err(error(format!("{} is taken", text(square)))) } else { Ok(()) }
    }

    /// Takes a stone back.
    pub(super) fn remove(&mut self, square: Square) -> Result<(), Complaint> {
        let before = self.stones.len();
        self.stones.retain(|&(taken, _)| taken != square);
        if self.stones.len() < before { Ok(()) } else { Err(error(format!("no stone on {}", text(square)))) }
    }

    /// Makes the stones in the order of play ours and the opponent's, in turn; `first`: whose the first is.
    pub(super) fn deal(&mut self, first: Owner) {
        let second = if first == Owner::Own { Owner::Opponent } else { Owner::Own };
        for (number, (_, owner)) in self.stones.iter_mut().enumerate() {
            *owner = if number % 2 == 0 { first } else { second };
        }
    }

    /// The position with us to move. We are Black unless the opponent has put more stones.
    pub(super) fn position(&self, rule: Rule) -> Gomoku {
        let of = |wanted| {
            let mut stones = Stones::default();
            self.stones.iter().filter(|&&(_, owner)| owner == wanted).for_each(|&(square, _)| stones.toggle(square));
            stones
        };
        let own = self.stones.iter().filter(|&&(_, owner)| owner == Owner::Own).count();
        let rules = Rules { rule, width: self.width, height: self.height, ..Rules::default() };
        if 2 * own >= self.stones.len() {
            Gomoku::new(rules, [of(Owner::Own), of(Owner::Opponent)], Side::FIRST, false)
        } else {
            Gomoku::new(rules, [of(Owner::Opponent), of(Owner::Own)], Side::SECOND, false)
        }
    }

    /// Whether we may be asked to play on `square`, as far as the manager has said.
    pub(super) fn is_open(&self, square: Square) -> bool {
        !self.closed.contains(&square)
    }
}

/// A square as the protocol writes it.
pub(super) fn text(square: Square) -> String {
    format!("{},{}", square.x(), square.y())
}
