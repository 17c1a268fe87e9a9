//! Counts remembered by whole position and depth: no two positions can be mistaken for one another.

use super::NoMemory;
use crate::game::Position;
use ahash::RandomState;
use std::sync::{Mutex, PoisonError};

/// Independent parts, so that threads seldom wait for one another.
const SHARDS: usize = 256;

/// A bounded table, allocated as a whole. Each bucket keeps the deepest count that came by and the latest one.
pub(super) struct Table<P> {
    hasher: RandomState,
    shards: Vec<Mutex<Vec<Bucket<P>>>>,
}

type Bucket<P> = [Option<Entry<P>>; 2];

#[derive(Clone)]
struct Entry<P> {
    position: P,
    depth: u32,
    nodes: u64,
}

impl<P: Position> Table<P> {
    /// A table of at most `mib` MiB, and at least one bucket in each part.
    pub(super) fn new(mib: usize) -> Result<Self, NoMemory> {
        let bytes = mib.checked_mul(1 << 20).ok_or(NoMemory(mib))?;
        let buckets = (bytes / SHARDS / size_of::<Bucket<P>>()).max(1);
        let shards = (0..SHARDS)
            .map(|_| {
                let mut shard = Vec::new();
                shard.try_reserve_exact(buckets).map_err(|_| NoMemory(mib))?;
                shard.resize_with(buckets, || [None, None]);
                Ok(Mutex::new(shard))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { hasher: RandomState::with_seeds(1, 2, 3, 4), shards })
    }

    /// The remembered count of `position` at `depth`.
    pub(super) fn get(&self, position: &P, depth: u32) -> Option<u64> {
        self.with_bucket(position, depth, |bucket| {
            let same = |entry: &&Entry<P>| entry.depth == depth && entry.position == *position;
            bucket.iter().flatten().find(same).map(|entry| entry.nodes)
        })
    }

    /// Remembers a count, at the cost of another one.
    pub(super) fn put(&self, position: &P, depth: u32, nodes: u64) {
        self.with_bucket(position, depth, |[deepest, latest]| {
            let keep = deepest.as_ref().is_some_and(|entry| entry.depth > depth);
            *(if keep { latest } else { deepest }) = Some(Entry { position: position.clone(), depth, nodes });
        });
    }

    fn with_bucket<T>(&self, position: &P, depth: u32, work: impl FnOnce(&mut Bucket<P>) -> T) -> T {
        let hash = self.hasher.hash_one((position, depth));
        // A panic elsewhere leaves whole entries behind, so a poisoned part is as good as any.
        let mut shard = self.shards[hash as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        let at = ((u128::from(hash) * shard.len() as u128) >> 64) as usize;
        work(&mut shard[at])
    }
}
