//! Certificates compressed by zstd (RFC 8878): the trees of neighbouring roots repeat one another, which a large window
//! finds.

use crate::files;
use std::io::{self, Read, Write};

/// The largest file, in bytes, and the most that is unpacked from one.
const LARGEST: u64 = 1 << 30;
/// What unpacks to more than so many times its size, and to more than so many bytes, is no certificate: those that were
/// made unpack to twelve times.
const MOST_TIMES: u64 = 100;
const FREE: u64 = 1 << 20;
/// What compressed files begin with.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The largest window, in powers of two, that `zstd -d` reads without being told so.
const WINDOW: u32 = 27;
const LEVEL: i32 = 19;

/// Reads a file to its end, and unpacks it if it is compressed.
///
/// # Errors
/// What the reader says; a file of more than 2³⁰ bytes, or that unpacks to more or to more than a hundred times its
/// size, or one that zstd did not write.
pub fn read_file(file: impl Read) -> io::Result<Vec<u8>> {
    let bytes = files::read(file, LARGEST)?;
    if bytes.starts_with(&MAGIC) { unpack(&bytes) } else { Ok(bytes) }
}

/// Unpacks what [`pack`] made.
///
/// # Errors
/// As [`read_file`].
pub fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    let most = (packed.len() as u64 * MOST_TIMES).clamp(FREE, LARGEST);
    files::read(zstd::stream::read::Decoder::with_buffer(packed)?, most)
        .map_err(|error| io::Error::new(error.kind(), format!("unpacked, it is {error}")))
}

/// Compresses a file.
///
/// # Errors
/// What zstd says.
pub fn pack(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), LEVEL)?;
    encoder.window_log(WINDOW)?;
    encoder.long_distance_matching(true)?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(content.len() as u64))?;
    encoder.write_all(content)?;
    encoder.finish()
}
