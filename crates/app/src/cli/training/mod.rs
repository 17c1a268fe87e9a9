//! Data, networks and numbers: `selfplay`, `data`, `train`, `network`, `tune`.

pub(in crate::cli) mod data;
pub(in crate::cli) mod network;
pub(in crate::cli) mod selfplay;
pub(in crate::cli) mod train;
pub(in crate::cli) mod train_svg;
pub(in crate::cli) mod tune;
pub(in crate::cli) mod tune_positions;
pub(in crate::cli) mod tune_search;
