//! Rotated and mirrored boards have the same perft counts, evaluation and outcome.

use super::*;
use crate::game::{Evaluate, Variant};
use crate::games::gomoku::GomokuState;
use crate::games::gomoku::{square::SQUARES, stones::Stones};
use crate::search::hooks::State;

/// An image of the board: `code` has a bit for mirrored columns, for mirrored rows and for swapped coordinates.
fn transformed(position: &Gomoku, code: usize) -> Gomoku {
    let (width, height) = (position.width(), position.height());
    let place = |square: Square| {
        let x = if code & 1 != 0 { width - 1 - square.x() } else { square.x() };
        let y = if code & 2 != 0 { height - 1 - square.y() } else { square.y() };
        if code & 4 != 0 { Square::at(y, x) } else { Square::at(x, y) }
    };
    let turn = |side| {
        let mut stones = Stones::default();
        position.stones(side).squares().for_each(|square| stones.toggle(place(square)));
        stones
    };
    let (width, height) = if code & 4 != 0 { (height, width) } else { (width, height) };
    let rules = Rules { width: width as u8, height: height as u8, ..position.rules() };
    Gomoku::new(rules, [turn(Side::FIRST), turn(Side::SECOND)], position.side_to_move(), position.is_won())
}

#[test]
fn symmetric_boards_evaluate_alike() {
    let mut random = SplitMix64::new(3);
    for round in 0..300 {
        let rule = ["freestyle", "standard", "renju"][round % 3];
        let position = random_board(&mut random, &format!("rule={rule}"));
        for code in 1..8 {
            let image = transformed(&position, code);
            assert_eq!(image.count_moves(), position.count_moves(), "{}", position.position_text());
            assert_eq!(image.evaluate(Side::FIRST), position.evaluate(Side::FIRST), "{}", position.position_text());
            assert_eq!(image.outcome(), position.outcome());
            assert_eq!(image.looks_won(), position.looks_won());
        }
    }
}

#[test]
fn images_share_one_key() {
    let mut random = SplitMix64::new(4);
    for round in 0..400 {
        let [width, height] = if round % 2 == 0 { [15, 15] } else { [1 + random.below(20), 1 + random.below(20)] };
        let mut position = Gomoku::start(&Rules { width: width as u8, height: height as u8, ..Rules::default() });
        for _ in 0..random.below(8) {
            let list = legal(&position);
            if !list.is_empty() {
                position.make(list[random.below(list.len())]);
            }
        }
        let (key, symmetry) = GomokuState::canonical(&position);
        let image = transformed(&position, usize::from(symmetry));
        assert_eq!(image.key(), key, "{} {symmetry}", position.position_text());
        for code in 0..if width == height { 8 } else { 4 } {
            assert_eq!(
                GomokuState::canonical(&transformed(&position, code)).0,
                key,
                "{} {code}",
                position.position_text()
            );
        }
        for m in legal(&position) {
            assert_eq!(
                image.unpack(GomokuState::pack_image(&position, m, symmetry)),
                Some(position.image(m, symmetry))
            );
            assert_eq!(
                GomokuState::unpack_image(&position, GomokuState::pack_image(&position, m, symmetry), symmetry),
                Some(m)
            );
        }
        // A move from another position's table entry must be refused or legal.
        for bits in [0, 399, SQUARES as u16, u16::MAX] {
            assert!(GomokuState::unpack_image(&position, bits, symmetry).is_none_or(|m| position.is_legal(m)));
        }
    }
}
