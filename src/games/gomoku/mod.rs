//! Gomoku.

pub mod patterns;
