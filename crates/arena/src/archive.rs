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
//! `scores` (both players said so), `length`, or `timeout`, `illegal` or `crash` with the side (from 1) and the reason;
//! of games that come from other formats also `agreed` (the result is what that format says) or `unfinished`.

mod recorded;
mod replay;
mod text;

use manyply::formats::Note;
use manyply::records::{Damage, Lines, RecordFile};
use manyply::zobrist::mix;
pub use recorded::{UNFINISHED, ending};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use text::Part;

/// What a file of games begins with.
const MAGIC: &[u8] = b"[Match ";
/// Largest part of a file that is read, in bytes.
const LARGEST_PART: usize = 1 << 26;

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

impl Record {
    /// Hashes of how the game began, start and opening, and of how it went on and ended.
    pub fn identity(&self) -> (u64, u64) {
        let add = |hash: u64, text: &str| text.bytes().fold(mix(hash), |hash, byte| mix(hash ^ u64::from(byte)));
        let (opening, rest) = self.moves.split_at(self.opening_plies.min(self.moves.len()));
        let began = opening.iter().fold(add(1, &self.start), |hash, m| add(hash, m));
        let ended = self.payoffs.iter().fold(add(2, &self.ending), |hash, &payoff| mix(hash ^ payoff as u64));
        (began, rest.iter().fold(ended, |hash, m| add(hash, m)))
    }
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
    /// Whoever reads it does not want it.
    #[error("{0}")]
    Refused(String),
    /// It is longer than such a file can be.
    #[error("the file is longer than {} bytes", Archive::LARGEST)]
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

impl From<Damage> for ArchiveError {
    fn from(damage: Damage) -> Self {
        match damage {
            Damage::System(error) => Self::System(error),
            Damage::Record { number, problem, .. } => {
                Self::Format { line: number as usize, problem, expected: "a file of games" }
            }
        }
    }
}

/// A file of games that is read game by game.
#[derive(Debug)]
pub struct ArchiveReader<R> {
    lines: Lines<io::Chain<Cursor<Vec<u8>>, R>>,
    head: Head,
    /// Of the part that was read last: its text, the number of its first line, and its bytes.
    part: String,
    line: usize,
    bytes: Range<u64>,
}

impl<R: BufRead> ArchiveReader<R> {
    /// Reads the head of a file.
    ///
    /// # Errors
    /// The system refuses it, or it is no such file.
    pub fn new(mut input: R) -> Result<Self, ArchiveError> {
        let mut magic = Vec::new();
        (&mut input).take(MAGIC.len() as u64).read_to_end(&mut magic)?;
        let missing =
            || ArchiveError::Format { line: 1, problem: "no whole head".into(), expected: "[Match \"GAME\"]" };
        if magic != MAGIC {
            return Err(missing());
        }
        let lines = Lines::new(Cursor::new(magic).chain(input), LARGEST_PART, 0, 0);
        let head = Head { game: String::new(), rules: String::new(), contenders: Vec::new(), settings: String::new() };
        let mut archive = Self { lines, head, part: String::new(), line: 1, bytes: 0..0 };
        archive.head = archive.next_part()?.ok_or_else(missing)?.head()?;
        Ok(archive)
    }

    /// What all games have in common.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    /// The next game; none behind the last whole one.
    ///
    /// # Errors
    /// The system refuses it, or it is none.
    pub fn next_record(&mut self) -> Result<Option<Record>, ArchiveError> {
        let contenders = self.head.contenders.len();
        match self.next_part()? {
            Some(part) => part.record(contenders).map(Some),
            None => {
                let torn = [self.part.as_bytes(), self.lines.torn()].concat();
                text::check_torn(&torn, self.line)?;
                Ok(None)
            }
        }
    }

    /// The lines up to the next empty one; none if that is missing.
    fn next_part(&mut self) -> Result<Option<Part<'_>>, ArchiveError> {
        self.part.clear();
        (self.line, self.bytes) = (self.lines.number() as usize + 1, self.bytes.end..self.bytes.end);
        while let Some(line) = self.lines.next_line()? {
            match (line.is_empty(), self.part.is_empty()) {
                (false, _) => self.part.extend([line, "\n"]),
                // More than one empty line is not less.
                (true, true) => self.line += 1,
                (true, false) => {
                    self.bytes.end = self.lines.end();
                    return Ok(Some(Part { text: self.part.trim_end_matches('\n'), line: self.line }));
                }
            }
            if self.lines.end() > Archive::LARGEST {
                return Err(ArchiveError::TooLong);
            }
            if self.part.len() > LARGEST_PART {
                return Err(self.lines.damage(format!("a game of more than {LARGEST_PART} bytes")).into());
            }
        }
        if self.part.is_empty() {
            self.bytes.end = self.lines.at();
        }
        Ok(None)
    }
}

/// A file of games that more games can be added to, by nobody else as long as it is held.
#[derive(Debug)]
pub struct Archive {
    file: RecordFile,
}

impl Archive {
    /// Largest file that is read, in bytes.
    pub const LARGEST: u64 = 1 << 30;

    /// Makes a new file, which appears with its head whole.
    ///
    /// # Errors
    /// The system refuses it, or there is such a file already.
    pub fn create(path: &Path, head: &Head) -> Result<Self, ArchiveError> {
        Ok(Self { file: RecordFile::create(path, head.text().as_bytes())? })
    }

    /// What all games of a file have in common.
    ///
    /// # Errors
    /// The system refuses it, or it is no such file.
    pub fn head(input: impl BufRead) -> Result<Head, ArchiveError> {
        Ok(ArchiveReader::new(input)?.head)
    }

    /// Opens a file for more games. Those that it has are given to `each`, one by one; then a torn end is cut off, and
    /// nothing else.
    ///
    /// # Errors
    /// The system refuses it, it is no such file, another program adds to it, or what `each` says: then the file is as
    /// it was.
    pub fn resume(
        path: &Path,
        each: &mut dyn FnMut(&Head, Record) -> Result<(), String>,
    ) -> Result<Self, ArchiveError> {
        let (file, ()) = RecordFile::resume(path, |file| {
            let mut archive = ArchiveReader::new(BufReader::new(file))?;
            while let Some(record) = archive.next_record()? {
                each(&archive.head, record).map_err(ArchiveError::Refused)?;
            }
            Ok::<_, ArchiveError>(((), archive.bytes.end))
        })?;
        Ok(Self { file })
    }

    /// Takes the content of a file apart.
    ///
    /// # Errors
    /// It is no such file.
    pub fn parse(content: &[u8]) -> Result<(Head, Vec<Record>, TornEnd), ArchiveError> {
        let mut archive = ArchiveReader::new(content)?;
        let mut records = Vec::new();
        while let Some(record) = archive.next_record()? {
            records.push(record);
        }
        Ok((archive.head, records, TornEnd(archive.lines.end() - archive.bytes.end)))
    }

    /// Gives the games of a file in the order of their numbers to `each`: those that were played at once end in any
    /// order. One at a time is in memory.
    ///
    /// # Errors
    /// The system refuses it, it is no such file, or what `each` says.
    pub fn in_order(
        mut file: impl BufRead + Seek,
        each: &mut dyn FnMut(&Head, Record) -> Result<(), String>,
    ) -> Result<Head, ArchiveError> {
        let mut archive = ArchiveReader::new(&mut file)?;
        let mut places = Vec::new();
        while let Some(record) = archive.next_record()? {
            places.push((record.number, archive.line, archive.bytes.clone()));
        }
        let head = archive.head;
        places.sort_by_key(|&(number, ..)| number);
        for (_, line, bytes) in places {
            file.seek(SeekFrom::Start(bytes.start))?;
            let mut text = String::new();
            (&mut file).take(bytes.end - bytes.start).read_to_string(&mut text)?;
            let record = Part { text: text.trim_matches('\n'), line }.record(head.contenders.len())?;
            each(&head, record).map_err(ArchiveError::Refused)?;
        }
        Ok(head)
    }

    /// Adds a game: once this returns, only the system's own end can lose it.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        self.file.add(record.text().as_bytes())
    }
}

#[cfg(test)]
mod tests;
