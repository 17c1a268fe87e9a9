//! The table under several threads at once: whatever is seen of a key was stored for that key, and as a whole.

use super::*;
use crate::zobrist::{SplitMix64, mix};

const THREADS: u64 = 4;
const ROUNDS: u64 = if cfg!(debug_assertions) { 300_000 } else { 2_000_000 };
/// More keys than places, so that entries push each other out all the time.
const KEYS: usize = 24;
/// What a key is stored with, so that a mixture of two would be noticed.
const VARIANTS: usize = 8;

/// The entry of a key and a variant: every field follows from both, and the depth tells the variant.
fn entry(key: u64, variant: u64) -> Entry {
    let bits = mix(key ^ mix(variant));
    Entry {
        best: Some(bits as u16 & 0x7fff),
        value: Value::from((bits >> 16) as i16 / 4),
        static_eval: Some(Value::from((bits >> 32) as i16 / 4)),
        depth: variant as u8,
        bound: Bound::Exact,
    }
}

fn key(number: usize) -> u64 {
    mix(1 + number as u64)
}

#[test]
fn threads_never_see_what_was_not_stored() {
    // Two buckets: every thread is at the same few cache lines.
    let table = Table::with_buckets(2).expect("memory");
    let work = |seed: u64| {
        let mut random = SplitMix64::new(seed);
        let mut hits = 0_u64;
        for round in 0..ROUNDS {
            let key = key(random.below(KEYS));
            if random.below(2) == 0 {
                table.store(key, 0, entry(key, random.below(VARIANTS) as u64));
            } else if let Some(found) = table.probe(key, 0) {
                assert_eq!(found, entry(key, found.depth.into()), "{key:#x}");
                hits += 1;
            }
            // As between searches, while others are still at it.
            if seed == 0 && round % 10_000 == 0 {
                table.new_search();
            }
        }
        hits
    };
    let hits = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|seed| scope.spawn(move || work(seed))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread fails")).sum::<u64>()
    });
    assert!(hits > ROUNDS / 10, "only {hits} hits: nothing was tested");
}
