//! Board games that no strong engine serves, over one search core.

pub mod bits;
pub mod game;
pub mod games;
pub mod solve;
pub mod zobrist;
