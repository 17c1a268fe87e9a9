//! Hop: the 8x8 hop-and-capture race. The position and its rules; lists of moves are in `moves`.

mod baseline;
mod board;
mod chains;
mod evaluate;
mod moves;
mod network;
mod route;
mod rules;
mod samples;
mod state;
mod tables;
mod text;

#[cfg(test)]
mod tests;

pub use moves::{Move, Moves};
pub use rules::Rules;
pub use state::HopState;

use crate::bits::BitSet;
use crate::game::{Outcome, Position, Side, Variant};
use crate::zobrist::{count_key, keys};
use board::TARGETS;

/// How many pieces a side has at most: those it starts with.
pub const MAX_PIECES: u32 = 9;

/// The pieces at the start.
const START: [u64; 2] = {
    let rows: [[u8; 8]; 8] = [
        *b"X.......",
        *b".X.....O",
        *b"X.X...O.",
        *b".X...O.O",
        *b"X.X...O.",
        *b".X...O.O",
        *b"X.....O.",
        *b".......O",
    ];
    let mut men = [0; 2];
    let mut square = 0;
    while square < 64 {
        match rows[square / 8][square % 8] {
            b'X' => men[0] |= 1 << square,
            b'O' => men[1] |= 1 << square,
            _ => {}
        }
        square += 1;
    }
    men
};

/// One key for each side's man on each square.
static MEN_KEYS: [[u64; 64]; 2] = [keys(0x686F_7001), keys(0x686F_7002)];
const WHITE_TO_MOVE: u64 = keys::<1>(0x686F_7003)[0];
const PLY_SEED: u64 = 0x686F_7004;

/// A position of hop. Black, who runs to the right, is the first side, White the second.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hop {
    /// Each side's pieces.
    men: [u64; 2],
    /// The key of the pieces.
    men_key: u64,
    /// Plies played, at most as many as the rules allow.
    ply: u16,
    /// 0 or 1.
    to_move: u8,
    rules: Rules,
}

/// What taking back a move needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: u64,
    men_key: u64,
}

impl Hop {
    /// The pieces of a side.
    #[inline]
    fn men(&self, side: Side) -> u64 {
        self.men[side.index()]
    }

    /// The pieces of the side to move.
    #[inline]
    fn own(&self) -> u64 {
        self.men[usize::from(self.to_move)]
    }

    /// The pieces of the other side.
    #[inline]
    fn enemy(&self) -> u64 {
        self.men[usize::from(self.to_move ^ 1)]
    }

    #[inline]
    fn empty(&self) -> u64 {
        !(self.men[0] | self.men[1])
    }

    /// How many pieces a side has in its target.
    #[inline]
    fn score(&self, side: Side) -> u32 {
        (self.men(side) & TARGETS[side.index()]).len()
    }

    /// Whether a side has pieces and all of them are in its target.
    #[inline]
    fn is_home(&self, side: Side) -> bool {
        let men = self.men(side);
        men != 0 && men.within(TARGETS[side.index()])
    }

    #[inline]
    fn is_over(&self) -> bool {
        let lone = self.rules.empty_ends && (self.men[0] == 0 || self.men[1] == 0);
        self.is_home(Side::FIRST) || self.is_home(Side::SECOND) || self.ply >= self.rules.plies || lone
    }

    /// The key of the pieces from scratch.
    fn key_of(men: [u64; 2]) -> u64 {
        let side_key = |side: usize| men[side].members().fold(0, |key, square| key ^ MEN_KEYS[side][square]);
        side_key(0) ^ side_key(1)
    }

    /// A position without the checks that texts need.
    fn new(men: [u64; 2], to_move: Side, ply: u16, rules: Rules) -> Self {
        Self { men, men_key: Self::key_of(men), ply, to_move: to_move.index() as u8, rules }
    }
}

impl Position for Hop {
    type Move = Move;
    type Undo = Undo;
    type Moves = Moves;
    const SIDES: usize = 2;

    #[inline]
    fn side_to_move(&self) -> Side {
        Side::new(usize::from(self.to_move))
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| match self.score(Side::FIRST).cmp(&self.score(Side::SECOND)) {
            std::cmp::Ordering::Greater => Outcome::win(Side::FIRST),
            std::cmp::Ordering::Less => Outcome::win(Side::SECOND),
            std::cmp::Ordering::Equal => Outcome::DRAW,
        })
    }

    fn moves(&self, list: &mut Moves) {
        self.for_each_turn(|m| list.push(m));
    }

    fn count_moves(&self) -> u64 {
        self.count_turns()
    }

    fn is_legal(&self, m: Move) -> bool {
        self.is_turn(m)
    }

    #[inline]
    fn make(&mut self, m: Move) -> Undo {
        let (us, them) = (usize::from(self.to_move), usize::from(self.to_move ^ 1));
        let captured = m.squares() & self.men[them];
        let undo = Undo { captured, men_key: self.men_key };
        let ends = m.squares() ^ captured;
        self.men[us] ^= ends;
        self.men[them] ^= captured;
        if ends != 0 {
            // Exactly two squares; a loop over the set's members measures a third slower.
            self.men_key ^=
                MEN_KEYS[us][ends.trailing_zeros() as usize] ^ MEN_KEYS[us][63 - ends.leading_zeros() as usize];
        }
        for square in captured.members() {
            self.men_key ^= MEN_KEYS[them][square];
        }
        self.to_move ^= 1;
        self.ply += 1;
        undo
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: Undo) {
        self.to_move ^= 1;
        self.ply -= 1;
        let (us, them) = (usize::from(self.to_move), usize::from(self.to_move ^ 1));
        self.men[us] ^= m.squares() ^ undo.captured;
        self.men[them] ^= undo.captured;
        self.men_key = undo.men_key;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.repetition_key() ^ count_key(PLY_SEED, u32::from(self.ply))
    }

    fn pack(&self, m: Move) -> u16 {
        self.short_name(m)
    }

    fn unpack(&self, bits: u16) -> Option<Move> {
        self.by_short_name(bits)
    }

    #[inline]
    fn plies_left(&self) -> Option<u32> {
        Some(if self.is_over() { 0 } else { u32::from(self.rules.plies - self.ply) })
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        if self.to_move == 0 { self.men_key } else { self.men_key ^ WHITE_TO_MOVE }
    }

    #[inline]
    fn is_irreversible(&self, m: Move) -> bool {
        m.squares().meets(self.enemy())
    }

    fn validate(&self) -> Result<(), String> {
        if self.men[0].meets(self.men[1]) {
            return Err(format!("two pieces share a square: {:?}", self.men));
        }
        if self.men.iter().any(|men| men.len() > MAX_PIECES) || self.men == [0; 2] {
            return Err(format!("too many pieces, or none: {:?}", self.men));
        }
        if self.ply > self.rules.plies || self.to_move > 1 {
            return Err(format!("ply {}, side {}", self.ply, self.to_move));
        }
        if self.men_key != Self::key_of(self.men) {
            return Err(format!("the key is {:x}, not {:x}", self.men_key, Self::key_of(self.men)));
        }
        Ok(())
    }
}

impl crate::game::Tunable for Hop {}

impl Variant for Hop {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        Self::new(START, Side::FIRST, 0, *rules)
    }

    fn rules(&self) -> Rules {
        self.rules
    }
}
