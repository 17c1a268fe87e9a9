//! What makes a search faster: captures, exchanges, finishing moves, threats to finish, passing.

use super::board::TARGETS;
use super::moves::{Move, Moves, Parts};
use super::{Hop, Undo};
use crate::bits::BitSet;
use crate::game::{Hints, Known, Margins, Position, Side};

/// What a capture takes and a recapture takes back, in hundredths of a step: a piece halfway.
const PIECE: i32 = 500;
/// Fewer plies left than this, and passing says nothing about moving.
const PASS_PLIES: u32 = 8;
/// Fewer pieces on their way than this, and having to move may be a disadvantage.
const PASS_PIECES: u32 = 2;

impl Hop {
    /// The pieces of a side that are not home.
    #[inline]
    pub(super) fn under_way(&self, side: Side) -> u64 {
        self.men(side).minus(TARGETS[side.index()])
    }

    /// The turn that brings the last piece home and wins, if the side to move has one.
    #[inline]
    fn finish(&self) -> Option<Move> {
        let side = self.side_to_move();
        let last = self.under_way(side);
        if last.without_first() != 0 || self.is_over() {
            return None;
        }
        self.finish_with(last, side)
    }

    fn finish_with(&self, last: u64, side: Side) -> Option<Move> {
        let target = TARGETS[side.index()] & self.empty();
        let (score, enemy_home) = (self.men(side).len(), self.men(side.other()) & TARGETS[side.other().index()]);
        let [ahead, ..] = self.ways();
        let step = ahead.step(last) & target;
        if step != 0 && score > enemy_home.len() {
            return Some(Move::of(last | step));
        }
        let mut found = None;
        self.chains_of(last, |captured, ends| {
            if found.is_none() && score > enemy_home.minus(captured).len() {
                found = (ends & target).first().map(|to| Move::of(last | u64::of(to) | captured));
            }
        });
        found
    }
}

impl Hints for Hop {
    const HISTORY_SLOTS: usize = 128;
    const CONTINUATION_HISTORY: bool = true;
    const MARGINS: Margins =
        Margins { aspiration: 60, reverse_futility: 150, futility: 150, delta: 300, late_moves: 6, ..Margins::NONE };

    /// Whose piece goes where.
    #[inline]
    fn history_slot(&self, m: Move) -> usize {
        let Parts { to, .. } = self.parts(m);
        64 * usize::from(self.to_move) + (to.trailing_zeros() & 63) as usize
    }

    fn noisy(&self, list: &mut Moves) {
        self.for_each_capture(|m| list.push(m));
    }

    fn quiet(&self, list: &mut Moves) {
        self.for_each_quiet_turn(|m| list.push(m));
    }

    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        m.squares().meets(self.enemy())
    }

    /// The captured pieces, and the way made.
    #[inline]
    fn gain(&self, m: Move) -> i32 {
        let Parts { from, to, captured } = self.parts(m);
        let column = |square: u64| (square.trailing_zeros() % 8) as i32;
        let way = if from == 0 { 0 } else { 100 * (column(to) - column(from)) };
        PIECE * captured.len() as i32 + if self.to_move == 0 { way } else { -way }
    }

    /// Counts one piece back where the end of the chain can be hopped over.
    #[inline]
    fn exchange_wins(&self, m: Move, threshold: i32) -> bool {
        let gain = self.gain(m);
        if gain - PIECE >= threshold || gain < threshold {
            return gain >= threshold;
        }
        let mut after = self.clone();
        let _ = after.make(m);
        let Parts { to, .. } = self.parts(m);
        gain - if after.hanging(self.side_to_move()).meets(to) { PIECE } else { 0 } >= threshold
    }

    #[inline]
    fn winning_move(&self) -> Option<Move> {
        self.finish()
    }

    /// Whether the other side would finish and win next.
    #[inline]
    fn in_check(&self) -> bool {
        let side = self.side_to_move().other();
        let last = self.under_way(side);
        last.without_first() == 0 && last != 0 && {
            let passed = Self { to_move: self.to_move ^ 1, ..self.clone() };
            passed.finish().is_some()
        }
    }

    #[inline]
    fn known(&self) -> Option<Known> {
        self.tabled()
    }

    fn knows(&self) -> bool {
        self.has_tables()
    }

    #[inline]
    fn may_pass(&self) -> bool {
        Side::all(2).all(|side| self.under_way(side).len() >= PASS_PIECES)
            && u32::from(self.rules.plies - self.ply) >= PASS_PLIES
    }

    #[inline]
    fn make_pass(&mut self) -> Undo {
        self.make(Move::PASS)
    }

    #[inline]
    fn unmake_pass(&mut self, undo: Undo) {
        self.unmake(Move::PASS, undo);
    }
}
