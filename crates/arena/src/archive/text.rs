//! The text of a file of games: what is written of a match and its games, and read back.

use super::recorded::trimmed;
use super::{ArchiveError, Head, Record};
use crate::service::json;
use manyply::formats::Note;
use manyply::game::MAX_SIDES;
use std::fmt::Write as _;

/// The lines between two empty lines.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    /// The number of the first.
    pub(super) line: usize,
}

impl<'a> Part<'a> {
    fn error(&self, at: usize, problem: impl Into<String>, expected: &'static str) -> ArchiveError {
        ArchiveError::Format { line: self.line + at, problem: problem.into(), expected }
    }

    /// The values of the tags called `name`, each with its line in the part.
    fn tags(self, name: &'a str) -> impl Iterator<Item = (usize, Result<String, ArchiveError>)> + 'a {
        self.text.lines().enumerate().filter_map(move |(at, line)| {
            let value = serde_json::from_str::<String>(value(line, name)?);
            Some((at, value.map_err(|_| self.error(at, "a value that is not in quotes", "[Name \"value\"]"))))
        })
    }

    /// The value of the tag called `name`, which must be there, once.
    fn tag(self, name: &'static str) -> Result<(usize, String), ArchiveError> {
        let missing = || self.error(0, format!("no [{name} \"…\"]"), "a file of games");
        let mut tags = self.tags(name);
        let (at, value) = tags.next().ok_or_else(missing)?;
        match tags.next() {
            Some((at, _)) => Err(self.error(at, format!("[{name} \"…\"] again"), "an empty line between games")),
            None => Ok((at, value?)),
        }
    }

    /// The numbers in the tag called `name`, which lie in a range.
    fn numbers(self, name: &'static str, least: i64, most: i64) -> Result<Vec<i64>, ArchiveError> {
        let (at, value) = self.tag(name)?;
        let number = |word: &str| word.parse().ok().filter(|number| (least..=most).contains(number));
        let numbers = value.split(' ').map(number).collect::<Option<Vec<_>>>();
        numbers.ok_or_else(|| self.error(at, format!("{name}: {value:?}"), "whole numbers in range"))
    }

    fn number(self, name: &'static str, least: i64) -> Result<u64, ArchiveError> {
        Ok(self.numbers(name, least, i64::MAX)?[0].unsigned_abs())
    }

    pub(super) fn head(self) -> Result<Head, ArchiveError> {
        Ok(Head {
            game: self.tag("Match")?.1,
            rules: self.tag("Rules")?.1,
            contenders: self.tags("Contender").map(|(_, value)| value).collect::<Result<_, _>>()?,
            settings: self.tag("Settings")?.1,
        })
    }

    pub(super) fn record(self, contenders: usize) -> Result<Record, ArchiveError> {
        let seats = self.numbers("Seats", 1, contenders as i64)?;
        let payoffs = self.numbers("Result", -1, 1)?;
        if seats.len() != payoffs.len() || !(2..=MAX_SIDES).contains(&seats.len()) {
            return Err(self.error(0, "not as many seats as results", "two to four of each"));
        }
        let (moves, notes) = self.moves()?;
        let opening_plies = self.number("OpeningPlies", 0)? as usize;
        if opening_plies > moves.len() {
            return Err(self.error(0, "an opening longer than its game", "at most as many OpeningPlies as moves"));
        }
        Ok(Record {
            number: self.number("Game", 1)? - 1,
            seats: seats.into_iter().map(|seat| seat as usize - 1).collect(),
            opening: self.number("Opening", 1)? - 1,
            start: self.tag("Start")?.1,
            opening_plies,
            payoffs: payoffs.into_iter().map(|payoff| payoff as i8).collect(),
            ending: self.tag("Ending")?.1,
            moves,
            notes,
        })
    }

    /// The moves, and what is said of them.
    fn moves(self) -> Result<(Vec<String>, Vec<Option<Note>>), ArchiveError> {
        let (mut moves, mut notes) = (Vec::new(), Vec::new());
        for (at, line) in self.text.lines().enumerate().filter(|(_, line)| !line.starts_with('[')) {
            let mut rest = line.trim_start_matches(' ');
            while !rest.is_empty() {
                if let Some(inner) = rest.strip_prefix('{') {
                    let wrong = |text: &str| self.error(at, format!("{{{text}"), NOTE);
                    let (text, behind) = inner.split_once('}').ok_or_else(|| wrong(inner))?;
                    let note = text.parse().map_err(|_| wrong(text))?;
                    match notes.last_mut() {
                        Some(last @ None) => *last = Some(note),
                        _ => return Err(self.error(at, "a note behind no move", "a move before it")),
                    }
                    rest = behind;
                } else {
                    let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
                    moves.push(word.to_owned());
                    notes.push(None);
                    rest = behind;
                }
                rest = rest.trim_start_matches(' ');
            }
        }
        Ok((moves, trimmed(notes)))
    }
}

/// What stands in braces.
const NOTE: &str = "what a player said, as in {+0.15/22 0.394s 1392118n}";

/// The tags of a game, in the order in which they are written.
const TAGS: [&str; 7] = ["Game", "Seats", "Opening", "Start", "OpeningPlies", "Result", "Ending"];

/// Checks that `bytes` are a game whose writing was broken off, anywhere. `line` is the number of the first.
pub(super) fn check_torn(bytes: &[u8], line: usize) -> Result<(), ArchiveError> {
    let wrong = |at: usize| ArchiveError::Format {
        line: line + at,
        problem: "neither a whole game with an empty line behind it nor the beginning of one".into(),
        expected: "what follows in a game",
    };
    let line_of = |length: usize| bytes[..length].iter().filter(|&&byte| byte == b'\n').count();
    // Broken off within a letter, or no text at all.
    let text = std::str::from_utf8(bytes).or_else(|error| match error.error_len() {
        None => Ok(std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()),
        Some(_) => Err(wrong(line_of(error.valid_up_to()))),
    })?;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let fits = match (TAGS.get(at), line.strip_suffix('\n')) {
            (Some(name), Some(line)) => {
                value(line, name).is_some_and(|text| serde_json::from_str::<String>(text).is_ok())
            }
            (Some(name), None) => begins_tag(line, name),
            (None, moves) => at == TAGS.len() && is_moves(moves.unwrap_or(line)),
        };
        if !fits {
            return Err(wrong(at));
        }
    }
    Ok(())
}

/// Whether `line` is the beginning of a tag called `name`.
fn begins_tag(line: &str, name: &str) -> bool {
    let opening = format!("[{name} ");
    let Some(text) = line.strip_prefix(&opening) else { return opening.starts_with(line) };
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<String>();
    match values.next() {
        None => true,
        Some(Ok(_)) => ["", "]"].contains(&&text[values.byte_offset()..]),
        Some(Err(error)) => error.is_eof(),
    }
}

fn is_moves(line: &str) -> bool {
    !line.starts_with('[') && !line.contains(char::is_control)
}

/// What stands for the value in `line`, if it is a tag called `name`.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.strip_prefix('[')?.strip_suffix(']')?.strip_prefix(name)?.strip_prefix(' ')
}

/// Writes a tag; neither a string as JSON nor writing to one can fail.
fn tag(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "[{name} {}]", json::harmless(&value).unwrap_or_default());
}

fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

impl Head {
    /// The head as it stands in a file.
    pub fn text(&self) -> String {
        let mut text = String::new();
        tag(&mut text, "Match", &self.game);
        tag(&mut text, "Rules", &self.rules);
        for contender in &self.contenders {
            tag(&mut text, "Contender", contender);
        }
        tag(&mut text, "Settings", &self.settings);
        text + "\n"
    }
}

impl Record {
    /// The game as it stands in a file.
    pub fn text(&self) -> String {
        let mut text = String::new();
        tag(&mut text, "Game", &(self.number + 1).to_string());
        tag(&mut text, "Seats", &joined(self.seats.iter().map(|seat| seat + 1)));
        tag(&mut text, "Opening", &(self.opening + 1).to_string());
        tag(&mut text, "Start", &self.start);
        tag(&mut text, "OpeningPlies", &self.opening_plies.to_string());
        tag(&mut text, "Result", &joined(&self.payoffs));
        tag(&mut text, "Ending", &self.ending);
        for (ply, played) in self.moves.iter().enumerate() {
            if ply > 0 {
                text.push(' ');
            }
            text += played;
            if let Some(Some(note)) = self.notes.get(ply) {
                // Writing to a string cannot fail.
                let _ = write!(text, " {{{note}}}");
            }
        }
        if !self.moves.is_empty() {
            text.push('\n');
        }
        text + "\n"
    }
}
