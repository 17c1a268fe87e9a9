//! The library as programs use it: what it promises of every game and of the search.

mod allocations;
mod battery;
mod breakthrough;
mod counted;
mod endings;
mod exact;
mod face;
mod fingerprints;
mod lessons;
mod maxn;
mod maze;
mod mcts;
mod models;
mod new_games;
mod points;
mod search;
mod sizes;
mod solvers;
mod suites;
mod threads;
mod toy;
mod toy_games;
mod workloads;
