//! The network of minichess (NNUE) and its inputs.
//!
//! The features are pieces on squares, own and enemy, from each side's perspective: ranks counted from its own
//! first rank, and files mirrored if its king is on the right (king mirroring).

use super::board::{Board, Kind};
use super::position::Minichess;
use super::square::{FILE_E, FILES, RANKS, SQUARES};
use crate::bits::BitSet;
use crate::game::{Side, Variant};
use crate::nnue::{AccumulatorCache, Embedded, GameNetwork, Inputs, Network, NetworkRef};

/// The number of features: six kinds of pieces, own and enemy, on any square.
const FEATURES: usize = 2 * 6 * SQUARES;

/// Neurons of the hidden layer for each perspective.
const HIDDEN: usize = 128;

type MinichessNetwork = Network<FEATURES, HIDDEN, 2, 1>;

/// The scale of the sigmoid: hundredths of a pawn for each log-odds unit.
const SCALE: i32 = 150;

/// Trained by self-play; docs/lab/networks.md says how, docs/guide/networks.md how to train another. Where the plies
/// have a limit material decides most games, where not, the capture of a king.
pub(super) const OWN: GameNetwork = GameNetwork::new::<FEATURES, HIDDEN, 2, 1>(
    "pieces-mirrored-by-king",
    SCALE,
    &[
        Embedded { rules: "", file: include_bytes!("network.bin") },
        Embedded { rules: "plies=none", file: include_bytes!("network_no_limit.bin") },
    ],
);

static NETWORKS: [MinichessNetwork; 2] =
    [Network::from_bytes(OWN.numbers(0), SCALE), Network::from_bytes(OWN.numbers(1), SCALE)];

/// The place in [`OWN`] of the network for a position.
pub(super) fn own(position: &Minichess) -> usize {
    usize::from(position.rules().plies.is_none())
}

/// The network to evaluate a position with: the given one, or the game's own.
fn given_or_own(network: Option<NetworkRef>, position: &Minichess) -> &'static MinichessNetwork {
    network.and_then(NetworkRef::network).unwrap_or(&NETWORKS[own(position)])
}

/// The feature of a piece from White's and from Black's perspective, by [mirroring](mirrors), piece (numbered as by
/// [`Board::piece`]) and square.
static FEATURE: [[[[u16; 2]; 32]; 16]; 4] = {
    let mut table = [[[[0; 2]; 32]; 16]; 4];
    let mut index = 0;
    while index < 4 * 16 * SQUARES {
        let (mirrors, piece, square) = (index / (16 * SQUARES), index / SQUARES % 16, index % SQUARES);
        table[mirrors][piece][square] = [
            feature(piece, square, Side::FIRST, mirrors & 1 != 0),
            feature(piece, square, Side::SECOND, mirrors & 2 != 0),
        ];
        index += 1;
    }
    table
};

/// The feature of a piece from a side's perspective, with files mirrored or not.
const fn feature(piece: usize, square: usize, side: Side, mirrored: bool) -> u16 {
    // Codes without gaps.
    const INDEX: [usize; 8] = [0, 0, 1, 5, 0, 2, 3, 4];
    let (rank, file) = (square / FILES, square % FILES);
    let rank = if side.index() == 1 { RANKS - 1 - rank } else { rank };
    let file = if mirrored { FILES - 1 - file } else { file };
    let own = (piece & 8 != 0) == (side.index() == 0);
    let board = INDEX[piece & 7] + if own { 0 } else { 6 };
    (board * SQUARES + rank * FILES + file) as u16
}

/// King mirroring: which perspectives have mirrored files since their king is on the right: 1 for White, 2 for Black.
#[inline]
pub(super) fn mirrors(board: &Board) -> usize {
    const RIGHT: u32 = FILE_E | FILE_E >> 1;
    let kings = board.kind(Kind::King) & RIGHT;
    let mirrors = |side| usize::from(kings.meets(board.of(side)));
    mirrors(Side::FIRST) | mirrors(Side::SECOND) << 1
}

/// The features of the pieces on these squares of a board, from White's and from Black's perspective.
#[inline]
pub(super) fn features(board: &Board, mirrors: usize, pieces: u32) -> impl Iterator<Item = [u16; 2]> {
    let table = &FEATURE[mirrors & 3];
    pieces.members().map(move |square| table[board.piece(square)][square & 31])
}

/// What the network sees: the pieces, and which perspectives are mirrored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    board: Board,
    mirrors: usize,
}

impl Inputs<2> for Pieces {
    const EMPTY: Self = Self { board: Board::EMPTY, mirrors: 0 };

    #[inline]
    fn features_without(&self, other: &Self) -> impl Iterator<Item = [u16; 2]> {
        features(&self.board, self.mirrors, self.board.differs(&other.board) & self.board.occupied())
    }

    #[inline]
    fn distance(&self, other: &Self) -> Option<u32> {
        (self.mirrors == other.mirrors).then(|| self.board.differs(&other.board).len())
    }
}

/// The accumulators that a search keeps.
#[derive(Clone, Debug)]
pub(super) struct Accumulators {
    cache: AccumulatorCache<Pieces, FEATURES, HIDDEN, 2, 1>,
    given: Option<NetworkRef>,
}

impl Accumulators {
    /// An empty cache for positions of these rules.
    pub(super) fn new(position: &Minichess) -> Self {
        Self { cache: AccumulatorCache::new(given_or_own(None, position)), given: None }
    }

    /// Evaluates with this network instead of the game's own, unless it is one of another game.
    pub(super) fn use_network(&mut self, network: NetworkRef) {
        if let Some(given) = network.network() {
            *self = Self { cache: AccumulatorCache::new(given), given: Some(network) };
        }
    }

    /// Goes on with positions of these rules. What is kept holds for any position of the same network.
    pub(super) fn reset(&mut self, position: &Minichess) {
        let network = given_or_own(self.given, position);
        if !std::ptr::eq(network, self.cache.network()) {
            self.cache = AccumulatorCache::new(network);
        }
    }

    /// [`Self::output`] from scratch.
    pub(super) fn fresh_output(&self, position: &Minichess) -> i32 {
        output_by(self.cache.network(), position, position.board().occupied())
    }

    /// The network's output for a position, from White's view.
    #[inline]
    pub(super) fn output(&mut self, position: &Minichess) -> i32 {
        let (board, turn) = (*position.board(), position.turn());
        from_white(
            self.cache.evaluate(Pieces { board, mirrors: mirrors(&board) }, position.ply(), turn.index(), 0),
            turn,
        )
    }

    /// Compares the accumulator kept for positions after so many plies with one computed from scratch.
    ///
    /// # Errors
    /// The board of the accumulator, if they differ.
    pub(super) fn validate(&self, ply: u32) -> Result<(), String> {
        self.cache.validate(ply)
    }
}

/// The network's output for the pieces on these squares of a position, from scratch and from White's view.
pub(super) fn fresh_output(network: Option<NetworkRef>, position: &Minichess, pieces: u32) -> i32 {
    output_by(given_or_own(network, position), position, pieces)
}

#[inline(never)]
fn output_by(network: &MinichessNetwork, position: &Minichess, pieces: u32) -> i32 {
    let (board, turn) = (position.board(), position.turn());
    let accumulator = network.refresh(features(board, mirrors(board), pieces));
    from_white(network.evaluate(&accumulator, turn.index(), 0), turn)
}

/// White's view of an output for `turn`, the side to move.
#[inline]
fn from_white(output: i32, turn: Side) -> i32 {
    if turn == Side::FIRST { output } else { -output }
}
