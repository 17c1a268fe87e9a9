//! Gomoku: five stones in a row win, on boards of up to 20x20, by the rules freestyle, standard or renju.
//!
//! [`square`] and [`stones`] are the board, [`rules`] the options, [`position`] the rules of play, `renju` the squares
//! that are forbidden to Black, `text` the notation and picture, `foreign` that of other programs, [`patterns`] what
//! stones threaten, `evaluate` the estimate, `hints` what helps the search, `symmetry` the images of a board,
//! `threats` the search for wins by threats,
//! `baseline` the agent to beat.

mod baseline;
mod evaluate;
mod foreign;
mod hints;
pub mod patterns;
pub mod position;
mod renju;
pub mod rules;
mod samples;
pub mod square;
pub mod stones;
mod symmetry;
mod text;
mod threats;

pub use position::Gomoku;
pub use rules::{Rule, Rules};
pub use square::{Direction, Square};

impl crate::game::Tunable for Gomoku {}

#[cfg(test)]
mod tests;
