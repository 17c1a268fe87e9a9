//! Hexnim: cross out one, two or three cells in a line on a hexagonal grid; whoever takes the last cell loses (or
//! wins). An impartial game, on boards of up to 16x16 cells.
//!
//! [`grid`] is the lattice, `symmetry` its turns and mirrors, [`line`](mod@line) a move, [`position`] the rules, `text`
//! the notation and picture, `random` the boards of the tournament, `genus` the misère theory of connected parts,
//! `evaluate` the static evaluation, `state` the search state, `baseline` the agent to beat, [`solver`] the exact
//! values.

mod baseline;
mod evaluate;
mod genus;
pub mod grid;
pub mod line;
pub mod position;
mod random;
pub mod solver;
mod state;
mod symmetry;
mod text;

pub use line::Line;
pub use position::{Hexnim, Rules, Winner};
pub use state::HexnimState;

impl crate::game::Tunable for Hexnim {}

#[cfg(test)]
mod tests;
