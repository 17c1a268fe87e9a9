//! Small random games: two to four sides that do not take turns evenly, transpositions, draws.

use arrayvec::ArrayVec;
use manyply::game::{
    Baselines, Evaluate, MAX_SIDES, Notation, Outcome, Picture, Position, Side, TextError, TextErrorKind, Tunable,
    Variant,
};
use manyply::search::hooks::{Searchable, State};
use manyply::solve::Solve;
use manyply::zobrist::mix;

/// In a seed: sides are under threat now and then.
pub(crate) const THREATS: u64 = 1 << 63;
/// In a seed: some moves are noisy, and sides may pass.
pub(crate) const CAPTURES: u64 = 1 << 62;

/// Adding one to three to a sum; sums, plies and a seed decide at random who moves, who wins, what it looks like.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Toy<const SIDES: usize, const ZERO_SUM: bool = true> {
    pub(crate) seed: u64,
    pub(crate) sum: u8,
    pub(crate) ply: u8,
}

impl<const SIDES: usize, const ZERO_SUM: bool> Toy<SIDES, ZERO_SUM> {
    pub(crate) const LENGTH: u8 = 9;

    fn chance(&self, what: u64, of: u64) -> u64 {
        mix(self.key() ^ mix(what)) % of
    }
}

impl<const SIDES: usize, const ZERO_SUM: bool> Position for Toy<SIDES, ZERO_SUM> {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 3>;
    const SIDES: usize = SIDES;
    const ZERO_SUM: bool = ZERO_SUM;

    fn side_to_move(&self) -> Side {
        Side::new(self.chance(1, SIDES as u64) as usize)
    }
    fn outcome(&self) -> Option<Outcome> {
        let over = self.ply == Self::LENGTH || (self.ply > 3 && self.chance(2, 6) == 0);
        over.then(|| {
            let winner = Side::new(self.chance(3, SIDES as u64) as usize);
            let loser = winner.next(SIDES);
            let mut payoffs: [i8; MAX_SIDES] = match self.chance(4, 3) {
                0 if ZERO_SUM => return Outcome::DRAW,
                _ if ZERO_SUM => return Outcome::beats(winner, loser),
                // One wins, one loses, or whatever.
                0 => std::array::from_fn(|side| if side == winner.index() { 1 } else { -1 }),
                1 => std::array::from_fn(|side| if side == loser.index() { -1 } else { 1 }),
                _ => std::array::from_fn(|side| self.chance(40 + side as u64, 3) as i8 - 1),
            };
            payoffs[SIDES..].fill(0);
            Outcome::of(payoffs)
        })
    }
    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_none() {
            (1..=3).for_each(|m| list.push(m));
        }
    }
    fn make(&mut self, m: u8) {
        self.sum += m;
        self.ply += 1;
    }
    fn unmake(&mut self, m: u8, (): ()) {
        self.sum -= m;
        self.ply -= 1;
    }
    fn key(&self) -> u64 {
        mix(mix(self.seed) ^ u64::from(self.sum) << 8 ^ u64::from(self.ply))
    }
    fn pack(&self, m: u8) -> u16 {
        u16::from(m)
    }
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}

impl<const SIDES: usize, const ZERO_SUM: bool> Variant for Toy<SIDES, ZERO_SUM> {
    type Rules = u64;

    fn start(rules: &u64) -> Self {
        Self { seed: *rules, sum: 0, ply: 0 }
    }

    fn rules(&self) -> u64 {
        self.seed
    }
}

impl<const SIDES: usize, const ZERO_SUM: bool> Notation for Toy<SIDES, ZERO_SUM> {
    const NAME: &'static str = "toy";
    const SUMMARY: &'static str = "a random game";
    const OPTIONS: &'static [&'static str] = &[];

    fn parse_rules(_: &str) -> Result<u64, TextError> {
        Ok(0)
    }
    fn rules_text(seed: &u64) -> String {
        seed.to_string()
    }
    fn parse_position(_: &str, _: &u64) -> Result<Self, TextError> {
        Err(TextError::new(TextErrorKind::Shape, 1, "no texts", "none"))
    }
    fn position_text(&self) -> String {
        format!("{self:?}")
    }
    fn parse_move(&self, text: &str) -> Result<u8, TextError> {
        let m = text.parse().ok().filter(|&m| self.is_legal(m));
        m.ok_or_else(|| TextError::new(TextErrorKind::Illegal, 1, "no legal move", "a number"))
    }
    fn move_text(&self, m: u8) -> String {
        m.to_string()
    }
    fn side_name(_: Side) -> &'static str {
        "a side"
    }
    fn picture(&self) -> Picture {
        Picture::default()
    }
}

impl<const SIDES: usize, const ZERO_SUM: bool> Evaluate for Toy<SIDES, ZERO_SUM> {
    fn evaluate(&self, side: Side) -> i32 {
        let value = self.chance(5, 201) as i32 - 100;
        match (SIDES, side) {
            (2, Side::SECOND) => -value,
            _ => value + 10 * side.index() as i32 * (SIDES as i32 - 2),
        }
    }
}

impl<const SIDES: usize, const ZERO_SUM: bool> Toy<SIDES, ZERO_SUM> {
    pub(crate) fn is_noisy(&self, m: u8) -> bool {
        self.seed & CAPTURES > 0 && self.chance(10 + u64::from(m), 3) == 0
    }
    pub(crate) fn winning_move(&self) -> Option<u8> {
        let mut list = ArrayVec::new();
        self.moves(&mut list);
        list.into_iter().find(|&m| {
            let mut now = self.clone();
            now.make(m);
            now.outcome().is_some_and(|outcome| outcome.payoff(self.side_to_move()) == 1)
        })
    }
    pub(crate) fn in_check(&self) -> bool {
        self.seed & THREATS > 0 && self.chance(6, 3) == 0
    }
    pub(crate) fn null_move_allowed(&self) -> bool {
        let after = Self { ply: self.ply + 1, ..self.clone() };
        self.seed & CAPTURES > 0 && self.chance(7, 2) == 0 && after.outcome().is_none()
    }
    /// How good a move looks to the side that plays it, no two the same.
    pub(crate) fn reply_score(&self, m: u8) -> i32 {
        4 * self.chance(20 + u64::from(m), 4) as i32 + i32::from(m)
    }
    /// Whether a move loses material: now and then one that is not noisy.
    pub(crate) fn loses(&self, m: u8) -> bool {
        !self.is_noisy(m) && self.chance(30 + u64::from(m), 4) == 0
    }
    /// The moves that are noisy, or those that are not.
    fn split(&self, noisy: bool, list: &mut ArrayVec<u8, 3>) {
        let mut all = ArrayVec::new();
        self.moves(&mut all);
        list.extend(all.into_iter().filter(|&m| self.is_noisy(m) == noisy));
    }
}

/// What a search keeps of a random game: the sum of its moves.
#[derive(Debug)]
pub(crate) struct ToyState(u8);

impl<const SIDES: usize, const ZERO_SUM: bool> Searchable for Toy<SIDES, ZERO_SUM> {
    type State = ToyState;
}

impl<const SIDES: usize, const ZERO_SUM: bool> State<Toy<SIDES, ZERO_SUM>> for ToyState {
    const HISTORY_SIZE: usize = 4;
    const CONTINUATION_HISTORY: bool = true;

    fn new(position: &Toy<SIDES, ZERO_SUM>) -> Self {
        Self(position.sum)
    }
    fn make(&mut self, _: &Toy<SIDES, ZERO_SUM>, m: u8) {
        self.0 += m;
    }
    fn unmake(&mut self, _: &Toy<SIDES, ZERO_SUM>, m: u8) {
        self.0 -= m;
    }
    fn static_eval(&mut self, position: &Toy<SIDES, ZERO_SUM>, side: Side) -> i32 {
        position.evaluate(side)
    }
    fn validate(&self, position: &Toy<SIDES, ZERO_SUM>) -> Result<(), String> {
        if self.0 == position.sum { Ok(()) } else { Err(format!("{} for {}", self.0, position.sum)) }
    }

    fn history_index(&self, _: &Toy<SIDES, ZERO_SUM>, m: u8) -> usize {
        usize::from(m)
    }
    fn see_ge(&self, position: &Toy<SIDES, ZERO_SUM>, m: u8, _: i32) -> bool {
        !position.loses(m)
    }

    fn noisy(&self, position: &Toy<SIDES, ZERO_SUM>, list: &mut ArrayVec<u8, 3>) {
        position.split(true, list);
    }
    fn quiet(&self, position: &Toy<SIDES, ZERO_SUM>, list: &mut ArrayVec<u8, 3>) {
        position.split(false, list);
    }
    fn is_noisy(&self, position: &Toy<SIDES, ZERO_SUM>, m: u8) -> bool {
        position.is_noisy(m)
    }
    fn in_check(&self, position: &Toy<SIDES, ZERO_SUM>) -> bool {
        position.in_check()
    }

    fn null_move_allowed(&self, position: &Toy<SIDES, ZERO_SUM>) -> bool {
        position.null_move_allowed()
    }
    fn make_null(position: &mut Toy<SIDES, ZERO_SUM>) {
        position.ply += 1;
    }
    fn unmake_null(position: &mut Toy<SIDES, ZERO_SUM>, (): ()) {
        position.ply -= 1;
    }

    fn winning_move(&self, position: &Toy<SIDES, ZERO_SUM>) -> Option<u8> {
        position.winning_move()
    }

    fn reply_score(&self, position: &Toy<SIDES, ZERO_SUM>, m: u8) -> i32 {
        position.reply_score(m)
    }
}

impl<const SIDES: usize, const ZERO_SUM: bool> Solve for Toy<SIDES, ZERO_SUM> {}
impl<const SIDES: usize, const ZERO_SUM: bool> Baselines for Toy<SIDES, ZERO_SUM> {}
impl<const SIDES: usize, const ZERO_SUM: bool> Tunable for Toy<SIDES, ZERO_SUM> {}
