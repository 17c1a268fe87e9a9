//! Weights as the text of an asset, in the one form that a game reads.

use manyply::game::{Group, Weights};
use std::fmt::Write as _;

/// Characters a line.
const LINE: usize = 120;
/// Characters a line of the text about the origin.
const WIDTH: usize = 110;

/// The file in which a game holds the weights of its evaluation, or those of its move ordering: where they come from,
/// as a comment, and the name of each group with its numbers, row by row.
pub fn source(weights: &Weights) -> String {
    let mut text: String = wrapped(&weights.origin, WIDTH).iter().map(|line| format!("# {line}\n")).collect();
    for group in &weights.groups {
        text += &format!("\n{}\n", group.name);
        for row in rows(group) {
            text += &(row + "\n");
        }
    }
    text
}

/// The text in lines of at most so many characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                // Writing to a string cannot fail.
                let _ = write!(line, " {word}");
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A table a row a line; a long row goes on in the next.
fn rows(group: &Group) -> Vec<String> {
    let joined = |row: &[i32]| row.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
    match group.shape[..] {
        [_, .., columns] => group.values.chunks(columns).map(joined).collect(),
        _ => wrapped(&joined(&group.values), LINE),
    }
}
