//! The simple player that the game came with: it scores its moves by a table, one ply deep.

use super::board::{Kind, Move};
use super::geometry::{ROWS, row, section};
use super::movegen;
use super::position::{Moves, Threechess};
use crate::bits::BitSet;
use crate::game::{Baselines, Position, Side};
use crate::zobrist::SplitMix64;

/// The score of a capture by a kind of piece: [capturer][captured], pawns first, kings last.
const CAPTURE: [[i32; 6]; 6] = [
    [50, 110, 105, 110, 120, 150],
    [5, 12, 10, 12, 98, 150],
    [4, 12, 12, 13, 99, 150],
    [2, 110, 100, 110, 115, 150],
    [1, 10, 10, 80, 94, 150],
    [500, 500, 500, 500, 500, 500],
];
/// The score of a quiet move of a kind of piece.
const QUIET: [i32; 6] = [5, 4, 3, 4, 2, -10_000];
/// The penalty for moving a kind of piece to an attacked square.
const DANGER: i32 = 100;

impl Baselines for Threechess {
    const BASELINES: &'static [&'static str] = &["priority"];

    /// `priority` plays a move of the highest priority, one of them at random; it does not search.
    fn baseline(&self, name: &str, seed: u64, _depth: Option<u32>) -> Option<Move> {
        if name != "priority" || self.outcome().is_some() {
            return None;
        }
        let mut list = Moves::default();
        candidates(self, &mut list);
        let chosen = SplitMix64::new(seed ^ self.key()).below(list.len());
        Some(list.get(chosen).copied().unwrap_or(Move::PASS))
    }
}

/// Appends the moves among which `priority` draws; none if it must pass.
pub(super) fn candidates(position: &Threechess, list: &mut Moves) {
    let side = position.turn();
    let danger = danger(position, side);
    if let Some(king) = position.board().king(side)
        && danger.contains(king)
    {
        let flights = movegen::targets(position, side, king).minus(danger);
        if flights != 0 {
            list.extend(flights.members().map(|to| Move::new(king, to)));
            return;
        }
    }
    let mut highest = i32::MIN;
    movegen::generate::<true, true>(position, |m| {
        let priority = if m.promotion() == 0 { priority(position, m, danger) } else { i32::MIN };
        if priority > highest {
            highest = priority;
            list.clear();
        }
        if priority == highest {
            list.push(m);
        }
    });
}

/// Wherever the enemies of `side` could go now.
fn danger(position: &Threechess, side: Side) -> u128 {
    movegen::reach(position, side.next(3)) | movegen::reach(position, side.next(3).next(3))
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
