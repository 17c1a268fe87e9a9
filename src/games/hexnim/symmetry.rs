//! The twelve symmetries of the lattice, and shapes: sets of cells wherever and however they lie.
//!
//! Axial coordinates (q along the row, r down the rows; Red Blob Games, "Hexagonal grids") make every step the same in
//! all rows, so that rotations and reflections are linear maps.

use super::grid::{self, Cells, MAX_SIZE};
use crate::bits::BitSet;

/// How many turns and mirror images the lattice has.
pub(super) const SYMMETRIES: usize = 12;

/// A cell in axial coordinates.
type Axial = (i16, i16);

pub(super) fn axial(cell: usize) -> Axial {
    let (x, y) = grid::place(cell);
    (x as i16 - y as i16 / 2, y as i16)
}

/// Symmetry number `index`: so many turns by a sixth, from 6 on after a mirror image.
fn image((q, r): Axial, index: usize) -> Axial {
    let start = if index < 6 { (q, r) } else { (r, q) };
    (0..index % 6).fold(start, |(q, r), _| (-r, q + r))
}

/// The symmetry that is a half turn.
pub(super) const HALF_TURN: usize = 3;

/// Where symmetry number `index` with a translation maps each cell of `cells` onto `cells`, if it does.
pub(super) fn automorphism(cells: Cells, index: usize) -> Option<[u8; MAX_SIZE * MAX_SIZE]> {
    let corner = |places: &mut dyn Iterator<Item = Axial>| {
        places.fold((i16::MAX, i16::MAX), |least, place| (least.0.min(place.0), least.1.min(place.1)))
    };
    let from = corner(&mut cells.members().map(|cell| image(axial(cell), index)));
    let to = corner(&mut cells.members().map(axial));
    let mut map = [0; MAX_SIZE * MAX_SIZE];
    for cell in cells.members() {
        let (q, r) = image(axial(cell), index);
        let (q, r) = (q - from.0 + to.0, r - from.1 + to.1);
        let (x, y) = (q + r.div_euclid(2), r);
        let size = 0..MAX_SIZE as i16;
        let there = (size.contains(&x) && size.contains(&y)).then(|| grid::cell(x as usize, y as usize));
        map[cell] = there.filter(|&there| cells.contains(there))? as u8;
    }
    Some(map)
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

    #[cfg(test)]
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
