//! Files of records that are added one by one and survive whatever ends the program.
//!
//! A record is written in one piece behind the last. A writer that is killed leaves a *torn* end: the beginning of one
//! record with nothing behind it. When a run goes on, that end is cut off, and nothing else ever is. Whatever else is
//! not as it was written is [`Damage`]: it is told, with its record and its byte, and the file stays as it is.
//!
//! Records are [`Blocks`] of bytes or [`Lines`] of text. A [`Chain`](crate::checksum::Chain) of checksums notices those
//! that were changed, lost, doubled or moved.

use crate::checksum::{Chain, checksum};
use crate::files::{self, LockedFile};
use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What is wrong with a file of records.
#[derive(Debug)]
pub enum Damage {
    /// The system refuses to read it.
    System(io::Error),
    /// A record is not as it was written.
    Record {
        /// What records are called in such a file: `block`, `line`.
        what: &'static str,
        /// Its number, from 1.
        number: u64,
        /// The byte at which it begins.
        at: u64,
        /// What is wrong with it.
        problem: String,
    },
}

impl std::error::Error for Damage {}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::System(error) => error.fmt(f),
            Self::Record { what, number, at, problem } => write!(f, "{what} {number}, at byte {at}: {problem}"),
        }
    }
}

impl From<io::Error> for Damage {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// A file that records are added to, by nobody else as long as it is held.
#[derive(Debug)]
pub struct RecordFile {
    file: LockedFile,
    /// The bytes of all whole records.
    length: u64,
}

impl RecordFile {
    /// Makes a new file, which appears with its head whole.
    ///
    /// # Errors
    /// The system refuses it, or there is such a file already.
    pub fn create(path: &Path, head: &[u8]) -> io::Result<Self> {
        Ok(Self { file: files::create_new(path, head)?, length: head.len() as u64 })
    }

    /// Goes on with a file: `read` says what is in it, and at which byte its last whole record ends. What stands behind
    /// is torn, and cut off.
    ///
    /// # Errors
    /// The system refuses it, another program adds to it, or what `read` says: then the file is as it was.
    pub fn resume<T, E: From<io::Error>>(
        path: &Path,
        read: impl FnOnce(&mut File) -> Result<(T, u64), E>,
    ) -> Result<(Self, T), E> {
        let mut file = files::open_to_add(path)?;
        let (found, length) = read(&mut file)?;
        if length < file.metadata()?.len() {
            file.set_len(length)?;
        }
        file.seek(SeekFrom::Start(length))?;
        Ok((Self { file, length }, found))
    }

    /// Adds a record: once this returns, only the system's own end can lose it.
    ///
    /// # Errors
    /// The system refuses it; what it has written of the record is taken back, so that another can follow.
    pub fn add(&mut self, record: &[u8]) -> io::Result<()> {
        let written = self.file.write_all(record);
        match written {
            Ok(()) => self.length += record.len() as u64,
            // Where this fails, too, the end of the file is torn.
            Err(_) => drop(self.file.set_len(self.length).and_then(|()| self.file.seek(SeekFrom::Start(self.length)))),
        }
        written
    }

    /// Hands all records to the disk.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Lines of text, each of which is whole with its end.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    longest: usize,
    line: Vec<u8>,
    number: u64,
    at: u64,
}

impl<R: BufRead> Lines<R> {
    /// Lines behind a head of so many bytes and lines. A line of more than `longest` bytes is none.
    pub fn new(input: R, longest: usize, head: u64, lines: u64) -> Self {
        Self { input, longest, line: Vec::new(), number: lines, at: head }
    }

    /// The next line, without its end; none behind the last whole one.
    ///
    /// # Errors
    /// The system refuses it, or it is too long or no text.
    pub fn next_line(&mut self) -> Result<Option<&str>, Damage> {
        self.at += self.line.len() as u64;
        self.line.clear();
        (&mut self.input).take(self.longest as u64 + 1).read_until(b'\n', &mut self.line)?;
        self.number += 1;
        if self.line.len() > self.longest {
            return Err(self.damage(format!("longer than {} bytes", self.longest)));
        }
        let Some(line) = self.line.strip_suffix(b"\n") else { return Ok(None) };
        std::str::from_utf8(line).map(Some).map_err(|error| self.damage(format!("no UTF-8 text: {error}")))
    }

    /// What stands behind the last whole line, once that was read.
    pub fn torn(&self) -> &[u8] {
        &self.line
    }

    /// The number of the line that was read last, from 1.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The byte at which that line begins.
    pub const fn at(&self) -> u64 {
        self.at
    }

    /// The byte behind that line.
    pub const fn end(&self) -> u64 {
        self.at + self.line.len() as u64
    }

    /// That something is wrong with the line that was read last.
    pub fn damage(&self, problem: impl ToString) -> Damage {
        Damage::Record { what: "line", number: self.number, at: self.at, problem: problem.to_string() }
    }
}

/// The bytes of a block before its content.
const HEAD: usize = 24;
/// How many of these say how long it is, and how many its checksum covers.
const LENGTH: usize = 16;
const COUNTED: usize = 8;

/// Blocks of bytes, read one by one.
///
/// A block is the length of its content (4 bytes), how many items that has (4), a checksum of these 8 bytes (8), the
/// [`Chain`](crate::checksum::Chain)'s checksum with them and the content (8), and the content. Numbers are
/// little-endian.
#[derive(Debug)]
pub struct Blocks<R> {
    input: R,
    largest: usize,
    number: u64,
    begin: u64,
    end: u64,
    chain: Chain,
}

/// A block that items of a file make.
///
/// # Errors
/// Its length does not fit its head.
pub fn block(items: usize, content: &[u8], chain: &mut Chain) -> io::Result<Vec<u8>> {
    let number = |number: usize| u32::try_from(number).map(u32::to_le_bytes).map_err(io::Error::other);
    let counted = [number(content.len())?, number(items)?].concat();
    let mut bytes = counted.clone();
    bytes.extend(checksum(&counted).to_le_bytes());
    bytes.extend(chain.add(&[&counted, content].concat()).to_le_bytes());
    bytes.extend(content);
    Ok(bytes)
}

/// Whether bytes are the beginning of a block.
fn is_head(bytes: &[u8]) -> bool {
    let (counted, sum) = bytes.split_at(COUNTED);
    checksum(counted).to_le_bytes() == sum
}

impl<R: Read> Blocks<R> {
    /// The blocks behind a head of so many bytes. A block of more than `largest` bytes is none.
    pub fn new(input: R, largest: usize, head: u64) -> Self {
        Self { input, largest, number: 0, begin: head, end: head, chain: Chain::default() }
    }

    /// The number of the items in the next block and its content; none behind the last whole one.
    ///
    /// # Errors
    /// The system refuses it, or it is damaged.
    pub fn next_block(&mut self) -> Result<Option<(usize, Vec<u8>)>, Damage> {
        self.begin = self.end;
        let mut head = Vec::with_capacity(HEAD);
        (&mut self.input).take(HEAD as u64).read_to_end(&mut head)?;
        if head.len() < LENGTH {
            return Ok(None);
        }
        self.number += 1;
        if !is_head(&head[..LENGTH]) {
            return Err(self.damage("its length does not match the checksum of that"));
        }
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
        let (length, items) = (number(0), number(4));
        if length > self.largest {
            return Err(self.damage(format!("{length} bytes; expected at most {}", self.largest)));
        }
        let mut content = Vec::new();
        (&mut self.input).take(length as u64).read_to_end(&mut content)?;
        if head.len() < HEAD || content.len() < length {
            // The block is longer than what is left. If another begins in there, something between them was lost.
            let rest = [&head[LENGTH..], &content].concat();
            let Some(next) = rest.windows(LENGTH).position(is_head) else { return Ok(None) };
            let next = self.begin + (LENGTH + next) as u64;
            return Err(
                self.damage(format!("it goes on behind the end of the file, and a block begins at byte {next}"))
            );
        }
        if self.chain.add(&[&head[..COUNTED], &content].concat()).to_le_bytes() != head[LENGTH..] {
            return Err(self.damage("its content does not match its checksum, or a block before it was lost"));
        }
        self.end += (HEAD + length) as u64;
        Ok(Some((items, content)))
    }

    /// The byte behind the last whole block that was read.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// The chain, for blocks that are added.
    pub const fn chain(&self) -> Chain {
        self.chain
    }

    /// That something is wrong with the block that was read last.
    pub fn damage(&self, problem: impl ToString) -> Damage {
        Damage::Record { what: "block", number: self.number, at: self.begin, problem: problem.to_string() }
    }
}

#[cfg(test)]
mod tests;
