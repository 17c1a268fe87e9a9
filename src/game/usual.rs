//! What a game gets that does not say how its rules, moves and boards are written: the usual way.

use super::{Figure, Ink, Notation, Picture, Shade, TextError, TextErrorKind, Tile, Writing, options};

/// The moves that an error lists.
const LISTED: usize = 12;

/// Rules without options.
pub(super) fn rules<R: Default>(text: &str) -> Result<R, TextError> {
    options(text, &mut |name, _| {
        let problem = format!("no option '{name}'");
        Err(TextError::new(TextErrorKind::Option, 1, problem, "nothing: these rules have no options"))
    })?;
    Ok(R::default())
}

/// A move as its type prints itself, but for the names of fields and what would not be taken for one move in a list:
/// `(3, 4)` as `3,4`, `Step { from: 12, to: 20 }` as `Step12,20`.
pub(super) fn move_text(m: impl std::fmt::Debug) -> String {
    let printed = format!("{m:?}");
    let mut text = String::new();
    for part in printed.split(|c: char| !(c.is_alphanumeric() || "-_:".contains(c))) {
        let is_number = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if part.ends_with(':') {
            continue;
        }
        if is_number(part.chars().next()) && is_number(text.chars().last()) {
            text.push(',');
        }
        text += part;
    }
    text
}

/// The legal move that is written so, in whatever case.
pub(super) fn parse_move<G: Notation>(position: &G, text: &str) -> Result<G::Move, TextError> {
    let mut list = G::Moves::default();
    position.moves(&mut list);
    let moves = super::MoveList::as_slice(&list);
    let word = text.trim();
    let same = |m: &&G::Move| position.move_text(**m) == word;
    let alike = |m: &&G::Move| position.move_text(**m).eq_ignore_ascii_case(word);
    moves.iter().find(same).or_else(|| moves.iter().find(alike)).copied().ok_or_else(|| {
        let texts: Vec<String> = moves.iter().take(LISTED).map(|&m| position.move_text(m)).collect();
        let more = if moves.len() > LISTED { ", …" } else { "" };
        let expected = format!("one of {}{more}", texts.join(", "));
        TextError::new(TextErrorKind::Illegal, 1, format!("`{word}` is no legal move"), expected)
    })
}

/// The board that a position's text shows in its first word: rows from the top with `/` between, in each a letter for
/// each figure, and a dot for an empty square or a number for several. Anything else is written below as it is.
///
/// Figures are white in capital letters, black in small ones; X and O, in either case, are black and white stones.
pub(super) fn picture(text: &str) -> Picture {
    let board = text.split_whitespace().next().unwrap_or_default();
    let rows: Vec<Vec<Option<char>>> = board.split('/').map(squares).collect();
    let width = rows[0].len();
    if width == 0 || rows.len() < 2 || rows.iter().any(|row| row.len() != width) {
        let writing = Writing { column: 0, line: 0, place: Some((0.5, 0.5)), text: text.to_owned() };
        return Picture { writings: vec![writing], ..Picture::default() };
    }
    let files: Vec<String> = (0..width).map(file).collect();
    let ranks: Vec<String> = (1..=rows.len()).rev().map(|rank| rank.to_string()).collect();
    Picture::grid(&files, &ranks, |column, row| {
        let shade = if (column + row) % 2 == 0 { Shade::Light } else { Shade::Dark };
        (shade, rows[row][column].map(figure))
    })
}

/// The name of a column: a to z, then aa, ab, …
fn file(column: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    if column < 26 { letter(column).into() } else { [letter(column / 26 - 1), letter(column)].iter().collect() }
}

/// What stands on the squares of a row.
fn squares(row: &str) -> Vec<Option<char>> {
    let (mut squares, mut number) = (Vec::new(), 0_usize);
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) => number = (10 * number + digit as usize).min(MOST_COLUMNS),
            None => {
                squares.extend(std::iter::repeat_n(None, std::mem::take(&mut number)));
                squares.push(Some(c).filter(|&c| c != '.'));
            }
        }
    }
    squares.extend(std::iter::repeat_n(None, number));
    squares
}

/// More columns are none of a board.
const MOST_COLUMNS: usize = 99;

fn figure(letter: char) -> Figure {
    let (ink, glyph) = match letter {
        'x' | 'X' => (Ink::Black, '●'),
        'o' | 'O' => (Ink::White, '●'),
        _ if letter.is_lowercase() => (Ink::Black, letter.to_ascii_uppercase()),
        _ => (Ink::White, letter),
    };
    Figure { ink, owner: None, letter, glyph }
}

/// The tiles that a legal move names or, if it names none, those that become empty by it, then those that are filled.
pub(super) fn move_tiles<G: Notation>(position: &G, m: G::Move) -> Vec<usize> {
    let before = position.picture();
    let named = tiles(&before, &position.move_text(m));
    if !named.is_empty() {
        return named;
    }
    let mut position = position.clone();
    position.make(m);
    let after = position.picture();
    let pairs = || before.tiles.iter().zip(&after.tiles).map(|(tile, later)| (tile.figure, later.figure)).enumerate();
    let emptied = pairs().filter(|(_, (now, then))| now != then && then.is_none());
    let filled = pairs().filter(|(_, (now, then))| now != then && then.is_some());
    emptied.chain(filled).map(|(number, _)| number).collect()
}

/// The tiles whose names stand in a move's text one behind the other, as in `e2e4` or `40-41`; none if anything else
/// but punctuation stands there.
fn tiles(picture: &Picture, text: &str) -> Vec<usize> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_punctuation() {
            rest = &rest[1..];
            continue;
        }
        let is_next = |tile: &Tile| !tile.name.is_empty() && rest.starts_with(&tile.name);
        let named = picture.tiles.iter().enumerate().filter(|(_, tile)| is_next(tile));
        let Some((number, tile)) = named.max_by_key(|(_, tile)| tile.name.len()) else { return Vec::new() };
        found.push(number);
        rest = &rest[tile.name.len()..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_words() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "printed")]
        enum Any {
            Pass,
            Step { from: u8, to: u8 },
            Put(u8),
        }
        assert_eq!((move_text(7), move_text((3, 4)), move_text([1, 2])), ("7".into(), "3,4".into(), "1,2".into()));
        let texts = [Any::Pass, Any::Step { from: 12, to: 20 }, Any::Put(3)].map(move_text);
        assert_eq!(texts, ["Pass", "Step12,20", "Put3"]);
    }

    #[test]
    fn rows_become_a_board() {
        let board = picture("x.o/3/1K1 x");
        let letters: String = board.tiles.iter().map(|tile| tile.figure.map_or('.', |figure| figure.letter)).collect();
        assert_eq!(letters, "x.o....K.");
        assert_eq!((board.tiles[0].name.as_str(), board.tiles[8].name.as_str()), ("a3", "c1"));
        for text in ["", "start", "x.o", "x.o/x.", "12 x", "//"] {
            assert!(picture(text).tiles.is_empty(), "{text}");
        }
        assert_eq!(picture("99999999999999999999/1").tiles.len(), 0);
        assert_eq!((file(25), file(26), file(53)), ("z".into(), "aa".into(), "bb".into()));
    }

    #[test]
    fn names_of_tiles_are_found_in_moves() {
        let board = picture("3/3/3");
        assert_eq!(tiles(&board, "a1b3"), [6, 1]);
        assert_eq!(tiles(&board, "a1-b3x"), [0; 0]);
        let nameless = Picture::grid(&[String::new()], &[String::new()], |_, _| (Shade::Light, None));
        assert_eq!(tiles(&nameless, "a1"), [0; 0]);
        assert_eq!(tiles(&board, "c3x b1".replace(' ', "").replace('x', "-").as_str()), [2, 7]);
    }

    #[test]
    fn rules_without_options_have_none() {
        assert!(rules::<()>("").is_ok() && rules::<()>("default").is_ok());
        let error = rules::<()>("size=3").unwrap_err().to_string();
        assert_eq!(error, "column 1: no option 'size'; expected nothing: these rules have no options");
    }
}
