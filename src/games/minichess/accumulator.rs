//! The accumulators of minichess's network (NNUE): one for each of the last plies, updated incrementally and lazily.
//!
//! The input features are pieces on squares, own and enemy, from each side's perspective: ranks counted from its own
//! first rank, and files mirrored if its king is on the right (king mirroring).

use super::board::{Board, FILE_E, FILES, Kind, RANKS, SQUARES};
use super::position::Minichess;
use crate::bits::BitSet;
use crate::game::Side;
use crate::nnue::{Accumulator, Network};

/// The number of features: six kinds of pieces, own and enemy, on any square.
pub(super) const FEATURES: usize = 2 * 6 * SQUARES;

/// Trained by self-play in three rounds; docs/networks.md says how, and how to train another.
static NETWORK: Network<FEATURES> = Network::from_bytes(include_bytes!("network.bin"));

/// The feature of a piece from White's and from Black's perspective, by [mirroring](mirrors), piece (numbered as by
/// [`Board::piece`]) and square.
static FEATURE: [[[(u16, u16); 32]; 16]; 4] = {
    let mut table = [[[(0, 0); 32]; 16]; 4];
    let mut index = 0;
    while index < 4 * 16 * SQUARES {
        let (mirrors, piece, square) = (index / (16 * SQUARES), index / SQUARES % 16, index % SQUARES);
        table[mirrors][piece][square] = (
            feature(piece, square, Side::FIRST, mirrors & 1 != 0),
            feature(piece, square, Side::SECOND, mirrors & 2 != 0),
        );
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
pub(super) fn features(board: &Board, mirrors: usize, pieces: u32) -> impl Iterator<Item = (u16, u16)> {
    let table = &FEATURE[mirrors & 3];
    pieces.members().map(move |square| table[board.piece(square)][square & 31])
}

/// An accumulator with its board, White's perspective first.
#[derive(Clone, Copy, Debug)]
struct Entry {
    accumulator: Accumulator,
    board: Board,
    mirrors: usize,
}

impl Entry {
    const EMPTY: Self = Self { accumulator: NETWORK.empty(), board: Board::EMPTY, mirrors: 0 };
}

/// How many accumulators are kept.
const ENTRIES: usize = 64;

/// The accumulators of the positions evaluated last, by plies modulo [`ENTRIES`]: a position differs from its parent
/// and its siblings by few pieces. They are updated lazily: only when a position is evaluated.
#[derive(Clone, Debug)]
pub(super) struct Accumulators(Box<[Entry; ENTRIES]>);

/// The index of the accumulator for positions after so many plies.
#[inline]
fn entry_index(ply: u32) -> usize {
    ply as usize % ENTRIES
}

impl Accumulators {
    pub(super) fn new() -> Self {
        Self(Box::new([Entry::EMPTY; ENTRIES]))
    }

    /// The network's output for a position, from White's view.
    #[inline]
    pub(super) fn output(&mut self, position: &Minichess) -> i32 {
        output(self.update(position.board(), position.ply()), position.turn())
    }

    /// Updates the accumulator of a board after so many plies, from the parent's or the sibling's, whichever differs
    /// less.
    #[inline]
    fn update(&mut self, board: &Board, ply: u32) -> &Accumulator {
        let mirrors = mirrors(board);
        let distance =
            |entry: &Entry| if entry.mirrors == mirrors { entry.board.differs(board).len() } else { u32::MAX };
        let (parent, sibling) = (&self.0[entry_index(ply.wrapping_sub(1))], &self.0[entry_index(ply)]);
        let nearest = if distance(parent) < distance(sibling) { parent } else { sibling };
        let nearest = if nearest.mirrors == mirrors { nearest } else { &Entry::EMPTY };
        let differs = nearest.board.differs(board);
        let removed = features(&nearest.board, mirrors, differs & nearest.board.occupied());
        let added = features(board, mirrors, differs & board.occupied());
        let accumulator = NETWORK.update(nearest.accumulator, removed, added);
        let entry = &mut self.0[entry_index(ply)];
        *entry = Entry { accumulator, board: *board, mirrors };
        &entry.accumulator
    }

    /// Compares the accumulator kept for positions after so many plies with one computed from scratch.
    ///
    /// # Errors
    /// The board of the accumulator, if they differ.
    pub(super) fn validate(&self, ply: u32) -> Result<(), String> {
        let Entry { board, accumulator, mirrors } = &self.0[entry_index(ply)];
        if *accumulator == fresh(board, *mirrors, board.occupied()) {
            Ok(())
        } else {
            Err(format!("another accumulator than that of {board:?}"))
        }
    }
}

/// The accumulator of the pieces on these squares, from scratch.
#[inline]
fn fresh(board: &Board, mirrors: usize, pieces: u32) -> Accumulator {
    NETWORK.refresh(features(board, mirrors, pieces))
}

/// The network's output for the pieces on these squares of a position, from scratch and from White's view.
#[inline(never)]
pub(super) fn fresh_output(position: &Minichess, pieces: u32) -> i32 {
    output(&fresh(position.board(), mirrors(position.board()), pieces), position.turn())
}

/// The network's output with `turn` to move, from White's view.
#[inline]
fn output(accumulator: &Accumulator, turn: Side) -> i32 {
    let output = NETWORK.evaluate(accumulator, turn == Side::SECOND);
    if turn == Side::FIRST { output } else { -output }
}
