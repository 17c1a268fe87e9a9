//! What is wrong with a text of a position, a move or an option.

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
