//! The work of one count, cut into parts near the root and shared among threads.

use super::counter::Counter;
use super::{Branch, Counts, Progress, Settings};
use crate::game::{History, MoveList, Played, Position};
use crate::threads;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Parts that are enough for an even share.
const ENOUGH: usize = 256;
/// The same for each shard.
const ENOUGH_FOR_SHARD: usize = 16;
/// Parts are not cut so small that cutting costs more than counting.
const SMALLEST_DEPTH: u32 = 3;
/// Deeper parts may take long, so they are cut further, to show progress and to keep more if the count is broken off.
const LONG_DEPTH: u32 = 7;
/// The bound on parts for that, which keeps their memory small.
const MANY: u64 = 50_000;

/// A position near the root, from which lines of a given length are to be counted.
struct Part<P> {
    /// Which root move leads here.
    branch: usize,
    position: P,
    history: History,
}

/// Counts the parts of the shard that are not known.
pub(super) fn share<P: Position>(
    counter: &Counter<'_, P>,
    game: &Played<P>,
    depth: u32,
    settings: &Settings,
    known: &[Option<u64>],
    progress: &(dyn Fn(Progress) + Sync),
) -> Counts<P::Move> {
    let first = game.legal_moves();
    let enough = ENOUGH.max(ENOUGH_FOR_SHARD * settings.shard.of() as usize);
    let (parts, depth) = cut(counter, game, &first, depth, enough);
    let taken = |&(index, _): &(usize, _)| settings.shard.takes(index);
    let parts: Vec<_> = parts.into_iter().enumerate().filter(taken).map(|(_, part)| part).collect();
    let mut missing = vec![0usize; first.len()];
    for part in &parts {
        missing[part.branch] += 1;
    }
    let missing: Vec<AtomicUsize> = missing.into_iter().map(AtomicUsize::new).collect();
    let nodes: Vec<AtomicU64> = first.iter().map(|_| AtomicU64::new(0)).collect();
    let (next, done, total) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
    let known = if known.len() == parts.len() { known } else { &[] };
    let finish = |part: &Part<P>, count| {
        add(&nodes[part.branch], count);
        add(&total, count);
        missing[part.branch].fetch_sub(1, Ordering::Relaxed);
        1 + done.fetch_add(1, Ordering::Relaxed)
    };
    for (part, &count) in parts.iter().zip(known) {
        if let Some(count) = count {
            finish(part, count);
        }
    }
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(index) else { break };
            if known.get(index).is_some_and(Option::is_some) {
                continue;
            }
            let count = match depth {
                0 => 1,
                _ => counter.count(&mut part.position.clone(), &part.history, depth),
            };
            if counter.is_stopped() {
                break;
            }
            let done = finish(part, count);
            let nodes = total.load(Ordering::Relaxed);
            progress(Progress { nodes, done, total: parts.len(), part: (index, count) });
        }
    };
    threads::share(settings.threads.min(parts.len()), work);
    let branches: Vec<_> = first
        .iter()
        .zip(nodes.iter().zip(&missing))
        .map(|(&first, (nodes, missing))| Branch {
            first,
            nodes: nodes.load(Ordering::Relaxed),
            complete: missing.load(Ordering::Relaxed) == 0,
        })
        .collect();
    let complete = branches.iter().all(|branch| branch.complete);
    Counts { nodes: total.into_inner(), branches, complete }
}

/// Cuts a count of `depth` plies into parts, `enough` of them if there are, of a smaller depth, which is returned too.
fn cut<P: Position>(
    counter: &Counter<'_, P>,
    game: &Played<P>,
    first: &[P::Move],
    depth: u32,
    enough: usize,
) -> (Vec<Part<P>>, u32) {
    let root = Part { branch: 0, position: game.position().clone(), history: game.history().clone() };
    let mut parts: Vec<_> = first.iter().enumerate().map(|(branch, &m)| Part { branch, ..after(&root, m) }).collect();
    let mut left = depth - 1;
    let few = |parts: &[Part<P>], left| {
        let cut_again = || parts.iter().map(|part| part.position.count_moves()).sum::<u64>();
        parts.len() < enough || left > LONG_DEPTH && cut_again() <= MANY
    };
    while left > SMALLEST_DEPTH && !parts.is_empty() && few(&parts, left) && !counter.is_stopped() {
        parts = parts.iter().flat_map(|part| children(counter, part)).collect();
        left -= 1;
    }
    (parts, left)
}

fn children<P: Position>(counter: &Counter<'_, P>, part: &Part<P>) -> Vec<Part<P>> {
    let mut list = P::Moves::default();
    if !counter.is_drawn(&part.history) {
        part.position.moves(&mut list);
    }
    list.as_slice().iter().map(|&m| after(part, m)).collect()
}

fn after<P: Position>(part: &Part<P>, m: P::Move) -> Part<P> {
    let (mut position, mut history) = (part.position.clone(), part.history.clone());
    let irreversible = position.is_irreversible(m);
    position.make(m);
    history.push(&position, irreversible);
    Part { branch: part.branch, position, history }
}

/// Adds up to `u64::MAX` and no further.
fn add(sum: &AtomicU64, count: u64) {
    // The closure always returns a value, so the update cannot fail.
    let _ = sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| Some(old.saturating_add(count)));
}
