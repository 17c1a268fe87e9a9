//! The one file format of all tables: transposition tables that are kept, endgame tables, tables of solvers.
//!
//! A head, padded with zeros to a multiple of 64 bytes: the magic line; kind, version of that kind and tag, each behind
//! its length (4 bytes); the payload's length (8 bytes). Then the payload, and a checksum (8 bytes) of all before it.
//! Numbers are little-endian.

use crate::checksum::{Checksum, GROUP, checksum};
use crate::files;
use memmap2::Mmap;
use std::io::{self, Write};
use std::ops::{Deref, Range};
use std::path::Path;

const MAGIC: &[u8; 16] = b"manyply table 2\n";

/// A kind of table. Only its own version reads a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// What it is, in a word or two.
    pub name: &'static str,
    /// The version of what its payload means.
    pub version: &'static str,
}

/// Why a table cannot be kept or brought back.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableFileError {
    /// The system refuses.
    Io(io::Error),
    /// The file was written by something else, or by a program of before this format.
    Foreign,
    /// The file holds another kind of table.
    Kind {
        /// The file's kind.
        found: String,
        /// The kind asked for.
        expected: &'static str,
    },
    /// The file is of another version.
    Version {
        /// The file's version.
        found: String,
        /// The version that is read.
        expected: &'static str,
    },
    /// The file is of another game, other rules, or other positions.
    Tag {
        /// What the file's table is of.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// The file ends too early or goes on too long.
    Length,
    /// The table is larger than the memory.
    Memory(u64),
    /// The content does not fit the checksum.
    Checksum,
}

impl std::error::Error for TableFileError {}

impl std::fmt::Display for TableFileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => f.write_str("not a table of manyply"),
            Self::Kind { found, expected } => write!(f, "a table of kind `{found}`; expected `{expected}`"),
            Self::Version { found, expected } => write!(f, "a table of version {found}; expected {expected}"),
            Self::Tag { found, expected } => write!(f, "a table of `{found}`; expected `{expected}`"),
            Self::Length => f.write_str("the table is truncated or has something behind its end"),
            Self::Memory(bytes) => write!(f, "there is no memory for its {bytes} bytes"),
            Self::Checksum => f.write_str("the table is damaged: its checksum does not match"),
        }
    }
}

impl From<io::Error> for TableFileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Keeps a table: a payload of `length` bytes in blocks; all but the last are multiples of 64 bytes. The `tag`
/// says what it belongs to. The file appears only when it is whole, as [`files::write`] does it.
///
/// # Errors
/// The file cannot be written.
pub fn save<B: AsRef<[u8]>>(
    path: &Path,
    kind: Kind,
    tag: &str,
    length: u64,
    blocks: impl IntoIterator<Item = B>,
) -> Result<(), TableFileError> {
    Ok(files::write(path, |out| write(out, kind, tag, length, blocks))?)
}

fn write<B: AsRef<[u8]>>(
    file: &mut (impl Write + ?Sized),
    kind: Kind,
    tag: &str,
    length: u64,
    blocks: impl IntoIterator<Item = B>,
) -> io::Result<()> {
    let mut head = MAGIC.to_vec();
    for text in [kind.name, kind.version, tag] {
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        head.extend(length.to_le_bytes());
        head.extend(text.as_bytes());
    }
    head.extend(length.to_le_bytes());
    head.resize(head.len().next_multiple_of(GROUP), 0);
    let mut sum = Checksum::default();
    let mut put = |bytes: &[u8]| {
        sum.add(bytes);
        file.write_all(bytes)
    };
    put(&head)?;
    let mut written = 0;
    blocks.into_iter().try_for_each(|block| {
        written += block.as_ref().len() as u64;
        put(block.as_ref())
    })?;
    if written != length {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the content ends early"));
    }
    file.write_all(&sum.value().to_le_bytes())
}

/// A whole and undamaged file, mapped: its payload.
#[derive(Debug)]
pub struct TableFile {
    map: Mmap,
    tag: String,
    payload: Range<usize>,
}

impl TableFile {
    /// Opens and checks a file. It pays to map it: to read 1 GiB into memory of its own, already in the system's cache,
    /// takes 0.8 to 1.0 s of processor time, to map it none; both then have to be looked through once.
    ///
    /// # Errors
    /// The file cannot be read, or is not a table of this kind, whole and undamaged.
    pub fn open(path: &Path, kind: Kind) -> Result<Self, TableFileError> {
        let file = Self::map(path, kind)?;
        file.check()?;
        Ok(file)
    }

    /// Maps a file without looking at its content, which [`Self::check`] has to be asked about before it is used.
    ///
    /// # Errors
    /// The file cannot be read, is not a table of this kind, or has another length than its head says.
    #[allow(unsafe_code)]
    pub fn map(path: &Path, kind: Kind) -> Result<Self, TableFileError> {
        // SAFETY: the map is only read, as bytes, for which every value is valid. Should another program change or cut
        // the file meanwhile, reads give other values or the system ends this program; tables are written under
        // another name and renamed, so that nobody of ours does.
        let map = unsafe { Mmap::map(&files::open(path)?) }?;
        let (tag, payload) = parse(&map, kind)?;
        Ok(Self { tag, payload, map })
    }

    /// Checks the content.
    ///
    /// # Errors
    /// It does not fit the checksum.
    pub fn check(&self) -> Result<(), TableFileError> {
        check(&self.map)
    }

    /// The file, if it belongs to `tag`.
    ///
    /// # Errors
    /// It belongs to something else.
    pub fn of(self, tag: &str) -> Result<Self, TableFileError> {
        let expected = || tag.to_owned();
        if self.tag == tag { Ok(self) } else { Err(TableFileError::Tag { found: self.tag, expected: expected() }) }
    }

    /// What the table belongs to.
    pub fn tag(&self) -> &str {
        &self.tag
    }
}

impl Deref for TableFile {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.map[self.payload.clone()]
    }
}

/// The payload of a whole file in memory, and its tag: what [`TableFile::open`] does for one on the disk.
///
/// # Errors
/// It is not a table of this kind, whole and undamaged.
pub fn payload(bytes: &[u8], kind: Kind) -> Result<(String, &[u8]), TableFileError> {
    let (tag, payload) = parse(bytes, kind)?;
    check(bytes)?;
    Ok((tag, &bytes[payload]))
}

/// The tag, and where the payload is.
fn parse(bytes: &[u8], kind: Kind) -> Result<(String, Range<usize>), TableFileError> {
    let mut rest = bytes.strip_prefix(MAGIC).ok_or(TableFileError::Foreign)?;
    let found = text(&mut rest)?;
    if found != kind.name {
        return Err(TableFileError::Kind { found, expected: kind.name });
    }
    let found = text(&mut rest)?;
    if found != kind.version {
        return Err(TableFileError::Version { found, expected: kind.version });
    }
    let tag = text(&mut rest)?;
    let (length, rest) = rest.split_first_chunk().ok_or(TableFileError::Length)?;
    let start = (bytes.len() - rest.len()).next_multiple_of(GROUP);
    let (content, _) = bytes.split_last_chunk::<8>().ok_or(TableFileError::Length)?;
    if content.len().checked_sub(start).map(|length| length as u64) != Some(u64::from_le_bytes(*length)) {
        return Err(TableFileError::Length);
    }
    Ok((tag, start..content.len()))
}

/// Compares the content of a whole file with its checksum.
fn check(bytes: &[u8]) -> Result<(), TableFileError> {
    let (content, sum) = bytes.split_last_chunk().ok_or(TableFileError::Length)?;
    if checksum(content) == u64::from_le_bytes(*sum) { Ok(()) } else { Err(TableFileError::Checksum) }
}

fn text(rest: &mut &[u8]) -> Result<String, TableFileError> {
    let (length, after) = rest.split_first_chunk().ok_or(TableFileError::Length)?;
    let (text, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(TableFileError::Length)?;
    *rest = after;
    String::from_utf8(text.to_vec()).map_err(|_| TableFileError::Foreign)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind { name: "test", version: "7" };

    fn file(kind: Kind, tag: &str, payload: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, kind, tag, payload.len() as u64, payload.chunks(128)).expect("written");
        bytes
    }

    fn refusal(bytes: &[u8]) -> TableFileError {
        payload(bytes, KIND).expect_err("refused")
    }

    #[test]
    fn payloads_come_back_whatever_their_length() {
        for length in [0, 1, 63, 64, 65, 300] {
            let payload: Vec<u8> = (0..length).map(|n| n as u8).collect();
            let bytes = file(KIND, "a game", &payload);
            let (tag, found) = super::payload(&bytes, KIND).expect("whole");
            assert_eq!((tag.as_str(), found), ("a game", &payload[..]));
        }
    }

    #[test]
    fn what_is_not_whole_or_something_else_is_refused() {
        let whole = file(KIND, "a game", &[7; 200]);
        for length in 0..whole.len() {
            let why = refusal(&whole[..length]);
            assert!(matches!(why, TableFileError::Length | TableFileError::Foreign), "{length}: {why}");
        }
        assert!(matches!(refusal(&[&whole[..], &[0]].concat()), TableFileError::Length));
        for index in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[index] ^= 4;
            let why = refusal(&damaged);
            assert!(index < GROUP || matches!(why, TableFileError::Checksum), "{index}: {why}");
        }
        assert!(matches!(refusal(b"manyply values 1\nhop"), TableFileError::Foreign));
        let other = file(Kind { name: "other", ..KIND }, "a game", &[]);
        assert_eq!(refusal(&other).to_string(), "a table of kind `other`; expected `test`");
        let older = file(Kind { version: "6", ..KIND }, "a game", &[]);
        assert_eq!(refusal(&older).to_string(), "a table of version 6; expected 7");
    }

    #[test]
    fn files_belong_to_a_tag_and_folders_are_none() {
        let path = std::env::temp_dir().join(format!("manyply-tag-{}", std::process::id()));
        save(&path, KIND, "a game", 3, [b"abc"]).expect("saved");
        assert_eq!(*TableFile::open(&path, KIND).expect("whole").of("a game").expect("of it"), *b"abc");
        let why = TableFile::open(&path, KIND).expect("whole").of("another").expect_err("not of it").to_string();
        assert_eq!(why, "a table of `a game`; expected `another`");
        std::fs::remove_file(&path).expect("removed");
        assert!(matches!(TableFile::open(&path, KIND), Err(TableFileError::Io(_))));
        assert!(matches!(TableFile::open(&std::env::temp_dir(), KIND), Err(TableFileError::Io(_))));
    }
}
