//! Analysing positions and games: `analyze`, `annotate`, `eval`, `query`, `show`, `suite`.

pub(in crate::cli) mod analyze;
pub(in crate::cli) mod annotate;
pub(in crate::cli) mod annotate_svg;
pub(in crate::cli) mod batch;
pub(in crate::cli) mod eval;
pub(in crate::cli) mod eval_compare;
pub(in crate::cli) mod eval_compare_svg;
pub(in crate::cli) mod live;
pub(in crate::cli) mod query;
pub(in crate::cli) mod show;
pub(in crate::cli) mod suite;
