//! The simple players that the game came with: fixed depth, moves in generator order, an evaluation of their own.

use super::board::{Kind, Move};
use super::position::{Minichess, Moves};
use super::square::{FILES, RANKS, SQUARES, Square};
use crate::bits::BitSet;
use crate::game::{Baselines, Position, Side};

/// The value of a won game; no evaluation comes near.
const WON: i32 = 1_000_000;

impl Baselines for Minichess {
    const BASELINES: &'static [&'static str] = &["alphabeta", "minimax"];

    /// `minimax` looks at all lines of 3 plies, `alphabeta` at 5 plies with fail-hard pruning; both are
    /// deterministic and play the first of equal moves.
    fn baseline(&self, name: &str, _seed: u64, depth: Option<u32>) -> Option<Move> {
        let (usual, prune) = match name {
            "minimax" => (3, false),
            "alphabeta" => (5, true),
            _ => return None,
        };
        let below = depth.unwrap_or(usual).max(1) - 1;
        let (mut position, mut best, mut most) = (self.clone(), None, -WON - 1);
        for m in listed(self) {
            let undo = position.make(m);
            let value =
                if prune { -alphabeta(&mut position, below, -WON - 1, -most) } else { -minimax(&mut position, below) };
            position.unmake(m, undo);
            if value > most {
                (most, best) = (value, Some(m));
            }
        }
        best
    }
}

/// The value for the side to move, every line looked at.
fn minimax(position: &mut Minichess, depth: u32) -> i32 {
    if let Some(value) = leaf(position, depth) {
        return value;
    }
    let mut best = -WON - 1;
    for m in listed(position) {
        let undo = position.make(m);
        best = best.max(-minimax(position, depth - 1));
        position.unmake(m, undo);
    }
    best
}

/// The same value where it lies between the bounds, else the bound on its side.
fn alphabeta(position: &mut Minichess, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if let Some(value) = leaf(position, depth) {
        return value.clamp(alpha, beta);
    }
    for m in listed(position) {
        let undo = position.make(m);
        let value = -alphabeta(position, depth - 1, -beta, -alpha);
        position.unmake(m, undo);
        if value >= beta {
            return beta;
        }
        alpha = alpha.max(value);
    }
    alpha
}

/// The value where the search ends.
fn leaf(position: &Minichess, depth: u32) -> Option<i32> {
    let side = position.side_to_move();
    match position.outcome() {
        Some(outcome) => Some(WON * i32::from(outcome.payoff(side))),
        None if depth == 0 => Some(evaluate(position, side)),
        None => None,
    }
}

fn listed(position: &Minichess) -> Moves {
    let mut list = Moves::default();
    position.moves(&mut list);
    list
}

/// Material and squares, from a side's view.
fn evaluate(position: &Minichess, side: Side) -> i32 {
    let board = position.board();
    let mut sum = 0;
    for square in board.occupied().members() {
        if let Some((owner, kind)) = board.at(square) {
            // Tables read like a board, a6 first; Black's pieces are rotated by 180 degrees, and so is its table.
            let at = if owner == Side::FIRST { from_top(square) } else { from_top(SQUARES - 1 - square) };
            let value = 100 * material(kind) + squares(kind)[at];
            sum += if owner == side { value } else { -value };
        }
    }
    sum
}

fn from_top(square: Square) -> usize {
    (RANKS - 1 - square / FILES) * FILES + square % FILES
}

const fn material(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Knight | Kind::Bishop => 3,
        Kind::Rook => 5,
        Kind::Queen => 8,
        Kind::King => 20,
    }
}

const fn squares(kind: Kind) -> &'static [i32; SQUARES] {
    match kind {
        Kind::Pawn => &PAWN,
        Kind::Rook => &ROOK,
        Kind::Knight | Kind::Bishop => &CENTRE,
        Kind::Queen | Kind::King => &[0; SQUARES],
    }
}

/// Forward, the queen's pawn first; those before the king stay.
#[rustfmt::skip]
const PAWN: [i32; SQUARES] = [
     0,  0,  0,  0,  0,
    50, 50, 50, 50, 50,
    20, 20, 25, 30, 15,
    10, 10, 15, 20,  0,
     0,  0,  0,  5, 10,
     0,  0,  0,  0,  0,
];
/// Into the enemy camp.
#[rustfmt::skip]
const ROOK: [i32; SQUARES] = [
    10, 10, 10, 10, 10,
    20, 20, 20, 20, 20,
     5,  5,  5,  5,  5,
     0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,
     0,  0,  0,  0,  0,
];
/// To the centre.
#[rustfmt::skip]
const CENTRE: [i32; SQUARES] = [
    -10, -5,  0, -5, -10,
     -5,  5, 10,  5,  -5,
      0, 15, 20, 15,   0,
      0, 15, 20, 15,   0,
     -5,  5, 10,  5,  -5,
    -10, -5,  0, -5, -10,
];
