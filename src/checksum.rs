//! The one checksum of all files: against damage and mistakes, not against an enemy. A change of one word always
//! changes it.

use crate::zobrist::mix;
use std::io::{self, Read};

/// Bytes that are taken at once.
pub const GROUP: usize = 64;

/// A checksum at the speed of memory: eight sums of words, each stirred as it goes. A last group that is not full is
/// filled with zeros; the length counts.
#[derive(Default, Debug)]
pub struct Checksum {
    sums: [u64; GROUP / 8],
    length: u64,
}

impl Checksum {
    /// Adds bytes, in whole groups of [`GROUP`] but for the last call.
    pub fn add(&mut self, bytes: &[u8]) {
        let (groups, tail) = bytes.as_chunks();
        groups.iter().for_each(|group| self.add_group(group));
        if !tail.is_empty() {
            let mut group = [0; GROUP];
            group[..tail.len()].copy_from_slice(tail);
            self.add_group(&group);
        }
        self.length += bytes.len() as u64;
    }

    #[inline]
    fn add_group(&mut self, group: &[u8; GROUP]) {
        for (sum, word) in self.sums.iter_mut().zip(group.as_chunks().0) {
            *sum = (sum.rotate_left(5) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }

    /// That of all that was added.
    pub fn value(&self) -> u64 {
        self.sums.iter().fold(self.length, |sum, word| mix(sum ^ word))
    }
}

/// The checksum of these bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::default();
    sum.add(bytes);
    sum.value()
}

/// The checksum of what is read to its end, which may be larger than the memory.
///
/// # Errors
/// It cannot be read.
pub fn read_checksum(mut input: impl Read) -> io::Result<u64> {
    let (mut sum, mut chunk) = (Checksum::default(), Vec::new());
    while input.by_ref().take(1 << 20).read_to_end(&mut chunk)? > 0 {
        sum.add(&chunk);
        chunk.clear();
    }
    Ok(sum.value())
}

/// A checksum of all records so far, as it stands behind each of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Chain(u64);

impl Chain {
    /// The checksum with one more record.
    pub fn add(&mut self, record: &[u8]) -> u64 {
        self.0 = checksum(&[&self.0.to_le_bytes(), record].concat());
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_in_pieces_has_the_same() {
        for length in [0, 1, 64, 100, (1 << 20) - 1, 1 << 20, (1 << 20) + 65] {
            let bytes: Vec<u8> = (0..length).map(|at: u32| (at * 7) as u8).collect();
            assert_eq!(read_checksum(&bytes[..]).expect("memory"), checksum(&bytes), "{length}");
            let whole = [&bytes[..], &[0]].concat();
            assert_ne!(checksum(&whole), checksum(&bytes), "a zero more");
        }
    }
}
