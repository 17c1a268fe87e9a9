//! Connect Four, a game of one's own: rules, texts, an evaluation and what helps the search. All else is the library's
//! and the program's.

mod hooks;

pub use hooks::Hooks;

use manyply::game::{
    ArrayVec, Evaluate, Notation, Outcome, Position, Side, TextError, TextErrorKind, Variant, read_rows, rows_text,
    words,
};
use manyply::zobrist;

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;

/// The stones of either side: a bit for each square, seven for each column from the bottom, of which the topmost one
/// stays empty. No line goes on from one column into the next.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConnectFour([u64; 2]);

const fn square(column: u8, row: u8) -> u64 {
    1 << (column * (ROWS + 1) + row)
}

/// From a square to the next one up, to the right, and along both diagonals.
const DIRECTIONS: [u8; 4] = [1, ROWS + 1, ROWS, ROWS + 2];

fn has_four(stones: u64) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl ConnectFour {
    fn all(&self) -> u64 {
        self.0[0] | self.0[1]
    }

    fn height(&self, column: u8) -> u8 {
        (self.all() >> (column * (ROWS + 1)) & 0x3f).count_ones() as u8
    }
}

impl Position for ConnectFour {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 7>;

    fn side_to_move(&self) -> Side {
        Side::new(self.all().count_ones() as usize % 2)
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = self.side_to_move().other();
        let is_full = self.all().count_ones() == u32::from(COLUMNS * ROWS);
        if has_four(self.0[last.index()]) { Some(Outcome::win(last)) } else { is_full.then_some(Outcome::DRAW) }
    }

    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_none() {
            list.extend((0..COLUMNS).filter(|&column| self.height(column) < ROWS));
        }
    }

    fn make(&mut self, column: u8) {
        self.0[self.side_to_move().index()] |= square(column, self.height(column));
    }

    fn unmake(&mut self, column: u8, (): ()) {
        let top = square(column, self.height(column) - 1);
        self.0 = self.0.map(|stones| stones & !top);
    }

    fn key(&self) -> u64 {
        zobrist::mix(self.0[0] ^ zobrist::mix(self.0[1]))
    }

    fn plies_left(&self) -> Option<u32> {
        let empty = u32::from(COLUMNS * ROWS) - self.all().count_ones();
        Some(if self.outcome().is_some() { 0 } else { empty })
    }
}

impl Variant for ConnectFour {
    type Rules = ();

    fn start((): &()) -> Self {
        Self::default()
    }

    fn rules(&self) {}
}

impl Notation for ConnectFour {
    const NAME: &'static str = "connect4";
    const SUMMARY: &'static str = "four stones in a row win; a stone falls to the lowest free square of its column";

    fn position_text(&self) -> String {
        let letter = |at: u64| ['x', 'o'].into_iter().zip(self.0).find(|(_, stones)| stones & at != 0).map(|(c, _)| c);
        rows_text((0..ROWS).rev().map(|row| (0..COLUMNS).map(move |column| letter(square(column, row)))))
    }

    fn parse_position(text: &str, (): &()) -> Result<Self, TextError> {
        let (at, rows) = words(text).next().unwrap_or((1, ""));
        let mut position = Self::default();
        let squares = read_rows(rows, 7, 6, |c| "xo".find(c)).map_err(|error| error.at(at))?;
        for (square, side) in squares.into_iter().enumerate() {
            let (column, row) = (square as u8 % COLUMNS, ROWS - 1 - square as u8 / COLUMNS);
            side.into_iter().for_each(|side| position.0[side] |= self::square(column, row));
        }
        if let Some((column, _)) = words(text).nth(1) {
            return Err(TextError::new(TextErrorKind::Shape, column, "something behind the board", "the end"));
        }
        let [first, second] = position.0.map(u64::count_ones);
        let all = position.all();
        let hangs = (0..COLUMNS * (ROWS + 1)).any(|at| all >> at & 1 == 0 && all >> (at + 1) & 1 != 0 && at % 7 != 6);
        if hangs || first != second && first != second + 1 || has_four(position.0[position.side_to_move().index()]) {
            let expected = "stones that lie on others, x first";
            return Err(TextError::new(TextErrorKind::Impossible, 1, "no game leads there", expected));
        }
        Ok(position)
    }

    fn move_text(&self, column: u8) -> String {
        char::from(b'a' + column).into()
    }

    fn side_name(side: Side) -> &'static str {
        ["X", "O"][side.index()]
    }

    fn move_tiles(&self, column: u8) -> Vec<usize> {
        vec![usize::from(COLUMNS * (ROWS - 1 - self.height(column)) + column)]
    }
}

impl Evaluate for ConnectFour {
    /// For each line of four squares in which one side alone has stones: more, the more it has.
    fn evaluate(&self, side: Side) -> i32 {
        let mut score = 0;
        for step in DIRECTIONS {
            let first = 1 | 1 << step | 1 << (2 * step) | 1_u64 << (3 * step);
            let lines = (0..COLUMNS * (ROWS + 1) - 3 * step).map(|at| first << at);
            for line in lines.filter(|line| line & !BOARD == 0) {
                let count = |side: Side| (self.0[side.index()] & line).count_ones() as usize;
                score += match (count(side), count(side.other())) {
                    (own, 0) => WORTH[own],
                    (0, others) => -WORTH[others],
                    _ => 0,
                };
            }
        }
        score
    }
}

/// All squares.
const BOARD: u64 = 0xfdfb_f7ef_dfbf;
/// Lines by the stones of their owner, in hundredths.
const WORTH: [i32; 5] = [0, 5, 20, 80, 0];

manyply::defaults!(ConnectFour: game::Baselines, game::Tunable, solve::Solve);
