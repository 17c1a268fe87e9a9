//! The rules: free cells, lines crossed out, and who wins when none is left.

use super::grid::{self, Cells, MAX_SIZE, line_heads};
use super::line::{self, LINES, Line, SHAPES};
use crate::bits::BitSet;
use crate::game::{MoveList, Outcome, Position, Side, Variant};
use crate::zobrist;
use arrayvec::ArrayVec;
use std::hash::{Hash, Hasher};

/// Lines on the largest board when all cells are free: 256 single cells, 705 pairs, 644 lines of three.
pub const MAX_MOVES: usize = 1605;

const CELL_KEYS: [u64; MAX_SIZE * MAX_SIZE] = zobrist::keys(0x6865_786E_696D);
/// What crossing a line out changes in the key. A table: 2.3 times as fast as going through the cells.
static LINE_KEYS: [u64; LINES] = {
    let mut keys = [0; LINES];
    let mut index = 0;
    while index < LINES {
        let mut word = 0;
        while word < 4 {
            let mut cells = line::SETS[index].0[word];
            while cells != 0 {
                keys[index] ^= CELL_KEYS[64 * word + cells.trailing_zeros() as usize];
                cells &= cells - 1;
            }
            word += 1;
        }
        index += 1;
    }
    keys
};
const SIZE_SEED: u64 = 0x6865_785F_7369_7A65;

/// Who wins: the option `winner`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Winner {
    /// The side that does not take the last cell.
    #[default]
    Misere,
    /// The side that takes the last cell.
    Normal,
}

/// The options of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// Who wins.
    pub winner: Winner,
}

/// A board with its free cells.
///
/// The game is impartial: which side is to move changes nothing but the name of the winner. So the side is kept for
/// [`Position::outcome`] alone; it is no part of the text, the key or equality, by which a position with either side to
/// move is the same position.
#[derive(Clone, Debug)]
pub struct Hexnim {
    free: Cells,
    key: u64,
    width: u8,
    height: u8,
    winner: Winner,
    side: Side,
}

impl Hexnim {
    /// A board of `width` by `height` cells, 1 to 16 each, with those of `free` that are on it.
    ///
    /// # Panics
    /// If a size is out of range.
    pub fn new(width: usize, height: usize, free: Cells, rules: Rules) -> Self {
        assert!((1..=MAX_SIZE).contains(&width) && (1..=MAX_SIZE).contains(&height));
        let mut position = Self {
            free: free & grid::rectangle(width, height),
            key: 0,
            width: width as u8,
            height: height as u8,
            winner: rules.winner,
            side: Side::FIRST,
        };
        position.key = position.fresh_key();
        position
    }

    /// The free cells.
    #[inline]
    pub fn free(&self) -> Cells {
        self.free
    }

    /// Columns.
    pub fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// Rows.
    pub fn height(&self) -> usize {
        usize::from(self.height)
    }

    /// Who wins.
    #[inline]
    pub fn winner(&self) -> Winner {
        self.winner
    }

    /// The most plies that a win of the side to move can take or, if it `wins` not, its loss. Every ply takes a cell,
    /// and who wins says who takes the last one, so that it is even or odd.
    pub(super) fn most_plies_to(&self, wins: bool) -> u32 {
        let cells = self.free.len();
        let is_odd = wins == (self.winner == Winner::Normal);
        cells - u32::from((cells % 2 == 1) != is_odd && cells > 0)
    }

    fn fresh_key(&self) -> u64 {
        let board = (self.width() * (MAX_SIZE + 1) + self.height()) * 2 + self.winner as usize;
        self.free.members().fold(zobrist::count_key(SIZE_SEED, board as u32), |key, cell| key ^ CELL_KEYS[cell])
    }

    /// Crosses the cells of a line out, or frees them again, and gives the move to the other side.
    #[inline]
    fn toggle(&mut self, line: Line) {
        self.free ^= line.set();
        self.key ^= LINE_KEYS[usize::from(line.index())];
        self.side = self.side.other();
    }
}

impl PartialEq for Hexnim {
    fn eq(&self, other: &Self) -> bool {
        (self.free, self.width, self.height, self.winner) == (other.free, other.width, other.height, other.winner)
    }
}

impl Eq for Hexnim {}

impl Hash for Hexnim {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl Position for Hexnim {
    type Move = Line;
    type Undo = ();
    type Moves = ArrayVec<Line, MAX_MOVES>;
    const SIDES: usize = 2;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.free.is_empty().then(|| match self.winner {
            Winner::Misere => Outcome::win(self.side),
            Winner::Normal => Outcome::win(self.side.other()),
        })
    }

    #[inline]
    fn moves(&self, list: &mut Self::Moves) {
        Line::all(self.free, |line| MoveList::push(list, line));
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        let longer: u32 = line_heads(self.free).iter().flatten().map(|heads| heads.len()).sum();
        u64::from(self.free.len() + longer)
    }

    fn is_legal(&self, m: Line) -> bool {
        match m.shape() {
            0 => self.free.contains(m.head()),
            shape if shape < SHAPES => line_heads(self.free)[(shape - 1) / 2][(shape - 1) % 2].contains(m.head()),
            _ => false,
        }
    }

    #[inline]
    fn make(&mut self, m: Line) {
        self.toggle(m);
    }

    #[inline]
    fn unmake(&mut self, m: Line, (): ()) {
        self.toggle(m);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn pack(&self, m: Line) -> u16 {
        m.index()
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Line> {
        Some(Line::from_index(bits)).filter(|&line| self.is_legal(line))
    }

    #[inline]
    fn plies_left(&self) -> Option<u32> {
        Some(self.free.len())
    }

    fn is_irreversible(&self, _m: Line) -> bool {
        true
    }

    fn validate(&self) -> Result<(), String> {
        if !self.free.within(grid::rectangle(self.width(), self.height())) {
            return Err("free cells beyond the board".into());
        }
        if self.key != self.fresh_key() {
            return Err(format!("key {:016x}, from scratch {:016x}", self.key, self.fresh_key()));
        }
        Ok(())
    }
}

impl Variant for Hexnim {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        Self::new(12, 12, grid::rectangle(12, 12), *rules)
    }

    fn rules(&self) -> Rules {
        Rules { winner: self.winner }
    }
}
