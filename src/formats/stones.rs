//! What the two formats of gomoku have in common: boards as counted from the top left corner, and stones set up on
//! them.
//!
//! They hold games that speak the protocol of gomoku's managers, whose moves are `column,row` from 0, whose rules have
//! a `rule`, a `connect` and a `size`, and whose positions are rows of `x` and `o`.

use super::{FormatError, Place};
use crate::game::{Foreign, Notation, TextError, rows_text};

/// Rules with another size of the board.
pub(super) fn rules<G: Notation>(
    given: &G::Rules,
    (width, height): (usize, usize),
    place: Place,
) -> Result<G::Rules, FormatError> {
    let text = format!("{},size={width}x{height}", G::rules_text(given));
    G::parse_rules(&text).map_err(|error| FormatError::at(place, error.problem, error.expected))
}

/// The value of an option in the text of rules.
pub(super) fn option<'a>(rules: &'a str, name: &str) -> Option<&'a str> {
    rules.split(',').find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
}

/// The columns and rows of the board.
pub(super) fn size<G: Notation>(rules: &G::Rules) -> (usize, usize) {
    let text = G::rules_text(rules);
    let size = option(&text, "size").unwrap_or_default();
    let (width, height) = size.split_once('x').unwrap_or((size, size));
    (width.parse().unwrap_or(0), height.parse().unwrap_or(0))
}

/// The legal move in this column and row, both from 0.
pub(super) fn parse<G: Notation>(position: &G, x: usize, y: usize) -> Result<G::Move, TextError> {
    position.parse_foreign_move(&format!("{x},{y}"), Foreign::Gomocup)
}

/// The column and row of a legal move, both from 0.
pub(super) fn place<G: Notation>(position: &G, m: G::Move) -> (usize, usize) {
    let text = position.foreign_move_text(m, Foreign::Gomocup);
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
pub(super) fn of_position<G: Notation>(position: &G) -> (Vec<(usize, usize, usize)>, usize) {
    let text = position.position_text();
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
    (stones, position.side_to_move().index())
}
