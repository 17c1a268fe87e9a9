//! Solved values on disk: a magic line, what the values are of, their number, a checksum, then a byte a value. Numbers
//! are little-endian.

use crate::files;
use crate::zobrist::mix;
use std::io::{self, BufReader, Read};
use std::path::Path;

const MAGIC: &[u8; 17] = b"manyply values 1\n";

/// Why values cannot be kept or brought back.
#[derive(Debug, thiserror::Error)]
pub enum ValuesError {
    /// The system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is something else, or of another version, or of other positions.
    #[error("no values of `{0}`")]
    Foreign(String),
    /// The file ends too early or goes on too long.
    #[error("the file is truncated or has something behind its end")]
    Length,
    /// The system gives too little memory.
    #[error("there is no memory for its {0} bytes")]
    Memory(usize),
    /// The content does not fit the checksum.
    #[error("the file is damaged: its checksum does not match")]
    Checksum,
}

/// Keeps `values`, which are those of `tag`. The file appears only when it is whole.
///
/// # Errors
/// The file cannot be written.
pub fn save(path: &Path, tag: &str, values: &[u8]) -> Result<(), ValuesError> {
    Ok(files::write(path, |out| {
        out.write_all(&header(tag))?;
        for word in [values.len() as u64, checksum(values)] {
            out.write_all(&word.to_le_bytes())?;
        }
        out.write_all(values)
    })?)
}

/// Brings back `length` values of `tag`.
///
/// # Errors
/// The file cannot be read, or does not hold just these values undamaged.
pub fn load(path: &Path, tag: &str, length: usize) -> Result<Vec<u8>, ValuesError> {
    let file = files::open(path)?;
    let size = file.metadata()?.len();
    read(&mut BufReader::new(file), size, tag, length)
}

fn read(file: &mut impl Read, size: u64, tag: &str, length: usize) -> Result<Vec<u8>, ValuesError> {
    let expected = header(tag);
    let mut found = vec![0; expected.len()];
    let mut words = [[0; 8]; 2];
    if file.read_exact(&mut found).is_err() || found != expected {
        return Err(ValuesError::Foreign(tag.to_owned()));
    }
    for word in &mut words {
        file.read_exact(word).map_err(|_| ValuesError::Length)?;
    }
    let [count, sum] = words.map(u64::from_le_bytes);
    // Checked before memory is taken.
    if count != length as u64 || size != count + (expected.len() + 16) as u64 {
        return Err(ValuesError::Length);
    }
    let mut values = Vec::new();
    values.try_reserve_exact(length).map_err(|_| ValuesError::Memory(length))?;
    values.resize(length, 0);
    file.read_exact(&mut values)?;
    if checksum(&values) == sum { Ok(values) } else { Err(ValuesError::Checksum) }
}

fn header(tag: &str) -> Vec<u8> {
    [&MAGIC[..], tag.as_bytes(), b"\n"].concat()
}

fn checksum(values: &[u8]) -> u64 {
    values.chunks(8).fold(0, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word)).wrapping_add(1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(tag: &str, values: &[u8]) -> Vec<u8> {
        let words = [values.len() as u64, checksum(values)].map(u64::to_le_bytes).concat();
        [header(tag), words, values.to_vec()].concat()
    }

    fn load_from(bytes: &[u8], length: usize) -> Result<Vec<u8>, ValuesError> {
        read(&mut &bytes[..], bytes.len() as u64, "a game", length)
    }

    #[test]
    fn values_come_back() {
        let values: Vec<u8> = (0..=250).collect();
        assert_eq!(load_from(&file("a game", &values), values.len()).ok(), Some(values));
    }

    #[test]
    fn damage_is_noticed() {
        let good = file("a game", &[7; 100]);
        assert!(matches!(load_from(&file("another game", &[7; 100]), 100), Err(ValuesError::Foreign(_))));
        assert!(matches!(load_from(&good, 99), Err(ValuesError::Length)));
        for length in 0..good.len() {
            assert!(load_from(&good[..length], 100).is_err());
        }
        for index in 0..good.len() {
            let mut bad = good.clone();
            bad[index] ^= 4;
            assert!(load_from(&bad, 100).is_err(), "byte {index}");
        }
    }
}
