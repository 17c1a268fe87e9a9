//! Protocols by which other programs talk with the engine, one file or folder each.
//!
//! [`engine`] is what the protocols that descend from chess's UCI have in common: [`ugi`] for every game, [`ubgi`] for
//! minichess. [`minichess_file`] and [`hexnim_client`] are players of two university tournaments.
//!
//! `manyply ugi GAME` serves a client on the program's own streams; any others will do, for a game of one's own too:
//!
//! ```
//! use manyply::face::Kind;
//! use manyply::games::hop::Hop;
//! use manyply::search::Options;
//! use manyply_app::protocol::engine::{self, End, Settings};
//! use manyply_app::protocol::ugi;
//! use std::io::Cursor;
//! use std::sync::atomic::AtomicBool;
//!
//! let options = Options { hash_mib: 4, ..Options::default() };
//! let settings = Settings { options, algorithm: None, most_threads: 2, most_hash_mib: 64 };
//! let input = Box::new(Cursor::new("ugi\nisready\nposition startpos\ngo depth 3\n"));
//! let (mut out, stop) = (Vec::new(), AtomicBool::new(false));
//!
//! let end = engine::run(&ugi::dialect(Kind::of::<Hop>()), settings, "", input, &mut out, &stop)?;
//! let said = String::from_utf8_lossy(&out);
//! assert!(end == End::Quit && said.contains("ugiok") && said.contains("readyok") && said.contains("bestmove "));
//! # Ok::<(), std::io::Error>(())
//! ```

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
