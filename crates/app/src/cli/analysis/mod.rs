//! Analysing positions and games: `analyze`, `annotate`, `eval`, `query`, `show`, `suite`.

pub(crate) mod analyze;
pub(crate) mod annotate;
pub(crate) mod annotate_svg;
pub(crate) mod batch;
pub(crate) mod batch_positions;
pub(crate) mod eval;
pub(crate) mod eval_compare;
pub(crate) mod eval_compare_svg;
pub(crate) mod in_order;
pub(crate) mod live;
pub(crate) mod query;
pub(crate) mod show;
pub(crate) mod suite;

use crate::cli::common::{Result, Session};

pub(crate) fn analyze(arguments: &analyze::Arguments, session: &mut Session<'_>) -> Result {
    match &arguments.file {
        Some(path) => batch::run(arguments, path, session),
        None => analyze::run(arguments, session),
    }
}
