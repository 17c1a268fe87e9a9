//! The prover: a win of one side as a certificate, which [`verify`](super::verify) checks.
//!
//! [`Prover`] proves positions one after another: df-pn over the moves of both sides (`strategy`), with wins by threats
//! at the leaves (`threats`), which become trees with zones (`tree`, `windows`) by the rules of certificates.

mod plan;
pub mod plane;
mod strategy;
mod threats;
mod tree;
mod windows;

pub use plan::{JOB_STONES, job_key, plan};
pub use strategy::Order;

use super::patterns::Patterns;
use super::threats::Board;
use super::{Gomoku, Rule, Square};
use crate::game::{Played, Position, Side, Variant};
use crate::search::{EngineOf, Limits};
use crate::solve::dfpn::Search;
use std::cell::Cell;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use strategy::{Budget, Strategy};
use threats::Threats;
use tree::Tree;

/// Bytes of the table of proof numbers.
const MEMORY: u64 = 1 << 22;
/// Bytes of the tables of the VCT search in the first round, twice as much in every other one up to [`MOST_MEMORY`]:
/// most jobs are done in a quarter of a second, of which clearing larger tables would be a fifth.
const FIRST_MEMORY: u64 = 1 << 24;
const MOST_MEMORY: u64 = 1 << 28;
/// The work of the first round, for certificates.
const FIRST: Budget = Budget { nodes: 100, all: 1_500_000, win: 20_000, pass: 20_000, order: 10_000, width: 4 };
/// The same for wins that are to be found soon: most are short.
const FIRST_FOR_WINS: Budget = Budget { nodes: 30, all: 100_000, win: 1_000, pass: 2_000, order: 10_000, width: 4 };
/// Nodes of all threat searches for a position that is looked at in between.
const BRIEF: u64 = 60_000;
/// The most nodes of the search that orders the attacker's moves.
const MOST_ORDER: u64 = 1_500_000;
/// The last round, after which nothing is doubled any more.
pub const LAST_ROUND: u32 = 16;

impl Budget {
    /// The work of a round, where this is that of the first: twice as much as in the one before. Threat searches that
    /// fail take most of it, so that only a quarter of the doublings goes to the search for a win, and half of them to
    /// that after a pass. A good order of the attacker's moves is what pays most.
    fn of(self, round: u32) -> Self {
        let round = round.min(LAST_ROUND);
        let (factor, root, fourth) = (1 << round, 1 << (round / 2), 1 << (round / 4));
        Self {
            nodes: self.nodes * factor,
            all: self.all * factor,
            win: self.win * fourth,
            pass: self.pass * root,
            order: (self.order * factor * root).min(MOST_ORDER),
            width: self.width + 2 * round as usize,
        }
    }
}

/// Whether a prover knows the rules of a position.
pub fn knows(game: &Gomoku) -> bool {
    game.rules().connect == 5 && game.rules().rule != Rule::Renju
}

/// Nodes of threat searches in a round of a prover of wins, at most.
pub(super) fn work(round: u32) -> u64 {
    FIRST_FOR_WINS.of(round).all
}

/// The best move of a search, then those of its earlier iterations; and its nodes.
pub fn order_by_search(
    engine: &mut EngineOf<Gomoku>,
    game: &Gomoku,
    limits: &Limits,
    stop: &AtomicBool,
) -> (Vec<Square>, u64) {
    let mut moves = Vec::new();
    let found =
        engine.search(&Played::new(game.clone()), limits, stop, &mut |report| moves.extend(report.line.first()));
    moves.extend(found.best);
    moves.reverse();
    (moves, found.nodes)
}

/// Proves wins of one side.
pub struct Prover<'a> {
    attacker: Side,
    first: Budget,
    is_over: &'a dyn Fn() -> bool,
    nodes: Cell<u64>,
    /// Nodes of threat searches in a round, and as many for writing a tree down.
    most: u64,
}

impl<'a> Prover<'a> {
    /// A prover of wins of `attacker`, which gives up soon after `is_over` is true.
    pub fn new(attacker: Side, is_over: &'a dyn Fn() -> bool) -> Self {
        Self { attacker, first: FIRST, is_over, nodes: Cell::new(0), most: u64::MAX }
    }

    /// A prover that finds wins sooner, whose trees are longer.
    pub(super) fn for_wins(attacker: Side, is_over: &'a dyn Fn() -> bool) -> Self {
        Self { first: FIRST_FOR_WINS, ..Self::new(attacker, is_over) }
    }

    /// Nodes of all threat searches.
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// The tree of a position in which the attacker, which is to move, wins, as the squares of its moves; none if it is
    /// not found in these rounds, of which each does twice the work of the one before it.
    ///
    /// `order` gives the attacker's moves that are worth trying.
    pub fn prove(&mut self, game: &Gomoku, rounds: RangeInclusive<u32>, order: &mut Order<'_>) -> Option<Vec<Square>> {
        // A table that is full of what was settled in other positions has no room for this one.
        let memory = FIRST_MEMORY << (*rounds.end()).min(LAST_ROUND);
        self.prove_in_turn(game, memory, &mut rounds.map(|round| (round, self.most)), order)
    }

    /// The same with tables of so many bytes, and with rounds that are asked for one by one, so that other work can be
    /// done between them: each with the most nodes that it may take, and as many again for writing a tree down.
    pub(super) fn prove_in_turn(
        &self,
        game: &Gomoku,
        memory: u64,
        rounds: &mut dyn Iterator<Item = (u32, u64)>,
        order: &mut Order<'_>,
    ) -> Option<Vec<Square>> {
        if !knows(game) || game.outcome().is_some() || game.side_to_move() != self.attacker {
            return None;
        }
        if let Some(five) = game.winning_square(self.attacker) {
            return Some(Tree::five(five).moves);
        }
        let (mut game, mut patterns) = (game.clone(), Patterns::of(game));
        let mut board = Board::new(&mut game, &mut patterns);
        let spent = Cell::new(false);
        let mut threats = Threats::new(self.attacker, memory.min(MOST_MEMORY), &spent, self.is_over);
        let mut strategy = Strategy::new(board.game(), self.attacker, &mut threats, order, self.first);
        let before = self.nodes();
        let mut found = None;
        for (round, most) in rounds {
            let budget = self.first.of(round);
            strategy.widen(Budget { all: budget.all.min(most), ..budget });
            let mut search = Search::new(MEMORY);
            let is_over = |_| (self.is_over)() || spent.get();
            let proved = search.prove(&mut strategy, &mut board, budget.nodes, &is_over);
            if proved.is_some_and(|(gets, _)| gets) {
                // What is proved is written down whatever that takes, as a rule.
                strategy.allow(most);
                found = strategy.tree(&mut search, &mut board).map(|tree| tree.moves.clone());
            }
            self.nodes.set(before + strategy.nodes());
            if found.is_some() || (self.is_over)() {
                break;
            }
        }
        found
    }

    /// The same with little work, the moves ordered by their patterns.
    fn prove_briefly(&mut self, game: &Gomoku) -> Option<Vec<Square>> {
        let most = std::mem::replace(&mut self.most, BRIEF);
        let found = self.prove(game, 0..=0, &mut |_, _| Vec::new());
        self.most = most;
        found
    }
}
