//! Minichess: 5x6 squares, full armies of five, and a king that may be taken.
//!
//! Pieces move as in chess, without double steps, castling or en passant; a pawn reaching the last rank becomes a
//! queen. There is no check: every pseudo-legal move is allowed, and taking the king wins. After a fixed number of
//! plies (100) the pieces are counted ([`Kind::count`]) and more wins; the fourth occurrence of a position is a draw.
//! With `king=royal` moves must be safe for the own king, as in chess, and a side without one has lost.
//!
//! Where several rules apply at once, the earlier event decides: a king that has been taken ends the game first, then
//! the limit on plies (after the last ply nobody has to move any more, not even out of mate), then having no move.

mod accumulator;
mod attacks;
mod baseline;
mod board;
mod evaluate;
mod foreign;
mod movegen;
mod notation;
mod piece_square;
mod play;
mod position;
mod rules;
mod samples;
mod see;
mod square;
mod state;
mod tables;

#[cfg(test)]
mod tests;

pub use board::{Board, Kind, Move};
pub use position::{Minichess, Undo};
pub use rules::{King, Limit, Rules};
pub use square::Square;
pub use state::MinichessState;
pub use tables::{COUNTDOWNS, ENDINGS};

impl crate::game::Tunable for Minichess {}
