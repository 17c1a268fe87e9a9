//! Patterns after a stone more or less.

use super::shape::Views;
use super::threat::{self, Pair, Total};
use super::{Patterns, Sets, Tables, WALL, spread, toggle};
use crate::bits::BitSet;
use crate::game::Side;
use crate::games::gomoku::square::{STRIDE, Square};
use crate::games::gomoku::stones::Place;

/// The lower bit of every cell of a line.
const LOW: u64 = 0x5555_5555_5555_5555;
/// From the index of a square to that of the next in its line, by direction.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE.wrapping_neg().wrapping_add(1)];

/// A square as it was before a stone changed it.
#[derive(Clone, Copy, Default)]
pub(super) struct Change {
    index: u16,
    threats: Pair,
    shapes: u32,
}

/// A square that has moved from the sets of what two stones threaten there to those of other threats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    index: u16,
    pairs: [Pair; 2],
}

/// How things stood before a stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// Where its changes begin.
    changed: usize,
    /// Where the squares begin that it moved between sets.
    moved: usize,
    totals: [Total; 2],
}

/// More changes than all stones of a board make: one each and one for every square near it that is empty still.
pub(super) const CHANGES: usize = 1 << 14;

impl Patterns {
    /// Takes in a square of the board that has no stone.
    pub(super) fn open(&mut self, square: Square) {
        self.totals = self.renew(self.tables, square.index(), 0, self.fresh(square), self.totals);
    }

    /// Puts a stone of `side` on an empty square.
    #[inline(never)]
    pub fn place(&mut self, square: Square, side: Side) {
        self.marks.push(Mark { changed: self.changed, moved: self.moved.len(), totals: self.totals });
        self.put(square, side);
        self.totals = self.renew(self.tables, square.index(), 0, 0, self.totals);
        self.renew_around(square);
    }

    /// Takes the stone of `side` away from `square`, the last one that was placed.
    #[inline(never)]
    pub fn take_back(&mut self, square: Square, side: Side) {
        let Some(mark) = self.marks.pop() else { return self.remove(square, side) };
        debug_assert_eq!(usize::from(self.changes[mark.changed].index), square.index());
        self.put(square, side);
        self.totals = mark.totals;
        for change in &self.changes[mark.changed..self.changed] {
            let index = usize::from(change.index);
            self.shapes[index] = change.shapes;
            self.threats[index] = change.threats;
        }
        self.changed = mark.changed;
        for moved in self.moved.drain(mark.moved..) {
            moved.exchange(&mut self.sets);
        }
    }

    /// Takes the stone of `side` away from `square`, whenever it was placed.
    pub fn remove(&mut self, square: Square, side: Side) {
        self.put(square, side);
        self.open(square);
        self.renew_around(square);
        self.forget();
    }

    /// Forgets how to take stones back.
    pub(super) fn forget(&mut self) {
        self.changed = 0;
        self.moved.clear();
        self.marks.clear();
    }

    /// Puts a stone of `side` into the lines, or takes it out.
    #[inline]
    fn put(&mut self, square: Square, side: Side) {
        toggle(&mut self.lines, square, 1 + side.index() as u64);
    }

    /// Brings the empty squares near a square up to date.
    #[inline]
    fn renew_around(&mut self, square: Square) {
        let [row, column, falling, rising] = Place::all(square);
        let index = square.index();
        let totals = self.renew_line::<0>(row, index, self.totals);
        let totals = self.renew_line::<1>(column, index, totals);
        let totals = self.renew_line::<2>(falling, index, totals);
        self.totals = self.renew_line::<3>(rising, index, totals);
    }

    /// Brings the empty squares near the one at `index` and `place` in one direction up to date.
    ///
    /// Hardly any of them has the same shapes as before: to ask would cost more than it saves.
    #[inline]
    fn renew_line<const DIRECTION: usize>(&mut self, place: Place, index: usize, mut totals: [Total; 2]) -> [Total; 2] {
        let tables = self.tables;
        let half = 2 * tables.windows.reach;
        let around = ((1u64 << (2 * half + 2)) - 1) ^ 3 << half;
        let (line, middle) = (self.lines[place.line], 2 * (place.bit + WALL));
        let mut empty = !(line | line >> 1) & LOW & around << (middle - half);
        let step = STEPS[DIRECTION];
        let origin = index.wrapping_sub(step.wrapping_mul((middle / 2) as usize));
        let others = !spread(u8::MAX, DIRECTION);
        let views = Views::of(line);
        while let Some(bit) = empty.pop_first() {
            let index = origin.wrapping_add(step.wrapping_mul(bit / 2));
            let shapes = tables.windows.shapes_in(views, bit as u32) << (4 * DIRECTION);
            totals = self.renew(tables, index, others, shapes, totals);
        }
        totals
    }

    /// Gives a square new shapes, but for those that it is to `keep`. Returns what becomes of the totals.
    #[inline]
    fn renew(&mut self, tables: Tables, index: usize, keep: u32, shapes: u32, totals: [Total; 2]) -> [Total; 2] {
        let before = self.shapes[index];
        let after = before & keep | shapes;
        self.shapes[index] = after;
        let [black, white] = [0, 1].map(|side| tables.rate(side, after));
        let pair = threat::pair(black, white);
        let threats = std::mem::replace(&mut self.threats[index], pair);
        if threat::any_strong(threats | pair) {
            self.move_between(Moved { index: index as u16, pairs: [threats, pair] });
        }
        self.changes[self.changed % CHANGES] = Change { index: index as u16, threats, shapes: before };
        self.changed += 1;
        [totals[0].with(tables.rate(0, before), black), totals[1].with(tables.rate(1, before), white)]
    }

    /// Moves a square from sets to sets.
    #[inline(never)]
    fn move_between(&mut self, moved: Moved) {
        moved.exchange(&mut self.sets);
        self.moved.push(moved);
    }
}

impl Moved {
    /// Moves the square from the sets that have it to those that do not: there or back.
    #[inline]
    fn exchange(self, sets: &mut Sets) {
        let index = usize::from(self.index);
        for (side, sets) in sets.iter_mut().enumerate() {
            for pair in self.pairs {
                // Weak threats have sets too, which nobody asks: faster than to guess which threats are strong.
                sets[threat::number(pair, side)].0[index / 64] ^= 1 << (index % 64);
            }
        }
    }
}
