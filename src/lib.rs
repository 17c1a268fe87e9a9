//! Board games that no strong engine serves, over one search core.
//!
//! # A game of one's own
//!
//! A type that implements the traits of [`game`] has perft, the battery of [`check`] and everything else here:
//!
//! ```
#![doc = include_str!("../examples/own_game.rs")]
//! ```

#[cfg(feature = "arena")]
pub mod arena;
pub mod bits;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod files;
pub mod game;
#[cfg(feature = "games")]
pub mod games;
#[cfg(feature = "arena")]
mod harmless;
pub mod nnue;
pub mod perft;
#[cfg(feature = "clients")]
pub mod protocol;
pub mod search;
pub mod shard;
pub mod solve;
pub mod table_file;
#[cfg(feature = "train")]
pub mod train;
pub mod zobrist;
