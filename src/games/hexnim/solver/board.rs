//! A position as a game of removal: its free cells numbered, its lines as sets of those numbers.

use crate::bits::BitSet;
use crate::games::hexnim::grid::{Cells, MAX_SIZE};
use crate::games::hexnim::{Hexnim, Line, Winner};
use crate::solve::removal::Removal;
use crate::solve::subsets::Answer;
use crate::solve::{Solution, Value};

/// The most free cells that a board can have here.
pub(super) const MOST_CELLS: usize = 64;

/// A board of at most [`MOST_CELLS`] free cells.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The game of removal.
    pub(super) game: Removal,
    /// Its lines as moves, in the same order.
    moves: Vec<Line>,
    /// The number of each cell of the largest board, if it has one.
    numbers: [Option<u8>; MAX_SIZE * MAX_SIZE],
}

impl Board {
    /// The position's free cells in rising order, if they are not too many.
    pub(super) fn new(position: &Hexnim) -> Option<Self> {
        Self::numbered(position, position.free().members())
    }

    /// The position's free cells in the order given, if they are not too many.
    pub(super) fn numbered(position: &Hexnim, order: impl Iterator<Item = usize>) -> Option<Self> {
        let mut numbers = [None; MAX_SIZE * MAX_SIZE];
        let cells = order.zip(0..).map(|(cell, number)| numbers[cell] = Some(number)).count();
        if cells > MOST_CELLS {
            return None;
        }
        let mut moves = Vec::new();
        Line::all(position.free(), |line| moves.push(line));
        let game = Removal { cells, lines: Vec::new(), last_wins: position.winner() == Winner::Normal };
        let mut board = Self { game, moves, numbers };
        board.game.lines = board.moves.iter().filter_map(|line| board.set(line.set())).collect();
        Some(board)
    }

    /// The numbers of `cells`, if all of them are cells of this board.
    pub(super) fn set(&self, cells: Cells) -> Option<u64> {
        cells.members().try_fold(0, |set, cell| Some(set | 1 << self.numbers[cell]?))
    }

    /// The number of a cell of this board.
    pub(super) fn number(&self, cell: usize) -> Option<usize> {
        self.numbers[cell].map(usize::from)
    }

    /// The move that takes the cells `line`.
    pub(super) fn to_move(&self, line: u64) -> Option<Line> {
        self.game.lines.iter().position(|&other| other == line).map(|index| self.moves[index])
    }

    /// The solution by the table's answer for the position with the cells `set` left.
    pub(super) fn solution(&self, set: u64, answer: &Answer, method: String) -> Solution<Line> {
        let moves = |lines: &[u64]| lines.iter().filter_map(|&line| self.to_move(line)).collect::<Vec<_>>();
        let mut best = moves(&answer.winning_lines);
        if answer.loses {
            best = self.game.moves(set).filter_map(|line| self.to_move(line)).collect();
        }
        best.sort_unstable();
        Solution {
            value: if answer.loses { Value::Loss } else { Value::Win },
            plies: None,
            best,
            all_best: true,
            line: moves(&answer.line),
            nodes: 1 << self.game.cells,
            method,
        }
    }
}
