//! What the two formats of gomoku have in common: boards as counted from the top left corner, and stones set up on
//! them.
//!
//! They hold games that speak the protocol of gomoku's managers, whose moves are `column,row` from 0, whose rules have
//! a `rule`, a `connect` and a `size`, and whose positions are rows of `x` and `o`.

use super::{FormatError, Place};
use crate::face::{AnyGame, Kind, MoveError, MoveProblem};
use crate::game::{Foreign, rows_text};

/// Rules with another size of the board.
pub(super) fn rules(
    kind: &Kind,
    given: &str,
    (width, height): (usize, usize),
    place: Place,
) -> Result<String, FormatError> {
    let text = format!("{given},size={width}x{height}");
    kind.rules(&text).map_err(|error| FormatError::at(place, error.problem, error.expected))
}

/// The value of an option in the text of rules.
pub(super) fn option<'a>(rules: &'a str, name: &str) -> Option<&'a str> {
    rules.split(',').find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
}

/// The columns and rows of the board.
pub(super) fn size(rules: &str) -> (usize, usize) {
    let size = option(rules, "size").unwrap_or_default();
    let (width, height) = size.split_once('x').unwrap_or((size, size));
    (width.parse().unwrap_or(0), height.parse().unwrap_or(0))
}

/// The legal move in this column and row, both from 0.
pub(super) fn parse(game: &dyn AnyGame, x: usize, y: usize) -> Result<String, MoveError> {
    game.parse_foreign_move(&format!("{x},{y}"), Foreign::Gomocup)
}

/// Why a move is none, in a few words.
pub(super) fn problem(error: MoveError) -> String {
    match error.why {
        MoveProblem::Text(error) => error.problem,
        _ => error.to_string(),
    }
}

/// The column and row of a legal move, both from 0.
pub(super) fn place(game: &dyn AnyGame, m: &str) -> (usize, usize) {
    let text = game.foreign_move_text(m, Foreign::Gomocup).unwrap_or_default();
    let (x, y) = text.split_once(',').unwrap_or_default();
    (x.parse().unwrap_or(0), y.parse().unwrap_or(0))
}

/// The text of a position with `stones` on an empty board, each with its column, row and side.
pub(super) fn position_text((width, height): (usize, usize), stones: &[(usize, usize, usize)], turn: usize) -> String {
    let mut rows = vec![vec![None; width]; height];
    for &(x, y, side) in stones {
        rows[y][x] = Some(['x', 'o'][side]);
    }
    format!("{} {}", rows_text(rows), ['x', 'o'][turn])
}

/// The stones of a position, each with its column, row and side, and whose turn it is.
pub(super) fn of_game(game: &dyn AnyGame) -> (Vec<(usize, usize, usize)>, usize) {
    let text = game.position_text();
    let (mut stones, mut x, mut y, mut number) = (Vec::new(), 0, 0, 0);
    for c in text.split(' ').next().unwrap_or_default().chars() {
        if let Some(digit) = c.to_digit(10) {
            number = 10 * number + digit as usize;
            continue;
        }
        x += std::mem::take(&mut number);
        match c {
            '/' => (x, y) = (0, y + 1),
            _ => {
                stones.push((x, y, usize::from(c == 'o')));
                x += 1;
            }
        }
    }
    (stones, game.side_to_move().index())
}
