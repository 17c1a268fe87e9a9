//! A game of one's own: tic-tac-toe in about sixty lines, proved by the generic battery and counted.
//! Run it with `cargo run --release --example own_game`.

use arrayvec::ArrayVec;
use manyply::game::{
    Baselines, Evaluate, Figure, Ink, Notation, Outcome, Picture, Played, Position, Shade, Side, TextError,
    TextErrorKind, Tunable, Variant,
};
use manyply::{check, perft, solve::Solve, zobrist};

/// The squares of each side, bit 0 in the top left corner.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct TicTacToe([u16; 2]);

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Position for TicTacToe {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 9>;
    const SIDES: usize = 2;

    fn side_to_move(&self) -> Side {
        Side::new((self.0[0] | self.0[1]).count_ones() as usize % 2)
    }
    fn outcome(&self) -> Option<Outcome> {
        let has_line = |side: &Side| LINES.iter().any(|&line| self.0[side.index()] & line == line);
        let full = self.0[0] | self.0[1] == 0o777;
        Side::all(2).find(has_line).map(Outcome::win).or(full.then_some(Outcome::DRAW))
    }
    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_none() {
            list.extend((0..9).filter(|square| (self.0[0] | self.0[1]) >> square & 1 == 0));
        }
    }
    fn make(&mut self, square: u8) {
        self.0[self.side_to_move().index()] |= 1 << square;
    }
    fn unmake(&mut self, square: u8, (): ()) {
        self.0 = self.0.map(|squares| squares & !(1 << square));
    }
    fn key(&self) -> u64 {
        zobrist::mix(1 + u64::from(self.0[0]) + (u64::from(self.0[1]) << 9))
    }
    fn pack(&self, square: u8) -> u16 {
        square.into()
    }
    fn validate(&self) -> Result<(), String> {
        (self.0[0] & self.0[1] == 0).then_some(()).ok_or_else(|| "two marks on one square".into())
    }
}

impl Variant for TicTacToe {
    type Rules = ();

    fn start(_: &()) -> Self {
        Self([0; 2])
    }

    fn rules(&self) {}
}

impl Notation for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const SUMMARY: &'static str = "three in a row on nine squares";
    const OPTIONS: &'static [&'static str] = &[];

    fn parse_rules(text: &str) -> Result<(), TextError> {
        manyply::game::options(text, |name, _| Err(TextError::new(TextErrorKind::Option, 1, name, "no option")))
    }
    fn rules_text((): &()) -> String {
        String::new()
    }
    fn parse_position(text: &str, (): &()) -> Result<Self, TextError> {
        let wrong = |column, problem: &str| TextError::new(TextErrorKind::Shape, column, problem, "nine of . X O");
        let mut sides = [0; 2];
        for (square, mark) in text.chars().enumerate() {
            match (square, mark) {
                (9.., _) => return Err(wrong(10, "more than nine squares")),
                (_, 'X') => sides[0] |= 1 << square,
                (_, 'O') => sides[1] |= 1 << square,
                (_, '.') => {}
                _ => return Err(wrong(square + 1, "an unknown mark")),
            }
        }
        let [x, o] = sides.map(u16::count_ones);
        let fits = text.chars().count() == 9 && (x == o || x == o + 1);
        fits.then_some(Self(sides)).ok_or_else(|| wrong(1, "not as many marks as turns"))
    }
    fn position_text(&self) -> String {
        (0..9).map(|square| self.mark(square).map_or('.', |side| ['X', 'O'][side.index()])).collect()
    }
    fn parse_move(&self, text: &str) -> Result<u8, TextError> {
        let square = text.parse::<u8>().ok().filter(|number| (1..=9).contains(number)).map(|number| number - 1);
        let legal = square.filter(|&square| self.is_legal(square));
        legal.ok_or_else(|| TextError::new(TextErrorKind::Illegal, 1, "no such move", "the number of a free square"))
    }
    fn move_text(&self, square: u8) -> String {
        (square + 1).to_string()
    }
    fn side_name(side: Side) -> &'static str {
        ["X", "O"][side.index()]
    }
    fn picture(&self) -> Picture {
        let labels = [const { String::new() }; 3];
        Picture::grid(&labels, &labels, |column, row| {
            let figure = |side: Side| Figure {
                ink: Ink::Black,
                owner: None,
                letter: ['X', 'O'][side.index()],
                glyph: ['X', 'O'][side.index()],
            };
            (Shade::Light, self.mark(3 * row + column).map(figure))
        })
    }
}

impl TicTacToe {
    fn mark(&self, square: usize) -> Option<Side> {
        Side::all(2).find(|side| self.0[side.index()] >> square & 1 == 1)
    }
}

// The defaults will do: no estimate or weights, no hints for the search, no simple player, no solver of its own.
impl Evaluate for TicTacToe {}
impl manyply::search::Searchable for TicTacToe {
    type State = manyply::search::Plain;
}
impl Baselines for TicTacToe {}
impl Tunable for TicTacToe {}
impl Solve for TicTacToe {}

fn main() {
    check::battery::<TicTacToe>(&(), 100, 1).expect("the rules hold together");
    let game = Played::new(TicTacToe::start(&()));
    let counts: Vec<u64> = (0..=9).map(|depth| perft::count(&game, depth, perft::Mode::Bulk)).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    println!("lines of 0 to 9 plies: {counts:?}");
}
