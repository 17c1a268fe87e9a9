//! What the page asks for, and the answers, as JSON. `manyply serve` carries them over HTTP; the page of `manyply site`
//! has no server, and asks this crate built for WebAssembly, the engine (`wasm`).

mod api;
mod games;
pub mod markdown;
mod queries;
mod question;
mod rules;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod wasm;

pub use api::{Limits, games};
pub use games::shown;
pub use queries::{LEAST_INTERVAL, MOST_TURNS, query};
pub use question::parse;

use manyply::face::Registry;
use manyply_arena::service::QueryError;

/// Makes an answer of a question about these games.
pub type Asked = fn(&Registry, &[u8]) -> Result<String, QueryError>;

/// What is asked with a body and has one answer, by its path.
const ASKED: [(&str, Asked); 5] = [
    ("/api/position", api::position),
    ("/api/rules", rules::rules),
    ("/api/edit", api::edit),
    ("/api/import", games::import),
    ("/api/export", games::export),
];

/// What answers the questions that are asked at a path, if there are such.
pub fn asked(path: &str) -> Option<Asked> {
    ASKED.iter().find(|(name, _)| *name == path).map(|&(_, asked)| asked)
}
