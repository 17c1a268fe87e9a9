//! How the game is played: its moves, made and taken back, and its end.

use super::board::{Board, Kind, Move};
use super::movegen;
use super::piece_square;
use super::position::{Minichess, Moves, SIDE_KEY, Undo};
use super::rules::{Limit, Rules};
use super::square::{FILES, RANKS};
use crate::bits::BitSet;
use crate::game::{Outcome, Position, Side, Variant};
use crate::zobrist;

const PLY_SEED: u64 = 0x706C_7920_6B65_7973;

impl Minichess {
    /// The result once there is a reason, [`Self::is_cut_off`], to end the game.
    #[cold]
    fn result_at_cut_off(&self) -> Outcome {
        let winner = match (self.board.king(Side::FIRST), self.board.king(Side::SECOND)) {
            (Some(_), None) => 1,
            (None, _) => -1,
            _ if self.rules.limit == Limit::Material => self.lead,
            _ => 0,
        };
        match winner.signum() {
            1 => Outcome::win(Side::FIRST),
            -1 => Outcome::win(Side::SECOND),
            _ => Outcome::DRAW,
        }
    }
}

impl Position for Minichess {
    type Move = Move;
    type Undo = Undo;
    type Moves = Moves;
    const SIDES: usize = 2;
    const SHORTEST_CYCLE: u32 = 4;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_cut_off() {
            Some(self.result_at_cut_off())
        } else if movegen::has_move(self) {
            None
        } else {
            Some(Outcome::win(self.turn().other()))
        }
    }

    #[inline]
    fn moves(&self, list: &mut Moves) {
        if !self.is_cut_off() {
            movegen::generate::<true, true>(self, |m| list.push(m));
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_cut_off() { 0 } else { movegen::count(self) }
    }

    fn is_legal(&self, m: Move) -> bool {
        m.is_on_board() && !self.is_cut_off() && movegen::is_legal(self, m)
    }

    #[inline]
    fn make(&mut self, m: Move) -> Undo {
        let undo = self.undo();
        let (from, to) = (m.from(), m.to());
        let (piece, taken) = (self.board.piece(from), self.board.piece(to));
        let (left, entered) = (piece_square::entry(piece, from), piece_square::entry(Self::promoted(piece, to), to));
        let captured = piece_square::entry(taken, to);
        self.key ^= left.key ^ entered.key ^ captured.key ^ SIDE_KEY;
        self.lead += entered.count - left.count - captured.count;
        self.board.toggle(&left.board);
        self.board.toggle(&entered.board);
        self.board.toggle(&captured.board);
        self.ply += 1;
        undo
    }

    #[inline]
    fn unmake(&mut self, _m: Move, undo: Undo) {
        self.restore(undo);
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
    fn repetition_limit(&self) -> u32 {
        self.rules.repetition.into()
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn is_irreversible(&self, m: Move) -> bool {
        self.board.occupied().contains(m.to()) | self.board.kind(Kind::Pawn).contains(m.from())
    }

    fn validate(&self) -> Result<(), String> {
        self.board.validate()?;
        let fresh = Self::new(self.board, self.ply, self.rules);
        if fresh.key != self.key {
            Err(format!("key {:#x}, but {:#x} from scratch", self.key, fresh.key))
        } else if fresh.lead != self.lead {
            Err(format!("lead {}, but {} from scratch", self.lead, fresh.lead))
        } else if self.board.king(self.turn().other()).is_none() {
            Err("the king of the side that just moved is missing".into())
        } else {
            Ok(())
        }
    }
}

impl Variant for Minichess {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        let mut board = Board::default();
        let back = [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King];
        for (file, kind) in back.into_iter().enumerate() {
            board.put(file, Side::FIRST, kind);
            board.put(FILES + file, Side::FIRST, Kind::Pawn);
            // Black's pieces are White's rotated by 180 degrees.
            board.put(FILES * RANKS - 1 - file, Side::SECOND, kind);
            board.put(FILES * (RANKS - 2) + file, Side::SECOND, Kind::Pawn);
        }
        Self::new(board, 0, *rules)
    }

    fn rules(&self) -> Rules {
        self.rules
    }
}
