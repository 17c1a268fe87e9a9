//! The lines that a manager sends, taken apart. Case does not matter, and numbers may be parted by commas, blanks or
//! both.

use std::fmt;

/// Columns from the left and rows from the top, from 0; not yet known to be on the board.
pub(super) type Point = (u32, u32);

/// What is wrong with a line, as it is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Complaint {
    /// The command is not known.
    Unknown(String),
    /// The command is known, but not like this, or not now.
    Error(String),
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => write!(f, "UNKNOWN {text}"),
            Self::Error(text) => write!(f, "ERROR {text}"),
        }
    }
}

/// A mistake that is known by its command.
pub(super) fn error(problem: impl Into<String>) -> Complaint {
    Complaint::Error(problem.into())
}

/// Longest part of a line that is quoted in an answer, in characters.
const QUOTED: usize = 40;

/// A text from the manager, so that it can stand in an answer of one line.
pub(super) fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).flat_map(char::escape_default).collect()
}

/// What Yixin has added to `INFO`.
const YIXIN: [&str; 11] = [
    "caution_factor",
    "checkmate",
    "hash_size",
    "max_depth",
    "max_node",
    "pondering",
    "show_detail",
    "thread_num",
    "thread_split_depth",
    "time_increment",
    "usedatabase",
];

/// The size of the board of a new game, in columns and rows.
pub(super) fn size(command: &str, text: &str) -> Result<(u32, u32), Complaint> {
    match numbers(text).as_deref() {
        Some(&[size]) if command == "START" => Ok((size, size)),
        Some(&[width, height]) => Ok((width, height)),
        _ => Err(error(format!("{command} {}: expected the size of the board", quoted(text)))),
    }
}

/// Whether only managers that speak Yixin's dialect say such a line.
pub(super) fn is_of_yixin(line: &str) -> bool {
    let line = line.trim().to_ascii_lowercase();
    let mut words = line.split_whitespace();
    match words.next() {
        Some("info") => words.next().is_some_and(|key| YIXIN.contains(&key)),
        Some(word) => word.starts_with("yx"),
        None => false,
    }
}

/// Reads a stone of a list: where it is and, if it is said, whose (1 ours, 2 the opponent's, 3 neither's).
///
/// # Errors
/// The line is none of this.
pub(super) fn parse_stone(line: &str) -> Result<(Point, Option<u32>), Complaint> {
    match numbers(line).as_deref() {
        Some(&[x, y]) => Ok(((x, y), None)),
        Some(&[x, y, who]) if (1..=3).contains(&who) => Ok(((x, y), Some(who))),
        _ => Err(error(format!("'{}' in a list of stones: expected x,y,who or DONE", quoted(line.trim())))),
    }
}

/// The command of a line, in capitals, and what follows it.
pub(super) fn words(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_uppercase(), rest.trim())
}

/// The number that `INFO` sets something to. Some managers send times below 0 when none is left.
pub(super) fn number(key: &str, value: &str) -> Result<u64, Complaint> {
    let number = value.parse::<i64>().ok().and_then(|number| u64::try_from(number.max(0)).ok());
    number.ok_or_else(|| error(format!("INFO {key} {}: expected a number", quoted(value))))
}

/// The square that a command is about: exactly two numbers.
pub(super) fn point(command: &str, text: &str) -> Result<Point, Complaint> {
    match numbers(text).as_deref() {
        Some(&[x, y]) => Ok((x, y)),
        _ => Err(error(format!("{command} {}: expected x,y", quoted(text)))),
    }
}

/// Plain numbers, parted by commas or blanks.
fn numbers(text: &str) -> Option<Vec<u32>> {
    let parts = text.split(|letter: char| letter == ',' || letter.is_whitespace()).filter(|part| !part.is_empty());
    let number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten();
    // No command has more than three.
    parts.take(4).map(number).collect()
}
