//! Tables on disk: written once, checked and mapped by later calls. A file says itself what game it is of.
//!
//! A head of 16 KiB comes first: the magic with the version, the length of the description, the description (JSON),
//! zeros, a checksum of the table and one of the head. Then the table.

use super::memory::Memory;
use super::{MAX_CELLS, Removal, Table};
use crate::files;
use crate::zobrist::mix;
use serde::{Deserialize, Serialize};
use std::path::Path;

const MAGIC: &[u8; 16] = b"manyply subset 1";
/// Where the table begins.
const HEAD: usize = 16384;
/// The end of the head, where the checksums are.
const SUMS: usize = 64;

/// What the head tells of the table.
#[derive(Serialize, Deserialize)]
struct Description {
    label: String,
    cells: usize,
    last_wins: bool,
    lines: Vec<u64>,
    names: Vec<usize>,
}

impl Table {
    /// Writes the table to a file, whole or not at all. The `label` comes back when it is loaded: what the cells are, say.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(&self, path: &Path, label: &str) -> Result<(), String> {
        let error = |error: std::io::Error| format!("{}: {error}", path.display());
        let bytes = self.bytes();
        let head = head(self, label, checksum(bytes))?;
        files::write(path, |out| out.write_all(&head).and_then(|()| out.write_all(bytes))).map_err(error)
    }

    /// Maps a table that was saved, and its label.
    ///
    /// # Errors
    /// If there is no such file, or it is not a whole, unchanged table.
    pub fn load(path: &Path) -> Result<(Self, String), String> {
        let error = |problem: &str| format!("{}: {problem}", path.display());
        let file = files::open(path).map_err(|problem| error(&problem.to_string()))?;
        let memory = Memory::map(&file).map_err(|problem| error(&problem))?;
        let Some((head, bytes)) = memory.split_at_checked(HEAD) else {
            return Err(error("too short for a table"));
        };
        if &head[..16] != MAGIC {
            return Err(error("not a table of this program, or of another version of it"));
        }
        let damaged = |part: &str| error(&format!("damaged: the checksum of the {part} is wrong"));
        let (described, sums) = head.split_at(HEAD - SUMS);
        let sum = |at: usize| sums[at..at + 8].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        if checksum(described) ^ sum(0) != sum(8) {
            return Err(damaged("head"));
        }
        let length = described[16..20].iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
        let description: Option<Description> =
            described.get(20..20 + length).and_then(|text| serde_json::from_slice(text).ok());
        let Some(Description { label, cells, last_wins, lines, names }) = description.filter(is_sound) else {
            return Err(error("not a table: its description makes no sense"));
        };
        if bytes.len() as u64 != Self::size(cells) {
            return Err(error("cut short, or too long"));
        }
        if checksum(bytes) != sum(0) {
            return Err(damaged("table"));
        }
        let game = Removal { cells, lines, last_wins };
        Ok((Self { game, names, memory, start: HEAD }, label))
    }
}

/// Whether cells, lines and names fit each other.
fn is_sound(description: &Description) -> bool {
    let mut names = description.names.clone();
    names.sort_unstable();
    description.cells <= MAX_CELLS
        && names.into_iter().eq(0..description.cells)
        && description.lines.iter().all(|&line| line != 0 && line >> description.cells == 0)
}

/// The first bytes of a file.
fn head(table: &Table, label: &str, checksum_of_table: u64) -> Result<Vec<u8>, String> {
    let Removal { cells, lines, last_wins } = table.game.clone();
    let description = Description { label: label.into(), cells, last_wins, lines, names: table.names.clone() };
    let text = serde_json::to_vec(&description).map_err(|error| error.to_string())?;
    if text.len() > HEAD - SUMS - 20 {
        return Err(format!("a description of {} bytes is too long for a file", text.len()));
    }
    let mut head = MAGIC.to_vec();
    head.extend((text.len() as u32).to_le_bytes());
    head.extend(text);
    head.resize(HEAD - SUMS, 0);
    let sum = checksum(&head) ^ checksum_of_table;
    head.extend(checksum_of_table.to_le_bytes());
    head.extend(sum.to_le_bytes());
    head.resize(HEAD, 0);
    Ok(head)
}

/// A checksum at the speed of memory: eight sums of words, each stirred as it goes. What does not fill 64 bytes counts
/// by its length alone.
fn checksum(bytes: &[u8]) -> u64 {
    let (groups, _) = bytes.as_chunks::<64>();
    let mut sums = [0u64; 8];
    for group in groups {
        let (words, _) = group.as_chunks::<8>();
        for (sum, word) in sums.iter_mut().zip(words) {
            *sum = (sum.rotate_left(5) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
    sums.into_iter().fold(bytes.len() as u64, |sum, word| mix(sum ^ word))
}
