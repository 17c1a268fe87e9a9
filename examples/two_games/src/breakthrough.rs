//! Breakthrough: men go one square ahead or diagonally ahead, and take diagonally; who reaches the other end wins.

use crate::{Board, NOT_A, NOT_H, network, parse_position, position_text, shift, square_text, squares};
use manyply::game::{ArrayVec, Evaluate, MoveList, Notation, Outcome, Position, Side, TextError};
use manyply::nnue::{GameNetwork, NetworkRef};
use manyply::search::hooks::{Margins, Searchable, State};
use manyply::zobrist;

/// A man's move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

/// A position. X begins below and goes up.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Breakthrough {
    board: Board,
    side: Side,
}

/// For each side the rows that it wants to reach, and its steps: diagonally, ahead, diagonally.
const GOALS: [u64; 2] = [0xff, 0xff << 56];
const AHEAD: [[(i32, u64); 3]; 2] = [[(-9, NOT_H), (-8, !0), (-7, NOT_A)], [(7, NOT_H), (8, !0), (9, NOT_A)]];

impl Breakthrough {
    fn men(&self, side: Side) -> u64 {
        self.board[side.index()]
    }

    /// Where a move takes a man or wins.
    fn noisy_targets(&self) -> u64 {
        self.men(self.side.other()) | GOALS[self.side.index()]
    }

    /// Appends the moves to squares of a set; none if the game is over.
    fn moves_to(&self, targets: u64, list: &mut <Self as Position>::Moves) {
        if self.outcome().is_some() {
            return;
        }
        let empty = !(self.board[0] | self.board[1]);
        for (step, targets) in AHEAD[self.side.index()].into_iter().zip([targets, targets & empty, targets]) {
            let to = shift(self.men(self.side), step) & targets & !self.men(self.side);
            list.extend(squares(to).map(|to| Move { from: (i32::from(to) - step.0) as u8, to }));
        }
    }
}

impl Position for Breakthrough {
    type Move = Move;
    type Undo = Board;
    type Moves = ArrayVec<Move, 48>;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = self.side.other();
        let wins = self.men(last) & GOALS[last.index()] != 0 || self.men(self.side) == 0;
        wins.then(|| Outcome::win(last))
    }

    fn moves(&self, list: &mut Self::Moves) {
        self.moves_to(!0, list);
    }

    fn make(&mut self, m: Move) -> Board {
        let before = self.board;
        self.board[self.side.index()] ^= 1 << m.from | 1 << m.to;
        self.side = self.side.other();
        self.board[self.side.index()] &= !(1 << m.to);
        before
    }

    fn unmake(&mut self, _: Move, before: Board) {
        (self.board, self.side) = (before, self.side.other());
    }

    fn key(&self) -> u64 {
        self.board.into_iter().fold(self.side.index() as u64, |key, men| zobrist::mix(key ^ men))
    }

    fn is_irreversible(&self, _: Move) -> bool {
        true
    }
}

manyply::one_variant!(Breakthrough: Self { board: [0xffff << 48, 0xffff], side: Side::FIRST });

impl Notation for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const SUMMARY: &'static str = "men go ahead and take diagonally; who reaches the other end wins";

    fn position_text(&self) -> String {
        position_text(self.board, self.side)
    }

    fn parse_position(text: &str, (): &()) -> Result<Self, TextError> {
        parse_position(text).map(|(board, side)| Self { board, side })
    }

    fn move_text(&self, m: Move) -> String {
        square_text(m.from) + &square_text(m.to)
    }

    fn side_name(side: Side) -> &'static str {
        ["X", "O"][side.index()]
    }
}

impl Evaluate for Breakthrough {
    const NETWORK: Option<GameNetwork> = Some(network::NETWORK);

    fn features(&self, view: Side) -> impl Iterator<Item = u16> {
        network::features(self.board).map(move |views| views[view.index()])
    }

    fn evaluate_with(&self, network: Option<NetworkRef>, side: Side) -> i32 {
        let value = network.and_then(|network| network::evaluate(network, self.board, self.side, side));
        value.unwrap_or_else(|| self.evaluate(side))
    }

    /// Men, and how far the foremost one is, in hundredths of a man.
    fn evaluate(&self, side: Side) -> i32 {
        let worth = |side: Side| {
            let men = self.men(side);
            let rows_left = if side == Side::FIRST { men.trailing_zeros() } else { men.leading_zeros() } / 8;
            100 * men.count_ones() as i32 - 25 * rows_left as i32
        };
        worth(side) - worth(side.other())
    }
}

/// Tells the search which moves change the balance: those that take, and those that win. Nothing is kept beside the
/// position but which network evaluates, if one does.
#[derive(Debug)]
pub struct Hooks(Option<NetworkRef>);

impl State<Breakthrough> for Hooks {
    /// From hundredths of a man: what an exchange changes, as in games with pawns.
    const MARGINS: Margins = Margins { futility: 100, reverse_futility: 100, ..Margins::NONE };

    fn new(_: &Breakthrough) -> Self {
        Self(None)
    }

    fn use_network(&mut self, network: NetworkRef) {
        self.0 = Some(network);
    }

    fn static_eval(&mut self, position: &Breakthrough, side: Side) -> i32 {
        position.evaluate_with(self.0, side)
    }

    fn is_noisy(&self, position: &Breakthrough, m: Move) -> bool {
        position.noisy_targets() >> m.to & 1 != 0
    }

    fn noisy(&self, position: &Breakthrough, list: &mut <Breakthrough as Position>::Moves) {
        position.moves_to(position.noisy_targets(), list);
    }

    fn quiet(&self, position: &Breakthrough, list: &mut <Breakthrough as Position>::Moves) {
        position.moves_to(!position.noisy_targets(), list);
    }

    fn noisy_score(&self, position: &Breakthrough, m: Move) -> i32 {
        100 * (position.men(position.side.other()) >> m.to & 1) as i32
    }

    /// A man on the last row but one reaches the last.
    fn winning_move(&self, position: &Breakthrough) -> Option<Move> {
        let mut list = <Breakthrough as Position>::Moves::default();
        position.moves_to(GOALS[position.side.index()], &mut list);
        MoveList::as_slice(&list).first().copied()
    }
}

impl Searchable for Breakthrough {
    type State = Hooks;
}

manyply::defaults!(Breakthrough: game::Baselines, game::Tunable, solve::Solve);
