//! What small connected parts of a board tell about the whole: their genus, and which of them are tame.
//!
//! A position is the sum of its connected parts. Under normal play its value is the exclusive or of their Grundy
//! numbers. Under misère play nothing as simple holds, but for tame parts: those that behave as heaps of Nim do, and
//! all positions that can follow with them (Conway, *On Numbers and Games*, chapter 12; Berlekamp, Conway and Guy,
//! *Winning Ways*, chapter 13). The genus of a part is a pair of Grundy numbers, of which the first counts the empty
//! board as lost for the side to move and the second as won. A part is tame if its genus is that of a sum of heaps
//! (0¹, 1⁰ or nⁿ) and every move leaves a sum of tame parts. Sums of tame parts are lost as in Nim: where the
//! exclusive or is 0, but where it is 1 if all parts are 0¹ or 1⁰, heaps of one.
//!
//! All shapes of up to four cells are tame, 58 % of those with five, 13 % of those with six, 1 % of those with seven.

use super::grid::{self, Cells};
use super::line::Line;
use super::position::Winner;
use super::symmetry::axial;
use crate::bits::BitSet;
use ahash::RandomState;
use once_cell::sync::Lazy;
use std::collections::HashMap;

/// The most cells of a part whose genus is known; shapes of one more would fit into [`Polyhex`], too.
const LARGEST: u32 = 7;

/// A connected set of cells wherever it lies (fixed polyhex): in axial coordinates from 0 on, bit `8 r + q`.
type Polyhex = u64;

type Genera = HashMap<Polyhex, Sum, RandomState>;

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

    fn with(self, part: Self) -> Self {
        Self { normal: self.normal ^ part.normal, firm: self.firm + part.firm, wild: self.wild + part.wild }
    }

    fn without(self, part: Self) -> Self {
        Self { normal: self.normal ^ part.normal, firm: self.firm - part.firm, wild: self.wild - part.wild }
    }

    /// With the parts of `cells`, which touch none of the others.
    fn with_parts(mut self, mut cells: Cells, genera: &Genera) -> Parts {
        while let Some(seed) = cells.first() {
            let Some(part) = grid::small_component(cells, seed, LARGEST) else { return Parts::Large(seed as u8) };
            self = self.with(genera[&polyhex(part)]);
            cells = cells.minus(part);
        }
        Parts::Small(self)
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
        Sum::EMPTY.with_parts(free, &GENERA)
    }

    /// Those of `free`, which these are, after the cells of `line` have been crossed out.
    #[must_use]
    pub(super) fn after(self, free: Cells, line: Line) -> Self {
        let left = free.minus(line.set());
        match self {
            Self::Large(cell) if is_large(left, cell.into()) => self,
            Self::Large(_) => Self::of(left),
            Self::Small(sum) => {
                let part = grid::component(free, line.head());
                sum.without(GENERA[&polyhex(part)]).with_parts(part & left, &GENERA)
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
    free.contains(cell) && grid::small_component(free, cell, LARGEST).is_none()
}

/// The shape of a connected part of up to [`LARGEST`] cells.
fn polyhex(part: Cells) -> Polyhex {
    let places = || part.members().map(axial);
    let (left, top) = places().fold((i16::MAX, i16::MAX), |least, (q, r)| (least.0.min(q), least.1.min(r)));
    places().fold(0, |shape, (q, r)| shape | 1 << (8 * (r - top) + q - left))
}

/// The genus of each connected shape of up to [`LARGEST`] cells: 4,711 of them, in some ten milliseconds.
static GENERA: Lazy<Genera> = Lazy::new(|| {
    let mut genera = Genera::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    // Each shape lies somewhere around the middle, where there is room to grow.
    let mut parts = vec![Cells::of(grid::cell(8, 8))];
    while !parts.is_empty() {
        let mut larger = Vec::new();
        for part in parts {
            if !genera.contains_key(&polyhex(part)) {
                genera.insert(polyhex(part), genus(part, &genera));
                if part.len() < LARGEST {
                    larger.extend(grid::grown(part).minus(part).members().map(|cell| part.with(cell)));
                }
            }
        }
        parts = larger;
    }
    genera
});

/// The genus of a connected part by those of all smaller ones.
fn genus(part: Cells, smaller: &Genera) -> Sum {
    let (mut normal, mut misere, mut is_tame) = (0_u32, 0_u32, true);
    Line::all(part, |line| {
        let sum = Sum::EMPTY.with_parts(part.minus(line.set()), smaller).sum();
        let sum = sum.expect("what is left of a small part is small");
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
