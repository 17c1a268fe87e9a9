//! Patterns after a stone more or less.

use super::threat::{Rated, Threat};
use super::{Patterns, Point, WALL, spread, toggle};
use crate::bits::BitSet;
use crate::game::Side;
use crate::games::gomoku::square::{STRIDE, Square};
use crate::games::gomoku::stones::Place;

/// The lower bit of every cell of a line.
const LOW: u64 = 0x5555_5555_5555_5555;
/// From the index of a square to that of the next in its line, by direction.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE.wrapping_neg().wrapping_add(1)];

impl Patterns {
    /// Takes in a square of the board that has no stone.
    pub(super) fn open(&mut self, square: Square) {
        self.renew(square.index(), self.fresh(square));
    }

    /// Puts a stone of `side` on an empty square.
    #[inline(never)]
    pub fn place(&mut self, square: Square, side: Side) {
        self.marks.push((self.changes.len(), self.totals));
        self.put(square, side);
        self.renew(square.index(), 0);
        self.renew_around(square);
    }

    /// Takes the stone of `side` away from `square`, the last one that was placed.
    #[inline(never)]
    pub fn take_back(&mut self, square: Square, side: Side) {
        let Some((first, totals)) = self.marks.pop() else { return self.remove(square, side) };
        debug_assert_eq!(usize::from(self.changes[first].0), square.index());
        self.put(square, side);
        self.totals = totals;
        while self.changes.len() > first
            && let Some((index, before)) = self.changes.pop()
        {
            self.set(usize::from(index), before);
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
        self.changes.clear();
        self.marks.clear();
    }

    /// Puts a stone of `side` into the lines, or takes it out.
    #[inline]
    fn put(&mut self, square: Square, side: Side) {
        toggle(&mut self.lines, square, 1 + side.index() as u64);
    }

    /// Brings the empty squares near a square up to date.
    ///
    /// Hardly any of them has the same shapes as before: to ask would cost more than it saves.
    #[inline]
    fn renew_around(&mut self, square: Square) {
        let half = 2 * self.tables.windows.reach;
        let around = ((1u64 << (2 * half + 2)) - 1) ^ 3 << half;
        for (direction, Place { line, bit }) in Place::all(square).into_iter().enumerate() {
            let (line, middle) = (self.lines[line], 2 * (bit + WALL));
            let mut empty = !(line | line >> 1) & LOW & around << (middle - half);
            let step = STEPS[direction];
            let origin = square.index().wrapping_sub(step.wrapping_mul((middle / 2) as usize));
            let others = !spread(u8::MAX, direction);
            while let Some(bit) = empty.pop_first() {
                let index = origin.wrapping_add(step.wrapping_mul(bit / 2));
                let shapes = spread(self.window(line, bit as u32), direction);
                self.renew(index, self.points[index].shapes & others | shapes);
            }
        }
    }

    /// Gives a square new shapes.
    #[inline]
    fn renew(&mut self, index: usize, shapes: u32) {
        let before = self.points[index];
        let after = Point { shapes, rated: [0, 1].map(|side| self.tables.rate(side, shapes)) };
        for side in 0..2 {
            self.totals[side] = self.totals[side].with(before.rated[side], after.rated[side]);
        }
        self.set(index, after);
        self.changes.push((index as u16, before));
    }

    /// Puts a point in the place of another, but for the totals.
    #[inline]
    fn set(&mut self, index: usize, point: Point) {
        let before = std::mem::replace(&mut self.points[index], point);
        for side in 0..2 {
            self.threats[side][index] = point.rated[side].threat() as u8;
        }
        if [before, point].iter().any(|point| point.rated.iter().any(|rated| rated.threat() >= Threat::STRONG)) {
            self.move_between(index, before.rated, point.rated);
        }
    }

    /// Moves a square from the sets of what it threatened to those of what it threatens.
    #[cold]
    fn move_between(&mut self, index: usize, before: [Rated; 2], after: [Rated; 2]) {
        for ((sets, before), after) in self.sets.iter_mut().zip(before).zip(after) {
            for threat in [before, after].map(Rated::threat) {
                if let Some(set) = (threat as usize).checked_sub(Threat::STRONG as usize) {
                    sets[set].0[index / 64] ^= 1 << (index % 64);
                }
            }
        }
    }
}
