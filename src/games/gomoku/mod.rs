//! Gomoku: five stones in a row win, on boards of up to 20x20, by the rules freestyle, standard or renju.
//!
//! [`square`] and [`stones`] are the board, [`rules`] the options, [`position`] the rules of play, `renju` the squares
//! that are forbidden to Black, `text` the notation and picture, `foreign` those of other programs, [`patterns`] the
//! line patterns and combined patterns of empty squares, `evaluate` the static evaluation, `weights` its tuned weights
//! and those of the move ordering, `gradient` the gradients by both, `state` the search state and its hooks, `forcing`
//! the forcing moves, `symmetry` the images of a board, `threats` the threat searches (VCF and VCT), [`prover`] makes
//! certificates of wins, [`verify`] checks them, `shelf` loads them, `proofs` plays by them and `own_proofs` has the
//! program's own, `solver` finds the value of a position by all of these, `baseline` is the agent to beat.

mod baseline;
mod evaluate;
mod forcing;
mod foreign;
mod gradient;
mod own_proofs;
pub mod patterns;
pub mod position;
mod proofs;
pub mod prover;
mod renju;
pub mod rules;
mod samples;
mod shelf;
mod solver;
pub mod square;
mod state;
pub mod stones;
mod symmetry;
mod text;
mod threats;
pub mod verify;
mod weights;

pub use own_proofs::provide_proofs;
pub use position::Gomoku;
pub use proofs::{known_on_plane, limit_own_proofs, own_proof_memory, prepare_own_proof};
pub use rules::{Rule, Rules};
pub use square::{Direction, Square};
pub use state::GomokuState;

#[cfg(test)]
mod tests;
