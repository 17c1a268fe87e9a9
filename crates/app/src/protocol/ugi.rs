//! UGI, the Universal Game Interface: the engine for every game behind UCI's commands without chess in them.
//!
//! The protocol is the one that match runners for any game speak, which rely on the engine for the rules: beside UCI's
//! commands there is `query` (`gameover`, `p1turn`, `result`), and clocks are `p1time`, `p2time`, ….

use super::engine::Dialect;
use manyply::face::Kind;

/// The dialect, for any game.
pub const fn dialect(kind: &'static Kind) -> Dialect {
    Dialect { kind, facts: &[], is_ready_early: false, default_depth: None, last_resort: None, parse_board: None }
}
