//! Certificates compressed by zstd (RFC 8878): the trees of neighbouring roots repeat one another, which a large window
//! finds.

use std::io::{self, ErrorKind, Read, Write};

/// The largest file, and the most that is unpacked from one, in bytes.
const LARGEST: u64 = 1 << 30;
/// What compressed files begin with.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The largest window, in powers of two, that `zstd -d` reads without being told so.
const WINDOW: u32 = 27;
const LEVEL: i32 = 19;

/// Reads a file to its end, and unpacks it if it is compressed.
///
/// # Errors
/// What the reader says; a file of more than 2³⁰ bytes, compressed or unpacked, or one that zstd did not write.
pub fn read_file(file: impl Read) -> io::Result<Vec<u8>> {
    let bytes = read_all(file, "is")?;
    if bytes.starts_with(&MAGIC) { unpack(&bytes) } else { Ok(bytes) }
}

/// Unpacks what [`pack`] made.
///
/// # Errors
/// As [`read_file`].
pub fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    read_all(zstd::stream::read::Decoder::with_buffer(packed)?, "unpacks to")
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

fn read_all(reader: impl Read, verb: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        let problem = format!("{verb} more than {LARGEST} bytes; expected a certificate of 'manyply prove'");
        return Err(io::Error::new(ErrorKind::FileTooLarge, problem));
    }
    Ok(bytes)
}
