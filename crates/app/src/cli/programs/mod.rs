//! Other programs at the board: the engine protocols, and what shells and readers need.

pub(in crate::cli) mod client;
pub(in crate::cli) mod completions;
pub(in crate::cli) mod gomocup;
pub(in crate::cli) mod help;
pub(in crate::cli) mod man;
pub(in crate::cli) mod protocol;
pub(in crate::cli) mod schema;
