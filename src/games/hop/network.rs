//! The network of hop (NNUE) and its inputs.
//!
//! The features are pieces on squares, own and enemy, from each side's perspective: columns counted from its own start.
//! The output buckets are numbers of pieces on the board.

use super::board::SIZE;
use super::{Hop, MAX_PIECES};
use crate::bits::BitSet;
use crate::game::Side;
use crate::nnue::{AccumulatorCache, Embedded, GameNetwork, Inputs, Network, NetworkRef};

const SQUARES: usize = SIZE * SIZE;
const FEATURES: usize = 2 * SQUARES;
/// So many numbers of pieces share an output bucket.
const BUCKET_PIECES: u32 = 4;
const BUCKETS: usize = bucket(2 * MAX_PIECES) + 1;

/// Neurons of the hidden layer for each perspective.
const HIDDEN: usize = 64;

pub(super) type HopNetwork = Network<FEATURES, HIDDEN, 2, BUCKETS>;

/// The scale of the sigmoid: hundredths of a step for each log-odds unit.
const SCALE: i32 = 465;

/// Trained by self-play; docs/lab/networks.md says how, docs/guide/networks.md how to train another.
pub(super) const OWN: GameNetwork = GameNetwork::new::<FEATURES, HIDDEN, 2, BUCKETS>(
    "pieces",
    SCALE,
    &[Embedded { rules: "", file: include_bytes!("network.bin") }],
);

static NETWORK: HopNetwork = Network::from_bytes(OWN.numbers(0), SCALE);

/// The network to evaluate with: the given one, or the game's own.
pub(super) fn given_or_own(network: Option<NetworkRef>) -> &'static HopNetwork {
    network.and_then(NetworkRef::network).unwrap_or(&NETWORK)
}

/// The output bucket for so many pieces on the board.
#[inline]
const fn bucket(pieces: u32) -> usize {
    ((pieces + 1) / BUCKET_PIECES) as usize
}

/// What the network sees: the pieces of both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Men([u64; 2]);

impl Men {
    /// The features of these pieces, from the first and the second side's perspective.
    #[inline]
    fn features(self) -> impl Iterator<Item = [u16; 2]> {
        const MIRROR: usize = SIZE - 1;
        let first = self.0[0].members().map(|square| [square as u16, (SQUARES + (square ^ MIRROR)) as u16]);
        first.chain(self.0[1].members().map(|square| [(SQUARES + square) as u16, (square ^ MIRROR) as u16]))
    }
}

impl Inputs<2> for Men {
    const EMPTY: Self = Self([0; 2]);

    #[inline]
    fn features_without(&self, other: &Self) -> impl Iterator<Item = [u16; 2]> {
        Self([self.0[0].minus(other.0[0]), self.0[1].minus(other.0[1])]).features()
    }

    #[inline]
    fn distance(&self, other: &Self) -> Option<u32> {
        Some((self.0[0] ^ other.0[0]).len() + (self.0[1] ^ other.0[1]).len())
    }
}

/// The accumulators that a search keeps.
pub(super) type Accumulators = AccumulatorCache<Men, FEATURES, HIDDEN, 2, BUCKETS>;

impl Hop {
    /// An empty cache of accumulators for this network, or the game's own.
    pub(super) fn accumulators(network: Option<NetworkRef>) -> Accumulators {
        AccumulatorCache::new(given_or_own(network))
    }

    #[inline]
    pub(super) fn output_bucket(&self) -> usize {
        bucket((self.men[0] | self.men[1]).len())
    }

    /// The network's output for the side to move.
    #[inline]
    pub(super) fn output(&self, accumulators: &mut Accumulators) -> i32 {
        accumulators.evaluate(Men(self.men), self.ply.into(), self.to_move.into(), self.output_bucket())
    }

    /// A network's output for the side to move, were these the pieces of both sides; from scratch.
    #[inline(never)]
    pub(super) fn fresh_output(&self, network: &HopNetwork, men: [u64; 2]) -> i32 {
        network.evaluate(&network.refresh(Men(men).features()), self.to_move.into(), self.output_bucket())
    }

    /// The active features from a side's perspective.
    pub(super) fn network_features(&self, view: Side) -> impl Iterator<Item = u16> {
        Men(self.men).features().map(move |views| views[view.index()])
    }
}
