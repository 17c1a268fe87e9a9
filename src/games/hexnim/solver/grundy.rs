//! Normal play by connected parts: the Grundy value of a position is the exclusive or of its parts' values (Sprague
//! 1935, Grundy 1939). Parts that are one another's images under the lattice's symmetries are worked out once.

use super::by_theory;
use crate::bits::BitSet;
use crate::games::hexnim::grid::{self, Cells};
use crate::games::hexnim::symmetry::Shape;
use crate::games::hexnim::{Hexnim, Line};
use crate::solve::{Solution, Task};
use ahash::RandomState;
use std::collections::HashMap;

/// The largest part whose value is tried: its connected subsets are still some millions at most.
const LARGEST_PART: usize = 24;
/// What an entry takes, roughly, in bytes.
const ENTRY: u64 = 160;

/// Grundy values of the shapes met so far.
pub(super) struct Values {
    known: HashMap<Shape, u8, RandomState>,
    most: usize,
}

impl Values {
    /// No values yet; at most `memory` bytes for all to come.
    pub(super) fn new(memory: u64) -> Self {
        let hasher = RandomState::with_seeds(1, 2, 3, 4);
        Self { known: HashMap::with_hasher(hasher), most: (memory / ENTRY) as usize }
    }

    /// The value of a set of cells, unless the task ends or memory does.
    pub(super) fn of(&mut self, mut cells: Cells, task: &Task<'_>) -> Option<u8> {
        let mut value = 0;
        while let Some(seed) = cells.first() {
            let part = grid::component(cells, seed);
            cells = cells.minus(part);
            value ^= self.of_part(part, task)?;
        }
        Some(value)
    }

    fn of_part(&mut self, part: Cells, task: &Task<'_>) -> Option<u8> {
        let shape = Shape::canonical(part);
        if let Some(&value) = self.known.get(&shape) {
            return Some(value);
        }
        if self.known.len() >= self.most || task.is_over_after(self.known.len() as u64) {
            return None;
        }
        let mut lines = Vec::new();
        Line::all(part, |line| lines.push(line));
        let mut met = Cells::EMPTY;
        for line in lines {
            met = met.with(usize::from(self.of(part.minus(line.set()), task)?));
        }
        let value = (0..=u8::MAX).find(|&value| !met.contains(usize::from(value)))?;
        self.known.insert(shape, value);
        Some(value)
    }
}

/// The solution of a position under normal play, if its parts are small enough and the task leaves time.
pub(super) fn solve(position: &Hexnim, task: &Task<'_>) -> Option<Solution<Line>> {
    let free = position.free();
    let largest = free.members().map(|cell| grid::component(free, cell).len()).max()?;
    if largest as usize > LARGEST_PART {
        return None;
    }
    let mut values = Values::new(task.memory);
    let value = values.of(free, task)?;
    let solution = by_theory(position, |cells| Some(values.of(cells, task)? == 0))?;
    let method = format!("Grundy value {value} of connected parts");
    Some(Solution { nodes: values.known.len() as u64, method, ..solution })
}
