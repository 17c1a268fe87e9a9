//! Games between players: `match`, `tournament`, `book`, `convert`, and files of games.

pub(crate) mod book;
pub(crate) mod conditions;
pub(crate) mod contest;
pub(crate) mod convert;
pub(crate) mod match_;
pub(crate) mod match_shard;
pub(crate) mod recorded;
pub(crate) mod replay;
pub(crate) mod tournament;
