//! The estimate of who is better: a network's, which near the limit on plies turns into who leads by the count that
//! decides then.
//!
//! What the network sees is which pieces stand where, own and other, with each side looking from its first rank and
//! with its king on the left or in the middle.

use super::board::{Board, FILE_E, FILES, Kind, RANKS, SQUARES};
use super::position::Minichess;
use crate::bits::BitSet;
use crate::game::{Evaluate, Position, Side, Term};
use crate::network::Network;

/// The greatest estimate.
const MOST: i32 = 20_000;
/// So many plies before the limit the estimate begins to turn into who leads by the final count.
const SWITCH_PLIES: u32 = 32;
/// At the limit: for leading at all, and for each point of the lead.
const LEAD: (i32, i32) = (250, 60);

/// Six kinds of pieces, own and other, on any square.
const FEATURES: usize = 2 * 6 * SQUARES;

/// Learned from self-play in three rounds; see docs/networks.md, also for how to make another.
static NETWORK: Network<FEATURES> = Network::from_bytes(include_bytes!("network.bin"));

/// The feature that a piece is, by view, piece (as [`Board::piece`] counts them) and square. Bit 0 of a view: from
/// Black's side; bit 1: with left and right exchanged.
static SEEN: [[[u16; 32]; 16]; 4] = {
    // Codes without gaps.
    const INDEX: [usize; 8] = [0, 0, 1, 5, 0, 2, 3, 4];
    let mut seen = [[[0; 32]; 16]; 4];
    let mut index = 0;
    while index < 4 * 16 * SQUARES {
        let (view, piece, square) = (index / (16 * SQUARES), index / SQUARES % 16, index % SQUARES);
        let (rank, file) = (square / FILES, square % FILES);
        let rank = if view & 1 != 0 { RANKS - 1 - rank } else { rank };
        let file = if view & 2 != 0 { FILES - 1 - file } else { file };
        let own = (piece & 8 != 0) == (view & 1 == 0);
        let board = INDEX[piece & 7] + if own { 0 } else { 6 };
        seen[view][piece][square] = (board * SQUARES + rank * FILES + file) as u16;
        index += 1;
    }
    seen
};

/// The features as a side sees them.
#[inline]
fn view(board: &Board, side: Side) -> &'static [[u16; 32]; 16] {
    const RIGHT: u32 = FILE_E | FILE_E >> 1;
    let right = (board.kind(Kind::King) & board.of(side)).meets(RIGHT);
    &SEEN[side.index() & 1 | usize::from(right) << 1]
}

/// The features of the pieces on these squares, as `side` and as the other one sees them.
#[inline]
fn features(board: &Board, pieces: u32, side: Side) -> impl Iterator<Item = (u16, u16)> {
    let (mine, theirs) = (view(board, side), view(board, side.other()));
    pieces.members().map(move |square| {
        let piece = board.piece(square);
        (mine[piece][square & 31], theirs[piece][square & 31])
    })
}

impl Minichess {
    /// White's estimate of the pieces on these squares.
    #[inline]
    fn network(&self, pieces: u32) -> i32 {
        let estimate = NETWORK.estimate(features(self.board(), pieces, self.turn()));
        if self.turn() == Side::FIRST { estimate } else { -estimate }
    }

    /// What an estimate in White's view becomes with the limit on plies in sight.
    #[inline]
    fn switched(&self, estimate: i32) -> i32 {
        let Some(left) = self.plies_left().filter(|&left| left < SWITCH_PLIES) else {
            return estimate.clamp(-MOST, MOST);
        };
        let left = left as i32;
        let lead = if self.is_decided_by_material() { self.lead() } else { 0 };
        let verdict = LEAD.0 * lead.signum() + LEAD.1 * lead;
        let plies = SWITCH_PLIES as i32;
        ((estimate * left + verdict * (plies - left)) / plies).clamp(-MOST, MOST)
    }
}

impl Evaluate for Minichess {
    const FEATURES: usize = FEATURES;

    fn features(&self) -> impl Iterator<Item = (u16, u16)> {
        features(self.board(), self.board().occupied(), self.turn())
    }

    fn evaluate(&self, side: Side) -> i32 {
        let estimate = self.switched(self.network(self.board().occupied()));
        if side == Side::FIRST { estimate } else { -estimate }
    }

    /// What would be missing without the pieces of each kind, and what is more than the sum of that.
    fn explain(&self) -> Vec<Term> {
        const NAMES: [(Kind, &str); 5] = [
            (Kind::Pawn, "pawns"),
            (Kind::Knight, "knights"),
            (Kind::Bishop, "bishops"),
            (Kind::Rook, "rooks"),
            (Kind::Queen, "queens"),
        ];
        let occupied = self.board().occupied();
        let whole = self.network(occupied);
        let mut terms =
            NAMES.map(|(kind, name)| (name, whole - self.network(occupied.minus(self.board().kind(kind))))).to_vec();
        let parts: i32 = terms.iter().map(|&(_, value)| value).sum();
        terms.push(("kings, play together, turn", whole - parts));
        terms.push(("plies left", self.evaluate(Side::FIRST) - whole));
        terms.into_iter().map(|(name, value)| Term { name, values: vec![value, -value] }).collect()
    }
}
