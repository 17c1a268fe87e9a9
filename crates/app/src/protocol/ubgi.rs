//! UBGI, the Universal Board Game Interface: the protocol of minichess's public referee and window.
//!
//! It is UCI with a handshake of its own (`ubgi`, `ubgiok`), options that describe the game, and
//! `position board kqbnr/ppppp/...../...../PPPPP/RNBQK 0`: ranks from the top, a point for each empty square, 0 with
//! White to move and 1 with Black.
//!
//! The referee's rules are nearly those of `king=royal`: a side whose king could be taken next has lost at once, also
//! when the plies have run out. With `king=capture` a side would leave its king in danger with the last ply, since
//! nobody could take it any more, and the referee would give the game to the other side. But the referee knows no
//! stalemate: a side that can only move into danger must do so. Then, and where a client plays on after the end of a
//! game, any move that the pieces can make is better than none: positions are read by the rules `LAST_RESORT`.

use super::engine::{Dialect, Fact};
use manyply::face::Kind;
use manyply::game::{TextError, TextErrorKind, rows_text, words};
use manyply::games::minichess::Minichess;

/// The rules of the referee, as [`Kind::rules`] reads them.
pub const RULES: &str = "2026,king=royal";

/// The rules for positions that are over under those in force.
const LAST_RESORT: &str = "plies=none,repetition=0,king=capture";

/// The dialect.
pub fn dialect() -> Dialect {
    Dialect {
        kind: Kind::of::<Minichess>(),
        facts: FACTS,
        // The referee starts its clock when it reads `ubgiok`.
        is_ready_early: true,
        default_depth: Some(6),
        last_resort: Some(LAST_RESORT),
        parse_board: Some(parse_board),
    }
}

const FACTS: &[Fact] = &[
    Fact { name: "GameName", kind: "string", value: "MiniChess", by_mcts: None },
    Fact { name: "BoardWidth", kind: "spin min 1 max 26", value: "5", by_mcts: None },
    Fact { name: "BoardHeight", kind: "spin min 1 max 26", value: "6", by_mcts: None },
    Fact { name: "Algorithm", kind: "combo var pvs", value: "pvs", by_mcts: Some(("combo var mcts", "mcts")) },
];

/// The game's own text of a board and the side to move; no plies have been played.
fn parse_board(text: &str) -> Result<String, TextError> {
    let fields: Vec<(usize, &str)> = words(text).collect();
    let [(_, board), (column, side)] = fields[..] else {
        let problem = format!("the number of fields is {}", fields.len());
        return Err(TextError::new(TextErrorKind::Shape, 1, problem, "a board and the side to move, 0 or 1"));
    };
    let ply = match side {
        "0" => 0,
        "1" => 1,
        _ => {
            let problem = format!("{side:?} is no side");
            return Err(TextError::new(TextErrorKind::Symbol, column, problem, "0 for White or 1 for Black"));
        }
    };
    Ok(position_text(board, ply))
}

/// The game's own text of a board that is written with points for empty squares, after so many plies.
pub(super) fn position_text(board: &str, ply: u32) -> String {
    let rows = board.split('/').map(|row| row.chars().map(|letter| (letter != '.').then_some(letter)));
    let side = if ply.is_multiple_of(2) { 'w' } else { 'b' };
    format!("{} {side} - - 0 {}", rows_text(rows), ply / 2 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::game::{Notation, Variant};

    #[test]
    fn boards_are_read() {
        let parse = |text: &str| Minichess::parse_position(&parse_board(text)?, &Default::default());
        let start = "kqbnr/ppppp/...../...../PPPPP/RNBQK";
        assert_eq!(parse(&format!("{start} 0")), Ok(Minichess::start(&Default::default())));
        let black = parse("k..../...../.P..p/...../...../R...K 1").map(|position| position.position_text());
        assert_eq!(black.as_deref(), Ok("k4/5/1P2p/5/5/R3K b - - 0 1"));
        for text in ["", start, "kqbnr/ppppp 0", &format!("{start} 2"), &format!("{start} 0 0"), "...... 0", "é 1"] {
            assert!(parse(text).is_err(), "{text}");
        }
        for rules in [RULES, LAST_RESORT] {
            assert!(Minichess::parse_rules(rules).is_ok());
        }
    }
}
