//! Counts remembered by whole position and depth: no two positions can be mistaken for one another.

use super::NoMemory;
use crate::game::Position;
use ahash::RandomState;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};

/// Independent parts, so that threads seldom wait for one another.
const SHARDS: usize = 256;
/// The bytes that a part begins with, a page; it grows as it fills, since to touch all of a large table would take
/// longer than a short count.
const FIRST_BYTES: usize = 4096;

/// A bounded table, whose memory is reserved as a whole. Each bucket keeps the deepest count that came by and the
/// latest one.
pub(super) struct Table<P> {
    hasher: RandomState,
    shards: Vec<Mutex<Shard<P>>>,
}

/// Where a count belongs: a hash of its position and depth.
#[derive(Clone, Copy)]
pub(super) struct Place(u64);

struct Shard<P> {
    /// At least one, and no more than [`Self::most`], for which there is room.
    buckets: Vec<Bucket<P>>,
    most: usize,
    /// Places taken in all buckets.
    taken: usize,
}

type Bucket<P> = [Option<Entry<P>>; 2];

#[derive(Clone)]
struct Entry<P> {
    position: P,
    depth: NonZeroU32,
    nodes: u64,
}

impl<P: Position> Table<P> {
    /// A table of at most `mib` MiB, and at least one bucket in each part.
    pub(super) fn new(mib: usize) -> Result<Self, NoMemory> {
        let bytes = mib.checked_mul(1 << 20).ok_or(NoMemory(mib))?;
        let fit = |bytes: usize| (bytes / size_of::<Bucket<P>>()).max(1);
        let most = fit(bytes / SHARDS);
        let first = most.min(fit(FIRST_BYTES));
        let shards = (0..SHARDS)
            .map(|_| {
                let mut buckets = Vec::new();
                buckets.try_reserve_exact(most).map_err(|_| NoMemory(mib))?;
                buckets.resize_with(first, || [None, None]);
                Ok(Mutex::new(Shard { buckets, most, taken: 0 }))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { hasher: RandomState::with_seeds(1, 2, 3, 4), shards })
    }

    /// Where the count of `position` at `depth` belongs.
    pub(super) fn place(&self, position: &P, depth: NonZeroU32) -> Place {
        Place(self.hasher.hash_one((position, depth)))
    }

    /// The remembered count of `position` at `depth`.
    pub(super) fn get(&self, place: Place, position: &P, depth: NonZeroU32) -> Option<u64> {
        self.with_shard(place, |shard| {
            let same = |entry: &&Entry<P>| entry.depth == depth && entry.position == *position;
            shard.bucket(place).iter().flatten().find(same).map(|entry| entry.nodes)
        })
    }

    /// Remembers a count, at the cost of another one.
    pub(super) fn put(&self, place: Place, position: &P, depth: NonZeroU32, nodes: u64) {
        self.with_shard(place, |shard| {
            if shard.is_crowded() && shard.buckets.len() < shard.most {
                shard.grow(|entry| self.place(&entry.position, entry.depth));
            }
            shard.put(place, Entry { position: position.clone(), depth, nodes });
        });
    }

    fn with_shard<T>(&self, place: Place, work: impl FnOnce(&mut Shard<P>) -> T) -> T {
        // A panic elsewhere leaves whole entries behind, so a poisoned part is as good as any.
        let shard = &self.shards[place.0 as usize % SHARDS];
        work(&mut shard.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<P> Shard<P> {
    /// The bucket of a place, by the bits of it that did not choose the part.
    fn bucket(&mut self, place: Place) -> &mut Bucket<P> {
        let at = ((u128::from(place.0) * self.buckets.len() as u128) >> 64) as usize;
        &mut self.buckets[at]
    }

    fn put(&mut self, place: Place, entry: Entry<P>) {
        let [deepest, latest] = self.bucket(place);
        let keep = deepest.as_ref().is_some_and(|deepest| deepest.depth > entry.depth);
        let second = if keep { Some(entry) } else { deepest.replace(entry) };
        let is_more = second.is_none() || latest.is_none();
        *latest = second.or(latest.take());
        self.taken += usize::from(is_more);
    }

    /// Whether three places in four are taken.
    fn is_crowded(&self) -> bool {
        2 * self.taken >= 3 * self.buckets.len()
    }

    /// Twice the buckets, as far as there is room.
    fn grow(&mut self, place: impl Fn(&Entry<P>) -> Place) {
        let buckets = self.most.min(2 * self.buckets.len());
        let entries: Vec<_> = self.buckets.drain(..).flatten().flatten().collect();
        self.buckets.resize_with(buckets, || [None, None]);
        self.taken = 0;
        for entry in entries {
            self.put(place(&entry), entry);
        }
    }
}
