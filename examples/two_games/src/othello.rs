//! Othello: a disc that encloses others turns them; who has more in the end wins.

use crate::{Board, STEPS, network, parse_position, position_text, shift, square_text, squares};
use manyply::game::{ArrayVec, Evaluate, Notation, Outcome, Position, Side, TextError, TextErrorKind};
use manyply::nnue::{GameNetwork, NetworkRef};
use manyply::search::hooks::{Evaluated, Searchable};
use manyply::zobrist;

/// The move of a side that can turn nothing.
const PASS: u8 = 64;

/// A position. Sides are called by their letters: X begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Othello {
    board: Board,
    side: Side,
}

impl Othello {
    /// The discs of the side to move, and of the other.
    fn discs(&self) -> (u64, u64) {
        (self.board[self.side.index()], self.board[self.side.other().index()])
    }

    /// What a network sees: all squares but the four in the middle, since it takes 60 features at most.
    fn seen(&self) -> Board {
        self.board.map(|discs| discs & !MIDDLE)
    }
}

/// From a set of squares in a direction: the discs of `other` that lie there without a gap, and the squares behind.
fn run(from: u64, other: u64, step: (i32, u64)) -> (u64, u64) {
    let mut found = shift(from, step) & other;
    for _ in 0..5 {
        found |= shift(found, step) & other;
    }
    (found, shift(found, step))
}

/// Where `own` can turn discs of `other`.
fn mobility(own: u64, other: u64) -> u64 {
    STEPS.into_iter().fold(0, |all, step| all | run(own, other, step).1) & !(own | other)
}

impl Position for Othello {
    type Move = u8;
    type Undo = Board;
    type Moves = ArrayVec<u8, 33>;
    /// To win by more discs is better.
    const POINTS: bool = true;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let (own, other) = self.discs();
        let is_over = mobility(own, other) == 0 && mobility(other, own) == 0;
        let [first, second] = self.board.map(u64::count_ones);
        is_over.then(|| match first.abs_diff(second) {
            0 => Outcome::DRAW,
            more => Outcome::win_by(Side::new(usize::from(first < second)), more as u16),
        })
    }

    /// Every other move can be a pass, from the next on if the side to move need not pass.
    fn plies_left(&self) -> Option<u32> {
        let (own, other) = self.discs();
        let empty = (!(own | other)).count_ones();
        let is_over = self.outcome().is_some();
        Some(if is_over { 0 } else { 2 * empty - u32::from(mobility(own, other) != 0) })
    }

    fn moves(&self, list: &mut Self::Moves) {
        let (own, other) = self.discs();
        list.extend(squares(mobility(own, other)));
        if list.is_empty() && mobility(other, own) != 0 {
            list.push(PASS);
        }
    }

    fn make(&mut self, m: u8) -> Board {
        let (before, (own, other)) = (self.board, self.discs());
        if m != PASS {
            let enclosed = STEPS.into_iter().map(|step| run(1 << m, other, step)).filter(|(_, end)| end & own != 0);
            let turned = enclosed.fold(0, |all, (discs, _)| all | discs);
            self.board[self.side.index()] |= 1 << m | turned;
            self.board[self.side.other().index()] &= !turned;
        }
        self.side = self.side.other();
        before
    }

    fn unmake(&mut self, _: u8, before: Board) {
        (self.board, self.side) = (before, self.side.other());
    }

    fn key(&self) -> u64 {
        self.board.into_iter().fold(self.side.index() as u64, |key, discs| zobrist::mix(key ^ discs))
    }
}

manyply::one_variant!(Othello: Self { board: [0x0000_0010_0800_0000, 0x0000_0008_1000_0000], side: Side::FIRST });

impl Notation for Othello {
    const NAME: &'static str = "othello";
    const SUMMARY: &'static str = "discs that are enclosed are turned; who has more of them in the end wins";

    fn position_text(&self) -> String {
        position_text(self.board, self.side)
    }

    fn parse_position(text: &str, (): &()) -> Result<Self, TextError> {
        let (board, side) = parse_position(text)?;
        let is_empty = board == [0; 2];
        let empty = || TextError::new(TextErrorKind::Impossible, 1, "no disc", "four discs or more");
        if is_empty { Err(empty()) } else { Ok(Self { board, side }) }
    }

    fn move_text(&self, m: u8) -> String {
        if m == PASS { "pass".into() } else { square_text(m) }
    }

    fn side_name(side: Side) -> &'static str {
        ["X", "O"][side.index()]
    }
}

/// The squares on which discs are from the start.
const MIDDLE: u64 = 0x0000_0018_1800_0000;
/// Corners are never turned.
const CORNERS: u64 = 0x8100_0000_0000_0081;

impl Evaluate for Othello {
    const NETWORK: Option<GameNetwork> = Some(network::NETWORK);

    fn features(&self, view: Side) -> impl Iterator<Item = u16> {
        network::features(self.seen()).map(move |views| views[view.index()])
    }

    fn evaluate_with(&self, network: Option<NetworkRef>, side: Side) -> i32 {
        let value = network.and_then(|network| network::evaluate(network, self.seen(), self.side, side));
        value.unwrap_or_else(|| self.evaluate(side))
    }

    /// Squares where a side can move, and corners, in hundredths of a square.
    fn evaluate(&self, side: Side) -> i32 {
        let [own, other] = [self.board[side.index()], self.board[side.other().index()]];
        let count = |set: u64| set.count_ones() as i32;
        100 * (count(mobility(own, other)) - count(mobility(other, own)))
            + 800 * (count(own & CORNERS) - count(other & CORNERS))
    }
}

impl Searchable for Othello {
    type State = Evaluated;
}

manyply::defaults!(Othello: game::Baselines, game::Tunable, solve::Solve);
