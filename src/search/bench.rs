//! A fingerprint of the search: what it finds in fixed positions at fixed depths, with one thread and an empty table.
//! It changes whenever the search does anything differently, and never otherwise, on any machine.

use super::hooks::Searchable;
use super::{EngineOf, Limits, Options};
use crate::game::{Notation, Played};
use crate::nnue::NetworkRef;
use crate::zobrist::mix;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a bench of one game did.
///
/// ```no_run
/// use manyply::games::hexnim::Hexnim;
/// use manyply::search::bench::fingerprint;
/// use std::sync::atomic::AtomicBool;
///
/// let fingerprint = fingerprint::<Hexnim>(&AtomicBool::new(false));
/// println!("{} nodes, hash {:016x}", fingerprint.nodes, fingerprint.hash);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fingerprint {
    /// Nodes searched.
    pub nodes: u64,
    /// A hash over the best moves, scores and lines of every iteration.
    pub hash: u64,
    /// How often the table was asked.
    pub probes: u64,
    /// How often it had an answer.
    pub hits: u64,
    /// The time the searches took: no part of the fingerprint.
    pub elapsed: Duration,
}

/// How the positions are searched. Another setting than the default has a fingerprint of its own.
///
/// ```
/// use manyply::search::bench::Settings;
///
/// let settings = Settings { deeper: 2, ..Settings::default() };
/// assert_eq!(settings.hash_mib, 16);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The table's size in MiB.
    pub hash_mib: usize,
    /// Plies that are searched beyond each position's own depth.
    pub deeper: u32,
    /// Another network than the game's own.
    pub network: Option<NetworkRef>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { hash_mib: 16, deeper: 0, network: None }
    }
}

/// The fingerprint with the default settings, or of what was searched until `stop` was set.
///
/// # Panics
/// As [`measure`].
pub fn fingerprint<G: Notation + Searchable>(stop: &AtomicBool) -> Fingerprint {
    measure::<G>(&Settings::default(), stop)
}

/// Searches the game's [`SAMPLES`](crate::game::Notation::SAMPLES), or its start, until done or `stop` is set.
///
/// # Panics
/// If one of the samples is not a position of the game, or there is no memory for the table.
pub fn measure<G: Notation + Searchable>(settings: &Settings, stop: &AtomicBool) -> Fingerprint {
    let mut result = Fingerprint::default();
    let Settings { hash_mib, network, .. } = *settings;
    let mut engine = EngineOf::<G>::new(Options { hash_mib, network, ..Options::default() });
    for (game, depth) in samples::<G>() {
        engine.new_game();
        let hash = &mut result.hash;
        let found = engine.search(&game, &Limits::depth(depth + settings.deeper), stop, &mut |report| {
            let line = report.line.iter().map(|m| format!("{m:?}")).collect::<String>();
            for byte in format!("{:?} {line}", report.score).bytes() {
                *hash = mix(*hash ^ u64::from(byte));
            }
        });
        result.nodes += found.nodes;
        result.hash = mix(result.hash ^ found.nodes);
        result.probes += found.probes;
        result.hits += found.hits;
        result.elapsed += found.elapsed;
    }
    result
}

/// The positions and depths that are searched.
///
/// # Panics
/// If one of the samples is not a position of the game.
pub fn samples<G: Notation>() -> Vec<(Played<G>, u32)> {
    let rules = G::Rules::default();
    let position = |&(text, depth): &(&str, u32)| {
        (Played::new(G::parse_position(text, &rules).expect("samples are positions")), depth)
    };
    if G::SAMPLES.is_empty() {
        vec![(Played::new(G::start(&rules)), 5)]
    } else {
        G::SAMPLES.iter().map(position).collect()
    }
}
