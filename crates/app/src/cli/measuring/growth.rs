//! `bench --growth`: what each further depth costs from the start of a game, for `plot` to draw.

use crate::cli::common::{Blame, Result, Session, resources, thread_time};
use manyply::face::{Kind, Setup};
use manyply::nnue::NetworkRef;
use manyply::search::{Limits, Options};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The table, in MiB, the same everywhere: as large as what a search of some ten seconds fills.
const HASH_MIB: usize = 512;

/// What a depth costs.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "growth")]
pub(crate) struct Line {
    pub(crate) game: String,
    /// The depth, in plies.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// Processor time, in seconds.
    pub(crate) seconds: f64,
    /// What the table's entries in use take, in MiB; as exact as a thousandth of the table.
    #[cfg_attr(test, schemars(range(min = 0)))]
    pub(crate) table_mib: f64,
}

/// Follows the costs; no further depth is begun after `time`.
pub(crate) fn run(kind: &Kind, network: Option<NetworkRef>, time: Duration, session: &mut Session<'_>) -> Result {
    let options = Options { hash_mib: HASH_MIB, network, ..Options::default() };
    let mut searcher = resources::searcher(kind, options)?;
    // The system gives memory page by page as it is touched, which must not count as the search's time.
    searcher.new_game();
    let game = kind.begin(&Setup::default()).or_input()?;
    let started = thread_time();
    let mut lines = Vec::new();
    let limits = Limits { time: Some(time), ..Limits::default() };
    searcher.search(&*game, None, &limits, &session.stop.clone(), &mut |report| {
        lines.push(Line {
            game: kind.name.to_owned(),
            depth: report.depth,
            nodes: report.nodes,
            seconds: thread_time().saturating_sub(started).as_secs_f64(),
            table_mib: f64::from(report.hashfull) / 1000.0 * options.hash_mib as f64,
        });
    });
    for line in lines {
        let Line { game, depth, nodes, seconds, table_mib } = &line;
        session.report(&line, |out| {
            writeln!(out, "{game:<12}{depth:>4}{nodes:>14} nodes{seconds:>11.4} s{table_mib:>9.1} MiB")
        })?;
    }
    session.check_stop()
}
