//! Games between players: `match`, `tournament`, `book`, `convert`, and files of games.

pub(in crate::cli) mod book;
pub(in crate::cli) mod conditions;
pub(in crate::cli) mod contest;
pub(in crate::cli) mod convert;
pub(in crate::cli) mod match_;
pub(in crate::cli) mod match_shard;
pub(in crate::cli) mod recorded;
pub(in crate::cli) mod replay;
pub(in crate::cli) mod tournament;
