//! A board with its retrograde table: value and best moves of every position that can arise from it.

use super::board::Board;
use crate::game::{Notation, Variant};
use crate::games::hexnim::{Hexnim, Line, Rules};
use crate::solve::subsets::Table;
use crate::solve::{Solution, Task};
use std::path::Path;

/// A solved board: it has the value of every position whose free cells are among its own.
#[derive(Debug)]
pub struct Solved {
    board: Board,
    table: Table,
    /// The board's options and text.
    label: String,
}

impl Solved {
    /// How many bytes the table of a board with so many free cells takes.
    pub const fn size(cells: usize) -> u64 {
        Table::size(cells)
    }

    /// Solves the board of a position; nothing if it has too many cells or the task ends first.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn fill(position: &Hexnim, task: &Task<'_>) -> Result<Option<Self>, String> {
        let Some(board) = Board::new(position) else { return Ok(None) };
        let what = table_text(board.game.cells);
        let progress = |part| (task.progress)(&what, part);
        let table = Table::fill(&board.game, task.threads, &|| task.is_over(), &progress)?;
        let label = format!("{} {}", Hexnim::rules_text(&position.rules()), position.position_text());
        Ok(table.map(|table| Self { board, table, label }))
    }

    /// Keeps the table in a file.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        self.table.save(path, &self.label)
    }

    /// Takes the table from a file, for a position that arose from the board it was saved for.
    ///
    /// # Errors
    /// If it is no whole table, or one of a board or rule that the position cannot have arisen from.
    pub fn load(path: &Path, position: &Hexnim) -> Result<Self, String> {
        let (table, label) = Table::load(path)?;
        let foreign = |problem: String| format!("{}: {problem}", path.display());
        let parse = || {
            let (rules, text) = label.split_once(' ')?;
            let rules: Rules = Hexnim::parse_rules(rules).ok()?;
            Some((rules, Board::new(&Hexnim::parse_position(text, &rules).ok()?)?))
        };
        let board = parse().filter(|(_, board)| board.game == *table.game());
        let Some((rules, board)) = board else {
            return Err(foreign("a table of another game".into()));
        };
        if rules != position.rules() || board.set(position.free()).is_none() {
            return Err(foreign(format!("a table of another board: {label}")));
        }
        Ok(Self { board, table, label })
    }

    /// The position in the table's numbers, if it arose from this board.
    fn set(&self, position: &Hexnim) -> Option<u64> {
        self.board.set(position.free()).filter(|_| self.board.game.last_wins == super::last_wins(position))
    }

    /// Whether the side to move loses, if the position arose from this board.
    pub fn loses(&self, position: &Hexnim) -> Option<bool> {
        self.set(position).map(|set| self.table.loses(set))
    }

    /// A best move: one that wins, or else one after which the fewest answers win. None if the game is over or the
    /// position did not arise from this board.
    pub fn best_move(&self, position: &Hexnim) -> Option<Line> {
        let line = self.board.game.best_line(self.set(position)?, |set| self.table.loses(set))?;
        self.board.to_move(line)
    }

    /// Everything about a position that arose from this board.
    pub fn solution(&self, position: &Hexnim) -> Option<Solution<Line>> {
        let set = self.set(position)?;
        Some(self.board.solution(set, &self.table.answer(set), table_text(self.board.game.cells)))
    }
}

/// What a table is called, for people.
fn table_text(cells: usize) -> String {
    format!("retrograde table, {cells} cells, {}", size_text(Table::size(cells)))
}

/// The size of a table, for people.
pub(super) fn size_text(bytes: u64) -> String {
    match bytes.ilog2() {
        30.. => format!("{} GiB", bytes >> 30),
        20.. => format!("{} MiB", bytes >> 20),
        _ => format!("{} KiB", bytes >> 10),
    }
}
