//! Games as PGN: tags, then moves in lines of at most 80 characters.

use super::{ROSTER, player_tag, result_text};
use crate::formats::{Ply, Recording, tidy};
use crate::game::{Notation, Side};
use std::fmt::Write as _;

/// Characters of a line.
const WIDTH: usize = 80;

/// A game as PGN, with an empty line behind it.
pub fn write<G: Notation>(recording: &Recording<G>) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = tidy(value).replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    for (name, unknown) in ROSTER {
        tag(name, recording.tag(name).unwrap_or(unknown));
    }
    for side in Side::all(G::SIDES) {
        let player = recording.players.get(side.index()).filter(|name| !name.is_empty());
        tag(&player_tag::<G>(side), player.map_or("?", String::as_str));
    }
    let result = result_text::<G>(recording.payoffs.as_deref());
    tag("Result", &result);
    tag("Variant", G::NAME);
    let rules = recording.start.rules();
    tag("Rules", &G::rules_text(&rules));
    if recording.start != G::start(&rules) {
        tag("SetUp", "1");
        tag("FEN", &recording.start.position_text());
    }
    for (name, value) in recording.tags.iter().filter(|(name, _)| ROSTER.iter().all(|(known, _)| known != name)) {
        tag(name, value);
    }
    text.push('\n');
    let mut words = Words { text, column: 0 };
    words.comment(&recording.comment);
    words.line(&mut recording.start.clone(), &recording.line, 0, "");
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

    /// Moves from `position`, ply `first` of the game, which is as before afterwards. `opening` stands before the first
    /// word.
    fn line<G: Notation>(&mut self, position: &mut G, line: &[Ply<G::Move>], first: usize, opening: &str) {
        // A side that is not the first begins in the middle of a round.
        let shift = if first == 0 { position.side_to_move().index() } else { 0 };
        let mut undone = Vec::new();
        let mut is_numbered = false;
        let mut opening = opening;
        for (ply, Ply { played, glyphs, comment, variations }) in (first + shift..).zip(line) {
            let (round, turn) = (ply / G::SIDES + 1, ply % G::SIDES);
            let number = match turn {
                0 => format!("{round}. "),
                _ if !is_numbered => format!("{round}... "),
                _ => String::new(),
            };
            let word = format!("{opening}{number}{}", position.move_text(*played));
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
                self.line(position, &variation.line, ply, before);
                self.add(")");
            }
            is_numbered &= comment.is_empty();
            undone.push((*played, position.make(*played)));
        }
        for (m, undo) in undone.into_iter().rev() {
            position.unmake(m, undo);
        }
    }
}
