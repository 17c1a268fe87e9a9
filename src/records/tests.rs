//! What was whole is read again, a torn end is cut off, and damage anywhere changes nothing.

use super::*;
use std::path::PathBuf;

const HEAD: &[u8] = b"a head\n";

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("manyply-records-{}-{name}", std::process::id()))
}

/// A file of these blocks, and where each ends.
fn file(contents: &[&[u8]]) -> (Vec<u8>, Vec<usize>) {
    let (mut bytes, mut ends, mut chain) = (HEAD.to_vec(), vec![HEAD.len()], Chain::default());
    for (items, content) in contents.iter().enumerate() {
        bytes.extend(block(items, content, &mut chain).expect("a block"));
        ends.push(bytes.len());
    }
    (bytes, ends)
}

/// The blocks of a file, and where the last whole one ends.
fn blocks(bytes: &[u8]) -> Result<(Vec<Vec<u8>>, usize), Damage> {
    let mut blocks = Blocks::new(&bytes[HEAD.len()..], 100, HEAD.len() as u64);
    let mut found = Vec::new();
    while let Some((items, content)) = blocks.next_block()? {
        assert_eq!(items, found.len());
        found.push(content);
    }
    Ok((found, blocks.end() as usize))
}

const CONTENTS: [&[u8]; 4] = [b"first", b"", b"the third, which is longer", b"last"];

#[test]
fn blocks_come_back_however_they_are_torn() {
    let (bytes, ends) = file(&CONTENTS);
    for length in HEAD.len()..=bytes.len() {
        let whole = ends.iter().rposition(|&end| end <= length).expect("a head");
        let (found, end) = blocks(&bytes[..length]).expect("torn at most");
        assert_eq!((found.as_slice(), end), (&CONTENTS.map(<[u8]>::to_vec)[..whole], ends[whole]), "{length}");
    }
}

/// Any bit: it is an error, or the last block is lost, and nothing before it.
#[test]
fn a_flipped_bit_is_damage() {
    let (bytes, ends) = file(&CONTENTS);
    for bit in 8 * HEAD.len()..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let number = ends.iter().filter(|&&end| end <= bit / 8).count();
        let error = blocks(&damaged).expect_err("damage").to_string();
        assert!(error.starts_with(&format!("block {number}, at byte {}: ", ends[number - 1])), "{bit}: {error}");
    }
}

#[test]
fn lost_doubled_and_moved_blocks_are_damage() {
    let (bytes, ends) = file(&CONTENTS);
    let part = |number: usize| &bytes[ends[number]..ends[number + 1]];
    for order in [&[0, 2, 3][..], &[1, 2, 3], &[0, 0, 1, 2, 3], &[0, 2, 1, 3]] {
        let blocks_of: Vec<&[u8]> = std::iter::once(HEAD).chain(order.iter().map(|&number| part(number))).collect();
        assert!(blocks(&blocks_of.concat()).is_err(), "{order:?}");
    }
    // Bytes of a block are missing, and blocks follow: its end would be in the last one, or behind the end of the file.
    for lost in 1..20 {
        let hole = ends[2] + HEAD_BYTES;
        let shorter = [&bytes[..hole], &bytes[hole + lost..]].concat();
        let error = blocks(&shorter).expect_err("damage").to_string();
        assert!(error.starts_with("block 3, "), "{lost}: {error}");
    }
}

const HEAD_BYTES: usize = super::HEAD;

#[test]
fn lengths_have_bounds() {
    let mut chain = Chain::default();
    let large = [HEAD, &block(0, &[0; 101], &mut chain).expect("a block")].concat();
    assert!(blocks(&large).expect_err("too large").to_string().contains("101 bytes; expected at most 100"));
    let mut lines = Lines::new(io::BufReader::new(io::repeat(b'a')), 1000, 0, 0);
    assert!(lines.next_line().expect_err("too long").to_string().contains("line 1, at byte 0: longer than 1000"));
}

#[test]
fn lines_are_counted() {
    let mut lines = Lines::new(&b"one\n\ntw\xC3\xB6\nto"[..], 10, 100, 7);
    let mut found = Vec::new();
    while let Some(line) = lines.next_line().expect("text").map(str::to_owned) {
        found.push((line, lines.number(), lines.at(), lines.end()));
    }
    let expected = [("one", 8, 100, 104), ("", 9, 104, 105), ("tw\u{f6}", 10, 105, 110)];
    assert_eq!(found, expected.map(|(line, number, at, end)| (line.to_owned(), number, at, end)));
    assert_eq!((lines.torn(), lines.at()), (&b"to"[..], 110));
    assert!(Lines::new(&b"\xC3\n"[..], 10, 0, 0).next_line().is_err());
}

/// A file goes on behind its last whole record, and is as it was if it cannot be read.
#[test]
fn a_file_goes_on() -> io::Result<()> {
    let path = path("goes-on");
    let mut file = RecordFile::create(&path, b"head,")?;
    file.add(b"one,")?;
    drop(file);
    std::fs::write(&path, b"head,one,tor")?;
    let refused = RecordFile::resume(&path, |_| Err::<((), u64), _>(io::Error::other("no")));
    assert!(refused.is_err());
    assert_eq!(std::fs::read(&path)?, b"head,one,tor");
    let (mut file, read) = RecordFile::resume(&path, |file| {
        let mut content = String::new();
        file.read_to_string(&mut content)?;
        let end = content.rfind(',').map_or(0, |end| end + 1) as u64;
        Ok::<_, io::Error>((content, end))
    })?;
    assert_eq!(read, "head,one,tor");
    file.add(b"two,")?;
    file.sync()?;
    assert!(RecordFile::resume(&path, |_| Ok::<_, io::Error>(((), 0))).is_err(), "another writes it");
    drop(file);
    assert_eq!(std::fs::read(&path)?, b"head,one,two,");
    std::fs::remove_file(&path)
}
