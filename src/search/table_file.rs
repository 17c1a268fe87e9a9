//! Transposition tables on disk, so that an analysis goes on tomorrow: the table's words, then its age.

use super::table::Table;
pub use crate::table_file::TableFileError;
use crate::table_file::{Kind, TableFile, save as save_file};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

/// Another version searches and evaluates otherwise.
const KIND: Kind = Kind { name: "transpositions", version: env!("CARGO_PKG_VERSION") };
/// Words written at once.
const BLOCK: usize = 1 << 16;
const BUCKET: usize = 64;

pub(super) fn save(table: &Table, path: &Path, tag: &str) -> Result<(), TableFileError> {
    let length = (table.bucket_count() * BUCKET + 8) as u64;
    let mut words = table.words().map(|word| word.load(Relaxed)).chain([u64::from(table.age())]);
    let blocks = std::iter::from_fn(|| {
        let block: Vec<u8> = words.by_ref().take(BLOCK).flat_map(u64::to_le_bytes).collect();
        (!block.is_empty()).then_some(block)
    });
    save_file(path, KIND, tag, length, blocks)
}

pub(super) fn load(path: &Path, tag: &str) -> Result<Table, TableFileError> {
    let file = TableFile::open(path, KIND)?.of(tag)?;
    let (words, age) = file.split_last_chunk().ok_or(TableFileError::Length)?;
    if words.is_empty() || !words.len().is_multiple_of(BUCKET) {
        return Err(TableFileError::Length);
    }
    let table = Table::with_buckets(words.len() / BUCKET).ok_or(TableFileError::Memory(words.len() as u64))?;
    table.set_age(u64::from_le_bytes(*age) as u8);
    for (place, word) in table.words().zip(words.as_chunks().0) {
        place.store(u64::from_le_bytes(*word), Relaxed);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::super::table::{Bound, Entry};
    use super::*;

    #[test]
    fn tables_come_back_and_damage_is_noticed() {
        let path = std::env::temp_dir().join(format!("manyply-table-{}", std::process::id()));
        let table = Table::with_buckets(50).unwrap();
        table.set_age(9);
        let entry = Entry { best: Some(3), value: 40, static_eval: None, depth: 7, bound: Bound::Exact };
        table.store(u64::MAX / 3, 0, entry);
        save(&table, &path, "game a=1").unwrap();
        let again = load(&path, "game a=1").unwrap();
        assert_eq!((again.probe(u64::MAX / 3, 0), again.age()), (Some(entry), 9));
        assert!(matches!(load(&path, "game a=2"), Err(TableFileError::Tag { .. })));
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 64]).unwrap();
        assert!(matches!(load(&path, "game a=1"), Err(TableFileError::Length)));
        // Whole files of something that is no table.
        for length in [0, 8, 64, 71, 73] {
            save_file(&path, KIND, "game a=1", length as u64, [vec![0; length]]).unwrap();
            assert!(matches!(load(&path, "game a=1"), Err(TableFileError::Length)), "{length}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}
