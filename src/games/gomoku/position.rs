//! The position: stones of both colours, whose turn it is, and whether the last stone has won.

mod check;

use super::renju;
use super::rules::{Rule, Rules};
use super::square::{Direction, LARGEST, SQUARES, Square};
use super::stones::{LINES, Place, Stones, beyond, bits, run};
use crate::game::{MoveList, Outcome, Position, Side, Variant};
use crate::zobrist;
use arrayvec::ArrayVec;

static STONE_KEYS: [[u64; SQUARES]; 2] = [zobrist::keys(0x676F_6D6F_0001), zobrist::keys(0x676F_6D6F_0002)];
const WHITE_TO_MOVE: u64 = zobrist::keys::<1>(0x676F_6D6F_0003)[0];
const WON: u64 = zobrist::keys::<1>(0x676F_6D6F_0004)[0];
const RULES_SEED: u64 = 0x676F_6D6F_0005;

/// A position of gomoku. Black is the first side, White the second.
///
/// A run wins through the stone that completes it. So a position stores whether its last stone has won; other runs on
/// the board, which only a position that was set up can have, do not matter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gomoku {
    stones: [Stones; 2],
    rules: Rules,
    key: u64,
    empty: u16,
    side: Side,
    won: bool,
}

impl Gomoku {
    /// A board of the size in `rules` with stones on it, which no colour shares, and `side` to move. `won`: the other
    /// side has just won.
    ///
    /// # Panics
    /// If a stone is off the board or a square has two.
    pub fn new(rules: Rules, stones: [Stones; 2], side: Side, won: bool) -> Self {
        let size = u16::from(rules.width) * u16::from(rules.height);
        let taken: usize = stones.iter().map(|stones| stones.squares().count()).sum();
        let mut position = Self { stones, rules, key: 0, empty: size - taken as u16, side, won };
        position.key = position.fresh_key();
        position.check().expect("stones on squares of their own");
        position
    }

    /// Whether [patterns](super::patterns) apply: with `connect=5`.
    #[inline]
    pub(super) fn has_patterns(&self) -> bool {
        self.rules.connect == 5
    }

    /// Columns.
    #[inline]
    pub fn width(&self) -> usize {
        usize::from(self.rules.width)
    }

    /// Rows.
    #[inline]
    pub fn height(&self) -> usize {
        usize::from(self.rules.height)
    }

    /// How many squares are empty.
    #[inline]
    pub fn empty_squares(&self) -> usize {
        usize::from(self.empty)
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, side: Side) -> &Stones {
        &self.stones[side.index()]
    }

    /// The stones of both colours.
    #[inline]
    pub(super) fn all_stones(&self) -> &[Stones; 2] {
        &self.stones
    }

    /// Whether `square` is on this board and has no stone.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        square.index() < SQUARES
            && square.x() < self.width()
            && square.y() < self.height()
            && !self.stones.iter().any(|stones| stones.contains(square))
    }

    /// The empty columns of row `y`.
    #[inline]
    pub fn empty_row(&self, y: usize) -> u32 {
        let all = (1 << self.width()) - 1;
        all & !(self.stones[0].row(y) | self.stones[1].row(y))
    }

    /// The empty squares, row by row from the top.
    #[inline]
    pub fn empty(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.height()).flat_map(|y| bits(self.empty_row(y)).map(move |x| Square::at(x as usize, y)))
    }

    /// Whether a stone of `side` on `square`, which is empty, makes a winning run.
    #[inline]
    pub fn wins_at(&self, side: Side, square: Square) -> bool {
        let runs = self.rules.winning_runs(side);
        let lines = self.stones(side).lines();
        Direction::ALL.into_iter().any(|direction| {
            let Place { line, bit } = Place::of(square, direction);
            runs.contain(run(lines[line] | 1 << bit, bit))
        })
    }

    /// The squares where `side`, after a stone on `square`, makes a five in `direction` through both stones.
    #[inline]
    pub(super) fn fives_through(
        &self,
        side: Side,
        square: Square,
        direction: Direction,
    ) -> impl Iterator<Item = Square> + '_ {
        let runs = self.rules.winning_runs(side);
        let Place { line, bit } = Place::of(square, direction);
        let stones = self.stones(side).lines()[line] | 1 << bit;
        // Such squares are next to the run of the first stone.
        beyond(stones, bit).into_iter().filter_map(move |steps| {
            let next = square.step(direction, steps, self.width(), self.height())?;
            let wins = runs.contain(run(stones | 1 << (bit as i32 + steps), bit));
            (wins && self.is_empty(next)).then_some(next)
        })
    }

    /// The first square, line by line, where a stone of `side` wins, if there is one.
    #[inline]
    pub fn winning_square(&self, side: Side) -> Option<Square> {
        let runs = self.rules.winning_runs(side);
        let (own, other) = (self.stones(side).lines(), self.stones(side.other()).lines());
        (0..LINES).find_map(|line| {
            // Places off the board are left out below.
            let places = runs.completions(own[line], !own[line] & !other[line]);
            bits(places).find_map(|bit| Place { line, bit }.square(self.width(), self.height()))
        })
    }

    /// Whether Black may not play on `square`, which is empty.
    #[inline]
    pub fn is_forbidden(&self, square: Square) -> bool {
        self.rules.rule == Rule::Renju && renju::is_forbidden(&self.stones, &self.rules, square)
    }

    /// Whether the last stone has won.
    pub(super) fn is_won(&self) -> bool {
        self.won
    }

    /// Whether Black, whose turn it is, may play nowhere though squares are left.
    #[inline]
    fn is_stuck(&self) -> bool {
        self.forbids() && self.empty().all(|square| self.is_forbidden(square))
    }

    /// Whether some squares may be forbidden to the side to move.
    #[inline]
    pub(super) fn forbids(&self) -> bool {
        self.rules.rule == Rule::Renju && self.side == Side::FIRST
    }

    /// Puts a stone of the side to move on `square`, or takes its last one off, and gives the move to the other side.
    #[inline(always)]
    fn toggle(&mut self, side: Side, square: Square) {
        self.stones[side.index()].toggle(square);
        self.key ^= STONE_KEYS[side.index()][square.index()] ^ WHITE_TO_MOVE;
        self.side = self.side.other();
    }

    /// What a stone adds to the key.
    #[inline]
    pub(super) fn stone_key(side: Side, square: Square) -> u64 {
        STONE_KEYS[side.index()][square.index()]
    }

    /// The key after a move that does not win.
    #[inline]
    pub(super) fn key_after(&self, square: Square) -> u64 {
        self.key ^ STONE_KEYS[self.side.index()][square.index()] ^ WHITE_TO_MOVE
    }

    /// The key after a move and a reply that do not win.
    #[inline]
    pub(super) fn key_after_both(&self, square: Square, reply: Square) -> u64 {
        let [own, other] = [self.side, self.side.other()].map(Side::index);
        self.key ^ STONE_KEYS[own][square.index()] ^ STONE_KEYS[other][reply.index()]
    }

    /// A null move: gives the move to the other side, for detecting threats.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.side = self.side.other();
        self.key ^= WHITE_TO_MOVE;
    }
}

impl Position for Gomoku {
    type Move = Square;
    type Undo = ();
    type Moves = ArrayVec<Square, { LARGEST * LARGEST }>;
    const SIDES: usize = 2;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            return Some(Outcome::win(self.side.other()));
        }
        // A full board, or no square that is not forbidden.
        (self.empty == 0 || self.is_stuck()).then_some(Outcome::DRAW)
    }

    #[inline]
    fn moves(&self, list: &mut Self::Moves) {
        if self.won {
            return;
        }
        if self.forbids() {
            self.empty().filter(|&square| !self.is_forbidden(square)).for_each(|square| MoveList::push(list, square));
        } else {
            self.empty().for_each(|square| MoveList::push(list, square));
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        match (self.won, self.forbids()) {
            (true, _) => 0,
            (_, false) => u64::from(self.empty),
            (_, true) => self.empty().filter(|&square| !self.is_forbidden(square)).count() as u64,
        }
    }

    #[inline]
    fn is_legal(&self, m: Square) -> bool {
        !self.won && self.is_empty(m) && !(self.forbids() && self.is_forbidden(m))
    }

    #[inline]
    fn make(&mut self, m: Square) {
        let side = self.side;
        self.toggle(side, m);
        self.empty -= 1;
        let runs = self.rules.winning_runs(side);
        // Without a branch for every direction: hardly any stone wins.
        self.won = self.stones(side).runs(m).into_iter().fold(false, |won, run| won | runs.contain(run));
    }

    #[inline]
    fn unmake(&mut self, m: Square, (): ()) {
        let side = self.side.other();
        self.toggle(side, m);
        self.empty += 1;
        self.won = false;
    }

    #[inline]
    fn key(&self) -> u64 {
        if self.won { self.key ^ WON } else { self.key }
    }

    #[inline]
    fn pack(&self, m: Square) -> u16 {
        m.index() as u16
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Square> {
        Some(Square::new(bits)).filter(|&square| self.is_legal(square))
    }

    #[inline]
    fn plies_left(&self) -> Option<u32> {
        Some(u32::from(self.empty))
    }

    fn is_irreversible(&self, _m: Square) -> bool {
        true
    }

    fn validate(&self) -> Result<(), String> {
        self.check()
    }
}

impl Variant for Gomoku {
    type Rules = Rules;

    fn start(rules: &Rules) -> Self {
        Self::new(*rules, [Stones::default(); 2], Side::FIRST, false)
    }

    fn rules(&self) -> Rules {
        self.rules
    }
}
