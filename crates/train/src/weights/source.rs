//! Weights as source text, in the one form that a game's table has.

use manyply::game::{Group, Weights};
use std::fmt::Write as _;

/// Characters a line of the source.
const LINE: usize = 120;
/// Characters a line of the text about the origin.
const WIDTH: usize = 110;

/// The file in which `game` holds the weights of its evaluation.
pub fn source(game: &str, weights: &Weights) -> String {
    let of = format!("evaluation, in hundredths of the game's unit, as `manyply tune {game}`");
    table(&of, weights)
}

/// The file in which `game` holds the weights of its move ordering.
pub fn policy_source(game: &str, weights: &Weights) -> String {
    let of = format!("move ordering, in hundredths of a log-odds unit, as `manyply tune {game} --policy`");
    table(&of, weights)
}

fn table(of: &str, weights: &Weights) -> String {
    let mut text =
        format!("//! Tuned weights of the {of} writes them.\n\ncrate::game::tunable::weights! {{\n    origin =");
    for line in wrapped(&weights.origin, WIDTH) {
        text += &format!("\n        {line:?}");
    }
    text += ";\n";
    for group in &weights.groups {
        text.push('\n');
        for line in &group.says {
            text += &format!("    /// {line}\n");
        }
        text += &format!("    {}: {} = {};\n", group.name, shape(&group.shape), numbers(group));
    }
    text + "}\n"
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

/// A shape as the source has it: `_`, `[_; 3]`, `[[_; 3]; 2]`.
fn shape(lengths: &[usize]) -> String {
    lengths.iter().rev().fold("_".to_owned(), |inner, length| format!("[{inner}; {length}]"))
}

fn numbers(group: &Group) -> String {
    let joined = |row: &[i32], width: usize| row.iter().map(|n| format!("{n:>width$}")).collect::<Vec<_>>().join(", ");
    match group.shape[..] {
        [] => joined(&group.values, 0),
        [_] => {
            let row = joined(&group.values, 0);
            if format!("    {}: {} = [{row}];", group.name, shape(&group.shape)).len() <= LINE {
                format!("[{row}]")
            } else {
                format!("[\n        {}\n    ]", wrapped(&(row + ","), LINE - 8).join("\n        "))
            }
        }
        [.., columns] => {
            let width = group.values.iter().map(|n| n.to_string().len()).max().unwrap_or(0);
            let rows = group.values.chunks(columns);
            let rows: String = rows.map(|row| format!("        [{}],\n", joined(row, width))).collect();
            format!("[\n{rows}    ]")
        }
    }
}
