//! Suites of known counts: reading their files and checking a generator against them.
//!
//! One position a line: `POSITION ;D1 n ;D2 n …`. A line that begins with `# ` (hash, space) is a comment, because a
//! position may begin with a hash; `# rules: name=value,…` names the options of the lines below it.

use super::{MAX_DEPTH, NoMemory, Settings, divide};
use crate::game::{Notation, Played, TextError, TextErrorKind};
use std::sync::atomic::AtomicBool;

/// One position of a suite.
///
/// ```
/// use manyply::perft::suite::parse;
///
/// let entries = parse("# rules: plies=50\nkqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7 ;D2 49\n")?;
/// assert_eq!((entries[0].line, entries[0].counts.as_slice()), (2, &[(1, 7), (2, 49)][..]));
/// assert_eq!((entries[0].rules.text.as_str(), entries[0].rules.line), ("plies=50", 1));
/// # Ok::<(), manyply::perft::suite::SuiteError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its line in the file, from 1.
    pub line: usize,
    /// The options it is played under, as text, and where they stand.
    pub rules: Rules,
    /// The position, as text.
    pub position: String,
    /// Known counts: depth and number of lines.
    pub counts: Vec<(u32, u64)>,
}

/// Options named in a suite.
///
/// ```
/// use manyply::perft::suite::{Rules, parse};
///
/// let entries = parse("one position ;D1 7\n# rules: plies=50\nanother one ;D1 7\n")?;
/// assert_eq!(entries[0].rules, Rules::default());
/// assert_eq!(entries[1].rules, Rules { text: "plies=50".into(), line: 2, column: 10 });
/// # Ok::<(), manyply::perft::suite::SuiteError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// The options.
    pub text: String,
    /// The line that names them; 0: none, they are the defaults.
    pub line: usize,
    /// The column where they begin.
    pub column: usize,
}

/// One count that was checked.
///
/// ```
/// use manyply::games::minichess::Minichess;
/// use manyply::perft::Settings;
/// use manyply::perft::suite::{check, parse};
/// use std::sync::atomic::AtomicBool;
///
/// let entries = parse("kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7 ;D2 49")?;
/// let (settings, stop) = (Settings::default(), AtomicBool::new(false));
/// let summary = check::<Minichess>(&entries, None, 1_000_000, &settings, &stop, &mut |check| {
///     println!("depth {}: {}", check.depth, if check.is_ok() { "ok" } else { "wrong" });
/// })?;
/// assert_eq!((summary.checked, summary.failed), (2, 0));
/// # Ok::<(), manyply::perft::suite::SuiteError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Check<'a> {
    /// The position it is about.
    pub entry: &'a Entry,
    /// Plies.
    pub depth: u32,
    /// What the suite says.
    pub expected: u64,
    /// What was counted.
    pub nodes: u64,
}

impl Check<'_> {
    /// Whether the two agree.
    pub fn is_ok(&self) -> bool {
        self.expected == self.nodes
    }
}

/// How a suite went.
///
/// ```
/// use manyply::games::minichess::Minichess;
/// use manyply::perft::Settings;
/// use manyply::perft::suite::{check, parse};
/// use std::sync::atomic::AtomicBool;
///
/// // The second count is wrong, the third one larger than what is asked for.
/// let entries = parse("kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7 ;D2 50 ;D9 1000000")?;
/// let (settings, stop) = (Settings::default(), AtomicBool::new(false));
/// let summary = check::<Minichess>(&entries, None, 1000, &settings, &stop, &mut |_| ())?;
/// assert_eq!((summary.checked, summary.failed, summary.skipped, summary.complete), (2, 1, 1, true));
/// # Ok::<(), manyply::perft::suite::SuiteError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// Counts made.
    pub checked: u64,
    /// Counts that differ from the suite.
    pub failed: u64,
    /// Counts left out because they were too large.
    pub skipped: u64,
    /// Whether every count was made or left out, none broken off.
    pub complete: bool,
}

/// What keeps a suite from being checked.
///
/// ```
/// use manyply::perft::suite::{SuiteError, parse};
///
/// assert!(matches!(parse("a position ;D1 many"), Err(SuiteError::Text { line: 1, .. })));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SuiteError {
    /// A line that cannot be read.
    Text {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: TextError,
    },
    /// No table.
    Memory(NoMemory),
}

impl std::error::Error for SuiteError {}

impl std::fmt::Display for SuiteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text { line, error } => write!(f, "line {line}, {error}"),
            Self::Memory(error) => error.fmt(f),
        }
    }
}

impl From<NoMemory> for SuiteError {
    fn from(error: NoMemory) -> Self {
        Self::Memory(error)
    }
}

/// Reads a suite.
///
/// ```
/// use manyply::perft::suite::parse;
///
/// let entries = parse("# The start.\nkqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7 ;D2 49\n")?;
/// assert_eq!(entries[0].position, "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1");
/// assert_eq!(entries[0].counts, [(1, 7), (2, 49)]);
/// # Ok::<(), manyply::perft::suite::SuiteError>(())
/// ```
///
/// # Errors
/// The first line that is not of the form.
pub fn parse(text: &str) -> Result<Vec<Entry>, SuiteError> {
    let mut rules = Rules::default();
    let mut entries = Vec::new();
    // Some editors put a byte order mark first.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (line, content) in (1..).zip(text.lines()) {
        if let Some(comment) = content.strip_prefix("# ") {
            if let Some(named) = comment.trim_start().strip_prefix("rules:") {
                let text = named.trim();
                let column = 1 + content.chars().count() - named.trim_start().chars().count();
                rules = Rules { text: text.to_owned(), line, column };
            }
        } else if !content.trim().is_empty() {
            let (position, counts) = parse_line(content).map_err(|error| SuiteError::Text { line, error })?;
            entries.push(Entry { line, rules: rules.clone(), position, counts });
        }
    }
    Ok(entries)
}

/// Checks every count of at most `max_nodes` of every entry, under `rules` if given, else under the options that the
/// suite names. `report` gets each check as it is done. Once `stop` is set, the rest is left.
///
/// ```
/// use manyply::game::Notation;
/// use manyply::games::minichess::Minichess;
/// use manyply::perft::Settings;
/// use manyply::perft::suite::{check, parse};
/// use std::sync::atomic::AtomicBool;
///
/// let entries = parse("kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7 ;D2 50")?;
/// let rules = Minichess::parse_rules("plies=none")?;
/// let (settings, stop, mut wrong) = (Settings::default(), AtomicBool::new(false), Vec::new());
/// check::<Minichess>(&entries, Some(&rules), 1_000_000, &settings, &stop, &mut |check| {
///     if !check.is_ok() {
///         wrong.push((check.depth, check.nodes));
///     }
/// })?;
/// assert_eq!(wrong, [(2, 49)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A position or option that the game does not know, or no memory for the table.
pub fn check<G: Notation>(
    entries: &[Entry],
    rules: Option<&G::Rules>,
    max_nodes: u64,
    settings: &Settings,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Check<'_>),
) -> Result<Summary, SuiteError> {
    let mut summary = Summary { complete: true, ..Summary::default() };
    for entry in entries {
        let rules = match rules {
            Some(rules) => rules.clone(),
            None => G::parse_rules(&entry.rules.text)
                .map_err(|error| SuiteError::Text { line: entry.rules.line, error: error.at(entry.rules.column) })?,
        };
        let position =
            G::parse_position(&entry.position, &rules).map_err(|error| SuiteError::Text { line: entry.line, error })?;
        let game = Played::new(position);
        for &(depth, expected) in &entry.counts {
            if expected > max_nodes {
                summary.skipped += 1;
                continue;
            }
            let counts = divide(&game, depth, settings, stop, &|_| ())?;
            if !counts.complete {
                return Ok(Summary { complete: false, ..summary });
            }
            let check = Check { entry, depth, expected, nodes: counts.nodes };
            summary.checked += 1;
            summary.failed += u64::from(!check.is_ok());
            report(&check);
        }
    }
    Ok(summary)
}

fn parse_line(line: &str) -> Result<(String, Vec<(u32, u64)>), TextError> {
    let mut parts = line.split(';');
    let position = parts.next().unwrap_or_default();
    let mut column = 2 + position.chars().count();
    let counts = parts
        .map(|part| {
            let count = parse_count(part).map_err(|error| error.at(column));
            column += part.chars().count() + 1;
            count
        })
        .collect::<Result<Vec<_>, _>>()?;
    let expected = "POSITION ;D1 n ;D2 n …";
    let shape = |problem, column| Err(TextError::new(TextErrorKind::Shape, column, problem, expected));
    match (position.trim().is_empty(), counts.is_empty()) {
        (true, _) => shape("no position", 1),
        (_, true) => shape("no count", column - 1),
        // Leading blanks stay, so that columns of errors in the position are columns of the line.
        _ => Ok((position.trim_end().to_owned(), counts)),
    }
}

fn parse_count(text: &str) -> Result<(u32, u64), TextError> {
    let count = text.trim();
    let parsed = count.strip_prefix('D').and_then(|rest| {
        let (depth, nodes) = rest.split_once(char::is_whitespace)?;
        let depth = depth.parse().ok().filter(|&depth| depth <= MAX_DEPTH)?;
        Some((depth, nodes.trim().parse().ok()?))
    });
    parsed.ok_or_else(|| {
        let column = 1 + text.chars().count() - text.trim_start().chars().count();
        TextError::new(
            TextErrorKind::Number,
            column,
            format!("{count:?} is no count"),
            "D, a depth and a number: D3 452",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_positions_comments_and_rules() {
        let entries = parse("# a game\n# rules: size=3,fast\n\n#.. w ;D1 2 ;D3 40\r\n").unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].line, 4);
        assert_eq!(entries[0].rules, Rules { text: "size=3,fast".into(), line: 2, column: 10 });
        assert_eq!(entries[0].position, "#.. w");
        assert_eq!(entries[0].counts, [(1, 2), (3, 40)]);
    }

    #[test]
    fn says_where_a_line_is_wrong() {
        for (text, line, column) in [
            ("abc", 1, 4),
            ("\n;D1 3", 2, 1),
            ("a b ;D1 3 ;D2", 1, 12),
            ("a ;D1 3 ;D2 -1", 1, 10),
            ("a ;D1 99999999999999999999", 1, 4),
            ("ä ;", 1, 4),
        ] {
            match parse(text) {
                Err(SuiteError::Text { line: at, error }) => assert_eq!((at, error.column), (line, column), "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
