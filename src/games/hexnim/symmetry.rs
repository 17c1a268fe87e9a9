//! The twelve symmetries of the lattice, and shapes: sets of cells wherever and however they lie.
//!
//! Axial coordinates (q along the row, r down the rows; Red Blob Games, "Hexagonal grids") make every step the same in
//! all rows, so that turns and mirrors are linear maps.

use super::grid::{self, Cells, MAX_SIZE};
use crate::bits::BitSet;

/// How many turns and mirror images the lattice has.
pub(super) const SYMMETRIES: usize = 12;

/// A cell in axial coordinates.
type Axial = (i16, i16);

fn axial(cell: usize) -> Axial {
    let (x, y) = grid::place(cell);
    (x as i16 - y as i16 / 2, y as i16)
}

/// Symmetry number `index`: so many turns by a sixth, from 6 on after a mirror image.
fn image((q, r): Axial, index: usize) -> Axial {
    let start = if index < 6 { (q, r) } else { (r, q) };
    (0..index % 6).fold(start, |(q, r), _| (-r, q + r))
}

/// A set of cells up to translation: sorted, the smallest coordinates 0.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Shape(Vec<Axial>);

impl Shape {
    /// The image of `cells` under symmetry number `index`, below [`SYMMETRIES`].
    pub(super) fn of(cells: Cells, index: usize) -> Self {
        let mut places: Vec<Axial> = cells.members().map(|cell| image(axial(cell), index)).collect();
        let least_q = places.iter().map(|place| place.0).min().unwrap_or(0);
        let least_r = places.iter().map(|place| place.1).min().unwrap_or(0);
        for (q, r) in &mut places {
            (*q, *r) = (*q - least_q, *r - least_r);
        }
        places.sort_unstable();
        Self(places)
    }

    /// The smallest of all images of `cells`: the same for all sets that are one another's images.
    pub(super) fn canonical(cells: Cells) -> Self {
        (0..SYMMETRIES).map(|index| Self::of(cells, index)).min().unwrap_or(Self(Vec::new()))
    }

    /// The shape somewhere on the largest board, as far up and left as possible, if it fits.
    pub(super) fn cells(&self) -> Option<Cells> {
        let column = |&(q, r): &Axial| q + r / 2;
        let least = self.0.iter().map(column).min().unwrap_or(0);
        self.0.iter().try_fold(Cells::EMPTY, |cells, place| {
            let (x, y) = ((column(place) - least) as usize, place.1 as usize);
            (x < MAX_SIZE && y < MAX_SIZE).then(|| cells.with(grid::cell(x, y)))
        })
    }
}
