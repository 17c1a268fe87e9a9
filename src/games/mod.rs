//! The games, one folder each, all built alike: rules, moves, texts, evaluation, search state and hooks, baseline
//! agents.

pub mod gomoku;
pub mod hexnim;
pub mod hop;
pub mod minichess;
pub mod registry;

pub use registry::Game;
pub mod threechess;
