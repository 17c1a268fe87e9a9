//! How the game is played: its moves, made and taken back, and its end.

use super::board::{Board, Kind, Move, PROMOTING, Piece, square_name};
use super::castling::{self, ALL_RIGHTS};
use super::geometry::COLUMNS;
use super::movegen;
use super::position::{Moves, Threechess, Undo, piece_key};
use super::rules::Rules;
use crate::bits::BitSet;
use crate::game::{Outcome, Position, Side, Variant};
use crate::zobrist;

const PLY_SEED: u64 = 0x706C_7920_7468_7265;

impl Threechess {
    /// Whether the side to move may pass: always, or only without any other move.
    #[inline]
    pub(super) fn passes(&self) -> bool {
        self.rules.pass_always || !movegen::has_move(self)
    }
}

impl Position for Threechess {
    type Move = Move;
    type Undo = Undo;
    type Moves = Moves;
    const SIDES: usize = 3;
    const ZERO_SUM: bool = true;
    /// Three passes; without passes it takes six plies.
    const SHORTEST_CYCLE: u32 = 3;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if !self.board.has_all_kings() {
            // The side that has just moved captured it.
            let loser = Side::all(3).find(|&side| self.board.king(side).is_none()).unwrap_or(self.turn);
            Some(Outcome::beats(self.mover(), loser))
        } else if self.is_at_limit() {
            Some(Outcome::DRAW)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, list: &mut Moves) {
        if !self.is_over() {
            let before = list.len();
            movegen::generate::<true, true>(self, |m| list.push(m));
            if self.rules.pass_always || list.len() == before {
                list.push(Move::PASS);
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let count = movegen::count(self);
        if self.rules.pass_always { count + 1 } else { count.max(1) }
    }

    fn is_legal(&self, m: Move) -> bool {
        if self.is_over() {
            false
        } else if m == Move::PASS {
            self.passes()
        } else {
            m.is_on_board() && movegen::is_legal(self, m)
        }
    }

    #[inline]
    fn make(&mut self, m: Move) -> Undo {
        let (from, to) = (m.from(), m.to());
        let (moved, taken) = (self.board.piece(from), self.board.piece(to));
        let undo = Undo { key: self.key, moved, taken, rights: self.rights };
        // A pass moves nothing.
        if moved != Piece::NONE {
            let promotes = moved.kind_code() == Kind::Pawn as usize && PROMOTING[self.turn.index()].contains(to);
            let placed = if promotes { moved.turned_into(Move::PROMOTIONS[m.promotion()]) } else { moved };
            self.key ^= piece_key(moved, from) ^ piece_key(taken, to) ^ piece_key(placed, to);
            self.board.leave(from, moved);
            if taken == Piece::NONE {
                self.board.enter(to, placed);
            } else {
                self.board.replace(to, taken, placed);
            }
            if moved.kind_code() == Kind::King as usize
                && let Some(castling) = castling::of_king(self.turn, from, to)
            {
                self.castle(castling.rook);
            }
            if self.rights != 0 {
                self.set_rights(self.rights & !(castling::lost(from) | castling::lost(to)));
            }
        }
        self.advance();
        undo
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: Undo) {
        self.turn = self.mover();
        self.ply -= 1;
        let (from, to, Undo { moved, taken, .. }) = (m.from(), m.to(), undo);
        if moved != Piece::NONE {
            let placed = self.board.piece(to);
            if taken == Piece::NONE {
                self.board.leave(to, placed);
            } else {
                self.board.replace(to, placed, taken);
            }
            self.board.enter(from, moved);
            if moved.kind_code() == Kind::King as usize
                && let Some(castling) = castling::of_king(self.turn, from, to)
            {
                self.castle((castling.rook.1, castling.rook.0));
            }
        }
        self.key = undo.key;
        self.rights = undo.rights;
    }

    #[inline]
    fn key(&self) -> u64 {
        if self.rules.plies.is_some() { self.key ^ zobrist::count_key(PLY_SEED, self.ply) } else { self.key }
    }

    #[inline]
    fn pack(&self, m: Move) -> u16 {
        m.0
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Move> {
        Some(Move(bits)).filter(|&m| self.is_legal(m))
    }

    #[inline]
    fn plies_left(&self) -> Option<u32> {
        self.rules.plies.map(|plies| plies.get().saturating_sub(self.ply))
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn is_irreversible(&self, m: Move) -> bool {
        m != Move::PASS
            && (self.board.occupied().contains(m.to())
                || self.board.piece(m.from()) == Piece::new(self.turn, Kind::Pawn))
    }

    fn validate(&self) -> Result<(), String> {
        self.board.validate()?;
        let fresh = Self::new(self.board, self.turn, self.ply, self.rights, self.rules);
        if fresh.key != self.key {
            return Err(format!("key {:#x}, but {:#x} from scratch", self.key, fresh.key));
        }
        if self.board.king(self.mover()).is_none() {
            return Err("the king of the side that just moved is missing".into());
        }
        if self.rights & !ALL_RIGHTS != 0 || self.rights != 0 && !self.rules.castling_history {
            return Err(format!("rights {:#x}", self.rights));
        }
        self.check_rights()
            .map_err(|(square, kind)| format!("a right to castle, but no {} on {}", kind.name(), square_name(square)))
    }
}

impl Variant for Threechess {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        use Kind::{Bishop, King, Knight, Queen, Rook};
        let mut board = Board::default();
        for side in Side::all(3) {
            let back_rank = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
            for (column, kind) in back_rank.into_iter().enumerate() {
                let square = super::square(side.index(), column, 0);
                board.put(square, side, kind);
                board.put(square + COLUMNS, side, Kind::Pawn);
            }
        }
        Self::new(board, Side::FIRST, 0, if rules.castling_history { ALL_RIGHTS } else { 0 }, *rules)
    }

    fn rules(&self) -> Rules {
        self.rules
    }
}
