//! The rows of all windows of an empty cell, computed from the weights of halves.

use super::{CHANNELS, Reader, Row};
use crate::games::gomoku::patterns::Line;

/// Cells on either side of a cell that its features depend on.
pub(super) const REACH: u32 = 4;
/// Bits of the cells on one side, two each as in [`Rows::window`].
pub(super) const HALF_BITS: u32 = 2 * REACH;
/// The halves that there are: for 0 to 4 cells before the edge, each empty, own or of the other side.
pub(super) const HALVES: usize = 1 + 3 + 9 + 27 + 81;
/// The windows that there are.
pub(super) const WINDOWS: usize = HALVES * (HALVES + 1) / 2;
/// Neurons that see a window.
pub(super) const NEURONS: usize = 64;
/// No feature is larger, so that the changes of eight of them together fit into 16 bits.
const LARGEST: f32 = 4000.0;
/// No feature is less than minus this, before it is clipped at 0.
const LEAST: f32 = 30_000.0;
/// What stands for 1 is no more than this, so that weights of features are not too small.
const FINEST: f32 = 1024.0;

/// The rows, by the halves on either side: the same whichever is on which.
pub(super) struct Rows {
    /// By the half of the higher number, and for each by the other one. They take half a megabyte: twice that would
    /// leave no room in a second-level cache.
    rows: Box<[Row]>,
    pub(super) bias: Row,
    /// Where the rows of a higher number begin.
    first: [u16; 1 << u8::BITS],
    /// The number of a half before a cell, the nearest cell highest.
    before: [u8; 1 << HALF_BITS],
    /// The number of a half behind a cell, the nearest cell lowest.
    behind: [u8; 1 << HALF_BITS],
}

/// The number of a half whose nearest cell is lowest.
fn half(cells: usize) -> usize {
    let (mut number, mut first, mut power) = (0, 0, 1);
    for cell in (0..REACH).map(|place| cells >> (2 * place) & 3).take_while(|&cell| cell != 3) {
        number += cell * power;
        first += power;
        power *= 3;
    }
    first + number
}

/// The other way round: the nearest cell highest.
fn mirrored(cells: usize) -> usize {
    (0..REACH).fold(0, |bits, place| bits << 2 | cells >> (2 * place) & 3)
}

/// The cells of the halves on either side of the cell whose two bits in `line` begin at `bit`.
#[inline]
fn around(line: Line, bit: u32) -> [usize; 2] {
    [line >> (bit - HALF_BITS), line >> (bit + 2)].map(|bits| bits as usize % (1 << HALF_BITS))
}

/// The numbers of the halves on either side of the cell whose two bits in `line` begin at `bit`, as in
/// [`Rows::window`].
pub(super) fn halves(line: Line, bit: u32) -> [usize; 2] {
    let [before, behind] = around(line, bit);
    [half(mirrored(before)), half(behind)]
}

/// The number of the window of two halves: the same whichever is on which side.
#[inline(always)]
pub(super) fn window(one: usize, other: usize) -> usize {
    let (higher, lower) = (one.max(other), one.min(other));
    higher * (higher + 1) / 2 + lower
}

impl Rows {
    /// The rows, and for each channel what stands for 1.
    pub(super) fn read(reader: &mut Reader<'_>) -> (Self, [f32; CHANNELS]) {
        let halves: [[f32; NEURONS]; HALVES] = reader.table();
        let mix: [[f32; CHANNELS]; NEURONS] = reader.table();
        let bias: [f32; CHANNELS] = reader.numbers();
        let row = &|before: usize, behind: usize| {
            let mut row = [0.0; CHANNELS];
            for (neuron, weights) in mix.iter().enumerate() {
                let seen = (halves[before][neuron] + halves[behind][neuron]).max(0.0);
                row.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += seen * weight);
            }
            row
        };
        let rows: Vec<_> = (0..HALVES).flat_map(|higher| (0..=higher).map(move |lower| row(higher, lower))).collect();
        let units = std::array::from_fn(|channel| {
            // Of the rows and the bias together, in either direction.
            let most = |sign: f32| {
                let most = rows.iter().fold(0.0, |most: f32, row| most.max(sign * row[channel]));
                (4.0 * most + sign * bias[channel]).max(1e-3)
            };
            (LARGEST / most(1.0)).min(LEAST / most(-1.0)).min(FINEST)
        });
        let rounded = |row: [f32; CHANNELS]| Row::new(std::array::from_fn(|i| (row[i] * units[i]).round() as i16));
        let (mut before, mut behind) = ([0; 1 << HALF_BITS], [0; 1 << HALF_BITS]);
        for (cells, behind) in behind.iter_mut().enumerate() {
            before[mirrored(cells)] = half(cells) as u8;
            *behind = half(cells) as u8;
        }
        let rows = rows.into_iter().map(rounded).collect();
        let first = std::array::from_fn(|higher| if higher < HALVES { (higher * (higher + 1) / 2) as u16 } else { 0 });
        (Self { rows, bias: rounded(bias), first, before, behind }, units)
    }

    /// The row of the window around the cell whose two bits in `line` begin at `bit`. Bits are 0 for an empty cell, 1
    /// for an own stone, 2 for one of the other side and 3 beyond the board.
    #[inline]
    pub(super) fn window(&self, line: Line, bit: u32) -> Row {
        let [before, behind] = around(line, bit);
        let (before, behind) = (self.before[before], self.behind[behind]);
        self.rows[usize::from(self.first[usize::from(before.max(behind))]) + usize::from(before.min(behind))]
    }
}
