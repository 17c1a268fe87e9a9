//! Texts of positions, moves and options, and the errors of parsing them.

use super::{Ending, Figure, Foreign, Picture, Side, Threat, Variant, usual};

/// How a game is written and drawn. Parsing and printing are inverse: what is printed parses to the same thing.
///
/// A game must have a name and texts of positions. The rest has defaults: rules without options; moves as their type
/// prints itself, or, where [`Self::move_text`] says, by the names of squares; and the board that the text of a
/// position shows, where that has rows of squares with `/` between.
///
/// ```
/// use manyply::game::{Notation, Position};
/// use manyply::games::minichess::Minichess;
///
/// let rules = Minichess::parse_rules("plies=50")?;
/// let mut position = Minichess::parse_position("kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1", &rules)?;
/// let m = position.parse_move("b2b3")?;
/// assert_eq!(position.move_text(m), "b2b3");
/// position.make(m);
/// assert_eq!(position.position_text(), "kqbnr/ppppp/5/1P3/P1PPP/RNBQK b - - 0 1");
/// assert_eq!(Minichess::parse_rules(&Minichess::rules_text(&rules))?, rules);
/// # Ok::<(), manyply::game::TextError>(())
/// ```
pub trait Notation: Variant {
    /// The game's name on the command line, in files and protocols: lower case, one word.
    const NAME: &'static str;
    /// One line for people who do not know the game.
    const SUMMARY: &'static str;
    /// The options and their values, the default first: `plies=100|N|none`, …
    const OPTIONS: &'static [&'static str] = &[];
    /// The rules for people who want to play it, with every option: a page in Markdown; empty if nobody has written
    /// one. A picture behind a comment with the command that draws it, `<!-- manyply show NAME --moves "…" -->`, is
    /// drawn by the program's own page, and its moves are played there.
    const RULES_PAGE: &'static str = "";
    /// Positions for people who see the game for the first time, in the order in which they are to solve them: lines of
    /// [EPD](crate::formats::epd) under the default rules, with all right moves (`bm`), what is asked (`c0`) and what
    /// is to be said once it is found (`c1`). Empty if there are none.
    const LESSON: &'static str = "";

    /// Positions of the default rules that benches search, with depths that take about a second; empty for the start.
    const SAMPLES: &'static [(&'static str, u32)] = &[];

    /// Parses `name=value,…` (a preset may stand for several); the empty text and `default` are the defaults.
    ///
    /// # Errors
    /// Names the unknown option or the value out of range.
    fn parse_rules(text: &str) -> Result<Self::Rules, TextError> {
        usual::rules(text)
    }

    /// The options as [`Self::parse_rules`] reads them, all of them, in a fixed order.
    fn rules_text(_rules: &Self::Rules) -> String {
        String::new()
    }

    /// Parses a position played under `rules`.
    ///
    /// # Errors
    /// What is wrong, where, and what was expected.
    fn parse_position(text: &str, rules: &Self::Rules) -> Result<Self, TextError>;

    /// The position as [`Self::parse_position`] reads it.
    fn position_text(&self) -> String;

    /// Parses a legal move of this position, in any spelling that the game knows.
    ///
    /// # Errors
    /// What is wrong with the text, or that the move is not legal.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        usual::parse_move(self, text)
    }

    /// The canonical spelling of a legal move of this position.
    fn move_text(&self, m: Self::Move) -> String {
        usual::move_text(m)
    }

    /// Cuts a list of moves into single ones, with the column (from 1) where each begins. Games whose moves may be
    /// written without spaces override this.
    fn split_moves(text: &str) -> Vec<(usize, &str)> {
        words(text).collect()
    }

    /// The protocols in which programs of other authors play this game.
    const PROTOCOLS: &'static [Foreign] = &[];

    /// The position as `protocol`, one of [`Self::PROTOCOLS`], has it.
    fn foreign_position_text(&self, _protocol: Foreign) -> String {
        self.position_text()
    }

    /// A legal move as `protocol`, one of [`Self::PROTOCOLS`], has it.
    fn foreign_move_text(&self, m: Self::Move, _protocol: Foreign) -> String {
        self.move_text(m)
    }

    /// Parses a legal move as `protocol`, one of [`Self::PROTOCOLS`], has it.
    ///
    /// # Errors
    /// What is wrong with the text, or that the move is not legal.
    fn parse_foreign_move(&self, text: &str, _protocol: Foreign) -> Result<Self::Move, TextError> {
        self.parse_move(text)
    }

    /// What people call a side.
    fn side_name(side: Side) -> &'static str {
        ["first", "second", "third", "fourth"][side.index()]
    }

    /// The board, for terminals and pictures.
    fn picture(&self) -> Picture {
        usual::picture(&self.position_text())
    }

    /// The tiles of [`Self::picture`] that a legal move touches, by their numbers, in the order in which it does: from
    /// where a piece leaves to where it arrives: those whose names stand in the move's text, or else those that it
    /// changes. Empty where there are none.
    fn move_tiles(&self, m: Self::Move) -> Vec<usize> {
        usual::move_tiles(self, m)
    }

    /// Why the game is over, if its rules and the position say so; `last` is the move that led here, if it is known.
    fn ending(&self, _last: Option<Self::Move>) -> Option<Ending> {
        None
    }

    /// What either side threatens, tile by tile, in games that are played by threats.
    fn threats(&self) -> Vec<(usize, Side, Threat)> {
        Vec::new()
    }

    /// The figures that may be put on tiles by hand, each with the text that stands for it in a position.
    const FIGURES: &'static [(&'static str, Figure)] = &[];

    /// The text of a position with a figure, by its text in [`Self::FIGURES`], on a tile of [`Self::picture`], or with
    /// none there. A board that is being set up may be none that can be: neither text need be one of a position. None
    /// where boards are not set up by hand, or there is no such tile.
    fn edited(_text: &str, _tile: usize, _figure: Option<&str>) -> Option<String> {
        None
    }

    /// A position to be played from, drawn at random from `seed`, where the game has such boards.
    fn random_start(_rules: &Self::Rules, _seed: u64) -> Option<Self> {
        None
    }
}

/// The words of a text, each with the column (in characters, from 1) where it begins.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut counted, mut column) = (0, 1);
    text.split_whitespace().map(move |word| {
        let begin = word.as_ptr() as usize - text.as_ptr() as usize;
        column += text[counted..begin].chars().count();
        counted = begin;
        (column, word)
    })
}

/// Reads `name=value,…`, calling `set` for each pair; a name without `=` (a preset) comes with an empty value.
/// `set` reports errors with columns relative to the value; they are made relative to the whole text here.
///
/// # Errors
/// The first that `set` returns.
pub fn options(text: &str, set: &mut dyn FnMut(&str, &str) -> Result<(), TextError>) -> Result<(), TextError> {
    let length = text.chars().count();
    let mut begin = 1;
    for part in text.split(',') {
        let trimmed = part.trim();
        let column = begin + part.chars().count() - part.trim_start().chars().count();
        if !trimmed.is_empty() && trimmed != "default" {
            let (name, value) = trimmed.split_once('=').unwrap_or((trimmed, ""));
            set(name.trim(), value.trim()).map_err(|error| {
                let error = error.at(column);
                // A value that is not there at all is missed behind the end.
                TextError { column: error.column.min(length + 1), ..error }
            })?;
        }
        begin += part.chars().count() + 1;
    }
    Ok(())
}

/// Reads a plain number (digits only) in a range; `column` is where it stands, `or` what else could stand there.
///
/// # Errors
/// It is no number or out of range.
pub fn number(text: &str, column: usize, range: std::ops::RangeInclusive<u32>, or: &str) -> Result<u32, TextError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && range.contains(number)).ok_or_else(|| {
        let problem = if digits { format!("{text} is out of range") } else { format!("`{text}` is not a number") };
        TextError::new(TextErrorKind::Number, column, problem, format!("{} to {}{or}", range.start(), range.end()))
    })
}

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
/// Rows that are too short, too long, too few or too many, or a character of which `figure` makes nothing.
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

/// What is wrong with a text: where, and what was expected instead.
///
/// ```
/// use manyply::game::{Notation, TextErrorKind, Variant};
/// use manyply::games::minichess::Minichess;
///
/// let error = Minichess::start(&Default::default()).parse_move("b2b9").unwrap_err();
/// assert_eq!((error.kind, error.column), (TextErrorKind::Symbol, 4));
/// assert_eq!(error.to_string(), format!("column 4: {}; expected {}", error.problem, error.expected));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The class of the mistake.
    pub kind: TextErrorKind,
    /// Where in the text, in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
    /// What would have been right.
    pub expected: String,
}

/// The classes of mistakes in a text.
///
/// ```
/// use manyply::game::{Notation, TextErrorKind, Variant};
/// use manyply::games::minichess::Minichess;
///
/// let start = Minichess::start(&Default::default());
/// let mistake = |text: &str| start.parse_move(text).err().map(|error| error.kind);
/// assert_eq!(mistake("b2"), Some(TextErrorKind::Shape));
/// assert_eq!(mistake("b2z3"), Some(TextErrorKind::Symbol));
/// assert_eq!(mistake("b2b6"), Some(TextErrorKind::Illegal));
/// assert_eq!(mistake("b2b3"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// Too few or too many fields, rows, squares or characters.
    Shape,
    /// A character or word that means nothing here.
    Symbol,
    /// A number out of range or not a number.
    Number,
    /// Well written, but no such position can be: two kings, a piece too many.
    Impossible,
    /// Well written, but not a legal move.
    Illegal,
    /// An option that the game does not have.
    Option,
}

impl std::error::Error for TextError {}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "column {}: {}; expected {}", self.column, self.problem, self.expected)
    }
}

impl TextError {
    /// A mistake at `column`, in characters from 1.
    pub fn new(kind: TextErrorKind, column: usize, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { kind, column, problem: problem.into(), expected: expected.into() }
    }

    /// The same mistake in a text in which this one begins at `column`.
    #[must_use]
    pub fn at(mut self, column: usize) -> Self {
        self.column += column - 1;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_columns() {
        assert_eq!(words("  ä bc  d").collect::<Vec<_>>(), [(3, "ä"), (5, "bc"), (9, "d")]);
    }

    #[test]
    fn empty_squares_are_counted() {
        let rows = ["x..oo", ".....", "..x..", "ox"].map(|row| row.chars().map(|c| (c != '.').then_some(c)));
        assert_eq!(rows_text(rows), "x2oo/5/2x2/ox");
    }

    #[test]
    fn options_report_columns_of_the_whole_text() {
        let error = options("a=1, b=2", &mut |name, _| match name {
            "a" => Ok(()),
            _ => Err(TextError::new(TextErrorKind::Option, 1, "no", "a")),
        });
        assert_eq!(error.map_err(|error| error.column), Err(6));
        let missing = options("size", &mut |_, _| Err(TextError::new(TextErrorKind::Number, 6, "no", "a number")));
        assert_eq!(missing.map_err(|error| error.column), Err(5));
        assert_eq!(options("default", &mut |_, _| unreachable!()), Ok(()));
    }
}
