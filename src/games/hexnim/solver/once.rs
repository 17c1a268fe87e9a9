//! A position solved for itself, in half the memory of its table, which is not kept.

use super::board::Board;
use super::solved::size_text;
use crate::games::hexnim::{Hexnim, Line};
use crate::solve::subsets::Answer;
use crate::solve::{Solution, Task};

/// How many bytes it takes to solve a position with so many free cells.
pub(super) const fn size(cells: usize) -> u64 {
    Answer::size(cells)
}

/// Solves a position with at least [`Answer::LEAST_CELLS`] free cells.
///
/// # Errors
/// If there is no memory for it.
pub(super) fn solve(position: &Hexnim, task: &Task<'_>) -> Result<Solution<Line>, String> {
    let Some(board) = Board::new(position) else { return Ok(Solution::unknown()) };
    let game = &board.game;
    let method =
        format!("retrograde table, {} cells, half of it at a time, {}", game.cells, size_text(size(game.cells)));
    let progress = |part| (task.progress)(&method, part);
    let answer = Answer::find(game, task.threads, &|| task.is_over(), &progress)?;
    Ok(answer.map_or_else(Solution::unknown, |answer| board.solution(game.full(), &answer, method.clone())))
}
