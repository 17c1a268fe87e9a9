//! The program `manyply`: commands, the protocols by which other programs talk with its engine, and the board in a
//! browser.

pub mod cli;
pub mod protocol;
pub mod serve;
