//! The accumulators of the positions that a search evaluated last, updated incrementally and lazily.

use super::{Accumulator, Network};
use std::fmt::Debug;

/// What a network sees of a position: the least of it that tells which features are active.
pub trait Inputs<const VIEWS: usize>: Copy + Debug + 'static {
    /// Inputs without an active feature.
    const EMPTY: Self;

    /// The active features that `other` does not have, as every side sees them.
    fn features_without(&self, other: &Self) -> impl Iterator<Item = [u16; VIEWS]>;

    /// How many features differ; none if features of both mean different things (king mirroring).
    fn distance(&self, other: &Self) -> Option<u32>;
}

/// An accumulator with its inputs.
#[derive(Clone, Copy, Debug)]
struct Entry<I, const HIDDEN: usize, const VIEWS: usize> {
    accumulator: Accumulator<HIDDEN, VIEWS>,
    inputs: I,
}

/// How many accumulators are kept.
const ENTRIES: usize = 64;

/// The accumulators of the positions evaluated last, by plies modulo 64: a position differs from its parent and its
/// siblings by few features. They are updated lazily: only when a position is evaluated.
#[derive(Clone, Debug)]
pub struct AccumulatorCache<
    I: Inputs<VIEWS>,
    const FEATURES: usize,
    const HIDDEN: usize,
    const VIEWS: usize,
    const BUCKETS: usize,
> {
    network: &'static Network<FEATURES, HIDDEN, VIEWS, BUCKETS>,
    entries: Box<[Entry<I, HIDDEN, VIEWS>; ENTRIES]>,
}

/// The index of the accumulator for positions after `ply` plies.
#[inline]
fn entry_index(ply: u32) -> usize {
    ply as usize % ENTRIES
}

impl<I: Inputs<VIEWS>, const FEATURES: usize, const HIDDEN: usize, const VIEWS: usize, const BUCKETS: usize>
    AccumulatorCache<I, FEATURES, HIDDEN, VIEWS, BUCKETS>
{
    /// An empty cache for a network.
    pub fn new(network: &'static Network<FEATURES, HIDDEN, VIEWS, BUCKETS>) -> Self {
        let empty = Entry { accumulator: network.empty(), inputs: I::EMPTY };
        Self { network, entries: Box::new([empty; ENTRIES]) }
    }

    /// The network.
    pub fn network(&self) -> &'static Network<FEATURES, HIDDEN, VIEWS, BUCKETS> {
        self.network
    }

    /// The evaluation of a position after `ply` plies, for side number `first`, by the output weights of a bucket.
    #[inline]
    pub fn evaluate(&mut self, inputs: I, ply: u32, first: usize, bucket: usize) -> i32 {
        let network = self.network;
        network.evaluate(self.update(inputs, ply), first, bucket)
    }

    /// Updates the accumulator of positions after `ply` plies, from the parent's or the sibling's, whichever differs
    /// less.
    #[inline]
    fn update(&mut self, inputs: I, ply: u32) -> &Accumulator<HIDDEN, VIEWS> {
        let distance = |entry: &Entry<I, HIDDEN, VIEWS>| entry.inputs.distance(&inputs).unwrap_or(u32::MAX);
        let (parent, sibling) = (&self.entries[entry_index(ply.wrapping_sub(1))], &self.entries[entry_index(ply)]);
        let (from_parent, from_sibling) = (distance(parent), distance(sibling));
        let accumulator = if from_parent.min(from_sibling) == u32::MAX {
            self.network.refresh(inputs.features_without(&I::EMPTY))
        } else {
            let nearest = if from_parent < from_sibling { parent } else { sibling };
            let (removed, added) = (nearest.inputs.features_without(&inputs), inputs.features_without(&nearest.inputs));
            self.network.update(nearest.accumulator, removed, added)
        };
        let entry = &mut self.entries[entry_index(ply)];
        *entry = Entry { accumulator, inputs };
        &entry.accumulator
    }

    /// Compares the accumulator kept for positions after `ply` plies with one computed from scratch.
    ///
    /// # Errors
    /// The inputs of the accumulator, if they differ.
    pub fn validate(&self, ply: u32) -> Result<(), String> {
        let Entry { inputs, accumulator } = &self.entries[entry_index(ply)];
        if *accumulator == self.network.refresh(inputs.features_without(&I::EMPTY)) {
            Ok(())
        } else {
            Err(format!("another accumulator than that of {inputs:?}"))
        }
    }
}
