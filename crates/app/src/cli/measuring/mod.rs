//! Speed and its growth: `bench` and `plot`.

pub(in crate::cli) mod ablate;
pub(in crate::cli) mod bench;
pub(in crate::cli) mod growth;
pub(in crate::cli) mod plot;
pub(in crate::cli) mod speedup;
