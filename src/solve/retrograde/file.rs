//! Tables on disk: written once, checked and mapped by later calls.
//!
//! A page of 4 KiB comes first: the magic and version, the length of the game's description, the description (cells,
//! convention, lines, in the table's numbering), a checksum of the table and one of the page. Then the table.

use super::memory::Memory;
use super::{Removal, Table};
use crate::zobrist::mix;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

const MAGIC: &[u8; 16] = b"manyply subset 1";
/// Where the table begins.
const PAGE: usize = 8192;

impl Table {
    /// Writes the table to a file, first under another name, so that no half-written table is ever found.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let error = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let bytes = self.bytes();
        let mut file = BufWriter::new(File::create(&partial).map_err(error)?);
        file.write_all(&page(&self.game, &self.names, checksum(bytes))?).map_err(error)?;
        file.write_all(bytes).map_err(error)?;
        file.into_inner().map_err(|failed| error(failed.into_error()))?.sync_all().map_err(error)?;
        fs::rename(&partial, path).map_err(error)
    }

    /// Maps a table that was saved for the same game.
    ///
    /// # Errors
    /// If there is no such file, or it is not a whole, unchanged table of `game`.
    pub fn load(path: &Path, game: &Removal) -> Result<Self, String> {
        let error = |problem: &str| format!("{}: {problem}", path.display());
        let file = File::open(path).map_err(|problem| error(&problem.to_string()))?;
        let memory = Memory::map(&file).map_err(|problem| error(&problem))?;
        let Some((head, bytes)) = memory.split_at_checked(PAGE) else {
            return Err(error("too short for a table"));
        };
        if &head[..MAGIC.len()] != MAGIC {
            return Err(error("not a table of this program, or of another version of it"));
        }
        let mut table = Self::plan(game.clone());
        let expected = page(&table.game, &table.names, 0)?;
        if head[16..PAGE - 16] != expected[16..PAGE - 16] {
            return Err(error("a table of another board or another rule"));
        }
        if bytes.len() as u64 != Self::size(game.cells) {
            return Err(error("cut short"));
        }
        if head[PAGE - 16..] != page(&table.game, &table.names, checksum(bytes))?[PAGE - 16..] {
            return Err(error("damaged: its checksum is wrong"));
        }
        table.start = PAGE;
        table.memory = Some(memory);
        Ok(table)
    }
}

/// The first page of a file.
fn page(game: &Removal, names: &[usize], checksum: u64) -> Result<Vec<u8>, String> {
    let mut page = MAGIC.to_vec();
    page.extend([game.cells as u8, u8::from(game.last_wins)]);
    page.extend((game.lines.len() as u32).to_le_bytes());
    page.extend(names.iter().map(|&name| name as u8));
    page.extend(game.lines.iter().flat_map(|line| line.to_le_bytes()));
    if page.len() > PAGE - 16 {
        return Err(format!("{} lines are too many for a file", game.lines.len()));
    }
    page.resize(PAGE - 16, 0);
    page.extend(checksum.to_le_bytes());
    let page_checksum = page.iter().fold(checksum, |sum, &byte| mix(sum ^ u64::from(byte)));
    page.extend(page_checksum.to_le_bytes());
    Ok(page)
}

/// A checksum at the speed of memory: eight sums of words, each stirred as it goes.
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
