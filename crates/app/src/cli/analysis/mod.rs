//! Analysing positions and games: `analyze`, `annotate`, `eval`, `query`, `show`, `suite`.

pub(in crate::cli) mod analyze;
pub(in crate::cli) mod annotate;
pub(in crate::cli) mod annotate_svg;
pub(in crate::cli) mod batch;
pub(in crate::cli) mod batch_positions;
pub(in crate::cli) mod eval;
pub(in crate::cli) mod eval_compare;
pub(in crate::cli) mod eval_compare_svg;
pub(in crate::cli) mod live;
pub(in crate::cli) mod query;
pub(in crate::cli) mod show;
pub(in crate::cli) mod suite;

use crate::cli::common::failure::Failure;
use crate::cli::common::session::Session;

pub(in crate::cli) fn analyze(arguments: &analyze::Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    match &arguments.file {
        Some(path) => batch::run(arguments, path, session),
        None => analyze::run(arguments, session),
    }
}
