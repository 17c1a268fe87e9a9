//! Extended Position Description: a position a line, with operations such as `bm b2b3; id "first";` behind it.
//!
//! The position is in the game's own notation, so its fields may be more or fewer than chess's four. What each
//! operation holds is kept as it stands, moves in the game's own notation.

use super::{FormatError, play, tidy};
use crate::face::{AnyGame, Kind};
use crate::game::words;
use std::fmt::Write as _;

/// The names behind which a position is over. (A position's own fields are never called so.)
const NAMES: [&str; 25] = [
    "acd", "acn", "acs", "am", "bk", "bm", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "ce", "dm",
    "fmvn", "hmvc", "id", "pm", "pv", "sm", "tcri",
];

/// A position with what is said about it.
#[derive(Clone, Debug)]
pub struct Described {
    /// The number of its line, from 1.
    pub line: usize,
    /// The position, as a game that begins with it.
    pub game: Box<dyn AnyGame>,
    /// The operations, in their order: a name (`bm` best moves, `am` moves to avoid, `dm` moves to the end, `ce`
    /// hundredths of a unit from the mover's view, `id` a name, …) and its operands, those in quotes without them.
    /// Moves are legal.
    pub operations: Vec<(String, Vec<String>)>,
}

impl Described {
    /// The operands of the first operation of this name.
    pub fn operands(&self, name: &str) -> Option<&[String]> {
        self.operations.iter().find(|(known, _)| known == name).map(|(_, operands)| operands.as_slice())
    }
}

/// Reads the positions of a text, one at a time; empty lines and those that begin with `#` say nothing. In `bm`, `am`,
/// `pm` and `pv` are legal moves.
///
/// # Errors
/// The first mistake.
pub(super) fn each(kind: &Kind, text: &str, rules: &str, each: &mut dyn FnMut(Described)) -> Result<(), FormatError> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    for (number, line) in lines {
        if !line.trim().is_empty() && !line.trim_start().starts_with("# ") && line.trim() != "#" {
            each(read_line(kind, line, number, rules)?);
        }
    }
    Ok(())
}

/// Reads one line, which is number `number` of its file.
///
/// # Errors
/// The first mistake.
fn read_line(kind: &Kind, line: &str, number: usize, rules: &str) -> Result<Described, FormatError> {
    let split = words(line).find(|(_, word)| NAMES.contains(&word.trim_end_matches(';'))).map(|(column, _)| column);
    let byte = |column: usize| line.char_indices().nth(column - 1).map_or(line.len(), |(at, _)| at);
    let end = split.map(byte).into_iter().chain(line.find(';')).min().unwrap_or(line.len());
    let board = line[..end].trim_end();
    let begin = board.chars().take_while(|c| c.is_whitespace()).count() + 1;
    let game = kind.start(rules, Some(board.trim()));
    let game = game.map_err(|error| FormatError::of_text((number, begin), "", error))?;
    let mut described = Described { line: number, game, operations: Vec::new() };
    for (column, text) in operations(line, end) {
        let mut operands = operands(&text).map_err(|problem| {
            FormatError::at((number, column), problem, "operations such as bm MOVE; id \"name\";")
        })?;
        if operands.is_empty() {
            continue;
        }
        let name = operands.remove(0);
        check(&*described.game, &name, &operands, (number, column))?;
        described.operations.push((name, operands));
    }
    Ok(described)
}

/// Whether a text looks like such lines, and not like games: the first that says something has an operation.
pub fn is_likely(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let Some((operation, rest)) = first.split_once(';') else { return false };
    let has_name = || words(operation).skip(1).any(|(_, word)| NAMES.contains(&word));
    !first.starts_with(['[', '{', '(', '%']) && (has_name() || rest.starts_with('D'))
}

/// Checks that the moves of an operation are legal, and that its number makes sense.
fn check(game: &dyn AnyGame, name: &str, operands: &[String], place: (usize, usize)) -> Result<(), FormatError> {
    let number = || operands.first().filter(|_| operands.len() == 1).and_then(|text| text.parse::<i32>().ok());
    let expected = match name {
        "dm" if number().is_none_or(|moves| moves < 1) => "dm and a number of moves, at least 1",
        "ce" if number().is_none() => "ce and a number of hundredths",
        _ => "",
    };
    if !expected.is_empty() {
        return Err(FormatError::at(place, format!("{name} {}", operands.join(" ")), expected));
    }
    let is_line = name == "pv";
    if !is_line && !["bm", "am", "pm", "sm"].contains(&name) {
        return Ok(());
    }
    let mut line = game.boxed();
    for text in operands {
        play(&mut *line, text).map_err(|error| FormatError {
            column: place.1,
            ..FormatError::of_move(place, &format!("{name} {text:?}"), error)
        })?;
        if !is_line {
            line.take_back();
        }
    }
    Ok(())
}

/// The operations from byte `from` on, each with its column: what is between semicolons outside quotes.
fn operations(line: &str, from: usize) -> Vec<(usize, String)> {
    let first = line[..from].chars().count() + 1;
    let mut parts = vec![(first, String::new())];
    let mut quoted = false;
    for (column, c) in (first..).zip(line[from..].chars()) {
        quoted ^= c == '"';
        match (c, parts.last_mut()) {
            (';', _) if !quoted => parts.push((column + 1, String::new())),
            (_, Some((begin, part))) => {
                // A part begins with its first letter.
                if part.is_empty() && c.is_whitespace() { *begin = column + 1 } else { part.push(c) }
            }
            (_, None) => {}
        }
    }
    parts
}

/// The name and the operands of an operation; quotes hold several words together.
fn operands(text: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut parts = text.split('"');
    while let Some(plain) = parts.next() {
        found.extend(plain.split_whitespace().map(str::to_owned));
        match parts.next() {
            Some(_) if parts.clone().next().is_none() => {
                return Err(format!("a quotation that does not end in {text:?}"));
            }
            Some(quoted) => found.push(tidy(quoted)),
            None => {}
        }
    }
    Ok(found)
}

/// A position as a line, without its end.
pub fn write(described: &Described) -> String {
    let mut line = described.game.position_text();
    // Where an operation that nobody knows begins, a reader cannot tell.
    if described.operations.first().is_some_and(|(name, _)| !NAMES.contains(&name.as_str())) {
        line.push(';');
    }
    for (name, operands) in &described.operations {
        // Writing to a string cannot fail.
        let _ = write!(line, " {name}");
        for operand in operands {
            let operand = tidy(operand).replace('"', "'");
            let is_text = name == "id" || name.starts_with('c') && name != "ce";
            let quoted = is_text || operand.is_empty() || operand.contains([' ', ';', '"']);
            let _ = if quoted { write!(line, " \"{operand}\"") } else { write!(line, " {operand}") };
        }
        line.push(';');
    }
    line
}
