//! Certificates that Black wins gomoku on 15x15 from the empty board, freestyle and standard: for programs that have
//! them inside, as `manyply` has. What they say and how they are checked is in `proof.md` of the reference. Those of
//! the unbounded board lie here, too, and are read from their files.

/// Names and contents, compressed by zstd.
pub static GOMOKU: [(&str, &[u8]); 2] = [
    ("gomoku-freestyle-15.proof.zst", include_bytes!("gomoku-freestyle-15.proof.zst")),
    ("gomoku-standard-15.proof.zst", include_bytes!("gomoku-standard-15.proof.zst")),
];
