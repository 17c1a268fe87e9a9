//! Protocols by which other programs talk with the engine, one file or folder each.
//!
//! [`engine`] is what the protocols that descend from chess's UCI have in common: [`ugi`] for every game, [`ubgi`] for
//! minichess. [`minichess_file`] and [`hexnim_client`] are players of two university tournaments.

mod command;
mod connect;
mod go;

pub(crate) mod lines;

pub mod engine;
pub mod gomocup;
pub mod hexnim_client;
pub mod minichess_file;
pub mod trichess_client;
pub mod ubgi;
pub mod ugi;
