//! Which format a file has: by its name where it is to be written, by its content where it is read.

use super::sgf;
use crate::face::Kind;
use crate::game::Foreign;
use std::path::Path;

/// A format of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Games as a match writes them: an archive of the arena.
    Archive,
    /// Portable Game Notation.
    Pgn,
    /// Smart Game Format.
    Sgf,
    /// What Piskvork, the manager of the Gomocup tournament, saves.
    Psq,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Archive, Self::Pgn, Self::Sgf, Self::Psq];

    /// Its name, which files have as their extension.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Archive => "txt",
            Self::Pgn => "pgn",
            Self::Sgf => "sgf",
            Self::Psq => "psq",
        }
    }

    /// The format of this name, in any case.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format that the name of a file asks for.
    pub fn of_path(path: &Path) -> Option<Self> {
        Self::of_name(path.extension()?.to_str()?)
    }

    /// The format that a text is in: what is nothing else can only be PGN.
    pub fn of_content(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with("[Match ") {
            Self::Archive
        } else if text.starts_with('(') || (!text.starts_with(['[', '{', '%']) && holds_sgf(text)) {
            Self::Sgf
        } else if text.get(..9).is_some_and(|word| word.eq_ignore_ascii_case("piskvorky")) {
            Self::Psq
        } else {
            Self::Pgn
        }
    }

    /// Whether games of this kind can be in this format.
    pub fn holds(self, kind: &Kind) -> bool {
        match self {
            Self::Archive | Self::Pgn => true,
            Self::Sgf | Self::Psq => kind.protocols.contains(&Foreign::Gomocup),
        }
    }
}

/// Whether games of SGF stand between other text: a node with a property begins there.
fn holds_sgf(text: &str) -> bool {
    let is_property = |node: &str| {
        let name = node.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        name.len() < node.len() && name.trim_start().starts_with('[')
    };
    sgf::has_game(text) && text.split("(;").skip(1).any(|node| is_property(node.trim_start()))
}
