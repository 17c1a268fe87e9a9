//! The transposition table of the quiescence search, one for each thread: it fits into the processor's second cache.
//!
//! Most nodes are qsearch nodes, and an entry of one is probed again soon or never. In a table of their own they wait
//! for no memory, and replace no deeper entry of the shared table.

use super::table::{Entry, decode, encode};

/// Entries: 256 KiB of them. A power of two.
const PLACES: usize = 1 << 14;

/// A table of one place for each of the keys that begin alike: the latest stays.
#[derive(Debug)]
pub(super) struct QsearchTable(Vec<[u64; 2]>);

impl QsearchTable {
    /// An empty table; without any place unless it is `used`.
    pub(super) fn new(used: bool) -> Self {
        Self(vec![[0; 2]; if used { PLACES } else { 0 }])
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill([0; 2]);
    }

    #[inline]
    fn place(key: u64) -> usize {
        (key >> (u64::BITS - PLACES.ilog2())) as usize
    }

    /// What is known of the position with this key, as seen `ply` plies from the root.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let &[known, data] = self.0.get(Self::place(key))?;
        if known == key { decode(data, ply) } else { None }
    }

    /// Remembers `entry`, found `ply` plies from the root.
    #[inline]
    pub(super) fn store(&mut self, key: u64, ply: usize, entry: Entry) {
        if let Some(place) = self.0.get_mut(Self::place(key)) {
            *place = [key, encode(entry, ply, 0)];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Bound;
    use super::super::value::WIN;
    use super::*;

    const ENTRY: Entry = Entry { best: Some(77), value: -35, static_eval: Some(-12), depth: 0, bound: Bound::Exact };

    #[test]
    fn the_latest_entry_is_known_by_its_own_key_alone() {
        let mut table = QsearchTable::new(true);
        assert_eq!(table.probe(0, 0), None);
        table.store(5, 0, ENTRY);
        assert_eq!(table.probe(5, 0), Some(ENTRY));
        assert_eq!(table.probe(6, 0), None);
        table.store(6, 0, Entry { best: None, static_eval: None, bound: Bound::Lower, ..ENTRY });
        assert_eq!(table.probe(5, 0), None);
        assert_eq!(table.probe(6, 0), Some(Entry { best: None, static_eval: None, bound: Bound::Lower, ..ENTRY }));
    }

    #[test]
    fn proofs_move_with_the_root() {
        let mut table = QsearchTable::new(true);
        table.store(5, 4, Entry { value: WIN - 10, ..ENTRY });
        assert_eq!(table.probe(5, 2).map(|entry| entry.value), Some(WIN - 8));
    }
}
