//! How the programs of gomoku's managers write the game (the Gomocup protocol): squares are columns from the left and
//! rows from the top, from 0.

use super::position::Gomoku;
use super::rules::Rule;
use super::square::Square;
use crate::game::{Foreign, Notation, Position, Side, TextError, TextErrorKind, Variant};

pub(super) const PROTOCOLS: &[Foreign] = &[Foreign::Gomocup];

/// The lines that begin a game on this board by these rules, and the stones on it from the view of the side to move, if
/// there are any. How many stones in a row win the protocol cannot say.
pub(super) fn position_text(position: &Gomoku) -> String {
    let (width, height) = (position.width(), position.height());
    let start = if width == height { format!("START {width}") } else { format!("RECTSTART {width},{height}") };
    let rule = match position.rules().rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
    };
    let mut stones = String::new();
    for square in (0..height).flat_map(|y| (0..width).map(move |x| Square::at(x, y))) {
        for side in Side::all(2).filter(|&side| position.stones(side).contains(square)) {
            let who = if side == position.side_to_move() { 1 } else { 2 };
            stones += &format!("{},{who}\n", move_text(square));
        }
    }
    let board = if stones.is_empty() { stones } else { format!("BOARD\n{stones}DONE\n") };
    format!("{start}\nINFO rule {rule}\n{board}")
}

pub(super) fn move_text(square: Square) -> String {
    format!("{},{}", square.x(), square.y())
}

/// Reads a legal move.
pub(super) fn parse_move(position: &Gomoku, text: &str) -> Result<Square, TextError> {
    let error = |kind, problem: String| TextError::new(kind, 1, problem, "column,row of an empty square, both from 0");
    let (x, y) = text.split_once(',').ok_or_else(|| error(TextErrorKind::Shape, format!("{text:?} is no move")))?;
    let below = |text: &str, bound: usize| text.trim().parse::<usize>().ok().filter(|&number| number < bound);
    match (below(x, position.width()), below(y, position.height())) {
        (Some(x), Some(y)) if position.is_legal(Square::at(x, y)) => Ok(Square::at(x, y)),
        (Some(x), Some(y)) => position.parse_move(&position.move_text(Square::at(x, y))),
        _ => Err(error(TextErrorKind::Number, format!("{text:?} is not on the board"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_moves() -> Result<(), TextError> {
        let rules = Gomoku::parse_rules("rule=renju,size=7x6")?;
        assert_eq!(position_text(&Gomoku::start(&rules)), "RECTSTART 7,6\nINFO rule 4\n");
        let position = Gomoku::parse_position("x6/7/7/7/7/1o5 x", &Gomoku::parse_rules("size=7x6")?)?;
        assert_eq!(position_text(&position), "RECTSTART 7,6\nINFO rule 0\nBOARD\n0,0,1\n1,5,2\nDONE\n");
        assert_eq!(parse_move(&position, "6, 0"), position.parse_move("g6"));
        assert_eq!(move_text(position.parse_move("c1")?), "2,5");
        for text in ["", "3", "7,0", "0,6", "-1,0", "0,0", "a,b", "1,2,3"] {
            assert!(parse_move(&position, text).is_err(), "{text}");
        }
        Ok(())
    }
}
