//! What is in a file, whatever its name: to tell who gives a file of the wrong kind what it is.

use super::{Format, epd};
use std::fmt;
use std::io::Read;
use std::path::Path;

/// Bytes of a file that are looked at.
const HEAD: usize = 1 << 12;

/// A kind of file, of those that this program reads or writes and a few that are mistaken for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Games, in one of the formats.
    Games(Format),
    /// Positions with operations or counts: EPD.
    Positions,
    /// An opening book.
    Book,
    /// A network.
    Network,
    /// Games to train on.
    Data,
    /// A transposition table, or the table of a solver.
    Table,
    /// A proof that can be checked.
    Certificate,
    /// Results, checkpoints or parts of runs: objects, one a line.
    Json,
    /// Something else, by its name.
    Other(&'static str),
}

/// How files begin that have a fixed beginning.
const BEGINNINGS: &[(&[u8], Content)] = &[
    (b"manyply network ", Content::Network),
    (b"manyply data ", Content::Data),
    (b"manyply table ", Content::Table),
    (b"manyply proof ", Content::Certificate),
    // Packed.
    (b"\x28\xb5\x2f\xfd", Content::Certificate),
    (b"# book of ", Content::Book),
    (b"<svg", Content::Other("a picture (SVG)")),
    (b"\x89PNG", Content::Other("a picture (PNG)")),
    (b"\xff\xd8\xff", Content::Other("a picture (JPEG)")),
    (b"%PDF", Content::Other("a PDF file")),
    (b"PK\x03\x04", Content::Other("a ZIP archive")),
    (b"\x1f\x8b", Content::Other("a gzip archive")),
    (b"\x7fELF", Content::Other("a program")),
    (b"MZ\x90", Content::Other("a program")),
    (b"\xcf\xfa\xed\xfe", Content::Other("a program")),
    (b"<!DOCTYPE html", Content::Other("a web page")),
    (b"<html", Content::Other("a web page")),
    (b"#!", Content::Other("a script")),
];

impl Content {
    /// Games in any format.
    pub const GAMES: &'static [Self] =
        &[Self::Games(Format::Archive), Self::Games(Format::Pgn), Self::Games(Format::Sgf), Self::Games(Format::Psq)];

    /// What begins with these bytes, if that can be told.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let head = &bytes[..bytes.len().min(HEAD)];
        if let Some((_, content)) = BEGINNINGS.iter().find(|(beginning, _)| head.starts_with(beginning)) {
            return Some(*content);
        }
        let text = String::from_utf8_lossy(head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        match Format::of_content(text) {
            _ if text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"')) => Some(Self::Json),
            // What is nothing else is said to be of this format.
            Format::Pgn if has_tag(text) => Some(Self::Games(Format::Pgn)),
            Format::Pgn => epd::is_likely(text).then_some(Self::Positions),
            format => Some(Self::Games(format)),
        }
    }

    /// What is in a file, if it is one and that can be told.
    pub fn of_file(path: &Path) -> Option<Self> {
        let file = path.metadata().ok().filter(std::fs::Metadata::is_file).and_then(|_| std::fs::File::open(path).ok());
        let mut head = Vec::new();
        file?.take(HEAD as u64).read_to_end(&mut head).ok()?;
        Self::of(&head)
    }

    /// That this is there where one of others was expected.
    ///
    /// ```
    /// use manyply::formats::Content;
    ///
    /// let found = Content::of(b"{\"type\":\"batch\"}\n");
    /// let problem = found.and_then(|found| found.instead_of(&[Content::Network]));
    /// assert_eq!(problem.as_deref(), Some("this is a file of JSON; expected a network"));
    /// ```
    pub fn instead_of(self, expected: &[Self]) -> Option<String> {
        let names: Vec<String> = expected.iter().map(ToString::to_string).collect();
        let names = match names.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => names.concat(),
        };
        (!expected.contains(&self)).then(|| format!("this is {self}; expected {names}"))
    }
}

/// Whether a text begins with a tag of PGN: `[White "A"]`.
fn has_tag(text: &str) -> bool {
    let name = text.strip_prefix('[').unwrap_or_default();
    let value = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    value.len() < name.len() && value.starts_with(" \"")
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Games(Format::Archive) => "a file of a match",
            Self::Games(Format::Pgn) => "a PGN file",
            Self::Games(Format::Sgf) => "an SGF file",
            Self::Games(Format::Psq) => "a psq file",
            Self::Positions => "a suite of positions (EPD)",
            Self::Book => "an opening book",
            Self::Network => "a network",
            Self::Data => "training data",
            Self::Table => "a kept table",
            Self::Certificate => "a certificate",
            Self::Json => "a file of JSON",
            Self::Other(name) => name,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_their_beginning() {
        for (bytes, name) in [
            (&b"[Match \"hop\"]\n"[..], "a file of a match"),
            (b"\xef\xbb\xbf[White \"A\"]\n\n1. b2b3", "a PGN file"),
            (b"(;GM[4]SZ[15];B[hh])", "an SGF file"),
            (b"Piskvorky 15x15, 11:11, 0\n", "a psq file"),
            (b"# rules: default\nkqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7\n", "a suite of positions (EPD)"),
            (b"startpos bm b2b3; id \"x\";", "a suite of positions (EPD)"),
            (b"manyply network 1\n{}", "a network"),
            (b"\x28\xb5\x2f\xfd\0\0", "a certificate"),
            (b"\x89PNG\r\n", "a picture (PNG)"),
            (b"{\"type\":\"branch\"}\n", "a file of JSON"),
            (b"{\n  \"a\": 1\n}\n", "a file of JSON"),
        ] {
            assert_eq!(Content::of(bytes).map(|content| content.to_string()).as_deref(), Some(name));
        }
        for bytes in [
            &b""[..],
            b"startpos\n",
            b"b2b3 d5d4\n",
            b"1. b2b3 d5d4\n",
            b"[a]\nb=[\"c\"]",
            b"\xff\xfe\0",
            b"[",
            b"\n\n",
        ] {
            assert_eq!(Content::of(bytes), None, "{bytes:?}");
        }
        assert_eq!(Content::of_file(Path::new("no/such/file")), None);
    }
}
