//! Games as SGF: the first node has what is said of the game, then come the moves, ten a line.

use super::{MARKS, PLAYERS, TAGS, TEXTS, result_text};
use crate::face::AnyGame;
use crate::formats::{Ply, Recorded, rewind, stones, tidy, tidy_lines};
use crate::game::Side;
use std::fmt::Write as _;

/// Moves of a line.
const WIDTH: usize = 10;

/// A game that begins with `game`, in canonical spelling, as a file; none where the format cannot hold it: a board of
/// more than 26 columns or rows, or a start that is more than stones and whose turn it is. Glyphs other than `!`, `?`,
/// `!!`, `??`, `!?` and `?!` are left out, and so are tags that the format does not have.
pub(in crate::formats) fn write(mut game: Box<dyn AnyGame>, recording: &Recorded) -> Option<String> {
    let (width, height) = stones::size(&recording.rules);
    let (set, turn) = stones::of_game(&*game);
    let again = game.kind().start(&recording.rules, Some(&stones::position_text((width, height), &set, turn)));
    if width.max(height) > 26 || !again.is_ok_and(|again| again.position_text() == recording.start) {
        return None;
    }
    let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[manyply:{}]SZ[{size}]", env!("CARGO_PKG_VERSION"));
    let mut property = |name: &str, value: &str| {
        if !value.is_empty() {
            add(&mut text, name, value);
        }
    };
    let all = &recording.rules;
    // The names of rules are common; other lengths of a row only these rules know.
    let named = stones::option(all, "connect") == Some("5");
    property("RU", stones::option(all, "rule").filter(|_| named).unwrap_or(all));
    for (name, player) in PLAYERS.iter().zip(&recording.players) {
        property(name, player);
    }
    for (tag, name) in TAGS.iter().copied().chain(TEXTS.iter().map(|&name| (name, name))) {
        property(name, recording.tag(tag).unwrap_or_default());
    }
    property("RE", recording.payoffs.as_deref().map_or("", result_text));
    for (side, name) in ["AB", "AW"].into_iter().enumerate() {
        let squares: String = set.iter().filter(|stone| stone.2 == side).map(|&(x, y, _)| square(x, y)).collect();
        if !squares.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{name}{squares}");
        }
    }
    if !set.is_empty() || turn == 1 {
        add(&mut text, "PL", ["B", "W"][turn]);
    }
    if !recording.comment.is_empty() {
        add(&mut text, "C", &recording.comment);
    }
    text.push('\n');
    branch(&mut text, &mut *game, &recording.line);
    Some(text + ")\n")
}

/// Adds moves, and where one has variations a branch for it and each of them.
fn branch(text: &mut String, game: &mut dyn AnyGame, line: &[Ply]) {
    let before = game.ply();
    let mut open = Vec::new();
    for (index, ply) in line.iter().enumerate() {
        if !ply.variations.is_empty() {
            text.push_str("\n(");
            open.push(index);
        } else if index > 0 && index % WIDTH == 0 {
            text.push('\n');
        }
        let (x, y) = stones::place(game, &ply.played);
        let side = ["B", "W"][usize::from(game.side_to_move() != Side::FIRST)];
        // Writing to a string cannot fail.
        let _ = write!(text, ";{side}{}", square(x, y));
        for glyph in &ply.glyphs {
            if let Some((_, name, value)) = MARKS.iter().find(|(known, ..)| known == glyph) {
                add(text, name, value);
            }
        }
        if !ply.comment.is_empty() {
            add(text, "C", &ply.comment);
        }
        // The line has been checked.
        let _ = game.play(&ply.played);
    }
    // The branches end in the reverse order, each followed by the alternatives to its first move.
    for index in open.into_iter().rev() {
        text.push(')');
        rewind(game, before + index);
        for variation in &line[index].variations {
            text.push_str("\n(");
            if !variation.comment.is_empty() {
                text.push(';');
                add(text, "C", &variation.comment);
            }
            branch(text, game, &variation.line);
            text.push(')');
        }
    }
    rewind(game, before);
}

fn add(text: &mut String, name: &str, value: &str) {
    let value = if name == "C" { tidy_lines(value) } else { tidy(value) };
    let value = value.replace('\\', "\\\\").replace(']', "\\]");
    // Writing to a string cannot fail.
    let _ = write!(text, "{name}[{value}]");
}

/// A square as a value.
fn square(x: usize, y: usize) -> String {
    let letter = |at: usize| char::from(b'a' + u8::try_from(at).unwrap_or(u8::MAX - b'a'));
    format!("[{}{}]", letter(x), letter(y))
}
