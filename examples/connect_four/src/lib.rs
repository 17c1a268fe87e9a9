//! Connect Four: rules, texts and what helps the search; its evaluation is in a file of its own. All else is the
//! library's and the program's.

mod evaluation;

use manyply::game::{
    ArrayVec, Evaluate as _, Notation, Outcome, Position, Side, TextError, TextErrorKind::Impossible, board_text,
    read_board,
};
use manyply::nnue::NetworkRef;
use manyply::search::{Techniques, hooks::Searchable, hooks::State};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;

/// The stones of either side: a bit for each square, seven for each column from the bottom, of which the topmost one
/// stays empty. No line goes on from one column into the next.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConnectFour([u64; 2]);

/// All squares, and the lowest of each column.
const BOARD: u64 = 0xfdfb_f7ef_dfbf;
const BOTTOM: u64 = 0x408_1020_4081;
/// From a square to the next one up, to the right, and along both diagonals.
const DIRECTIONS: [u8; 4] = [1, ROWS + 1, ROWS, ROWS + 2];

fn has_four(stones: u64) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The squares that, with these stones, make four.
fn completions(stones: u64) -> u64 {
    DIRECTIONS.into_iter().fold(0, |all, step| {
        let (two_before, two_after) = (stones << step & stones << (2 * step), stones >> step & stones >> (2 * step));
        let before = two_before & (stones << (3 * step) | stones >> step);
        all | before | two_after & (stones >> (3 * step) | stones << step)
    })
}

/// The squares in the order in which they are read.
fn squares() -> impl Iterator<Item = u64> {
    (0..ROWS).rev().flat_map(|row| (0..COLUMNS).map(move |column| 1 << (column * (ROWS + 1) + row)))
}

impl ConnectFour {
    fn all(&self) -> u64 {
        self.0[0] | self.0[1]
    }

    /// Where the next stone of each column comes to lie; above the board where that is full.
    fn slots(&self) -> u64 {
        self.all() + BOTTOM
    }

    fn slot(&self, column: u8) -> u64 {
        self.slots() & 0x7f << (column * (ROWS + 1))
    }

    /// The empty squares on which a side would make four.
    fn threats(&self, side: Side) -> u64 {
        completions(self.0[side.index()]) & BOARD & !self.all()
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
        let draw = (self.all() == BOARD).then_some(Outcome::DRAW);
        if has_four(self.0[last.index()]) { Some(Outcome::win(last)) } else { draw }
    }

    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_none() {
            list.extend((0..COLUMNS).filter(|&column| self.slot(column) & BOARD != 0));
        }
    }

    fn count_moves(&self) -> u64 {
        if self.outcome().is_none() { (self.slots() & BOARD).count_ones().into() } else { 0 }
    }

    fn make(&mut self, column: u8) {
        self.0[self.side_to_move().index()] |= self.slot(column);
    }

    fn unmake(&mut self, column: u8, (): ()) {
        let top = self.slot(column) >> 1;
        self.0 = self.0.map(|stones| stones & !top);
    }

    fn plies_left(&self) -> Option<u32> {
        Some((BOARD & !self.all()).count_ones())
    }
}

manyply::one_variant!(ConnectFour: Self::default());

impl Notation for ConnectFour {
    const NAME: &'static str = "connect4";
    const SUMMARY: &'static str = "four stones in a row win; a stone falls to the lowest free square of its column";

    fn position_text(&self) -> String {
        let letter = |at| if self.all() & at == 0 { None } else { Some(if self.0[0] & at == 0 { 'o' } else { 'x' }) };
        board_text(COLUMNS.into(), squares().map(letter))
    }

    fn parse_position(text: &str, (): &()) -> Result<Self, TextError> {
        let (stones, []) = read_board(text, COLUMNS.into(), ROWS.into(), |c| "xo".find(c))?;
        let of = |side| squares().zip(&stones).filter(|(_, stone)| **stone == Some(side)).map(|(at, _)| at).sum();
        let position = Self([of(0), of(1)]);
        let [first, second] = position.0.map(u64::count_ones);
        let hangs = position.slots() & position.all() != 0;
        if hangs || first != second && first != second + 1 || has_four(position.0[position.side_to_move().index()]) {
            return Err(TextError::new(Impossible, 1, "no game leads there", "stones that lie on others, x first"));
        }
        Ok(position)
    }

    fn move_text(&self, column: u8) -> String {
        char::from(b'a' + column).into()
    }

    fn side_name(side: Side) -> &'static str {
        ["X", "O"][side.index()]
    }
}

/// What helps the search, beside the evaluation: who wins at once, which moves lose at once, and which look good.
/// Nothing is kept beside the position but which network evaluates, if one does.
#[derive(Debug)]
pub struct Hooks(Option<NetworkRef>);

impl State<ConnectFour> for Hooks {
    /// The order of moves by threats is better than what was good elsewhere in the tree.
    const TECHNIQUES: Techniques = Techniques { killers: false, ..Techniques::ALL };
    /// No move takes anything.
    const NOISY_PLIES: u32 = 0;

    const QUICK_MOVES: bool = true;

    fn new(_: &ConnectFour) -> Self {
        Self(None)
    }

    fn use_network(&mut self, network: NetworkRef) {
        self.0 = Some(network);
    }

    fn static_eval(&mut self, position: &ConnectFour, side: Side) -> i32 {
        position.evaluate_with(self.0, side)
    }

    fn winning_move(&self, position: &ConnectFour) -> Option<u8> {
        let wins = position.threats(position.side_to_move()) & position.slots();
        (wins != 0).then(|| wins.trailing_zeros() as u8 / (ROWS + 1))
    }

    fn in_check(&self, position: &ConnectFour) -> bool {
        position.threats(position.side_to_move().other()) & position.slots() != 0
    }

    /// A threat must be met, and no stone may make room for another one; where that cannot be, all moves lose.
    fn candidates(&self, position: &ConnectFour, list: &mut ArrayVec<u8, 7>) -> bool {
        let (slots, threats) = (position.slots() & BOARD, position.threats(position.side_to_move().other()));
        let sound = if slots & threats == 0 { slots } else { slots & threats } & !(threats >> 1);
        let holds = sound != 0 && (slots & threats).count_ones() <= 1;
        position.moves(list);
        list.retain(|column| !holds || position.slot(*column) & sound != 0);
        true
    }

    /// Threats that there are afterwards, then columns near the middle.
    fn quiet_score(&self, position: &ConnectFour, column: u8) -> i32 {
        let stones = position.0[position.side_to_move().index()] | position.slot(column);
        let threats = completions(stones) & BOARD & !position.all();
        100_000 * threats.count_ones() as i32 - 100 * (i32::from(column) - 3).abs()
    }
}

impl Searchable for ConnectFour {
    type State = Hooks;
}

manyply::defaults!(ConnectFour: game::Baselines, game::Tunable, solve::Solve);
