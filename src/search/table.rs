//! The transposition table: shared by all threads without a lock.
//!
//! A bucket is one cache line of four entries; an entry is two words, `key ^ data` and `data` (Hyatt and Mann, "A
//! lock-less transposition-table implementation for parallel search", ICGA Journal 2002), so an entry torn by two
//! writers, or another position's, does not match the key and is not seen. Its move is untrusted all the same:
//! [`Position::unpack`](crate::game::Position::unpack) turns it into a legal one or none.

use super::memory::Words;
use super::prefetch::prefetch;
use super::value::{PROVEN, Value, is_counted, is_proven};
use crate::threads;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

const ENTRIES: usize = 4;
const NO_MOVE: u16 = u16::MAX;
const NO_STATIC_EVAL: i16 = i16::MIN;
/// Ages count searches, modulo this.
const AGES: u8 = 64;
/// Words that are worth a thread for clearing them: 4 MiB.
const LEAST_PART: usize = 1 << 19;

/// Which side of the true value a stored value is on.
///
/// ```
/// use manyply::search::Bound;
///
/// // A search with the window 10..20 that returns 25 has failed high: the value is at least 25.
/// let (value, beta) = (25, 20);
/// let bound = if value >= beta { Bound::Lower } else { Bound::Upper };
/// assert_eq!(bound, Bound::Lower);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub enum Bound {
    /// The value is at most this: the search failed low (an all node).
    Upper = 1,
    /// The value is at least this: the search failed high (a cut node).
    Lower = 2,
    /// The value is this (a PV node).
    #[cfg_attr(feature = "face", serde(skip))]
    #[default]
    Exact = 3,
}

impl Bound {
    /// Whether the value is no bound but exact: reports leave that out.
    pub fn is_exact(&self) -> bool {
        *self == Self::Exact
    }

    /// What a value means that a search with the window `alpha..beta` returned.
    #[inline]
    pub(crate) const fn of(value: Value, alpha: Value, beta: Value) -> Self {
        if value >= beta {
            Self::Lower
        } else if value > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// What the table remembers of a position.
///
/// ```
/// use manyply::search::{Bound, Entry};
///
/// let entry = Entry { best: None, value: 35, static_eval: Some(20), depth: 6, bound: Bound::Exact };
/// assert!(entry.value > entry.static_eval.unwrap_or(0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, packed, if one is known.
    pub best: Option<u16>,
    /// The value, with proven ones counted from the root of the asking search.
    pub value: Value,
    /// The static evaluation, if it was made.
    pub static_eval: Option<Value>,
    /// The depth that was searched.
    pub depth: u8,
    /// What the value means.
    pub bound: Bound,
}

impl Entry {
    /// Whether the value lies outside `alpha..beta` for certain, as far as it was searched.
    #[inline]
    pub(crate) const fn cuts(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// Whether the value says more about the position than the static evaluation.
    #[inline]
    pub(crate) const fn improves(&self, static_eval: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value > static_eval,
            Bound::Upper => self.value < static_eval,
        }
    }

    /// Whether what the bound says is proven, at whatever depth it was found.
    #[inline]
    pub(crate) const fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Exact => is_proven(self.value),
            Bound::Lower => self.value >= PROVEN || self.value == 0,
            Bound::Upper => self.value <= -PROVEN || self.value == 0,
        }
    }
}

/// A table of a fixed size.
///
/// ```
/// use manyply::search::{Bound, Entry, Table};
///
/// let table = Table::new(1);
/// let entry = Entry { best: Some(7), value: 35, static_eval: None, depth: 6, bound: Bound::Lower };
/// table.store(0x1234, 0, entry);
/// assert_eq!((table.probe(0x1234, 0), table.probe(0x4321, 0)), (Some(entry), None));
/// ```
#[derive(Debug)]
pub struct Table {
    words: Words,
    age: AtomicU8,
}

/// A cache line of entries, each `key ^ data`, `data`.
type Bucket = [[AtomicU64; 2]; ENTRIES];

impl Table {
    /// An empty table of `mib` mebibytes, at least one.
    ///
    /// # Panics
    /// If the system does not give so much memory.
    pub fn new(mib: usize) -> Self {
        Self::try_new(mib).expect("memory for the table")
    }

    /// As [`Self::new`]; none if the system does not give so much memory.
    pub fn try_new(mib: usize) -> Option<Self> {
        Self::with_buckets(mib.max(1).checked_mul(1 << 20)? / size_of::<Bucket>())
    }

    /// None if there is no memory for them.
    pub(super) fn with_buckets(count: usize) -> Option<Self> {
        let words = Words::zeroed(count.checked_mul(size_of::<Bucket>() / size_of::<u64>())?)?;
        Some(Self { words, age: AtomicU8::new(0) })
    }

    /// Forgets everything, with this number of threads.
    pub fn clear(&self, threads: usize) {
        let words = self.words.as_slice();
        let parts = words.chunks(words.len().div_ceil(threads.max(1)).max(LEAST_PART));
        let zero = |part: &[AtomicU64]| part.iter().for_each(|word| word.store(0, Relaxed));
        threads::for_each(parts.len(), parts, zero);
        self.age.store(0, Relaxed);
    }

    /// Lets older entries be replaced first from now on: called once a search.
    pub(crate) fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets()[..self.bucket_count().min(250)];
        let used = sample.iter().flatten().filter(|entry| {
            let data = entry[1].load(Relaxed);
            data != 0 && age_of(data) == age
        });
        (used.count() * 1000 / (sample.len() * ENTRIES)) as u32
    }

    /// Says that the position with this key will be asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known of the position with this key, as seen `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).iter().find_map(|entry| {
            let data = entry[1].load(Relaxed);
            (entry[0].load(Relaxed) ^ data == key).then(|| decode(data, ply)).flatten()
        })
    }

    /// Remembers `entry`, found `ply` plies from the root, in the place that is worth least.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut place = &bucket[0];
        let mut least = i32::MAX;
        for candidate in bucket {
            let data = candidate[1].load(Relaxed);
            if candidate[0].load(Relaxed) ^ data == key {
                if let Some(old) = decode(data, ply) {
                    // A shallow bound does not push out a much deeper result of the same search.
                    if entry.bound != Bound::Exact && old.depth > entry.depth + 3 && age_of(data) == age {
                        return;
                    }
                    entry.best = entry.best.or(old.best);
                }
                place = candidate;
                break;
            }
            let staleness = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { i32::from(depth_of(data)) - 4 * staleness };
            if worth < least {
                (least, place) = (worth, candidate);
            }
        }
        let data = encode(entry, ply, age);
        place[0].store(key ^ data, Relaxed);
        place[1].store(data, Relaxed);
    }

    /// All words, for keeping the table in a file.
    pub(super) fn words(&self) -> impl Iterator<Item = &AtomicU64> {
        self.words.as_slice().iter()
    }

    pub(super) fn bucket_count(&self) -> usize {
        self.buckets().len()
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.words.as_slice().as_chunks().0.as_chunks().0
    }

    pub(super) fn age(&self) -> u8 {
        self.age.load(Relaxed)
    }

    pub(super) fn set_age(&self, age: u8) {
        self.age.store(age % AGES, Relaxed);
    }

    /// Multiply-high: any number of buckets, no division (Lemire, "A fast alternative to the modulo reduction").
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize]
    }
}

// Data, from the lowest bit: move 16, value 16, static evaluation 16, depth 8, bound 2, age 6.

#[inline]
pub(super) fn encode(entry: Entry, ply: usize, age: u8) -> u64 {
    let value = to_node(entry.value, ply) as i16;
    let static_eval = entry.static_eval.map_or(NO_STATIC_EVAL, |value| value as i16);
    u64::from(entry.best.unwrap_or(NO_MOVE))
        | u64::from(value as u16) << 16
        | u64::from(static_eval as u16) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

#[inline]
pub(super) fn decode(data: u64, ply: usize) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let (best, static_eval) = (data as u16, (data >> 32) as u16 as i16);
    Some(Entry {
        best: (best != NO_MOVE).then_some(best),
        value: from_node(Value::from((data >> 16) as u16 as i16), ply),
        static_eval: (static_eval != NO_STATIC_EVAL).then_some(Value::from(static_eval)),
        depth: depth_of(data),
        bound,
    })
}

const fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

const fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// Wins and losses count plies from the root; in the table they count from their own position.
#[inline]
pub(super) const fn to_node(value: Value, ply: usize) -> Value {
    if is_counted(value) { value + value.signum() * ply as Value } else { value }
}

#[inline]
pub(super) const fn from_node(value: Value, ply: usize) -> Value {
    let shifted = value - value.signum() * ply as Value;
    if is_counted(value) { shifted } else { value }
}

#[cfg(test)]
mod stress;

#[cfg(test)]
mod tests {
    use super::super::value::WIN;
    use super::*;
    use quickcheck::quickcheck;

    const ENTRY: Entry = Entry { best: Some(77), value: -35, static_eval: Some(-12), depth: 9, bound: Bound::Exact };

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!(size_of::<Bucket>(), 64);
        for mib in [1, 3, 64] {
            assert_eq!(Table::new(mib).buckets().as_ptr().addr() % 64, 0);
        }
    }

    #[test]
    fn proofs_move_with_the_root() {
        let table = Table::new(1);
        table.store(5, 4, Entry { value: WIN - 10, ..ENTRY });
        assert_eq!(table.probe(5, 2).map(|entry| entry.value), Some(WIN - 8));
        table.store(6, 4, Entry { value: -WIN + 10, ..ENTRY });
        assert_eq!(table.probe(6, 7).map(|entry| entry.value), Some(-WIN + 13));
        assert_eq!(table.probe(7, 0), None);
    }

    #[test]
    fn a_move_is_kept_when_a_later_entry_has_none() {
        let table = Table::new(1);
        table.store(5, 0, ENTRY);
        table.store(5, 0, Entry { best: None, depth: 10, bound: Bound::Upper, ..ENTRY });
        assert_eq!(table.probe(5, 0), Some(Entry { depth: 10, bound: Bound::Upper, ..ENTRY }));
    }

    #[test]
    fn old_searches_give_way_first() {
        let table = Table::with_buckets(1).unwrap();
        for key in 0..4 {
            table.store(key, 0, ENTRY);
        }
        (0..3).for_each(|_| table.new_search());
        table.store(100, 0, Entry { depth: 2, ..ENTRY });
        table.store(101, 0, Entry { depth: 1, ..ENTRY });
        assert!(table.probe(100, 0).is_some() && table.probe(101, 0).is_some());
    }

    #[test]
    fn clearing_leaves_nothing_however_many_share_it() {
        for threads in [0, 1, 2, 3, 100] {
            let table = Table::new(9);
            (0..500_000_u64).for_each(|key| table.store(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, ENTRY));
            table.clear(threads);
            assert!(table.words().all(|word| word.load(Relaxed) == 0), "{threads}");
        }
    }

    quickcheck! {
        fn entries_come_back(
            key: u64, best: Option<u16>, value: i16, static_eval: Option<i16>, depth: u8, ply: u8
        ) -> bool {
            let entry = Entry {
                best: best.filter(|&best| best != NO_MOVE),
                value: (i32::from(value)).clamp(-WIN + 500, WIN - 500),
                static_eval: static_eval.filter(|&value| value != NO_STATIC_EVAL).map(Value::from),
                depth,
                bound: Bound::Lower,
            };
            // What is lost soon is not deep in the tree.
            if is_counted(entry.value) != is_counted(to_node(entry.value, ply.into())) {
                return true;
            }
            let table = Table::new(1);
            table.store(key, ply.into(), entry);
            table.probe(key, ply.into()) == Some(entry)
        }

        fn a_torn_entry_is_not_seen(key: u64, other: u64) -> bool {
            let table = Table::with_buckets(1).unwrap();
            table.store(key, 0, ENTRY);
            let torn = table.buckets()[0][0][1].load(Relaxed) ^ (other | 1);
            table.buckets()[0][0][1].store(torn, Relaxed);
            table.probe(key, 0).is_none()
        }
    }
}
