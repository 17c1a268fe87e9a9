//! Protocols by which other programs talk with the engine, one file each.

mod connect;
pub mod gomocup;
pub mod hexnim_client;
pub mod trichess_client;
