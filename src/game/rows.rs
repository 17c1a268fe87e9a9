//! Boards as rows of squares, as FEN writes them.

use super::{TextError, TextErrorKind, words};

/// Rows of squares as FEN writes them, with `/` between: what stands on each square, or how many in a row are empty.
pub fn rows_text<T: std::fmt::Display>(rows: impl IntoIterator<Item = impl IntoIterator<Item = Option<T>>>) -> String {
    let mut texts = Vec::new();
    for row in rows {
        let (mut text, mut empty) = (String::new(), 0);
        for square in row {
            match square {
                None => empty += 1,
                Some(piece) if empty == 0 => text += &piece.to_string(),
                Some(piece) => text += &format!("{}{piece}", std::mem::take(&mut empty)),
            }
        }
        texts.push(if empty == 0 { text } else { format!("{text}{empty}") });
    }
    texts.join("/")
}

/// The squares of a board in the order in which they are read, so many a row, as [`rows_text`] writes them.
pub fn board_text<T: std::fmt::Display>(width: usize, squares: impl IntoIterator<Item = Option<T>>) -> String {
    let squares: Vec<_> = squares.into_iter().collect();
    rows_text(squares.chunks(width.max(1)).map(|row| row.iter().map(Option::as_ref)))
}

/// Reads `height` rows of `width` squares as [`rows_text`] writes them, the top one first: what `figure` makes of the
/// character on each square, or nothing where it is empty.
///
/// ```
/// let stone = |c: char| "xo".find(c);
/// let squares = manyply::game::read_rows("x1/1o", 2, 2, stone)?;
/// assert_eq!(squares, [Some(0), None, None, Some(1)]);
/// let error = manyply::game::read_rows("x1/x", 2, 2, stone).unwrap_err();
/// assert_eq!(error.to_string(), "column 5: row 2 has only 1 squares; expected 2 rows of 2 squares, divided by /");
/// # Ok::<(), manyply::game::TextError>(())
/// ```
///
/// # Errors
/// Rows that are too short, too long, too few or too many, or a character that is no `figure`.
pub fn read_rows<T>(
    text: &str,
    width: usize,
    height: usize,
    mut figure: impl FnMut(char) -> Option<T>,
) -> Result<Vec<Option<T>>, TextError> {
    let mut squares = Vec::with_capacity(width * height);
    let wrong = |kind, column, problem: String| {
        Err(TextError::new(kind, column, problem, format!("{height} rows of {width} squares, divided by /")))
    };
    let (mut row, mut begin, mut column) = (1, 0, 1);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let found = figure(c);
        let digits = rest.bytes().take_while(|byte| found.is_none() && byte.is_ascii_digit()).count();
        let used = digits.max(c.len_utf8());
        match (c, found) {
            ('/', _) if squares.len() < begin + width => break,
            ('/', _) if row == height => {
                return wrong(TextErrorKind::Shape, column, format!("there are more than {height} rows"));
            }
            ('/', _) => (row, begin) = (row + 1, squares.len()),
            (_, Some(figure)) => squares.push(Some(figure)),
            _ if digits > 0 => {
                let empty = rest[..digits].parse().map_or(width + 1, |number: usize| number.min(width + 1));
                squares.extend((0..empty).map(|_| None));
            }
            _ => return wrong(TextErrorKind::Symbol, column, format!("'{}' is no square", c.escape_default())),
        }
        if squares.len() > begin + width {
            return wrong(TextErrorKind::Shape, column, format!("row {row} has more than {width} squares"));
        }
        column += rest[..used].chars().count();
        rest = &rest[used..];
    }
    if squares.len() < begin + width {
        let count = squares.len() - begin;
        return wrong(TextErrorKind::Shape, column, format!("row {row} has only {count} squares"));
    }
    if row < height {
        return wrong(TextErrorKind::Shape, column, format!("the number of rows is {row}"));
    }
    Ok(squares)
}

/// The squares of a board, and the words behind it, each with the column where it begins.
pub type Board<'a, T, const WORDS: usize> = (Vec<Option<T>>, [(usize, &'a str); WORDS]);

/// Reads a position that is a board, as [`read_rows`] does, and so many words behind it: the squares, and the words
/// with the columns where they begin.
///
/// ```
/// let stone = |c: char| "xo".find(c);
/// let (squares, [(column, side)]) = manyply::game::read_board("x1/1o o", 2, 2, stone)?;
/// assert_eq!((squares.len(), column, side), (4, 7, "o"));
/// let error = manyply::game::read_board::<_, 0>("x1/1o o", 2, 2, stone).unwrap_err();
/// assert_eq!(error.to_string(), "column 7: something behind the board; expected the end");
/// # Ok::<(), manyply::game::TextError>(())
/// ```
///
/// # Errors
/// Those of [`read_rows`], or other than so many words.
pub fn read_board<T, const WORDS: usize>(
    text: &str,
    width: usize,
    height: usize,
    figure: impl FnMut(char) -> Option<T>,
) -> Result<Board<'_, T, WORDS>, TextError> {
    let mut parts = words(text);
    let (at, rows) = parts.next().unwrap_or((1, ""));
    let squares = read_rows(rows, width, height, figure).map_err(|error| error.at(at))?;
    let behind: Vec<_> = parts.collect();
    let counted = match WORDS {
        0 => "the end".to_owned(),
        1 => "one word behind it".into(),
        _ => format!("{WORDS} words behind it"),
    };
    let (column, problem) = match behind.get(WORDS) {
        Some(&(column, _)) if WORDS == 0 => (column, "something behind the board"),
        Some(&(column, _)) => (column, "too much behind the board"),
        None => (text.chars().count() + 1, "too little behind the board"),
    };
    let wrong = |_| TextError::new(TextErrorKind::Shape, column, problem, counted);
    Ok((squares, behind.try_into().map_err(wrong)?))
}

/// A text whose first word has rows of squares as [`rows_text`] writes them, or with a dot for each empty square, with
/// `figure` on the square number `place` in the order of the text, or with nothing there. Figures are `width`
/// characters each. None if there is no such square.
pub fn edited_rows(text: &str, place: usize, width: usize, figure: Option<&str>) -> Option<String> {
    let (rows, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let has_dots = !rows.contains(|c: char| c.is_ascii_digit());
    // Between the separators what stands on each square.
    let (mut parts, mut number) = (vec![(Vec::new(), None)], String::new());
    let mut chars = rows.chars().peekable();
    while let Some(c) = chars.next() {
        let squares = &mut parts.last_mut()?.0;
        match c {
            '/' | '|' => {
                parts.last_mut()?.1 = Some(c);
                parts.push((Vec::new(), None));
            }
            '.' => squares.push(None),
            '0'..='9' => {
                number.push(c);
                if !chars.peek().is_some_and(char::is_ascii_digit) {
                    squares.extend(std::iter::repeat_n(None, number.parse().ok()?));
                    number.clear();
                }
            }
            _ => squares.push(Some(std::iter::once(c).chain(chars.by_ref().take(width - 1)).collect::<String>())),
        }
    }
    *parts.iter_mut().flat_map(|(squares, _)| squares).nth(place)? = figure.map(str::to_owned);
    let row = |(squares, separator): (Vec<Option<String>>, Option<char>)| {
        let text = match has_dots {
            true => squares.into_iter().map(|square| square.unwrap_or_else(|| ".".into())).collect(),
            false => rows_text([squares]),
        };
        text + &separator.map(String::from).unwrap_or_default()
    };
    Some(parts.into_iter().map(row).collect::<String>() + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_squares_are_counted() {
        let rows = ["x..oo", ".....", "..x..", "ox"].map(|row| row.chars().map(|c| (c != '.').then_some(c)));
        assert_eq!(rows_text(rows), "x2oo/5/2x2/ox");
    }
}
