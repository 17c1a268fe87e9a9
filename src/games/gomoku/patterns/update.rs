//! Patterns after a stone more or less.

use super::threat::{Rated, Threat};
use super::{Patterns, Squares, WALL, spread, toggle};
use crate::bits::BitSet;
use crate::game::Side;
use crate::games::gomoku::square::{STRIDE, Square};
use crate::games::gomoku::stones::Place;

/// The lower bit of every cell of a line.
const LOW: u64 = 0x5555_5555_5555_5555;
/// From the index of a square to that of the next in its line, by direction.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE.wrapping_neg().wrapping_add(1)];
/// More squares than a stone changes.
const NEAR: usize = 64;

/// New shapes of a square: which bits of theirs are new, and what they came to before, for either side.
#[derive(Clone, Copy)]
pub(super) struct Change {
    index: u16,
    shapes: u32,
    before: [Rated; 2],
}

/// A square whose shapes of both colours are to change in one direction.
#[derive(Clone, Copy, Default)]
struct Near {
    index: u16,
    direction: u8,
    change: u8,
}

impl Patterns {
    /// Takes a square of the board in, which is empty.
    pub(super) fn open(&mut self, square: Square) {
        self.toggle_dead(square);
        self.change(square.index(), self.fresh(square));
    }

    /// Puts a stone of `side` on an empty square.
    #[inline(never)]
    pub fn place(&mut self, square: Square, side: Side) {
        self.marks.push((self.changes.len(), self.totals));
        self.put(square, 1 + side.index() as u64);
        self.change(square.index(), self.shapes[square.index()]);
        self.toggle_dead(square);
        self.update_around(square);
    }

    /// Takes the stone of `side` away from `square`, the last one that was placed.
    #[inline(never)]
    pub fn take_back(&mut self, square: Square, side: Side) {
        let Some((first, totals)) = self.marks.pop() else { return self.remove(square, side) };
        debug_assert_eq!(usize::from(self.changes[first].index), square.index());
        self.put(square, 1 + side.index() as u64);
        self.toggle_dead(square);
        self.totals = totals;
        for &Change { index, shapes, before } in &self.changes[first..] {
            let index = usize::from(index);
            self.shapes[index] ^= shapes;
            let after = std::mem::replace(&mut self.rated[index], before);
            move_between(&mut self.sets, index, after, before);
        }
        self.changes.truncate(first);
    }

    /// Takes the stone of `side` away from `square`, whenever it was placed.
    pub fn remove(&mut self, square: Square, side: Side) {
        self.put(square, 1 + side.index() as u64);
        self.open(square);
        self.update_around(square);
        self.forget();
    }

    /// Forgets how to take stones back.
    pub(super) fn forget(&mut self) {
        self.changes.clear();
        self.marks.clear();
    }

    /// Changes the bits of a square in its four lines.
    #[inline]
    pub(super) fn put(&mut self, square: Square, bits: u64) {
        toggle(&mut self.lines, square, bits);
    }

    /// Takes a square that threatens nothing into the sets, or out.
    #[inline]
    fn toggle_dead(&mut self, square: Square) {
        for (side, sets) in self.sets.iter_mut().enumerate() {
            sets[self.tables.rate(side, 0).threat() as usize] ^= Squares::of(square.index());
        }
    }

    /// Brings the shapes of the empty squares near a square up to date.
    #[inline]
    fn update_around(&mut self, square: Square) {
        let half = 2 * self.tables.windows.reach;
        let around = ((1u64 << (2 * half + 2)) - 1) ^ 3 << half;
        // First all that changes is found, then it is changed: so there is less to guess for the processor.
        let mut near = [Near::default(); NEAR];
        let mut count = 0;
        for (direction, Place { line, bit }) in Place::all(square).into_iter().enumerate() {
            let (line, middle) = (self.lines[line], 2 * (bit + WALL));
            let mut empty = !(line | line >> 1) & LOW & around << (middle - half);
            let step = STEPS[direction];
            let origin = square.index().wrapping_sub(step.wrapping_mul((middle / 2) as usize));
            while let Some(bit) = empty.pop_first() {
                let index = origin.wrapping_add(step.wrapping_mul(bit / 2));
                let shapes = self.shapes[index] >> (4 * direction);
                let change = (shapes & 15 | shapes >> 12 & 0xF0) as u8 ^ self.window(line, bit as u32);
                near[count % NEAR] = Near { index: index as u16, direction: direction as u8, change };
                count += usize::from(change != 0);
            }
        }
        for &Near { index, direction, change } in &near[..count] {
            self.change(usize::from(index), spread(change, usize::from(direction)));
        }
    }

    /// Changes bits of the shapes of a square.
    #[inline]
    fn change(&mut self, index: usize, shapes: u32) {
        self.shapes[index] ^= shapes;
        let after = [0, 1].map(|side| self.tables.rate(side, self.shapes[index]));
        let before = std::mem::replace(&mut self.rated[index], after);
        for side in 0..2 {
            self.totals[side] = self.totals[side].with(before[side], after[side]);
        }
        move_between(&mut self.sets, index, before, after);
        self.changes.push(Change { index: index as u16, shapes, before });
    }
}

/// Moves a square from the sets of what it threatened to those of what it threatens.
#[inline]
fn move_between(sets: &mut [[Squares; Threat::COUNT]; 2], index: usize, before: [Rated; 2], after: [Rated; 2]) {
    let (word, bit) = (index / 64, 1 << (index % 64));
    for ((sets, before), after) in sets.iter_mut().zip(before).zip(after) {
        sets[before.threat() as usize].0[word] ^= bit;
        sets[after.threat() as usize].0[word] ^= bit;
    }
}
