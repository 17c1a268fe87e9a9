//! How programs of other authors write minichess: chess engines that have it as a variant, the public referee's
//! protocol, and the runner of 2023.

use super::board::Move;
use super::position::Minichess;
use super::square::{FILES, RANKS, SQUARES};
use crate::game::{Foreign, Notation, Position, Side, TextError, TextErrorKind};

/// The numbers of the runner of 2023 stand for nothing and for these, in their order.
const NUMBERED: &str = ".PRNBQK";

pub(super) const PROTOCOLS: &[Foreign] = &[Foreign::Uci, Foreign::Ubgi, Foreign::File];

/// A position as `protocol` has it.
pub(super) fn position_text(position: &Minichess, protocol: Foreign) -> String {
    match protocol {
        Foreign::Ubgi => {
            let ranks: Vec<String> = from_top(position).map(|rank| rank.iter().collect()).collect();
            format!("{} {}", ranks.join("/"), position.turn().index())
        }
        Foreign::File => {
            let mut text = format!("{}\n", position.turn().index());
            for side in Side::all(2) {
                for rank in from_top(position) {
                    let number = |&letter: &char| {
                        let own = letter.is_ascii_uppercase() == (side == Side::FIRST);
                        NUMBERED.find(letter.to_ascii_uppercase()).filter(|_| own).unwrap_or(0).to_string()
                    };
                    text += &rank.iter().map(number).collect::<Vec<_>>().join(" ");
                    text.push('\n');
                }
                text += if side == Side::FIRST { "\n" } else { "" };
            }
            text
        }
        Foreign::Uci | Foreign::Gomocup => position.position_text(),
    }
}

/// A legal move as `protocol` has it: chess engines say what a pawn becomes, the runner counts rows and columns.
pub(super) fn move_text(position: &Minichess, m: Move, protocol: Foreign) -> String {
    match protocol {
        Foreign::Uci if position.promotes(m) => format!("{m}q"),
        Foreign::File => {
            let place = |square: usize| format!("{} {}", RANKS - 1 - square / FILES, square % FILES);
            format!("{} {}", place(m.from()), place(m.to()))
        }
        _ => m.to_string(),
    }
}

/// Reads a legal move as `protocol` has it.
pub(super) fn parse_move(position: &Minichess, text: &str, protocol: Foreign) -> Result<Move, TextError> {
    if protocol != Foreign::File {
        return position.parse_move(text);
    }
    let shape = || TextError::new(TextErrorKind::Shape, 1, format!("{text:?} is no move"), "row column row column");
    let numbers: Option<Vec<usize>> = text.split_whitespace().map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[from_row @ 0..RANKS, from @ 0..FILES, to_row @ 0..RANKS, to @ 0..FILES]) => {
            let square = |row: usize, column: usize| FILES * (RANKS - 1 - row) + column;
            let m = Move::new(square(from_row, from), square(to_row, to));
            // The game's own parser says why a move is not legal.
            if position.is_legal(m) { Ok(m) } else { position.parse_move(&m.to_string()) }
        }
        _ => Err(shape()),
    }
}

/// The letters of the ranks, the last rank first, points for empty squares.
fn from_top(position: &Minichess) -> impl Iterator<Item = [char; FILES]> {
    let letter = |square: usize| match position.board().at(square) {
        None => '.',
        Some((Side::FIRST, kind)) => kind.letter(),
        Some((_, kind)) => kind.letter().to_ascii_lowercase(),
    };
    let letters: [char; SQUARES] = std::array::from_fn(letter);
    (0..RANKS).rev().map(move |rank| std::array::from_fn(|file| letters[FILES * rank + file]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::games::minichess::Rules;

    #[test]
    fn spellings_of_the_start() {
        let start = Minichess::start(&Rules::default());
        assert_eq!(position_text(&start, Foreign::Ubgi), "kqbnr/ppppp/...../...../PPPPP/RNBQK 0");
        let file = "0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n1 1 1 1 1\n2 3 4 5 6\n\n\
                    6 5 4 3 2\n1 1 1 1 1\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n";
        assert_eq!(position_text(&start, Foreign::File), file);
    }

    #[test]
    fn moves_come_back() -> Result<(), TextError> {
        let position = Minichess::parse_position("k4/1P2p/5/5/5/R3K w - - 0 9", &Rules::default())?;
        assert_eq!(move_text(&position, position.parse_move("b5b6")?, Foreign::Uci), "b5b6q");
        assert_eq!(move_text(&position, position.parse_move("a1a2")?, Foreign::File), "5 0 4 0");
        let mut list = Default::default();
        position.moves(&mut list);
        for &m in &list {
            for protocol in PROTOCOLS {
                assert_eq!(parse_move(&position, &move_text(&position, m, *protocol), *protocol), Ok(m));
            }
        }
        for text in ["", "0 0 0", "6 0 5 0", "5 0 4 5", "5 0 4 0 0", "5 0 x 0", "0 0 1 0", "5 -1 4 0"] {
            assert!(parse_move(&position, text, Foreign::File).is_err(), "{text:?}");
        }
        Ok(())
    }
}
