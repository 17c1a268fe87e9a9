//! The legal moves: listing, counting and recognising them, and their short names.

use super::Hop;
use super::board::{Way, singles};
use super::chains::Hopper;
use crate::bits::BitSet;
use arrayvec::ArrayVec;

/// The most moves that a list holds; see the tests for how many a position has at most.
pub(super) const MAX_MOVES: usize = 900;

/// The most loops that a position has with different captures.
const MAX_LOOPS: usize = 512;

/// A list of moves.
pub type Moves = ArrayVec<Move, MAX_MOVES>;

/// A turn as the set of squares that it changes: where the piece leaves, where it arrives, whom it captures. A chain
/// that comes back to its start changes its captures only (so it does not matter which piece made it), a pass nothing.
///
/// The board tells them apart: the start is a square of the own side, the end an empty one, captures are enemies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u64);

impl Move {
    /// The turn that changes nothing.
    pub(super) const PASS: Self = Self(0);

    /// The turn that changes `squares`. Any set is a value; few are legal.
    #[inline]
    pub(super) const fn of(squares: u64) -> Self {
        Self(squares)
    }

    /// The squares that the turn changes.
    #[inline]
    pub(super) const fn squares(self) -> u64 {
        self.0
    }
}

/// A move taken apart: squares as sets. A loop and a pass have neither start nor end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parts {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) captured: u64,
}

impl Parts {
    /// Whether the piece only goes to a neighbouring square.
    pub(super) fn is_step(self) -> bool {
        Way::ALL.iter().any(|way| way.step(self.from) == self.to && self.to != 0)
    }
}

impl Hop {
    /// What `m` does on this board. For what is no legal move the parts may be any sets.
    #[inline]
    pub(super) fn parts(&self, m: Move) -> Parts {
        let (own, enemy) = (self.own(), self.enemy());
        Parts { from: m.squares() & own, to: m.squares() & !(own | enemy), captured: m.squares() & enemy }
    }

    /// The ways in the order in which the side to move tries them: forward first.
    #[inline]
    pub(super) fn ways(&self) -> [Way; 4] {
        if self.to_move == 0 { Way::ALL } else { Way::ALL.map(|way| if way.is_across() { way.back() } else { way }) }
    }

    /// The pieces that can begin a chain.
    #[inline]
    fn hoppers(&self) -> u64 {
        let (own, empty) = (self.own(), self.empty());
        own & Way::ALL.iter().fold(0, |from, way| from | way.hops_from(!empty, empty))
    }

    /// Calls `visit` for the piece on `from` with captured sets and the ends of chains with these captures; the end
    /// of a loop is `from` itself.
    #[inline]
    pub(super) fn chains_of(&self, from: u64, visit: impl FnMut(u64, u64)) {
        let hopper = Hopper::new(self.own(), self.enemy(), from);
        if self.rules.revisit { hopper.chains(visit) } else { hopper.simple_chains(visit) }
    }

    /// Calls `visit` with a start, a captured set and the ends of chains with these, for all pieces; of loops with the
    /// same captures only with one.
    #[inline]
    fn for_each_chain(&self, mut visit: impl FnMut(u64, u64, u64)) {
        let mut loops = ArrayVec::<u64, MAX_LOOPS>::new();
        for from in singles(self.hoppers()) {
            self.chains_of(from, |captured, mut ends| {
                if ends.meets(from) {
                    if loops.contains(&captured) {
                        ends ^= from;
                    } else {
                        loops.push(captured);
                    }
                }
                visit(from, captured, ends);
            });
        }
    }

    /// Calls `visit` for every step.
    #[inline]
    fn for_each_step(&self, mut visit: impl FnMut(Move)) {
        let (own, empty) = (self.own(), self.empty());
        for way in self.ways() {
            for to in singles(way.step(own) & empty) {
                visit(Move::of(to | way.back().step(to)));
            }
        }
    }

    /// Calls `visit` for every legal move, none twice.
    #[inline]
    pub(super) fn for_each_turn(&self, mut visit: impl FnMut(Move)) {
        if self.is_over() {
            return;
        }
        let mut stuck = true;
        let mut visit_turn = |m| {
            stuck = false;
            visit(m);
        };
        self.for_each_step(&mut visit_turn);
        self.for_each_chain(|from, captured, ends| {
            for to in singles(ends) {
                visit_turn(Move::of((from ^ to) | captured));
            }
        });
        if stuck || self.rules.pass_always {
            visit(Move::PASS);
        }
    }

    /// Calls `visit` for every legal move that captures.
    #[inline]
    pub(super) fn for_each_capture(&self, mut visit: impl FnMut(Move)) {
        if self.is_over() || self.enemy() == 0 {
            return;
        }
        self.for_each_chain(|from, captured, ends| {
            for to in singles(if captured == 0 { 0 } else { ends }) {
                visit(Move::of((from ^ to) | captured));
            }
        });
    }

    /// Calls `visit` for every legal move that captures nothing.
    #[inline]
    pub(super) fn for_each_quiet_turn(&self, visit: impl FnMut(Move)) {
        if !self.is_over() {
            self.for_each_quiet_way(visit);
        }
    }

    /// [`Self::for_each_quiet_turn`] even if the game is over, for retrograde analysis: quiet turns are reversible.
    #[inline]
    pub(super) fn for_each_quiet_way(&self, mut visit: impl FnMut(Move)) {
        self.for_each_step(&mut visit);
        let (own, enemy) = (self.own(), self.enemy());
        for from in singles(self.hoppers()) {
            for to in singles(Hopper::new(own, enemy, from).quiet_ends()) {
                visit(Move::of(from | to));
            }
        }
        if self.rules.pass_always || self.is_stuck() {
            visit(Move::PASS);
        }
    }

    /// How many legal moves there are.
    pub(super) fn count_turns(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let (own, empty) = (self.own(), self.empty());
        let mut count: u32 = Way::ALL.iter().map(|way| (way.step(own) & empty).len()).sum();
        self.for_each_chain(|_, _, ends| count += ends.len());
        u64::from(count) + u64::from(count == 0 || self.rules.pass_always)
    }

    /// Whether the side to move has no turn besides passing.
    fn is_stuck(&self) -> bool {
        let empty = self.empty();
        self.hoppers() == 0 && Way::ALL.iter().all(|way| !way.step(self.own()).meets(empty))
    }

    /// Whether `m` is a legal move.
    pub(super) fn is_turn(&self, m: Move) -> bool {
        if self.is_over() {
            return false;
        }
        if m == Move::PASS {
            return self.rules.pass_always || self.is_stuck();
        }
        let parts @ Parts { from, to, captured } = self.parts(m);
        match (from.len(), to.len()) {
            (0, 0) => self.looper(captured).is_some(),
            (1, 1) if captured == 0 && parts.is_step() => true,
            (1, 1) => self.has_chain(from, to, captured),
            _ => false,
        }
    }

    /// Whether the piece on `from` has a chain to `to` that captures exactly `captured`.
    fn has_chain(&self, from: u64, to: u64, captured: u64) -> bool {
        let mut found = false;
        if from.meets(self.hoppers()) {
            self.chains_of(from, |these, ends| found |= these == captured && ends.meets(to));
        }
        found
    }

    /// The first piece that can come back to its square after capturing exactly `captured`.
    pub(super) fn looper(&self, captured: u64) -> Option<u64> {
        singles(self.hoppers()).find(|&from| self.has_chain(from, from, captured))
    }

    /// From and to, six bits each, and a digest of the captures. Loops use the names with equal ends.
    pub(super) fn short_name(&self, m: Move) -> u16 {
        let Parts { from, to, captured } = self.parts(m);
        let digest = digest(captured);
        let ends = if from == to {
            (digest & 63) * 65
        } else {
            (from.trailing_zeros() & 63 | (to.trailing_zeros() & 63) << 6) as u16
        };
        ends | digest >> 6 << 12
    }

    /// A legal move with the short name `bits`, if any.
    pub(super) fn by_short_name(&self, bits: u16) -> Option<Move> {
        let (from, to) = (1 << (bits & 63), 1 << (bits >> 6 & 63));
        if from == to {
            return self.nameless(bits);
        }
        if self.is_over() || !from.meets(self.own()) {
            return None;
        }
        if (Parts { from, to, captured: 0 }).is_step() {
            return (bits >> 12 == 0 && to.meets(self.empty())).then_some(Move::of(from | to));
        }
        let mut found = None;
        self.chains_of(from, |captured, ends| {
            if digest(captured) >> 6 == bits >> 12 && ends.meets(to) && found.is_none() {
                found = Some(Move::of(from | to | captured));
            }
        });
        found
    }

    /// A pass or loop with the short name `bits`.
    #[cold]
    fn nameless(&self, bits: u16) -> Option<Move> {
        let mut list = Moves::new();
        self.for_each_turn(|m| {
            if !m.squares().meets(self.own()) && self.short_name(m) == bits && !list.is_full() {
                list.push(m);
            }
        });
        list.first().copied()
    }
}

/// A hash of ten bits of a captured set; 0 for none.
fn digest(captured: u64) -> u16 {
    (captured.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as u16
}
