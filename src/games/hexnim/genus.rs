//! What small connected parts of a board tell about the whole: their genus, and which of them are tame.
//!
//! A position is the sum of its connected parts. Under normal play its value is the exclusive or of their Grundy
//! numbers. Under misère play nothing as simple holds, but for tame parts: those that behave as heaps of Nim do, and
//! all positions that can follow with them (Conway, *On Numbers and Games*, chapter 12; Berlekamp, Conway and Guy,
//! *Winning Ways*, chapter 13). The genus of a part is a pair of Grundy numbers, of which the first counts the empty
//! board as lost for the side to move and the second as won. A part is tame if its genus is that of a sum of heaps, 0¹,
//! 1⁰ or nⁿ, and every move leaves a sum of tame parts. Sums of tame parts are lost as in Nim: where the exclusive or
//! is 0, but where it is 1 if all parts are 0¹ or 1⁰, heaps of one.
//!
//! All shapes of up to four cells are tame, 58 % of those with five, 13 % of those with six, 1 % of those with seven.

use super::grid::{self, Cells, Direction, MAX_SIZE};
use super::position::Winner;
use crate::bits::{BitSet, Wide};
use ahash::RandomState;
use once_cell::sync::Lazy;
use std::collections::HashMap;

/// The most cells of a part whose genus is known.
const LARGEST: u32 = 7;

/// A connected set of cells wherever it lies: axial coordinates (see `symmetry`) from 0 on, bit `8 r + q`. With up to
/// seven cells, the last bit of every eight stays empty, and no step leads from one row into another.
type Shape = u64;

type Genera = HashMap<Shape, Sum, RandomState>;

/// Steps up and down the three axes.
const STEPS: [u32; 3] = [1, 8, 7];

/// A sum of parts whose genus is known, or one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    /// The exclusive or of the Grundy numbers: the value under normal play.
    pub normal: u8,
    /// How many parts are tame and neither 0¹ nor 1⁰ (in the books: firm, not fickle).
    firm: u8,
    /// How many parts are not tame.
    wild: u8,
}

impl Sum {
    const EMPTY: Self = Self { normal: 0, firm: 0, wild: 0 };

    /// The genus of a connected part, if it has at most [`LARGEST`] cells.
    fn of_part(part: Cells) -> Option<Self> {
        GENERA.get(&shape(part)).copied()
    }

    fn with(self, part: Self) -> Self {
        Self { normal: self.normal ^ part.normal, firm: self.firm + part.firm, wild: self.wild + part.wild }
    }

    fn without(self, part: Self) -> Self {
        Self { normal: self.normal ^ part.normal, firm: self.firm - part.firm, wild: self.wild - part.wild }
    }

    /// Whether the side to move loses, where that is certain.
    pub(super) fn is_lost(self, winner: Winner) -> Option<bool> {
        match winner {
            Winner::Normal => Some(self.normal == 0),
            Winner::Misere => (self.wild == 0).then(|| self.misere() == 0),
        }
    }

    /// The second number of the genus, if no part is wild.
    fn misere(self) -> u8 {
        if self.firm == 0 { 1 - self.normal } else { self.normal }
    }
}

/// The connected parts of a board's free cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parts {
    /// The genus of each is known.
    Small(Sum),
    /// This cell is in one with more than [`LARGEST`] cells.
    Large(u8),
}

impl Parts {
    /// From scratch.
    pub(super) fn of(free: Cells) -> Self {
        Self::Small(Sum::EMPTY).with(free)
    }

    /// With those of `cells`, which touch none of the others.
    fn with(self, mut cells: Cells) -> Self {
        let Self::Small(mut sum) = self else { return self };
        while let Some(seed) = cells.first() {
            let Some(genus) = small_part(cells, seed).and_then(|part| {
                cells = cells.minus(part);
                Sum::of_part(part)
            }) else {
                return Self::Large(seed as u8);
            };
            sum = sum.with(genus);
        }
        Self::Small(sum)
    }

    /// Those of `free`, which these are, after the cells of `line` have been crossed out.
    #[must_use]
    pub(super) fn after(self, free: Cells, line: Cells) -> Self {
        let left = free.minus(line);
        match self {
            Self::Large(cell) if is_large(left, cell.into()) => self,
            Self::Large(_) => Self::of(left),
            Self::Small(sum) => {
                let part = line.first().and_then(|seed| small_part(free, seed)).unwrap_or(line);
                let others = Sum::of_part(part).map_or(sum, |genus| sum.without(genus));
                Self::Small(others).with(part.minus(line))
            }
        }
    }

    /// Whether they are those of `free`.
    pub(super) fn are_of(self, free: Cells) -> bool {
        match self {
            Self::Small(_) => self == Self::of(free),
            Self::Large(cell) => is_large(free, cell.into()),
        }
    }

    /// The sum, if the genus of each is known.
    #[inline]
    pub(super) fn sum(self) -> Option<Sum> {
        if let Self::Small(sum) = self { Some(sum) } else { None }
    }
}

/// Whether `cell` is free, and so are more than [`LARGEST`] that are connected with it.
fn is_large(free: Cells, cell: usize) -> bool {
    free.contains(cell) && small_part(free, cell).is_none()
}

/// The cells next to each cell.
static NEIGHBOURS: [Cells; MAX_SIZE * MAX_SIZE] = {
    let mut all = [Wide([0; 4]); MAX_SIZE * MAX_SIZE];
    let mut cell = 0;
    while cell < all.len() {
        let mut number = 1;
        while let Some(direction) = Direction::new(number) {
            if let Some(next) = direction.step(cell) {
                all[cell].0[next / 64] |= 1 << (next % 64);
            }
            number += 1;
        }
        cell += 1;
    }
    all
};

/// The connected part of `free` that holds `seed`, unless it has more than [`LARGEST`] cells.
fn small_part(free: Cells, seed: usize) -> Option<Cells> {
    let (mut part, mut edge) = (Cells::of(seed), Cells::of(seed));
    while let Some(cell) = edge.pop_first() {
        let more = NEIGHBOURS[cell] & free.minus(part);
        part |= more;
        edge |= more;
        if part.len() > LARGEST {
            return None;
        }
    }
    Some(part)
}

/// The shape of a connected part of up to [`LARGEST`] cells.
fn shape(part: Cells) -> Shape {
    let axial = |cell| {
        let (x, y) = grid::place(cell);
        (x + MAX_SIZE / 2 - y / 2, y)
    };
    let least =
        part.members().map(axial).fold((usize::MAX, usize::MAX), |least, (q, r)| (least.0.min(q), least.1.min(r)));
    part.members().map(axial).fold(0, |shape, (q, r)| shape | 1 << (8 * (r - least.1) + q - least.0))
}

/// `cells` moved up and left as far as possible.
fn normalised(mut cells: u64) -> Shape {
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    while cells != 0 && cells & 0xFF == 0 {
        cells >>= 8;
    }
    while cells != 0 && cells & FIRST_COLUMN == 0 {
        cells >>= 1;
    }
    cells
}

/// The cells next to `cells`, which are not in the last column or row.
fn grown(cells: u64) -> u64 {
    STEPS.iter().fold(cells, |grown, &step| grown | cells << step | cells >> step)
}

/// Calls `each` with every line within `cells`.
fn lines(cells: u64, mut each: impl FnMut(u64)) {
    cells.members().for_each(|cell| each(1 << cell));
    for step in STEPS {
        let pairs = cells & cells >> step;
        pairs.members().for_each(|cell| each(1 << cell | 1 << (cell as u32 + step)));
        let threes = pairs & pairs >> step;
        threes.members().for_each(|cell| each(1 << cell | 1 << (cell as u32 + step) | 1 << (cell as u32 + 2 * step)));
    }
}

/// The genus of each connected shape of up to [`LARGEST`] cells: 4,711 of them, in a few milliseconds.
static GENERA: Lazy<Genera> = Lazy::new(|| {
    let mut genera = Genera::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    let mut shapes: Vec<Shape> = vec![1];
    loop {
        for &shape in &shapes {
            genera.insert(shape, genus(shape, &genera));
        }
        if shapes[0].len() == LARGEST {
            return genera;
        }
        shapes = shapes.into_iter().flat_map(larger).collect();
        shapes.sort_unstable();
        shapes.dedup();
    }
});

/// The shapes of one cell more.
fn larger(shape: Shape) -> impl Iterator<Item = Shape> {
    // Away from the edges the new cell may be anywhere.
    let shape = shape << 9;
    (grown(shape) & !shape).members().map(move |cell| normalised(shape | 1 << cell))
}

/// The genus of a shape by those of all smaller ones.
fn genus(shape: Shape, smaller: &Genera) -> Sum {
    let (mut normal, mut misere, mut is_tame) = (0_u32, 0_u32, true);
    lines(shape, |line| {
        let mut left = shape & !line;
        let mut sum = Sum::EMPTY;
        while let Some(seed) = left.first() {
            let mut part = 1 << seed;
            while grown(part) & left != part {
                part = grown(part) & left;
            }
            left &= !part;
            sum = sum.with(smaller[&normalised(part)]);
        }
        normal |= 1 << sum.normal;
        is_tame &= sum.wild == 0;
        if is_tame {
            misere |= 1 << sum.misere();
        }
    });
    // The smallest number that no move leads to (mex).
    let (normal, misere) = (normal.trailing_ones() as u8, misere.trailing_ones() as u8);
    let is_fickle = normal + misere == 1;
    is_tame &= is_fickle || normal == misere;
    Sum { normal, firm: u8::from(is_tame && !is_fickle), wild: u8::from(!is_tame) }
}

#[cfg(test)]
mod tests;
