//! Games in a text file, written as they end, that people and programs can read and a match can go on from.
//!
//! ```text
//! [Match "minichess"]
//! [Rules "plies=100,limit=material,repetition=4,king=capture"]
//! [Contender "engine:nodes=1000"]
//! [Contender "random"]
//! [Settings "{…}"]
//!
//! [Game "1"]
//! [Seats "1 2"]
//! [Opening "1"]
//! [Start "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1"]
//! [OpeningPlies "2"]
//! [Result "1 -1"]
//! [Ending "rules"]
//! b2b3 d5d4 c1b2 {+0.12/9 0.034s 1000n} d4c3 {0.000s} …
//!
//! ```
//!
//! Values in quotes are written as in JSON. In braces behind a move stands what its player said of it: a [`Note`]. A
//! part ends with an empty line; a last game that does not was torn by a crash and counts as not written. Seats name
//! the contenders, the result what each side gets, both in the order of the sides. The ending is `rules`, `proved`,
//! `length`, or `timeout`, `illegal` or `crash` with the side (from 1) and the reason; of games that come from other
//! formats also `agreed` (the result is what that format says) or `unfinished`.

mod recorded;
mod replay;
mod text;

use manyply::files::{self, LockedFile};
use manyply::formats::Note;
pub use recorded::UNFINISHED;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use text::Part;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 1 << 32;

/// What all games of a file have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The name of the game.
    pub game: String,
    /// The rules, as the game writes them.
    pub rules: String,
    /// The descriptions of those who play.
    pub contenders: Vec<String>,
    /// Whatever else is needed to resume, in the writer's format.
    pub settings: String,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The number of the game, from 0 (in the file from 1).
    pub number: u64,
    /// The contender on each side, from 0 (in the file from 1).
    pub seats: Vec<usize>,
    /// The number of the opening, from 0 (in the file from 1).
    pub opening: u64,
    /// The position that the game begins with.
    pub start: String,
    /// How many of the moves are the opening's.
    pub opening_plies: usize,
    /// What each side gets: 1, 0 or −1.
    pub payoffs: Vec<i8>,
    /// Why the game ended.
    pub ending: String,
    /// The moves.
    pub moves: Vec<String>,
    /// What the players said of them; shorter than the moves where nothing was said of the last ones.
    pub notes: Vec<Option<Note>>,
}

/// How many bytes at the end of a file are the beginning of a game that was not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TornEnd(pub u64);

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The system refuses it.
    #[error("{0}")]
    System(#[from] io::Error),
    /// It is longer than such a file can be.
    #[error("the file is longer than {LARGEST} bytes")]
    TooLong,
    /// It is not such a file.
    #[error("line {line}: {problem}; expected {expected}")]
    Format {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
        /// What should be there.
        expected: &'static str,
    },
}

/// A file of games that more games can be added to, by nobody else as long as it is held.
#[derive(Debug)]
pub struct Archive {
    file: LockedFile,
}

impl Archive {
    /// Makes a new file, which appears with its head whole.
    ///
    /// # Errors
    /// The system refuses it, or there is such a file already.
    pub fn create(path: &Path, head: &Head) -> Result<Self, ArchiveError> {
        Ok(Self { file: files::create_new(path, head.text().as_bytes())? })
    }

    /// Reads a file and opens it for more games; a torn end is cut off, and nothing else.
    ///
    /// # Errors
    /// The system refuses it, it is no such file, or another program adds to it.
    pub fn resume(path: &Path) -> Result<(Self, Head, Vec<Record>), ArchiveError> {
        let mut file = files::open_to_add(path)?;
        let (head, records, TornEnd(torn)) = Self::read_from(&mut file)?;
        let length = file.metadata()?.len();
        file.set_len(length.saturating_sub(torn))?;
        file.seek(io::SeekFrom::End(0))?;
        Ok((Self { file }, head, records))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The system refuses it, or it is no such file.
    pub fn read(path: &Path) -> Result<(Head, Vec<Record>, TornEnd), ArchiveError> {
        Self::read_from(&mut File::open(path)?)
    }

    fn read_from(file: &mut File) -> Result<(Head, Vec<Record>, TornEnd), ArchiveError> {
        let mut content = Vec::new();
        file.take(LARGEST + 1).read_to_end(&mut content)?;
        if content.len() as u64 > LARGEST {
            return Err(ArchiveError::TooLong);
        }
        Self::parse(&content)
    }

    /// Takes the content of a file apart.
    ///
    /// # Errors
    /// It is no such file.
    pub fn parse(content: &[u8]) -> Result<(Head, Vec<Record>, TornEnd), ArchiveError> {
        let whole = content.windows(2).rposition(|pair| pair == b"\n\n").map_or(0, |at| at + 2);
        let torn = TornEnd((content.len() - whole) as u64);
        let text = std::str::from_utf8(&content[..whole]).map_err(|error| {
            let line = 1 + content[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            ArchiveError::Format { line, problem: "no UTF-8 text".into(), expected: "a file of games" }
        })?;
        let mut line = 1;
        let mut parts = text.split_terminator("\n\n").map(|text| {
            let part = Part { text, line };
            line += text.lines().count() + 1;
            part
        });
        let missing =
            || ArchiveError::Format { line: 1, problem: "no whole head".into(), expected: "[Match \"GAME\"]" };
        let head = parts.next().ok_or_else(missing)?.head()?;
        let records = parts.map(|part| part.record(head.contenders.len())).collect::<Result<_, _>>()?;
        text::check_torn(&content[whole..], 1 + text.lines().count())?;
        Ok((head, records, torn))
    }

    /// Adds a game: once this returns, only the system's own end can lose it.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        self.file.write_all(record.text().as_bytes())
    }
}

#[cfg(test)]
mod tests;
