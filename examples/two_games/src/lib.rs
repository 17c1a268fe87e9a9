//! Games of one's own on 8x8 squares, from rules alone to hooks for the search: Othello has an evaluation, Breakthrough
//! also says which moves change the balance.

mod breakthrough;
mod network;
mod othello;

pub use breakthrough::Breakthrough;
pub use othello::Othello;

use manyply::game::{Side, TextError, TextErrorKind, board_text, read_board};

/// The squares of either side, a bit each: a8 is bit 0, h8 bit 7, h1 bit 63.
type Board = [u64; 2];

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = NOT_A.rotate_right(1);

/// From a square to its eight neighbours: by how many bits, and where such a step may end.
const STEPS: [(i32, u64); 8] =
    [(-9, NOT_H), (-8, !0), (-7, NOT_A), (-1, NOT_H), (1, NOT_A), (7, NOT_H), (8, !0), (9, NOT_A)];

/// All squares of a set one step further.
fn shift(squares: u64, (by, mask): (i32, u64)) -> u64 {
    mask & if by > 0 { squares << by } else { squares >> -by }
}

/// The numbers of a set's squares.
fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        square
    })
}

fn square_text(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), 8 - square / 8)
}

/// Rows of x and o, and the side to move.
fn position_text(board: Board, side: Side) -> String {
    let letter = |at: u8| "xo".chars().zip(board).find(|(_, squares)| squares >> at & 1 != 0).map(|(letter, _)| letter);
    format!("{} {}", board_text(8, (0..64).map(letter)), ["x", "o"][side.index()])
}

fn parse_position(text: &str) -> Result<(Board, Side), TextError> {
    let (found, [(at, side)]) = read_board(text, 8, 8, |c| "xo".find(c))?;
    let mut board = [0; 2];
    for (square, side) in found.into_iter().enumerate() {
        side.into_iter().for_each(|side| board[side] |= 1 << square);
    }
    let side = match side {
        "x" => Side::FIRST,
        "o" => Side::SECOND,
        _ => return Err(TextError::new(TextErrorKind::Symbol, at, "no such side", "x or o")),
    };
    Ok((board, side))
}
