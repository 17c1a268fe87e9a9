//! A position looked up in a certificate, by that one's names of squares.

use super::super::own_proofs::is_of;
use super::super::verify::{Book, Certificate, Format, Known, of_root, plane};
use super::super::{Gomoku, Rule, Rules, Square};
use crate::game::{Position, Side, Variant};
use std::sync::atomic::AtomicBool;

/// The least square board on which certificates of the plane are used: 15x15 has its own.
const LEAST_SIDE: usize = 16;

/// Whether a certificate may have the position: both sides have taken turns, and the side to move makes no run. Every
/// search sees that, and no tree goes on from it.
pub(in crate::games::gomoku) fn may_have(position: &Gomoku) -> bool {
    let own = position.side_to_move();
    let [black, white] = [Side::FIRST, Side::SECOND].map(|side| position.stones(side).squares().count());
    black == white + usize::from(own != Side::FIRST)
        && position.outcome().is_none()
        && position.winning_square(own).is_none()
}

/// Black's stones and White's, by these names.
fn stones<T>(position: &Gomoku, name: impl Fn(Square) -> T) -> [Vec<T>; 2] {
    [Side::FIRST, Side::SECOND].map(|side| position.stones(side).squares().map(&name).collect())
}

/// The number of a square in certificates, where rows are counted from the bottom.
fn number(position: &Gomoku, square: Square) -> u16 {
    ((position.height() - 1 - square.y()) * position.width() + square.x()) as u16
}

/// What a tree that the prover has found for a position says of it, once it is checked.
pub(super) fn in_tree(position: &Gomoku, tree: &[Square]) -> Option<Known<Square>> {
    let Rules { rule, connect, .. } = position.rules();
    let exact = rule == Rule::Standard;
    let (width, height) = (position.width() as u8, position.height() as u8);
    let format = Format { width, height, connect, exact, plane: false };
    let number = |square: Square| number(position, square);
    let [black, white] = stones(position, number);
    let moves: Vec<u16> = (0..black.len() + white.len()).map(|ply| [&black, &white][ply % 2][ply / 2]).collect();
    let tree: Vec<u16> = tree.iter().map(|&square| number(square)).collect();
    let bytes = of_root(format, &moves, &tree);
    let certificate = Certificate::parse(&bytes, format).ok()?;
    in_book(&Book::new(certificate), position, u64::MAX)
}

/// What a certificate knows of a position that it may have, reading so many moves of trees at most.
pub(super) fn in_book(book: &Book<'_>, position: &Gomoku, most: u64) -> Option<Known<Square>> {
    if !is_of(position, book.format()) {
        return None;
    }
    let (width, top) = (position.width(), position.height() - 1);
    let square = |number: u16| Square::at(usize::from(number) % width, top - usize::from(number) / width);
    let [black, white] = stones(position, |square| number(position, square));
    Some(book.known(&black, &white, most)?.map(square))
}

/// The same of one of the plane, of which boards are parts.
pub(super) fn in_plane(
    book: &plane::Book<'_>,
    position: &Gomoku,
    most: u64,
    stop: &AtomicBool,
) -> Option<Known<Square>> {
    let side = position.width();
    if !position.rules().are(book.is_exact(), 5) || side != position.height() || side < LEAST_SIDE {
        return None;
    }
    // Black begins in the middle, on one of four squares where the number of columns is even: the board is turned so
    // that it is the same one.
    let less = (side as i32 - 1) / 2;
    let turn = |turned: bool, at: i32| if turned { side as i32 - 1 - at } else { at };
    let flips = [[false, false], [true, false], [false, true], [true, true]];
    flips.into_iter().take(if side.is_multiple_of(2) { 4 } else { 1 }).find_map(|[columns, rows]| {
        let place = |square: Square| (turn(columns, square.x() as i32) - less, turn(rows, square.y() as i32) - less);
        let square = |(x, y)| Square::at(turn(columns, x + less) as usize, turn(rows, y + less) as usize);
        let [black, white] = stones(position, place);
        if !black.is_empty() && !black.contains(&(0, 0)) {
            return None;
        }
        Some(book.known([&black, &white], Some(side as i32), most, stop)?.map(square))
    })
}
