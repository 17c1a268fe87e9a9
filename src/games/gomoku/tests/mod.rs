//! Tests of gomoku: rules against a slow second implementation, known squares and forbidden points, texts, the
//! baseline.

mod baseline;
mod forbidden;
mod gradient;
mod invalid_texts;
mod lines;
mod probe;
mod slow;
mod symmetry;
mod texts;
mod winning_squares;

use super::*;
use crate::game::{Notation, Outcome, Position, Side, Variant};
use crate::zobrist::SplitMix64;

fn rules(text: &str) -> Rules {
    Gomoku::parse_rules(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn position(text: &str, options: &str) -> Gomoku {
    Gomoku::parse_position(text, &rules(options)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn legal(position: &Gomoku) -> Vec<Square> {
    let mut list = <Gomoku as Position>::Moves::default();
    position.moves(&mut list);
    list.as_slice().to_vec()
}

/// A position after moves from the start.
fn after(moves: &str, options: &str) -> Gomoku {
    let mut position = Gomoku::start(&rules(options));
    for (_, text) in Gomoku::split_moves(moves) {
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.make(m);
    }
    position
}

/// A board of random stones, some share of it.
fn random_board(random: &mut SplitMix64, options: &str) -> Gomoku {
    let rules = rules(options);
    let (width, height) = (5 + random.below(11), 5 + random.below(11));
    let rules = Rules { width: width as u8, height: height as u8, ..rules };
    let share = 1 + random.below(7);
    let mut stones = [stones::Stones::default(); 2];
    for y in 0..height {
        for x in 0..width {
            if random.below(10) < share {
                stones[usize::from(random.below(5) >= 3)].toggle(Square::at(x, y));
            }
        }
    }
    Gomoku::new(rules, stones, Side::FIRST, false)
}
