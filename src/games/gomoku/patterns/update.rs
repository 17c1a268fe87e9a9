//! Incremental update of the patterns when a stone is placed or taken back.

use super::pattern4::{self, Pair, ScoreSum};
use super::windows::Views;
use super::{Line, Patterns, Sets, Tables, WALL, spread, toggle};
use crate::bits::BitSet;
use crate::game::Side;
use crate::games::gomoku::square::{SQUARES, STRIDE, Square};
use crate::games::gomoku::stones::Place;

/// The lower bit of each cell of a line.
const LOW: Line = Line::MAX / 3;
/// From the index of a square to that of the next in its line, by direction.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE.wrapping_neg().wrapping_add(1)];

/// The patterns of a square before a stone changed them.
#[derive(Clone, Copy, Default)]
pub(super) struct Change {
    index: u16,
    pattern4s: Pair,
    codes: u32,
}

/// A square that has moved between sets: its combined patterns before and after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    index: u16,
    pairs: [Pair; 2],
}

/// The undo record of a stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// Where its changes begin in the list of changes.
    changed: usize,
    /// Where the squares that it moved between sets begin.
    moved: usize,
    totals: [ScoreSum; 2],
}

/// More changes than all stones of a board can make: one for the stone's square and one for each empty square near it.
pub(super) const CHANGES: usize = if SQUARES <= 512 { 1 << 14 } else { 1 << 15 };

impl Patterns {
    /// Computes the patterns of an empty square of the board.
    pub(super) fn open(&mut self, square: Square) {
        self.totals = self.update_square(self.tables, square.index(), 0, self.computed(square), self.totals);
    }

    /// Puts a stone of `side` on an empty square.
    #[inline(never)]
    pub fn place(&mut self, square: Square, side: Side) {
        self.marks.push(Mark { changed: self.changed, moved: self.moved.len(), totals: self.totals });
        self.put(square, side);
        self.totals = self.update_square(self.tables, square.index(), 0, 0, self.totals);
        self.update_around(square);
    }

    /// Undoes the last stone placed, that of `side` on `square`.
    #[inline(never)]
    pub fn take_back(&mut self, square: Square, side: Side) {
        let Some(mark) = self.marks.pop() else { return self.remove(square, side) };
        debug_assert_eq!(usize::from(self.changes[mark.changed].index), square.index());
        self.put(square, side);
        self.totals = mark.totals;
        for change in &self.changes[mark.changed..self.changed] {
            let index = usize::from(change.index);
            self.codes[index] = change.codes;
            self.pattern4s[index] = change.pattern4s;
        }
        self.changed = mark.changed;
        for moved in self.moved.drain(mark.moved..) {
            moved.toggle_sets(&mut self.sets);
        }
    }

    /// Removes the stone of `side` from `square`, whenever it was placed.
    pub fn remove(&mut self, square: Square, side: Side) {
        self.put(square, side);
        self.open(square);
        self.update_around(square);
        self.forget_undo();
    }

    /// Drops the undo records.
    pub(super) fn forget_undo(&mut self) {
        self.changed = 0;
        self.moved.clear();
        self.marks.clear();
    }

    /// Adds a stone of `side` to the lines, or removes it.
    #[inline]
    fn put(&mut self, square: Square, side: Side) {
        toggle(&mut self.lines, square, 1 + side.index() as Line);
    }

    /// Updates the empty squares near a square.
    #[inline]
    fn update_around(&mut self, square: Square) {
        let [row, column, falling, rising] = Place::all(square);
        let index = square.index();
        let totals = self.update_line::<0>(row, index, self.totals);
        let totals = self.update_line::<1>(column, index, totals);
        let totals = self.update_line::<2>(falling, index, totals);
        self.totals = self.update_line::<3>(rising, index, totals);
    }

    /// Updates the empty squares near the one at `index` and `place` in one direction.
    ///
    /// Nearly all of them change, so testing for unchanged ones would cost more than it saves.
    #[inline]
    fn update_line<const DIRECTION: usize>(
        &mut self,
        place: Place,
        index: usize,
        mut totals: [ScoreSum; 2],
    ) -> [ScoreSum; 2] {
        let tables = self.tables;
        let half = 2 * tables.windows.reach;
        let around = (((1 as Line) << (2 * half + 2)) - 1) ^ 3 << half;
        let (line, middle) = (self.lines[place.line], 2 * (place.bit + WALL));
        let mut empty = !(line | line >> 1) & LOW & around << (middle - half);
        let step = STEPS[DIRECTION];
        let origin = index.wrapping_sub(step.wrapping_mul((middle / 2) as usize));
        let others = !spread(u8::MAX, DIRECTION);
        let views = Views::of(line);
        while let Some(bit) = empty.pop_first() {
            let index = origin.wrapping_add(step.wrapping_mul(bit / 2));
            let patterns = tables.windows.codes_in(views, bit as u32) << (4 * DIRECTION);
            totals = self.update_square(tables, index, others, patterns, totals);
        }
        totals
    }

    /// Gives a square new line codes, except for those in the mask `keep`. Returns the new totals.
    #[inline]
    fn update_square(
        &mut self,
        tables: Tables,
        index: usize,
        keep: u32,
        patterns: u32,
        totals: [ScoreSum; 2],
    ) -> [ScoreSum; 2] {
        let before = self.codes[index];
        let after = before & keep | patterns;
        self.codes[index] = after;
        let [black, white] = [0, 1].map(|side| tables.scored(side, after));
        let pair = pattern4::pair(black, white);
        let old = std::mem::replace(&mut self.pattern4s[index], pair);
        if pattern4::any_strong(old | pair) {
            self.move_between(Moved { index: index as u16, pairs: [old, pair] });
        }
        self.changes[self.changed % CHANGES] = Change { index: index as u16, pattern4s: old, codes: before };
        self.changed += 1;
        [totals[0].with(tables.scored(0, before), black), totals[1].with(tables.scored(1, before), white)]
    }

    /// Moves a square between sets and records that.
    #[inline(never)]
    fn move_between(&mut self, moved: Moved) {
        moved.toggle_sets(&mut self.sets);
        self.moved.push(moved);
    }
}

impl Moved {
    /// Toggles the square in the sets of both patterns: this moves it there, and back when repeated.
    #[inline]
    fn toggle_sets(self, sets: &mut Sets) {
        let index = usize::from(self.index);
        for (side, sets) in sets.iter_mut().enumerate() {
            for pair in self.pairs {
                // Sets of weak patterns are written too, although never read: a branch would be slower.
                sets[pattern4::number(pair, side)].0[index / 64] ^= 1 << (index % 64);
            }
        }
    }
}
