//! Squares of the two sheets, positions of them, and what carries one position onto another.

/// Stones of two sheets that are so far apart, in columns or rows, have no window in common, nor one with the squares
/// just beyond it.
pub(super) const APART: i32 = 6;

/// Squares of a row, and rows of a sheet.
pub(in super::super) const SIDE: u16 = 128;
/// Squares of both sheets.
pub(in super::super) const SQUARES: u16 = 2 * SIDE * SIDE;

/// A square: column and row from the middle of its sheet, and the sheet.
pub(in super::super) type Place = (i32, i32, u16);
/// The stones, Black's first, in order.
pub(super) type Key = Vec<(usize, Place)>;

/// A position with Black to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Position {
    pub(super) black: Vec<Place>,
    pub(super) white: Vec<Place>,
}

/// Where the square of a number is.
pub(in super::super) fn coordinates(square: u16) -> Place {
    let (x, y, sheet) = (square % SIDE, square / SIDE % SIDE, square / (SIDE * SIDE));
    (i32::from(x) - 64, i32::from(y) - 64, sheet)
}

/// The number of a square.
pub(in super::super) const fn number((x, y, sheet): Place) -> u16 {
    (sheet * SIDE + (y + 64) as u16) * SIDE + (x + 64) as u16
}

fn turn(place: Place, symmetry: usize) -> Place {
    let (x, y, sheet) = place;
    let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (-x, y) };
    let (x, y) = if symmetry & 2 == 0 { (x, y) } else { (x, -y) };
    if symmetry & 4 == 0 { (x, y, sheet) } else { (y, x, sheet) }
}

/// A symmetry, and then a move of each sheet.
#[derive(Clone, Copy)]
pub(super) struct Carry {
    pub(super) symmetry: usize,
    pub(super) by: [(i32, i32); 2],
}

impl Carry {
    /// Where a way out leads.
    pub(super) fn way(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let (x, y, _) = turn((x, y, 0), self.symmetry);
        (x, y)
    }

    pub(super) fn place(&self, place: Place) -> Place {
        let (x, y, sheet) = turn(place, self.symmetry);
        let (dx, dy) = self.by[usize::from(sheet)];
        (x + dx, y + dy, sheet)
    }

    /// The same where the sheets are one.
    pub(super) fn real(&self, place: Place) -> Place {
        let (x, y, _) = self.place(place);
        (x, y, 0)
    }

    pub(super) fn places(&self, places: &[Place]) -> Vec<Place> {
        places.iter().map(|&place| self.place(place)).collect()
    }
}

/// The stones turned, each sheet's moved to the corner; and where this corner was.
pub(super) fn cornered(position: &Position, symmetry: usize) -> (Key, [(i32, i32); 2]) {
    let stones = position.black.iter().map(|&place| (0, place)).chain(position.white.iter().map(|&place| (1, place)));
    let mut key: Key = stones.map(|(side, place)| (side, turn(place, symmetry))).collect();
    let corner = [0, 1].map(|of| {
        let on = key.iter().filter(|(_, place)| place.2 == of);
        on.fold(None, |least: Option<(i32, i32)>, &(_, (x, y, _))| {
            Some(least.map_or((x, y), |(left, low)| (left.min(x), low.min(y))))
        })
        .unwrap_or_default()
    });
    for (_, (x, y, sheet)) in &mut key {
        let (left, low) = corner[usize::from(*sheet)];
        (*x, *y) = (*x - left, *y - low);
    }
    key.sort_unstable();
    (key, corner)
}

pub(super) fn key(position: &Position) -> Key {
    (0..8).map(|symmetry| cornered(position, symmetry).0).min().unwrap_or_default()
}

pub(super) fn distance(a: Place, b: Place) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// How far the furthest of the places on a sheet is from its middle.
pub(super) fn radius(places: &[Place], sheet: u16) -> i32 {
    places.iter().filter(|place| place.2 == sheet).map(|&(x, y, _)| x.abs().max(y.abs())).max().unwrap_or_default()
}

/// The distance of the sheets from which on a tree keeps them apart.
pub(super) fn needed(touched: &[Place]) -> i32 {
    if touched.iter().all(|place| place.2 == 0) { 0 } else { radius(touched, 0) + radius(touched, 1) + APART }
}

/// Whether the squares of either sheet are apart where they really are.
pub(super) fn are_apart(touched: &[Place]) -> bool {
    let (far, near): (Vec<Place>, Vec<Place>) = touched.iter().partition(|place| place.2 == 1);
    far.iter().all(|&far| near.iter().all(|&near| distance(far, near) >= APART))
}
