//! Gomoku: five stones in a row win, on boards of up to 20x20, by the rules freestyle, standard or renju.
//!
//! [`square`] and [`stones`] are the board, [`rules`] the options, [`position`] the rules of play, `renju` the squares
//! that are forbidden to Black, `text` the notation and picture, `foreign` that of other programs, [`patterns`] what
//! stones threaten, `evaluate` the estimate with the weights in `fitted` and their `rates`, `hints` what helps the search, `symmetry` the images of a board,
//! `threats` the search for wins by threats,
//! `baseline` the agent to beat.

mod baseline;
mod evaluate;
mod fitted;
mod forcing;
mod foreign;
pub mod patterns;
pub mod position;
mod rates;
mod renju;
pub mod rules;
mod samples;
pub mod square;
mod state;
pub mod stones;
mod symmetry;
mod text;
mod threats;

pub use position::Gomoku;
pub use rules::{Rule, Rules};
pub use square::{Direction, Square};
pub use state::GomokuState;

#[cfg(test)]
mod tests;
