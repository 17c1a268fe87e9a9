//! Exact values: `perft`, `solve`, `tables`, `prove`, `verify`.

pub(in crate::cli) mod perft;
pub(in crate::cli) mod perft_suite;
pub(in crate::cli) mod prove;
pub(in crate::cli) mod prove_guide;
pub(in crate::cli) mod prove_hints;
pub(in crate::cli) mod prove_jobs;
pub(in crate::cli) mod prove_journal;
pub(in crate::cli) mod prove_known;
pub(in crate::cli) mod prove_plane;
pub(in crate::cli) mod solve;
pub(in crate::cli) mod solve_shard;
pub(in crate::cli) mod tables;
pub(in crate::cli) mod verify;
pub(in crate::cli) mod verify_plane;
