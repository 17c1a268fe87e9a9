//! Data, networks and numbers: `selfplay`, `data`, `train`, `network`, `tune`.

pub(crate) mod data;
pub(crate) mod network;
pub(crate) mod selfplay;
pub(crate) mod train;
pub(crate) mod train_svg;
pub(crate) mod tune;
pub(crate) mod tune_arguments;
pub(crate) mod tune_positions;
pub(crate) mod tune_search;

use crate::cli::common::{Result, Session};

pub(crate) fn tune(arguments: &tune_arguments::Arguments, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game)?;
    match &arguments.search {
        Some(names) => tune_search::run(arguments, names, kind, session),
        None => arguments.run(kind, session),
    }
}
