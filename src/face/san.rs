//! Moves in standard algebraic notation (SAN), as chess programs write them: `Nc3`, `cxd4`, `Rad1`, `a6=Q`, `Qxa6#`.

use crate::game::{MoveList, Notation};

/// The letter that pawns do not have in this notation, but on the board.
const PAWN: char = 'P';

/// The one legal move that `text` can mean, in a game whose squares have names and whose pieces have letters.
pub(super) fn parse<G: Notation>(position: &G, text: &str) -> Option<G::Move> {
    let text = text.trim_end_matches(['+', '#']);
    let (text, promoted) = text.split_once('=').map_or((text, None), |(text, piece)| (text, Some(piece)));
    let text: String = text.chars().filter(|c| !matches!(c, 'x' | '-' | ':')).collect();
    let picture = position.picture();
    let is_meant = |m: G::Move| {
        let tiles = position.move_tiles(m);
        let ends = tiles.first().zip(tiles.last()).filter(|_| tiles.len() > 1);
        let ends = ends.and_then(|(&a, &b)| picture.tiles.get(a).zip(picture.tiles.get(b)));
        let ends = ends.filter(|(_, to)| !to.name.is_empty());
        let Some((from, begin)) = ends.and_then(|(from, to)| Some((from, text.strip_suffix(to.name.as_str())?))) else {
            return false;
        };
        let text = position.move_text(m);
        // What a pawn becomes may be written though it has no choice.
        let becomes = |piece: &str| {
            let piece = piece.to_ascii_lowercase();
            text.to_ascii_lowercase().ends_with(&piece) || position.parse_move(&(text.clone() + &piece)) == Ok(m)
        };
        // Which piece it is: by its letter, with some of its square's name if need be, or by all of that.
        let letter = from.figure.map(|figure| figure.letter.to_ascii_uppercase());
        let is_here = |hint: &str| hint.chars().all(|c| from.name.contains(c));
        let is_piece = begin == from.name
            || letter == Some(PAWN) && is_here(begin)
            || letter.and_then(|letter| begin.strip_prefix(letter)).is_some_and(is_here);
        is_piece && promoted.is_none_or(becomes)
    };
    let mut list = G::Moves::default();
    position.moves(&mut list);
    let mut meant = list.as_slice().iter().copied().filter(|&m| is_meant(m));
    meant.next().filter(|_| meant.next().is_none())
}

#[cfg(all(test, feature = "games"))]
mod tests {
    use super::*;
    use crate::games::minichess::Minichess;

    #[test]
    fn moves_of_chess_programs_are_understood() {
        let read = |position: &str, text: &str| {
            let position = Minichess::parse_position(position, &Default::default()).expect("a position");
            parse(&position, text).map(|m| position.move_text(m))
        };
        let start = "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1";
        for (text, m) in [
            ("c3", Some("c2c3")),
            ("c2-c3", Some("c2c3")),
            ("b1xc3", Some("b1c3")),
            ("Nb1c3", Some("b1c3")),
            ("Nc3", Some("b1c3")),
            ("Nc3+", Some("b1c3")),
            ("Nb3", None),
            ("c4", None),
        ] {
            assert_eq!(read(start, text).as_deref(), m, "{text}");
        }
        let rooks = "1k3/5/5/3p1/2P2/R2RK w - - 0 1";
        for (text, m) in [
            ("Rb1", None),
            ("Rab1", Some("a1b1")),
            ("Rdb1", Some("d1b1")),
            ("R1b1", None),
            ("cxd3", Some("c2d3")),
            ("Rxd3", Some("d1d3")),
            ("Kb1", None),
            ("x", None),
            ("", None),
            ("=", None),
        ] {
            assert_eq!(read(rooks, text).as_deref(), m, "{text}");
        }
        let pawn = "5/P4/5/5/k4/4K w - - 0 1";
        for (text, m) in [("a6=Q", Some("a5a6")), ("a6", Some("a5a6")), ("a6=N", None)] {
            assert_eq!(read(pawn, text).as_deref(), m, "{text}");
        }
    }
}
