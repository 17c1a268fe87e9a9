//! The rows of all windows of an empty cell, computed from the weights of halves.

use super::{CHANNELS, Reader, Row};
use crate::games::gomoku::patterns::Line;

/// Cells on either side of a cell that its features depend on.
pub(super) const REACH: u32 = 4;
/// Bits of the cells on one side, two each as in [`Rows::window`].
pub(super) const HALF_BITS: u32 = 2 * REACH;
/// The halves that there are: for 0 to 4 cells before the edge, each empty, own or of the other side.
const HALVES: usize = 1 + 3 + 9 + 27 + 81;
/// Neurons that see a window.
const NEURONS: usize = 64;
/// No feature is larger, so that the changes of eight of them together fit into 16 bits.
const LARGEST: f32 = 4000.0;
/// No feature is less than minus this, before it is clipped at 0.
const LEAST: f32 = 30_000.0;
/// What stands for 1 is no more than this, so that weights of features are not too small.
const FINEST: f32 = 1024.0;

/// The rows, by the halves on either side.
pub(super) struct Rows {
    rows: Box<[Row]>,
    pub(super) bias: Row,
    /// The number of a half before a cell, the nearest cell highest, times [`HALVES`].
    before: [u16; 1 << HALF_BITS],
    /// The number of a half behind a cell, the nearest cell lowest.
    behind: [u16; 1 << HALF_BITS],
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

impl Rows {
    /// The rows, and for each channel what stands for 1.
    pub(super) fn read(reader: &mut Reader<'_>) -> (Self, [f32; CHANNELS]) {
        let halves: [[f32; NEURONS]; HALVES] = reader.table();
        let mix: [[f32; CHANNELS]; NEURONS] = reader.table();
        let bias: [f32; CHANNELS] = reader.numbers();
        let row = |before: usize, behind: usize| {
            let mut row = [0.0; CHANNELS];
            for (neuron, weights) in mix.iter().enumerate() {
                let seen = (halves[before][neuron] + halves[behind][neuron]).max(0.0);
                row.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += seen * weight);
            }
            row
        };
        let mut rows = vec![[0.0; CHANNELS]; HALVES * HALVES];
        for before in 0..HALVES {
            for behind in 0..=before {
                let row = row(before, behind);
                rows[before * HALVES + behind] = row;
                rows[behind * HALVES + before] = row;
            }
        }
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
            let mirrored = (0..REACH).fold(0, |bits, place| bits << 2 | cells >> (2 * place) & 3);
            before[mirrored] = (half(cells) * HALVES) as u16;
            *behind = half(cells) as u16;
        }
        let rows = rows.into_iter().map(rounded).collect();
        (Self { rows, bias: rounded(bias), before, behind }, units)
    }

    /// The row of the window around the cell whose two bits in `line` begin at `bit`. Bits are 0 for an empty cell, 1
    /// for an own stone, 2 for one of the other side and 3 beyond the board.
    #[inline]
    pub(super) fn window(&self, line: Line, bit: u32) -> Row {
        let cells = |bits: Line| bits as usize % (1 << HALF_BITS);
        let (before, behind) = (cells(line >> (bit - HALF_BITS)), cells(line >> (bit + 2)));
        self.rows[usize::from(self.before[before]) + usize::from(self.behind[behind])]
    }
}
