//! Protocols by which other programs talk with the engine, one file each.

pub mod gomocup;
pub mod hexnim_client;
