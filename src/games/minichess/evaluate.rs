//! The estimate of who is better: terms for each side, blended by the pieces left, and, near the limit on plies, turned
//! into who leads by the count that decides then.

use super::attacks::{self, KING, KNIGHT};
use super::board::{ALL, Board, FILE_A, FILE_E, FILES, Kind, RANK_1, RANK_6, Square};
use super::position::Minichess;
use super::tally::Tally;
use super::weights::{self, FULL_PHASE, LEAD, SWITCH_PLIES};
use crate::bits::BitSet;
use crate::game::{Evaluate, Position, Side, Term};
use std::ops::Sub;

/// The greatest estimate.
const MOST: i32 = 20_000;

/// What the terms of one side come to, each for the middle game and the endgame.
#[derive(Clone, Copy, Default)]
struct Terms {
    pawns: Tally,
    threats: Tally,
    mobility: Tally,
    king: Tally,
}

impl Sub for Terms {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self {
            pawns: self.pawns - other.pawns,
            threats: self.threats - other.threats,
            mobility: self.mobility - other.mobility,
            king: self.king - other.king,
        }
    }
}

impl Terms {
    // Always, so that the side is known and costs no branches.
    #[inline(always)]
    fn new(board: &Board, side: Side) -> Self {
        let (own, occupied, pawns) = (board.of(side), board.occupied(), board.kind(Kind::Pawn));
        let (mine, theirs) = (pawns & own, pawns.minus(own));
        let (guarded, feared) = (pawn_attacks(mine, side), pawn_attacks(theirs, side.other()));
        let ring = board.king(side.other()).map_or(0, |king| KING[king]);
        let free = ALL.minus(own | feared);
        let mut terms = Self::default();
        let mut piece = |kind: Kind, attacks: u32| {
            terms.mobility += weights::mobility(kind) * (attacks & free).len();
            terms.king += weights::siege(kind) * (attacks & ring).len();
        };
        for square in (board.kind(Kind::Knight) & own).members() {
            piece(Kind::Knight, KNIGHT[square & 31]);
        }
        for square in (board.kind(Kind::Bishop) & own).members() {
            piece(Kind::Bishop, attacks::bishop(square, occupied));
        }
        for square in (board.kind(Kind::Rook) & own).members() {
            piece(Kind::Rook, attacks::rook(square, occupied));
        }
        for square in (board.kind(Kind::Queen) & own).members() {
            piece(Kind::Queen, attacks::bishop(square, occupied) | attacks::rook(square, occupied));
        }
        if let Some(king) = board.king(side) {
            terms.king += weights::SHIELD * (KING[king] & mine).len();
        }
        let officers = occupied.minus(own | pawns | board.kind(Kind::King));
        terms.threats += weights::PAWN_THREAT * (guarded & officers).len();
        terms.pawns = structure(mine, theirs, guarded, side);
        terms
    }
}

/// What the pawns of a side are worth by how they stand to each other. `guarded` are the squares they attack.
#[inline]
fn structure(mine: u32, theirs: u32, guarded: u32, side: Side) -> Tally {
    let mut sum = weights::PROTECTED * (mine & guarded).len();
    sum += weights::DOUBLED * (mine & ahead(mine, side.other())).len();
    sum += weights::ISOLATED * mine.minus(beside(files(mine))).len();
    let stoppers = ahead(theirs, side.other());
    // A pawn on its last rank, which only a set-up position can have, never moves again.
    for square in mine.minus(stoppers | beside(stoppers)).minus(RANK_1 | RANK_6).members() {
        sum += weights::PASSED[steps_gone(square, side)];
    }
    sum
}

/// The ranks a pawn of `side` has behind it.
#[inline]
fn steps_gone(square: Square, side: Side) -> usize {
    let rank = square / FILES;
    if side == Side::FIRST { rank } else { 5 - rank.min(5) }
}

/// The squares that pawns of `side` attack.
#[inline]
fn pawn_attacks(pawns: u32, side: Side) -> u32 {
    beside(if side == Side::FIRST { ALL & pawns << FILES } else { pawns >> FILES })
}

/// The squares left and right of these.
#[inline]
fn beside(set: u32) -> u32 {
    set.minus(FILE_A) >> 1 | set.minus(FILE_E) << 1
}

/// All squares before these, as `side` looks.
#[inline]
fn ahead(set: u32, side: Side) -> u32 {
    const F: u32 = FILES as u32;
    if side == Side::FIRST {
        let one = set << F;
        let two = one | one << F;
        ALL & (two | two << (2 * F) | set << (5 * F))
    } else {
        let one = set >> F;
        let two = one | one >> F;
        two | two >> (2 * F) | set >> (5 * F)
    }
}

/// All squares on the files of these.
#[inline]
fn files(set: u32) -> u32 {
    set | ahead(set, Side::FIRST) | ahead(set, Side::SECOND)
}

impl Minichess {
    #[inline]
    fn blend(&self, weight: Tally) -> i32 {
        let phase = self.tally().phase().min(FULL_PHASE);
        (weight.middle() * phase + weight.end() * (FULL_PHASE - phase)) / FULL_PHASE
    }

    /// Each side's terms, White's less Black's.
    #[inline]
    fn terms(&self) -> Terms {
        Terms::new(self.board(), Side::FIRST) - Terms::new(self.board(), Side::SECOND)
    }

    /// What the right to move is worth, in White's view.
    #[inline]
    fn tempo(&self) -> i32 {
        if self.turn() == Side::FIRST { weights::TEMPO } else { -weights::TEMPO }
    }

    /// What an estimate in White's view becomes with the limit on plies in sight.
    #[inline]
    fn switched(&self, estimate: i32) -> i32 {
        let left = self.plies_left().map_or(SWITCH_PLIES, |left| left.min(SWITCH_PLIES as u32) as i32);
        let lead = if self.is_decided_by_material() { self.tally().count() } else { 0 };
        let verdict = LEAD.0 * lead.signum() + LEAD.1 * lead;
        ((estimate * left + verdict * (SWITCH_PLIES - left)) / SWITCH_PLIES).clamp(-MOST, MOST)
    }
}

impl Evaluate for Minichess {
    fn evaluate(&self, side: Side) -> i32 {
        let Terms { pawns, threats, mobility, king } = self.terms();
        let mut sum = pawns;
        for term in [threats, mobility, king] {
            sum += term;
        }
        // Apart from the material, which may fill its lanes.
        let estimate = self.switched(self.blend(self.tally()) + self.blend(sum) + self.tempo());
        if side == Side::FIRST { estimate } else { -estimate }
    }

    fn explain(&self) -> Vec<Term> {
        let Terms { pawns, threats, mobility, king } = self.terms();
        let mut terms = vec![
            ("material and squares", self.blend(self.tally())),
            ("pawn structure", self.blend(pawns)),
            ("threats by pawns", self.blend(threats)),
            ("mobility", self.blend(mobility)),
            ("king safety", self.blend(king)),
            ("right to move", self.tempo()),
        ];
        // What the limit on plies changes, and what rounding each term alone has lost.
        let sum: i32 = terms.iter().map(|&(_, value)| value).sum();
        terms.push(("plies left, rounding", self.evaluate(Side::FIRST) - sum));
        terms.into_iter().map(|(name, value)| Term { name, values: vec![value, -value] }).collect()
    }
}
