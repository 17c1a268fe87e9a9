//! Squares, the lines through them, and how long lines are.

use super::*;
use crate::games::gomoku::stones::{LINES, Place, Stones, board, extent, run};

#[test]
fn places_lead_back_to_their_squares() {
    for y in 0..20 {
        for x in 0..20 {
            let square = Square::at(x, y);
            assert_eq!((square.x(), square.y()), (x, y));
            for direction in Direction::ALL {
                let place = Place::of(square, direction);
                assert!(place.line < LINES);
                assert_eq!(place.square(20, 20), Some(square), "{direction:?}");
                assert_eq!(place.square(x, 20), None);
                assert_eq!(place.square(20, y), None);
                if let Some(next) = square.step(direction, 1, 20, 20) {
                    assert_eq!(Place::of(next, direction), Place { bit: place.bit + 1, ..place }, "{direction:?}");
                }
            }
        }
    }
}

#[test]
fn lines_are_as_long_as_the_board() {
    for width in 1..=20 {
        for height in 1..=20 {
            let all = board(width, height);
            for (line, &word) in all.lines().iter().enumerate() {
                assert_eq!(extent(line, width, height), word, "line {line} of {width}x{height}");
            }
        }
    }
}

#[test]
fn sets_of_stones() {
    let mut stones = Stones::default();
    let squares = [Square::at(0, 0), Square::at(19, 0), Square::at(3, 7), Square::at(0, 19), Square::at(19, 19)];
    squares.into_iter().for_each(|square| stones.toggle(square));
    assert_eq!(stones.squares().collect::<Vec<_>>(), squares);
    stones.toggle(squares[2]);
    assert!(!stones.contains(squares[2]) && stones.contains(squares[4]));
}

#[test]
fn runs_by_counting() {
    for word in 0..1 << 8 {
        for bit in (0..8).filter(|bit| word >> bit & 1 != 0) {
            for shift in [0, 5, 24] {
                let up = (bit..8).take_while(|at| word >> at & 1 != 0).count();
                let down = (0..bit).rev().take_while(|at| word >> at & 1 != 0).count();
                assert_eq!(run(word << shift, bit + shift), (up + down) as u32, "{word:b} {bit}");
            }
        }
    }
}
