//! The squares that win at once for either colour on random boards, as another implementation has them.

use super::*;

#[derive(serde::Deserialize)]
struct Board {
    position: String,
    freestyle_black: Vec<String>,
    freestyle_white: Vec<String>,
    standard_black: Vec<String>,
    standard_white: Vec<String>,
}

#[test]
fn known_boards() {
    let mut boards = 0;
    for line in include_str!("../../../../tests/data/gomoku-winning-squares.jsonl").lines() {
        let board: Board = serde_json::from_str(line).expect("a board");
        for (options, black, white) in [
            ("rule=freestyle", &board.freestyle_black, &board.freestyle_white),
            ("rule=standard", &board.standard_black, &board.standard_white),
        ] {
            let position = position(&board.position, options);
            for (side, expected) in [(Side::FIRST, black), (Side::SECOND, white)] {
                let wins = position.empty().filter(|&square| position.wins_at(side, square));
                let mut found: Vec<_> = wins.map(|square| position.move_text(square)).collect();
                let mut expected = expected.clone();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{side:?} {options}: {}", board.position);
            }
        }
        boards += 1;
    }
    assert_eq!(boards, 140);
}
