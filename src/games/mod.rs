//! The games, one folder each, all built alike.

pub mod hop;
