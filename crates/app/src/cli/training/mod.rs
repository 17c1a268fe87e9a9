//! Data, networks and numbers: `selfplay`, `data`, `train`, `network`, `tune`.

pub(in crate::cli) mod data;
pub(in crate::cli) mod network;
pub(in crate::cli) mod selfplay;
pub(in crate::cli) mod train;
pub(in crate::cli) mod train_svg;
pub(in crate::cli) mod tune;
pub(in crate::cli) mod tune_arguments;
pub(in crate::cli) mod tune_positions;
pub(in crate::cli) mod tune_search;

use crate::cli::common::failure::Failure;
use crate::cli::common::session::Session;

pub(in crate::cli) fn tune(arguments: &tune_arguments::Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let kind = session.kind(&arguments.game)?;
    match &arguments.search {
        Some(names) => tune_search::run(arguments, names, kind, session),
        None => arguments.run(kind, session),
    }
}
