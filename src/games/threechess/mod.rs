//! Threechess: chess of three sides on 96 squares in three sections, each section its owner's half of a chessboard.
//!
//! Directions belong to the section that a square lies in, and the three sections meet in a centre where diagonals
//! fork. Blue, Green and Red move in turn. There is no check: whoever takes a king wins, its owner loses, and the third
//! side gets nothing. A pawn that reaches the back rank of another section becomes a queen. King and rook castle
//! whenever they stand right; there is no en passant. A side without a move passes.
//!
//! Geometry and moves are those of the public game threeChess, the other [`Rules`] those of the Trichess server.

mod attacks;
mod baseline;
mod board;
mod castling;
mod evaluate;
mod fitted;
mod geometry;
mod gradient;
mod movegen;
mod network;
mod notation;
mod picture;
mod piece_square;
mod play;
mod position;
mod rules;
mod samples;
mod see;
mod state;
mod weights;

#[cfg(test)]
mod tests;

pub use board::{Board, Kind, Move, square_name};
pub use geometry::{SQUARES, Square, column, row, section, square};
pub use position::{Threechess, Undo};
pub use rules::Rules;
pub use state::ThreechessState;

impl crate::solve::Solve for Threechess {}
