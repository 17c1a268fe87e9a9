//! Board games that no strong engine serves, over one search core.
//!
//! # A game of one's own
//!
//! A type that implements the traits of [`game`] has perft, the battery of [`check`] and everything else here:
//!
//! ```
#![doc = include_str!("../examples/own_game.rs")]
//! ```

pub mod arena;
pub mod bits;
pub mod check;
pub mod cli;
pub mod files;
pub mod game;
pub mod games;
mod harmless;
pub mod nnue;
pub mod perft;
pub mod protocol;
pub mod search;
pub mod shard;
pub mod solve;
pub mod table_file;
pub mod train;
pub mod zobrist;
