//! Texts of positions, moves and options.

use super::{Ending, Figure, Foreign, Picture, Side, TextError, TextErrorKind, Threat, Variant, usual};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_columns() {
        assert_eq!(words("  ä bc  d").collect::<Vec<_>>(), [(3, "ä"), (5, "bc"), (9, "d")]);
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
