//! The games, one folder each, all built alike: rules, moves, texts, evaluation, hints for the search, baseline agents.

pub mod gomoku;
pub mod hexnim;
pub mod hop;
pub mod minichess;
pub mod registry;

pub use registry::Game;
pub mod threechess;
