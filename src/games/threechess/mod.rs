//! Threechess: chess of three sides on 96 squares in three sections; taking a king wins.

#[allow(dead_code)]
mod attacks;
mod board;
mod geometry;
#[allow(dead_code)]
mod picture;

#[cfg(test)]
mod tests;

pub use board::{Board, Kind, Move};
pub use geometry::{Square, column, row, section, square};
