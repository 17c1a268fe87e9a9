//! Transposition tables on disk, so that an analysis goes on tomorrow.
//!
//! The file: a magic line, the format's and the program's version, what the table belongs to, the table's size and age,
//! a checksum, then the words. All numbers are little-endian.

use super::table::Table;
use crate::zobrist::mix;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

const MAGIC: &[u8; 16] = b"manyply table 1\n";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Longer texts in a header mean that the file is something else.
const MAX_TEXT: usize = 4096;

/// Why a table cannot be kept or brought back.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
    /// The system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// There is something else than a file in its place.
    #[error("not a file")]
    NoFile,
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

/// Says early whether a table can be kept at `path`, so that no long search ends in vain.
///
/// # Errors
/// The file could not be written, or `path` is something else than a file.
pub fn check_place(path: &Path) -> Result<(), TableFileError> {
    let (partial, file) = begin(path)?;
    drop(file);
    Ok(std::fs::remove_file(partial)?)
}

pub(super) fn save(table: &Table, path: &Path, tag: &str) -> Result<(), TableFileError> {
    let (partial, file) = begin(path)?;
    let result = write(table, file, tag).and_then(|()| Ok(std::fs::rename(&partial, target(path))?));
    if result.is_err() {
        // Whatever went wrong is reported; a remnant that stays does no harm.
        let _ = std::fs::remove_file(&partial);
    }
    result
}

/// A new file beside `path`, to be renamed once it is whole.
fn begin(path: &Path) -> Result<(PathBuf, File), TableFileError> {
    let target = target(path);
    if target.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(TableFileError::NoFile);
    }
    let mut name = target.file_name().ok_or(TableFileError::NoFile)?.to_owned();
    name.push(format!(".{}.partial", std::process::id()));
    let partial = target.with_file_name(name);
    let file = File::options().write(true).create_new(true).open(&partial)?;
    Ok((partial, file))
}

/// Where a link leads.
fn target(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn write(table: &Table, file: File, tag: &str) -> Result<(), TableFileError> {
    let mut file = BufWriter::with_capacity(1 << 20, file);
    file.write_all(MAGIC)?;
    for text in [VERSION, tag] {
        file.write_all(&(text.len() as u64).to_le_bytes())?;
        file.write_all(text.as_bytes())?;
    }
    // The words are read once into memory order, so that searching threads cannot change them under the checksum.
    let words: Vec<u64> = table.words().map(|word| word.load(Relaxed)).collect();
    let head = [table.bucket_count() as u64, u64::from(table.age())];
    let mut sum = Checksum::default();
    head.iter().chain(&words).for_each(|&word| sum.add(word));
    for word in head.iter().chain(&[sum.0]).chain(&words) {
        file.write_all(&word.to_le_bytes())?;
    }
    Ok(file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?)
}

pub(super) fn load(path: &Path, tag: &str) -> Result<Table, TableFileError> {
    // Opening a pipe would wait for its other end.
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(TableFileError::NoFile);
    }
    let file = File::open(path)?;
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
        let entry = Entry { best: Some(3), value: 40, static_eval: None, depth: 7, bound: Bound::Exact };
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
