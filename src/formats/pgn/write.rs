//! Games as PGN: tags, then moves in lines of at most 80 characters.

use super::{ROSTER, player_tag, result_text};
use crate::face::AnyGame;
use crate::formats::{Ply, Recorded, tidy};
use crate::game::Side;
use std::fmt::Write as _;

/// Characters of a line.
const WIDTH: usize = 80;

/// A game that begins with `start`, in canonical spelling, as PGN, with an empty line behind it.
pub(in crate::formats) fn write(start: &dyn AnyGame, recording: &Recorded) -> String {
    let kind = start.kind();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = tidy(value).replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    for (name, unknown) in ROSTER {
        tag(name, recording.tag(name).unwrap_or(unknown));
    }
    for side in Side::all(kind.sides) {
        let player = recording.players.get(side.index()).filter(|name| !name.is_empty());
        tag(&player_tag(kind, side), player.map_or("?", String::as_str));
    }
    let result = result_text(kind, recording.payoffs.as_deref());
    tag("Result", &result);
    tag("Variant", kind.name);
    tag("Rules", &recording.rules);
    if !kind.start(&recording.rules, None).is_ok_and(|usual| usual.position_text() == recording.start) {
        tag("SetUp", "1");
        tag("FEN", &recording.start);
    }
    for (name, value) in recording.tags.iter().filter(|(name, _)| ROSTER.iter().all(|(known, _)| known != name)) {
        tag(name, value);
    }
    text.push('\n');
    let mut words = Words { text, column: 0 };
    words.comment(&recording.comment);
    // A side that is not the first begins in the middle of a round.
    words.line(&recording.line, kind.sides, start.side_to_move().index(), "");
    words.add(&result);
    words.text + "\n\n"
}

/// Words joined to lines.
struct Words {
    text: String,
    /// Characters in the line so far.
    column: usize,
}

impl Words {
    fn add(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.break_line();
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += word;
        self.column += length;
    }

    fn break_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    fn comment(&mut self, text: &str) {
        let text = tidy(text);
        if text.contains('}') {
            // The other kind of comment, which ends with its line.
            if self.column > 0 {
                self.break_line();
            }
            self.text += "; ";
            self.text += &text;
            self.break_line();
        } else if !text.is_empty() {
            format!("{{{text}}}").split(' ').for_each(|word| self.add(word));
        }
    }

    /// Moves of so many sides, the first of them ply `first` counted from the beginning of a round. `opening` stands
    /// before the first word.
    fn line(&mut self, line: &[Ply], sides: usize, first: usize, opening: &str) {
        let mut is_numbered = false;
        let mut opening = opening;
        for (ply, Ply { played, glyphs, comment, variations }) in (first..).zip(line) {
            let (round, turn) = (ply / sides + 1, ply % sides);
            let number = match turn {
                0 => format!("{round}. "),
                _ if !is_numbered => format!("{round}... "),
                _ => String::new(),
            };
            let word = format!("{opening}{number}{played}");
            word.split(' ').for_each(|word| self.add(word));
            (is_numbered, opening) = (true, "");
            for glyph in glyphs {
                self.add(&format!("${glyph}"));
            }
            self.comment(comment);
            for variation in variations {
                is_numbered = false;
                let before = if variation.comment.is_empty() { "(" } else { "" };
                if before.is_empty() {
                    self.add("(");
                    self.comment(&variation.comment);
                }
                self.line(&variation.line, sides, ply, before);
                self.add(")");
            }
            is_numbered &= comment.is_empty();
        }
    }
}
