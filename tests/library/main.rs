//! The library as programs use it: what it promises of every game, of the search and of the arena.

mod allocations;
mod arena;
mod battery;
mod endings;
mod fingerprints;
mod models;
mod new_games;
mod search;
mod service;
mod sizes;
mod suites;
mod threads;
mod toy;
mod toy_games;
