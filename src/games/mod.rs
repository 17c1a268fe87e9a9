//! The games, one folder each, all built alike: rules, moves, texts, evaluation, search state and hooks, baseline
//! agents.

pub mod gomoku;
pub mod hexnim;
pub mod hop;
pub mod minichess;
pub mod threechess;

#[cfg(test)]
mod tests;

use crate::face::{Kind, Registry, UnknownGame};

/// All games of this library.
pub fn registry() -> Registry {
    let games = Registry::new().with::<minichess::Minichess>().with::<threechess::Threechess>();
    games.with::<hop::Hop>().with::<gomoku::Gomoku>().with::<hexnim::Hexnim>()
}

/// The game of this library that is called so.
///
/// # Errors
/// There is no such game.
pub fn kind(name: &str) -> Result<&'static Kind, UnknownGame> {
    registry().kind(name)
}
