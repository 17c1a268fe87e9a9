//! The checker against brute force on small boards, altered certificates, hostile files, and games against strategies.

mod altered;
mod games;
mod plane;
mod small;

use crate::zobrist::SplitMix64;

/// Certificates of positions in either rule, made by `manyply prove --text`.
const PROOFS: [&str; 2] = [
    include_str!("../../../../../tests/data/gomoku-proof-freestyle.txt"),
    include_str!("../../../../../tests/data/gomoku-proof-standard.txt"),
];

/// Numbers below a bound, the same for a seed.
fn unlimited(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = SplitMix64::new(seed);
    move |bound| random.below(bound)
}
