//! Other programs at the board: the engine protocols, and what shells and readers need.

pub(crate) mod client;
pub(crate) mod completions;
pub(crate) mod gomocup;
pub(crate) mod help;
pub(crate) mod man;
pub(crate) mod protocol;
pub(crate) mod schema;
