//! Transposition tables on disk, so that an analysis goes on tomorrow.
//!
//! The file: a magic line, the format's and the program's version, what the table belongs to, the table's size and age,
//! a checksum, then the words. All numbers are little-endian.

use super::table::Table;
use crate::files;
use crate::zobrist::mix;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

const MAGIC: &[u8; 16] = b"manyply table 1\n";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Longer texts in a header mean that the file is something else.
const MAX_TEXT: usize = 4096;

pub use crate::files::check_place;

/// Why a table cannot be kept or brought back.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
    /// The system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file was written by something else.
    #[error("not a table of manyply")]
    Foreign,
    /// The file is of another version.
    #[error("a table of version {0}; expected {VERSION}")]
    Version(String),
    /// The file is of another game or other rules.
    #[error("a table of `{found}`; expected `{expected}`")]
    Game {
        /// The file's game and rules.
        found: String,
        /// The game and rules asked for.
        expected: String,
    },
    /// The file ends too early or goes on too long.
    #[error("the table is truncated or has something behind its end")]
    Length,
    /// The table is larger than the memory.
    #[error("there is no memory for its {0} bytes")]
    Memory(u64),
    /// The content does not fit the checksum.
    #[error("the table is damaged: its checksum does not match")]
    Checksum,
}

pub(super) fn save(table: &Table, path: &Path, tag: &str) -> Result<(), TableFileError> {
    // The words are read once into memory order, so that searching threads cannot change them under the checksum.
    let mut words = Vec::new();
    let bytes = 64 * table.bucket_count();
    words.try_reserve_exact(bytes / 8).map_err(|_| TableFileError::Memory(bytes as u64))?;
    words.extend(table.words().map(|word| word.load(Relaxed)));
    let head = [table.bucket_count() as u64, u64::from(table.age())];
    Ok(files::write(path, |out| write(out, tag, head, &words))?)
}

fn write(out: &mut dyn Write, tag: &str, head: [u64; 2], words: &[u64]) -> io::Result<()> {
    out.write_all(MAGIC)?;
    for text in [VERSION, tag] {
        out.write_all(&(text.len() as u64).to_le_bytes())?;
        out.write_all(text.as_bytes())?;
    }
    let mut sum = Checksum::default();
    head.iter().chain(words).for_each(|&word| sum.add(word));
    head.iter().chain(&[sum.0]).chain(words).try_for_each(|word| out.write_all(&word.to_le_bytes()))
}

pub(super) fn load(path: &Path, tag: &str) -> Result<Table, TableFileError> {
    let file = files::open(path)?;
    let length = file.metadata()?.len();
    read(&mut BufReader::with_capacity(1 << 20, file), length, tag)
}

fn read(file: &mut impl Read, length: u64, tag: &str) -> Result<Table, TableFileError> {
    let mut magic = [0; MAGIC.len()];
    if file.read_exact(&mut magic).is_err() || magic != *MAGIC {
        return Err(TableFileError::Foreign);
    }
    let version = read_text(file)?;
    if version != VERSION {
        return Err(TableFileError::Version(version));
    }
    let found = read_text(file)?;
    if found != tag {
        return Err(TableFileError::Game { found, expected: tag.to_owned() });
    }
    let [buckets, age, expected] = [read_word(file)?, read_word(file)?, read_word(file)?];
    let header = (MAGIC.len() + 5 * 8 + version.len() + found.len()) as u64;
    // Checked before memory is taken: a damaged size must not ask for all of it.
    if buckets == 0 || buckets.checked_mul(64).and_then(|bytes| bytes.checked_add(header)) != Some(length) {
        return Err(TableFileError::Length);
    }
    let table = Table::with_buckets(buckets as usize).ok_or(TableFileError::Memory(length))?;
    table.set_age(age as u8);
    let mut sum = Checksum::default();
    sum.add(buckets);
    sum.add(age);
    for place in table.words() {
        let word = read_word(file)?;
        sum.add(word);
        place.store(word, Relaxed);
    }
    if sum.0 == expected { Ok(table) } else { Err(TableFileError::Checksum) }
}

fn read_word(file: &mut impl Read) -> Result<u64, TableFileError> {
    let mut bytes = [0; 8];
    file.read_exact(&mut bytes).map_err(|_| TableFileError::Length)?;
    Ok(u64::from_le_bytes(bytes))
}

fn read_text(file: &mut impl Read) -> Result<String, TableFileError> {
    let length = read_word(file)?;
    if length > MAX_TEXT as u64 {
        return Err(TableFileError::Foreign);
    }
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes).map_err(|_| TableFileError::Length)?;
    String::from_utf8(bytes).map_err(|_| TableFileError::Foreign)
}

/// A running checksum that depends on the order of the words.
#[derive(Default)]
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(1) ^ word);
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::{Bound, Entry};
    use super::*;

    #[test]
    fn tables_come_back_and_damage_is_noticed() {
        let path = std::env::temp_dir().join(format!("manyply-table-{}", std::process::id()));
        let table = Table::with_buckets(50).unwrap();
        let entry = Entry { best: Some(3), value: 40, evaluation: None, depth: 7, bound: Bound::Exact };
        table.store(u64::MAX / 3, 0, entry);
        save(&table, &path, "game a=1").unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(load(&path, "game a=1").unwrap().probe(u64::MAX / 3, 0), Some(entry));
        std::fs::remove_file(&path).unwrap();

        let read_bytes = |bytes: &[u8], tag| read(&mut &*bytes, bytes.len() as u64, tag);
        let error = |bytes: &[u8], tag| read_bytes(bytes, tag).unwrap_err();
        assert!(matches!(error(&bytes, "game a=2"), TableFileError::Game { .. }));
        for length in 0..bytes.len() {
            assert!(read_bytes(&bytes[..length], "game a=1").is_err());
        }
        for index in (0..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[index] ^= 0x10;
            assert!(read_bytes(&damaged, "game a=1").is_err(), "byte {index}");
        }
        assert!(matches!(error(b"", ""), TableFileError::Foreign));
    }
}
