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
use serde::Serialize;

/// An epoch of tuning or training.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "epoch")]
pub(crate) struct EpochLine {
    /// The number of the epoch.
    epoch: u32,
    /// The mean loss on the positions that weights are tuned to.
    #[serde(skip_serializing_if = "Option::is_none")]
    fitted: Option<f64>,
    /// The mean error on the positions that a network is trained on.
    #[serde(skip_serializing_if = "Option::is_none")]
    trained: Option<f64>,
    /// The same on those that are held out.
    held_out: f64,
    /// The speed of training.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions_per_second: Option<f64>,
}

pub(crate) fn tune(arguments: &tune_arguments::Arguments, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game)?;
    match &arguments.search {
        Some(names) => tune_search::run(arguments, names, kind, session),
        None => arguments.run(kind, session),
    }
}
