//! Breakthrough on a board of three by four: a small game with an index of all its positions.

use manyply::game::{ArrayVec, Outcome, Position, Side};
use manyply::solve::indexed::PositionIndex;

const WIDTH: i8 = 3;
const SQUARES: usize = 12;

/// Men go one square ahead or diagonally ahead, and take diagonally; who reaches the other end, or takes all, wins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Breakthrough {
    /// Of each square the side whose man stands there, and 2 where none does. The first side goes up.
    pub(crate) board: [u8; SQUARES],
    pub(crate) side: Side,
}

impl Breakthrough {
    pub(crate) const START: Self = Self { board: [0, 0, 0, 2, 2, 2, 2, 2, 2, 1, 1, 1], side: Side::FIRST };
}

impl Position for Breakthrough {
    type Move = (u8, u8);
    type Undo = [u8; SQUARES];
    type Moves = ArrayVec<(u8, u8), 36>;

    fn side_to_move(&self) -> Side {
        self.side
    }
    fn outcome(&self) -> Option<Outcome> {
        let last = self.side.other();
        let goal = if last == Side::FIRST { &self.board[9..] } else { &self.board[..3] };
        let wins = goal.contains(&(last.index() as u8)) || !self.board.contains(&(self.side.index() as u8));
        wins.then(|| Outcome::win(last))
    }
    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_some() {
            return;
        }
        let (own, ahead) = (self.side.index() as u8, [WIDTH, -WIDTH][self.side.index()]);
        for from in (0..SQUARES as i8).filter(|&from| self.board[from as usize] == own) {
            for step in [-1, 0, 1].into_iter().filter(|step| (0..WIDTH).contains(&(from % WIDTH + step))) {
                let to = from + ahead + step;
                let target = self.board.get(to as usize);
                if target.is_some_and(|&man| man == 2 || man != own && step != 0) {
                    list.push((from as u8, to as u8));
                }
            }
        }
    }
    fn make(&mut self, (from, to): (u8, u8)) -> [u8; SQUARES] {
        let before = self.board;
        self.board[usize::from(from)] = 2;
        self.board[usize::from(to)] = self.side.index() as u8;
        self.side = self.side.other();
        before
    }
    fn unmake(&mut self, _: (u8, u8), before: [u8; SQUARES]) {
        *self = Self { board: before, side: self.side.other() };
    }
}

/// All arrangements of men, with either side to move.
pub(crate) struct Arrangements;

impl PositionIndex<Breakthrough> for Arrangements {
    fn len(&self) -> usize {
        2 * 3_usize.pow(SQUARES as u32)
    }
    fn index(&self, position: &Breakthrough) -> Option<usize> {
        Some(position.board.iter().fold(0, |number, &man| 3 * number + usize::from(man)) * 2 + position.side.index())
    }
    fn position(&self, index: usize) -> Option<Breakthrough> {
        let (mut rest, mut board) = (index / 2, [0; SQUARES]);
        for man in board.iter_mut().rev() {
            (rest, *man) = (rest / 3, (rest % 3) as u8);
        }
        // Not both have won, nor the side to move.
        let side = Side::new(index % 2);
        let position = Breakthrough { board, side };
        (Breakthrough { side: side.other(), ..position.clone() }).outcome().is_none().then_some(position)
    }
}
