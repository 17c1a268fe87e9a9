//! The static evaluation, in hundredths of a log-odds unit: of positions of small parts by their genus, of others by
//! the mobility (lines per free cell).

use super::genus::Parts;
use super::position::Hexnim;
use crate::bits::BitSet;
use crate::game::{Evaluate, Position, Side};

/// The score of one line per free cell.
const LINE_PER_CELL: i32 = 100;
/// The score of a position whose value the genus of its parts proves.
const PROVEN: i32 = 2000;
/// That of a sum that is not tame, by its Grundy number under normal play: 0, 1, more. Of 35,000 such positions of some
/// 20 cells the side to move lost 43, 20 and 3 %.
const WILD: [i32; 3] = [28, 138, 350];

impl Evaluate for Hexnim {
    /// Of the game's result the evaluation says next to nothing.
    const CHANCE_SCALE: f64 = 3000.0;
    const LEVEL_ELO: &'static [i32] = &[1000, 1091, 1195, 1322, 1498, 1542, 1588, 1682, 1763];

    /// On small boards the evaluation alone is right nearly everywhere.
    const LEVEL_SIGHT: &'static [u8] = &[20, 40, 60, 80];

    /// Losing positions are rare, and rarer the more lines there are: of 92,000 random positions of 8 to 25 free cells
    /// with exact values, the side to move lost 24 % with 1.25 to 1.5 lines a cell, 9.7 % with 2, 5 % with 3 and
    /// 3.5 % with 3.5. The parities of cells, lines and parts had no effect.
    fn evaluate(&self, side: Side) -> i32 {
        self.evaluate_parts(Parts::of(self.free()), side)
    }
}

impl Hexnim {
    /// The static evaluation, of a position with these parts.
    pub(super) fn evaluate_parts(&self, parts: Parts, side: Side) -> i32 {
        let score = match parts.sum() {
            Some(sum) => match sum.is_lost(self.winner()) {
                Some(true) => -PROVEN,
                Some(false) => PROVEN,
                None => WILD[usize::from(sum.normal).min(2)],
            },
            None => LINE_PER_CELL * self.count_moves() as i32 / self.free().len() as i32,
        };
        if side == self.side_to_move() { score } else { -score }
    }
}
