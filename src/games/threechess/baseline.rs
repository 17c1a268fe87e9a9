//! The simple player that the game came with: it looks at its moves by a table, one ply deep.

use super::board::{Kind, Move};
use super::geometry::{ROWS, Square, row, section};
use super::movegen;
use super::position::Threechess;
use crate::bits::BitSet;
use crate::game::{Baselines, Position, Side};
use crate::zobrist::SplitMix64;

/// What a capture is worth to a kind of piece: [capturer][captured], pawns first, kings last.
const CAPTURE: [[i32; 6]; 6] = [
    [50, 110, 105, 110, 120, 150],
    [5, 12, 10, 12, 98, 150],
    [4, 12, 12, 13, 99, 150],
    [2, 110, 100, 110, 115, 150],
    [1, 10, 10, 80, 94, 150],
    [500, 500, 500, 500, 500, 500],
];
/// What a quiet move is worth to a kind of piece.
const QUIET: [i32; 6] = [5, 4, 3, 4, 2, -10_000];
/// What stepping into danger costs a piece.
const DANGER: i32 = 100;

impl Baselines for Threechess {
    const BASELINES: &'static [&'static str] = &["priority"];

    /// `priority` plays a move of the highest priority, one of them at random; it does not search.
    fn baseline(&self, name: &str, seed: u64, _depth: Option<u32>) -> Option<Move> {
        if name != "priority" || self.outcome().is_some() {
            return None;
        }
        let candidates = candidates(self);
        let chosen = SplitMix64::new(seed ^ self.key()).below(candidates.len());
        Some(candidates.get(chosen).copied().unwrap_or(Move::PASS))
    }
}

/// The moves among which `priority` draws; none if it must pass.
pub(super) fn candidates(position: &Threechess) -> Vec<Move> {
    let side = position.turn();
    let danger = danger(position, side);
    let moves: Vec<Move> = pieces(position, side)
        .flat_map(|(from, targets)| targets.members().map(move |to| Move::new(from, to)))
        .collect();
    let king = position.board().king(side);
    if king.is_some_and(|king| danger.contains(king)) {
        let flights = moves.iter().copied().filter(|m| Some(m.from()) == king && !danger.contains(m.to()));
        let flights: Vec<Move> = flights.collect();
        if !flights.is_empty() {
            return flights;
        }
    }
    let priorities: Vec<i32> = moves.iter().map(|&m| priority(position, m, danger)).collect();
    let highest = priorities.iter().max();
    moves.iter().zip(&priorities).filter(|&(_, priority)| Some(priority) == highest).map(|(&m, _)| m).collect()
}

/// The pieces of a side with where they could go now.
fn pieces(position: &Threechess, side: Side) -> impl Iterator<Item = (Square, u128)> + '_ {
    position.board().of(side).members().map(move |from| (from, movegen::targets(position, side, from)))
}

/// Wherever the enemies of `side` could go now.
fn danger(position: &Threechess, side: Side) -> u128 {
    let enemies = [side.next(3), side.next(3).next(3)];
    enemies.into_iter().flat_map(|enemy| pieces(position, enemy)).fold(0, |union, (_, targets)| union | targets)
}

/// The priority of a move when the squares of `danger` are those that the enemies can go to.
pub(super) fn priority(position: &Threechess, m: Move, danger: u128) -> i32 {
    let (board, side) = (position.board(), position.turn());
    let Some((_, kind)) = board.at(m.from()) else { return 0 };
    let (attacked, hot) = (danger.contains(m.from()), danger.contains(m.to()));
    let quiet = QUIET[kind as usize];
    if let Some((_, captured)) = board.at(m.to()) {
        let value = CAPTURE[kind as usize][captured as usize];
        return match kind {
            Kind::Pawn => quiet + value - 1 - if hot { 10 } else { 0 },
            Kind::Rook => quiet + value - 1 + if attacked { DANGER } else { 0 } - if hot { DANGER } else { 0 },
            Kind::Knight | Kind::Bishop if attacked => 100 + value,
            Kind::Queen if attacked => 200 + value,
            Kind::King if attacked => 1000 + value,
            Kind::Knight | Kind::Bishop | Kind::Queen | Kind::King => value,
        };
    }
    let beware = section(m.to()) != side.index() && row(m.to()) == ROWS - 1;
    let enemies = board.occupied().minus(board.of(side));
    let runs = attacked && !hot && !movegen::targets(position, side, m.from()).meets(enemies);
    match kind {
        Kind::Pawn => quiet - if beware { 2 } else { 0 },
        Kind::Rook | Kind::Knight if runs => 50,
        Kind::Queen if runs => 60,
        Kind::King => quiet,
        Kind::Rook | Kind::Knight | Kind::Bishop | Kind::Queen => quiet - if hot { DANGER } else { 0 },
    }
}
