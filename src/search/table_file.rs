//! Transposition tables on disk, so that an analysis goes on tomorrow: the table's words, what is known
//! of the roots of searches, how many numbers that takes, and the table's age.

use super::known_roots::KnownRoots;
use super::table::Table;
pub use crate::table_file::TableFileError;
use crate::table_file::{Kind, TableFile, save as save_file};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

/// What files of transposition tables call themselves: another version searches and evaluates otherwise.
pub const KIND: Kind =
    Kind { name: "transpositions", version: concat!(env!("CARGO_PKG_VERSION"), " with values of four sides") };
/// Words written at once.
const BLOCK: usize = 1 << 16;
const BUCKET: usize = 64;

/// Keeps a table, as long as it `goes_on`: what is given up on the way is an error, and no file.
pub(super) fn save(
    table: &Table,
    known: &KnownRoots,
    path: &Path,
    tag: &str,
    goes_on: &dyn Fn() -> bool,
) -> Result<(), TableFileError> {
    let roots = known.words();
    let end = [roots.len() as u64, u64::from(table.age())];
    let length = table.bucket_count() * BUCKET + roots.len() * size_of::<u32>() + size_of_val(&end);
    let mut words = table.words().map(|word| word.load(Relaxed));
    let blocks = std::iter::from_fn(|| {
        if !goes_on() {
            return None;
        }
        let block: Vec<u8> = words.by_ref().take(BLOCK).flat_map(u64::to_le_bytes).collect();
        (!block.is_empty()).then_some(block)
    });
    let rest = roots.into_iter().flat_map(u32::to_le_bytes).chain(end.into_iter().flat_map(u64::to_le_bytes));
    save_file(path, KIND, tag, length as u64, blocks.chain([rest.collect()]))
}

pub(super) fn load(path: &Path, tag: &str) -> Result<(Table, KnownRoots), TableFileError> {
    let file = TableFile::open(path, KIND)?.of(tag)?;
    let (rest, age) = file.split_last_chunk().ok_or(TableFileError::Length)?;
    let (rest, count) = rest.split_last_chunk().ok_or(TableFileError::Length)?;
    let bytes = usize::try_from(u64::from_le_bytes(*count)).ok().and_then(|count| count.checked_mul(size_of::<u32>()));
    let split = bytes.and_then(|bytes| rest.len().checked_sub(bytes)).ok_or(TableFileError::Length)?;
    let (words, roots) = rest.split_at(split);
    if words.is_empty() || !words.len().is_multiple_of(BUCKET) {
        return Err(TableFileError::Length);
    }
    let table = Table::with_buckets(words.len() / BUCKET).ok_or(TableFileError::Memory(words.len() as u64))?;
    table.set_age(u64::from_le_bytes(*age) as u8);
    for (place, word) in table.words().zip(words.as_chunks().0) {
        place.store(u64::from_le_bytes(*word), Relaxed);
    }
    let roots: Vec<u32> = roots.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    Ok((table, KnownRoots::of_words(&roots).ok_or(TableFileError::Length)?))
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
        save(&table, &KnownRoots::default(), &path, "game a=1", &|| true).unwrap();
        assert!(save(&table, &KnownRoots::default(), &path, "game a=1", &|| false).is_err(), "it was given up");
        let (again, known) = load(&path, "game a=1").unwrap();
        assert_eq!(known, KnownRoots::default());
        assert_eq!((again.probe(u64::MAX / 3, 0), again.age()), (Some(entry), 9));
        assert!(matches!(load(&path, "game a=2"), Err(TableFileError::Tag { .. })));
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 64]).unwrap();
        assert!(matches!(load(&path, "game a=1"), Err(TableFileError::Length)));
        // Whole files of something that is no table.
        for length in [0, 8, 16, 64, 79, 81] {
            save_file(&path, KIND, "game a=1", length as u64, [vec![0; length]]).unwrap();
            assert!(matches!(load(&path, "game a=1"), Err(TableFileError::Length)), "{length}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}
