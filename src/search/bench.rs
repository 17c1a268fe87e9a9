//! A fingerprint of the search: what it finds in fixed positions at fixed depths, with one thread and an empty table.
//! It changes whenever the search does anything differently, and never otherwise, on any machine.

use super::{Limits, Options, Searcher};
use crate::game::{Game, Played};
use crate::zobrist::mix;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a bench of one game did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    /// Nodes searched.
    pub nodes: u64,
    /// A hash over the best moves, scores and lines of every iteration.
    pub hash: u64,
    /// The time it took: no part of the fingerprint.
    pub elapsed: Duration,
}

/// Searches the game's [`SAMPLES`](crate::game::Notation::SAMPLES), or its start, until done or `stop` is set.
///
/// # Panics
/// If one of the samples is not a position of the game.
pub fn fingerprint<G: Game>(stop: &AtomicBool) -> Fingerprint {
    let rules = G::Rules::default();
    let started = Instant::now();
    let (mut nodes, mut hash) = (0, 0u64);
    let mut searcher = Searcher::<G>::new(Options { hash_mib: 16, ..Options::default() });
    for (text, depth) in samples::<G>() {
        let position = G::parse_position(&text, &rules).expect("samples are positions");
        searcher.clear();
        let found = searcher.search(&Played::new(position), &Limits::depth(depth), stop, &mut |report| {
            let line = report.line.iter().map(|m| format!("{m:?}")).collect::<String>();
            for byte in format!("{:?} {line}", report.score).bytes() {
                hash = mix(hash ^ u64::from(byte));
            }
        });
        nodes += found.nodes;
        hash = mix(hash ^ found.nodes);
    }
    Fingerprint { nodes, hash, elapsed: started.elapsed() }
}

/// The positions and depths that are searched.
pub fn samples<G: Game>() -> Vec<(String, u32)> {
    if G::SAMPLES.is_empty() {
        vec![(G::start(&G::Rules::default()).position_text(), 5)]
    } else {
        G::SAMPLES.iter().map(|&(text, depth)| (text.to_owned(), depth)).collect()
    }
}
