//! Speed and its growth: `bench` and `plot`.

pub(crate) mod ablate;
pub(crate) mod bench;
pub(crate) mod growth;
pub(crate) mod plot;
pub(crate) mod speedup;
