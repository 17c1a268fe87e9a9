//! Sanitised text: files, servers and programs may contain any characters, and some are commands to a terminal. All
//! outside text that is shown to people passes through here.

use std::io;

/// Whether a character breaks the line, steers a terminal, or changes the order in which others are shown.
pub fn is_tricky(c: char) -> bool {
    let separates = matches!(c, '\u{2028}' | '\u{2029}');
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || separates || turns
}

/// The text on one line, its tricky characters written as in Rust.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if is_tricky(c) { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}

/// Writes JSON whose tricky characters are all escaped; parsers read the same values.
pub struct HarmlessJson;

impl serde_json::ser::Formatter for HarmlessJson {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_tricky(c)) {
            // All of them have one unit of UTF-16.
            write!(out, "{}\\u{:04x}", &rest[..at], u32::from(c))?;
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    const TRICKY: &str = "a\nb\u{1b}[31m\u{9b}2J é\u{202e}x\u{2066}\u{2028}\u{7f}";

    #[test]
    fn a_message_is_one_line_and_steers_nothing() {
        let expected = "a\\nb\\u{1b}[31m\\u{9b}2J é\\u{202e}x\\u{2066}\\u{2028}\\u{7f}";
        assert_eq!(one_line(TRICKY), expected);
    }

    #[test]
    fn json_means_the_same() -> Result<(), serde_json::Error> {
        let mut bytes = Vec::new();
        [TRICKY, "", "plain"].serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, HarmlessJson))?;
        assert!(!String::from_utf8_lossy(&bytes).contains(is_tricky));
        assert_eq!(serde_json::from_slice::<[String; 3]>(&bytes)?, [TRICKY, "", "plain"].map(str::to_owned));
        Ok(())
    }
}
