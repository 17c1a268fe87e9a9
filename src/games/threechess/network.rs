//! The network of three-player chess (NNUE) and its inputs. Its output is added to the other terms of the evaluation:
//! it knows where pieces stand, they know what these attack.
//!
//! The features are pieces on squares from each side's perspective: owners and sections are counted from the side's
//! own on, in the order of turns. The output buckets are whose turn it is, counted in the same way, and numbers of
//! pieces on the board.

use super::board::{Board, Piece};
use super::geometry::{SECTION, SQUARES};
use super::position::Threechess;
use crate::bits::BitSet;
use crate::game::Side;
use crate::nnue::{AccumulatorCache, Embedded, GameNetwork, Inputs, Network, NetworkRef};

/// The number of features: six kinds of pieces of three owners on any square.
const FEATURES: usize = 3 * 6 * SQUARES;
/// Neurons of the hidden layer for each perspective.
const HIDDEN: usize = 64;
/// So many numbers of pieces share an output bucket.
const BUCKET_PIECES: usize = 16;
const BUCKETS: usize = 3 * (48 / BUCKET_PIECES);

type ThreechessNetwork = Network<FEATURES, HIDDEN, 3, BUCKETS>;

/// The scale of the sigmoid: hundredths of a pawn for each log-odds unit.
const SCALE: i32 = 1175;

/// Trained by self-play; docs/lab/networks.md says how, docs/guide/networks.md how to train another.
pub(super) const OWN: GameNetwork = GameNetwork::new::<FEATURES, HIDDEN, 3, BUCKETS>(
    "pieces-beside-terms",
    SCALE,
    &[Embedded { rules: "", file: include_bytes!("network.bin") }],
);

static NETWORK: ThreechessNetwork = Network::from_bytes(OWN.numbers(0), SCALE);

/// The network to evaluate with: the given one, or the game's own.
fn given_or_own(network: Option<NetworkRef>) -> &'static ThreechessNetwork {
    network.and_then(NetworkRef::network).unwrap_or(&NETWORK)
}

/// The feature of a piece, by its code, on a square from each side's perspective.
static FEATURE: [[[u16; 3]; SQUARES]; Piece::CODES] = {
    let mut table = [[[0; 3]; SQUARES]; Piece::CODES];
    let mut index = 0;
    while index < 3 * 6 * SQUARES {
        let (owner, kind, square) = (index / (6 * SQUARES), index / SQUARES % 6, index % SQUARES);
        let mut view = 0;
        while view < 3 {
            let owner = (owner + 3 - view) % 3;
            let square = (square + (3 - view) * SECTION) % SQUARES;
            table[index / (6 * SQUARES) * 8 + kind][index % SQUARES][view] =
                ((owner * 6 + kind) * SQUARES + square) as u16;
            view += 1;
        }
        index += 1;
    }
    table
};

/// The features of the pieces on these squares of a board, from each side's perspective.
#[inline]
fn features(board: &Board, squares: u128) -> impl Iterator<Item = [u16; 3]> {
    squares.members().map(move |square| FEATURE[board.piece(square).code()][square])
}

/// What the network sees: the pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces(Board);

impl Inputs<3> for Pieces {
    const EMPTY: Self = Self(Board::EMPTY);

    #[inline]
    fn features_without(&self, other: &Self) -> impl Iterator<Item = [u16; 3]> {
        features(&self.0, self.0.differs(&other.0) & self.0.occupied())
    }

    #[inline]
    fn distance(&self, other: &Self) -> Option<u32> {
        Some(self.0.differs(&other.0).len())
    }
}

/// The accumulators that a search keeps.
pub(super) type Accumulators = AccumulatorCache<Pieces, FEATURES, HIDDEN, 3, BUCKETS>;

impl Threechess {
    /// An empty cache of accumulators for this network, or the game's own.
    pub(super) fn accumulators(network: Option<NetworkRef>) -> Accumulators {
        AccumulatorCache::new(given_or_own(network))
    }

    /// The output bucket for a side.
    #[inline]
    pub(super) fn output_bucket(&self, side: Side) -> usize {
        let pieces = (self.board().occupied().len() as usize).saturating_sub(1) / BUCKET_PIECES;
        3 * pieces.min(BUCKETS / 3 - 1) + (self.turn().index() + 3 - side.index()) % 3
    }

    /// The network's output for a side.
    #[inline]
    pub(super) fn output(&self, accumulators: &mut Accumulators, side: Side) -> i32 {
        let output = accumulators.evaluate(Pieces(*self.board()), self.ply(), side.index(), self.output_bucket(side));
        debug_assert_eq!(output, self.output_by(accumulators.network(), side));
        output
    }

    /// The output of a network, or the game's own, for a side; from scratch.
    pub(super) fn fresh_output(&self, network: Option<NetworkRef>, side: Side) -> i32 {
        self.output_by(given_or_own(network), side)
    }

    #[inline(never)]
    fn output_by(&self, network: &ThreechessNetwork, side: Side) -> i32 {
        let accumulator = network.refresh(features(self.board(), self.board().occupied()));
        network.evaluate(&accumulator, side.index(), self.output_bucket(side))
    }

    /// The active features from a side's perspective.
    pub(super) fn network_features(&self, view: Side) -> impl Iterator<Item = u16> {
        features(self.board(), self.board().occupied()).map(move |views| views[view.index()])
    }
}
