//! The estimate of who is better: a network's, which near the limit on plies turns into who leads by the count that
//! decides then.
//!
//! What the network sees is which pieces stand where, own and other, with each side looking from its first rank and
//! with its king on the left or in the middle.

use super::board::{Board, FILE_E, FILES, Kind, RANKS, SQUARES};
use super::position::Minichess;
use crate::bits::BitSet;
use crate::game::{Evaluate, Position, Side, Term};
use crate::nnue::{Accumulator, Network};

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

/// The features that a piece is, as White and as Black see it: by how the board is [`turned`], piece (as
/// [`Board::piece`] counts them) and square.
static SEEN: [[[(u16, u16); 32]; 16]; 4] = {
    let mut seen = [[[(0, 0); 32]; 16]; 4];
    let mut index = 0;
    while index < 4 * 16 * SQUARES {
        let (turned, piece, square) = (index / (16 * SQUARES), index / SQUARES % 16, index % SQUARES);
        seen[turned][piece][square] = (
            feature(piece, square, Side::FIRST, turned & 1 != 0),
            feature(piece, square, Side::SECOND, turned & 2 != 0),
        );
        index += 1;
    }
    seen
};

/// The feature that a piece is to a side, which may look with left and right exchanged.
const fn feature(piece: usize, square: usize, side: Side, exchanged: bool) -> u16 {
    // Codes without gaps.
    const INDEX: [usize; 8] = [0, 0, 1, 5, 0, 2, 3, 4];
    let (rank, file) = (square / FILES, square % FILES);
    let rank = if side.index() == 1 { RANKS - 1 - rank } else { rank };
    let file = if exchanged { FILES - 1 - file } else { file };
    let own = (piece & 8 != 0) == (side.index() == 0);
    let board = INDEX[piece & 7] + if own { 0 } else { 6 };
    (board * SQUARES + rank * FILES + file) as u16
}

/// Who sees a board with left and right exchanged, for the own king stands on the right: 1 for White and 2 for Black.
#[inline]
fn turned(board: &Board) -> usize {
    const RIGHT: u32 = FILE_E | FILE_E >> 1;
    let kings = board.kind(Kind::King) & RIGHT;
    let turns = |side| usize::from(kings.meets(board.of(side)));
    turns(Side::FIRST) | turns(Side::SECOND) << 1
}

/// The features of the pieces on these squares of a board, as White and as Black see them.
#[inline]
fn features(board: &Board, turned: usize, pieces: u32) -> impl Iterator<Item = (u16, u16)> {
    let seen = &SEEN[turned & 3];
    pieces.members().map(move |square| seen[board.piece(square)][square & 31])
}

/// What the network makes of a board, White's view first.
#[derive(Clone, Copy, Debug)]
struct Seen {
    accumulator: Accumulator,
    board: Board,
    turned: usize,
}

impl Seen {
    const NOTHING: Self = Self { accumulator: NETWORK.empty(), board: Board::EMPTY, turned: 0 };
}

/// What the network made of the positions estimated lately, by plies modulo their number: a position's parent and its
/// siblings differ from it by few pieces.
#[derive(Clone, Debug)]
pub(super) struct Lately(Box<[Seen; 64]>);

/// Where among [`Lately`] a position is kept.
#[inline]
fn place(ply: u32) -> usize {
    (ply % 64) as usize
}

impl Lately {
    pub(super) fn new() -> Self {
        Self(Box::new([Seen::NOTHING; 64]))
    }

    /// What the network makes of a board after so many plies.
    #[inline]
    fn accumulator(&mut self, board: &Board, ply: u32) -> &Accumulator {
        let turned = turned(board);
        let distance = |seen: &Seen| if seen.turned == turned { seen.board.differs(board).len() } else { u32::MAX };
        let (parent, sibling) = (&self.0[place(ply.wrapping_sub(1))], &self.0[place(ply)]);
        let nearest = if distance(parent) < distance(sibling) { parent } else { sibling };
        let Seen { accumulator, board: before, .. } = if nearest.turned == turned { nearest } else { &Seen::NOTHING };
        let differs = before.differs(board);
        let removed = features(before, turned, differs & before.occupied());
        let added = features(board, turned, differs & board.occupied());
        let accumulator = NETWORK.update(*accumulator, removed, added);
        let seen = &mut self.0[place(ply)];
        *seen = Seen { accumulator, board: *board, turned };
        &seen.accumulator
    }

    /// Checks what is kept of a position after so many plies.
    ///
    /// # Errors
    /// The board that is kept with other numbers than it comes to.
    pub(super) fn validate(&self, ply: u32) -> Result<(), String> {
        let Seen { board, accumulator, turned } = &self.0[place(ply)];
        if *accumulator == fresh(board, *turned, board.occupied()) {
            Ok(())
        } else {
            Err(format!("another accumulator than that of {board:?}"))
        }
    }
}

/// What the network makes of the pieces on these squares.
#[inline]
fn fresh(board: &Board, turned: usize, pieces: u32) -> Accumulator {
    NETWORK.refresh(features(board, turned, pieces))
}

/// White's estimate with `turn` to move, as it comes out of the network.
#[inline]
fn output(accumulator: &Accumulator, turn: Side) -> i32 {
    let estimate = NETWORK.evaluate(accumulator, turn == Side::SECOND);
    if turn == Side::FIRST { estimate } else { -estimate }
}

impl Minichess {
    /// White's estimate of the pieces on these squares.
    #[inline(never)]
    fn network(&self, pieces: u32) -> i32 {
        output(&fresh(self.board(), turned(self.board()), pieces), self.turn())
    }

    /// [`Evaluate::evaluate`], from what is kept of earlier estimates, if anything is.
    #[inline]
    pub(super) fn estimate_from_kept(&mut self, side: Side) -> i32 {
        let (board, ply, turn) = (*self.board(), self.ply(), self.turn());
        let Some(lately) = self.lately() else { return self.evaluate(side) };
        let estimate = output(lately.accumulator(&board, ply), turn);
        debug_assert_eq!(estimate, self.network(board.occupied()));
        let estimate = self.switched(estimate);
        if side == Side::FIRST { estimate } else { -estimate }
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
        let black = self.turn() == Side::SECOND;
        features(self.board(), turned(self.board()), self.board().occupied())
            .map(move |(white, other)| if black { (other, white) } else { (white, other) })
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
