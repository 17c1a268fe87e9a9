//! What the client sees of a game: the boards that the server shows at its turns, made into positions.

use super::message::Piece;
use manyply::game::{Notation, Side, rows_text};
use manyply::games::threechess::{Kind, Rules, SQUARES, Square, Threechess, row, section, square};

/// The rules that the public server keeps, apart from check.
pub(super) const RULES: Rules =
    Rules { pass_always: true, promotion_choice: true, castling_history: true, plies: None };

/// The columns of kings and rooks that castle.
const KING: usize = 4;
const ROOKS: [(char, usize); 2] = [('K', 7), ('Q', 0)];

/// What is to be remembered from one board to the next: which kings and rooks have always been at home. None leaves
/// and comes back between two turns of the client, since each side moves once in between.
#[derive(Clone, Debug)]
pub struct Seen {
    may_castle: [[bool; 2]; 3],
    turns: usize,
}

/// Before the first turn.
impl Default for Seen {
    fn default() -> Self {
        Self { may_castle: [[true; 2]; 3], turns: 0 }
    }
}

impl Seen {
    /// The position with this board in which it is the turn of `side`.
    ///
    /// # Errors
    /// What is wrong with the board.
    pub fn position(&mut self, pieces: &[Piece], side: Side) -> Result<Threechess, String> {
        let mut board = [None; SQUARES];
        for piece in pieces {
            if board[piece.square].replace((piece.owner, piece.kind)).is_some() {
                return Err("two pieces are on one square of the board".into());
            }
        }
        for owner in Side::all(3) {
            let home = |column, kind| board[square(owner.index(), column, 0)] == Some((owner, kind));
            for (right, (_, rook)) in self.may_castle[owner.index()].iter_mut().zip(ROOKS) {
                *right &= home(KING, Kind::King) && home(rook, Kind::Rook);
            }
        }
        let text = self.text(&board, side);
        self.turns += 1;
        Threechess::parse_position(&text, &RULES)
            .map_err(|error| format!("the board of the server is no position: {text:?}: {error}"))
    }

    fn text(&self, board: &[Option<(Side, Kind)>; SQUARES], side: Side) -> String {
        let letter = |side: Side| ['b', 'g', 'r'][side.index()];
        let piece = |(side, kind): (Side, Kind)| format!("{}{}", letter(side), kind.letter());
        let at = |section, column, row| board[square(section, column, row)].map(piece);
        let sections = [0, 1, 2]
            .map(|section| rows_text((0..4).rev().map(|row| (0..8).map(move |column| at(section, column, row)))));
        let mut rights = String::new();
        for owner in Side::all(3) {
            for (may, (right, _)) in self.may_castle[owner.index()].into_iter().zip(ROOKS) {
                if may {
                    rights.extend([right, letter(owner)]);
                }
            }
        }
        let rights = if rights.is_empty() { "-" } else { &rights };
        format!("{} {} {rights} {}", sections.join("|"), letter(side), 3 * self.turns + side.index())
    }
}

/// Whether a pawn of `side` that arrives here becomes something else.
pub(super) fn is_promotion(side: Side, at: Square) -> bool {
    row(at) == 0 && section(at) != side.index()
}

/// Whether a pawn of `side` has arrived and still waits for what it is to become.
pub(super) fn waiting_pawn(pieces: &[Piece], side: Side) -> bool {
    let waits = |piece: &Piece| piece.owner == side && piece.kind == Kind::Pawn && is_promotion(side, piece.square);
    pieces.iter().any(waits)
}
