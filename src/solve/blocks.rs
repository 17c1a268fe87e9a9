//! Values in compressed blocks (zstd), any of which can be read by itself: what large endgame tables are kept as.
//!
//! The bytes of a block and of all blocks together (8 bytes each), where each block ends (8 bytes a block), then the
//! compressed blocks. Numbers are little-endian. Checksums are the business of the file that holds it
//! ([`crate::table_file`]).

use crate::threads;
use std::io;
use std::ops::Range;

/// Bytes of a block before it is compressed: larger ones compress a little better and take longer to read a byte of.
pub const BLOCK: usize = 1 << 15;
/// The level of compression.
const LEVEL: i32 = 15;
/// Bytes of the two numbers at the beginning.
const HEAD: usize = 16;
/// No table is larger: a head that says so is nonsense.
const MOST: u64 = 1 << 40;

/// Compresses `values`, a part for each thread.
///
/// # Errors
/// What zstd says.
pub fn compress(values: &[u8], threads: usize) -> io::Result<Vec<u8>> {
    let blocks: Vec<&[u8]> = values.chunks(BLOCK).collect();
    let part = blocks.len().div_ceil(threads.max(1)).max(1);
    let compress_part = |blocks: &[&[u8]]| -> io::Result<Vec<Vec<u8>>> {
        let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
        blocks.iter().map(|block| compressor.compress(block)).collect()
    };
    let mut parts: Vec<io::Result<Vec<Vec<u8>>>> = blocks.chunks(part).map(|_| Ok(Vec::new())).collect();
    threads::for_each(parts.len(), blocks.chunks(part).zip(&mut parts), |(blocks, compressed)| {
        *compressed = compress_part(blocks);
    });
    let compressed: Vec<Vec<u8>> = parts.into_iter().collect::<io::Result<Vec<_>>>()?.concat();
    let mut bytes = Vec::new();
    bytes.extend((BLOCK as u64).to_le_bytes());
    bytes.extend((values.len() as u64).to_le_bytes());
    let mut end = HEAD + 8 * compressed.len();
    for block in &compressed {
        end += block.len();
        bytes.extend((end as u64).to_le_bytes());
    }
    compressed.iter().for_each(|block| bytes.extend(block));
    Ok(bytes)
}

/// What the head of compressed blocks says: to be read once, and used with the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocks {
    /// Bytes of a block, the last one aside.
    block: usize,
    /// Bytes of all of them.
    length: usize,
}

impl Blocks {
    /// Reads the head of what [`compress`] gave; nothing if it makes no sense. The blocks are not looked at.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let number = |index: usize| Some(u64::from_le_bytes(*bytes.get(8 * index..)?.first_chunk()?));
        let (block, length) = (number(0)?, number(1)?);
        if !(1..=MOST).contains(&block) || length > MOST {
            return None;
        }
        let blocks = Self { block: usize::try_from(block).ok()?, length: usize::try_from(length).ok()? };
        let last = match blocks.count() {
            0 => HEAD as u64,
            count => number(count.checked_add(1)?)?,
        };
        (last == bytes.len() as u64).then_some(blocks)
    }

    /// Bytes before compression.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// How many blocks there are.
    pub fn count(&self) -> usize {
        self.length.div_ceil(self.block)
    }

    /// The block that holds a byte, and where.
    #[inline]
    pub fn place(&self, index: usize) -> (usize, usize) {
        (index / self.block, index % self.block)
    }

    /// Fills `block` with the bytes of one; false if they are damaged or there is no such block.
    pub fn read(&self, bytes: &[u8], number: usize, block: &mut Vec<u8>) -> bool {
        let Some(range) = self.range(bytes, number) else { return false };
        let length = self.block.min(self.length - number * self.block);
        block.clear();
        // A forged head may say anything: no more memory is taken than a block of ours has.
        block.resize(length.min(BLOCK), 0);
        let read = zstd::bulk::decompress_to_buffer(&bytes[range], &mut block[..]);
        read.is_ok_and(|read| read == length)
    }

    /// All bytes; nothing if some are damaged.
    pub fn read_all(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut all = Vec::new();
        let mut block = Vec::new();
        for number in 0..self.count() {
            if !self.read(bytes, number, &mut block) {
                return None;
            }
            all.extend(&block);
        }
        Some(all)
    }

    fn range(&self, bytes: &[u8], number: usize) -> Option<Range<usize>> {
        if number >= self.count() {
            return None;
        }
        let end_of = |number: usize| {
            let place = HEAD + 8 * number;
            let end = u64::from_le_bytes(*bytes.get(place..)?.first_chunk()?);
            usize::try_from(end).ok()
        };
        let start = if number == 0 { HEAD + 8 * self.count() } else { end_of(number - 1)? };
        let end = end_of(number)?;
        (start <= end && end <= bytes.len()).then_some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(length: usize) -> Vec<u8> {
        (0..length).map(|n| (n * n / 1000 % 7) as u8).collect()
    }

    #[test]
    fn bytes_come_back_block_by_block_and_all_at_once() {
        for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 77] {
            let values = sample(length);
            for threads in [1, 3] {
                let bytes = compress(&values, threads).expect("compressed");
                let blocks = Blocks::parse(&bytes).expect("a head");
                assert_eq!((blocks.len(), blocks.is_empty()), (length, length == 0));
                assert_eq!(blocks.read_all(&bytes).as_ref(), Some(&values));
                let mut block = Vec::new();
                for index in [0, length / 2, length.saturating_sub(1)] {
                    let (number, offset) = blocks.place(index);
                    assert_eq!(blocks.read(&bytes, number, &mut block), index < length);
                    assert!(index >= length || block[offset] == values[index]);
                }
                assert!(!blocks.read(&bytes, blocks.count(), &mut block));
            }
        }
    }

    #[test]
    fn heads_that_make_no_sense_are_refused() {
        let bytes = compress(&sample(3 * BLOCK), 1).expect("compressed");
        for length in 0..bytes.len() {
            assert_eq!(Blocks::parse(&bytes[..length]), None, "{length}");
        }
        for (place, byte) in [(7, 1), (15, 1), (0, 7), (9, 0)] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x55 | byte;
            let read = Blocks::parse(&damaged).and_then(|blocks| blocks.read_all(&damaged));
            assert_eq!(read, None, "{place}");
        }
    }
}
