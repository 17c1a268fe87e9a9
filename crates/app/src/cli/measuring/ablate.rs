//! `bench --ablate`: the effect of each technique of the search, in nodes and time to the same depth without it.

use crate::cli::common::{Result, Session, resources, thread_time};
use crate::cli::measuring::speedup::mean;
use manyply::face::Kind;
use manyply::nnue::NetworkRef;
use manyply::search::{Limits, Options, Techniques, nodes_per_second};
use serde::Serialize;
use std::time::Duration;

/// A search without a technique that needs so many times the nodes is ended: what it would need is not known.
const MOST: u64 = 32;
/// The table, in MiB, as in the fingerprints.
const HASH_MIB: usize = 16;

/// The searches of all positions with the same techniques.
struct Run {
    nodes: Vec<u64>,
    time: Duration,
    /// How many did not get to their depth.
    ended: usize,
}

/// What leaving out one technique costs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "ablation")]
pub(crate) struct Line {
    game: &'static str,
    /// The technique that is left out; null: none.
    without: Option<&'static str>,
    nodes: u64,
    /// Processor time, in seconds.
    seconds: f64,
    nps: u64,
    /// The geometric mean over the positions of the nodes to the same depth, the whole search being 1.
    #[cfg_attr(test, schemars(range(min = 0)))]
    node_ratio: f64,
    /// The same for the time: the nodes' times what a node costs.
    #[cfg_attr(test, schemars(range(min = 0)))]
    time_ratio: f64,
    /// Positions whose search was ended before its depth: the ratios are at least what they say.
    ended: usize,
}

pub(crate) fn run(kind: &Kind, network: Option<NetworkRef>, session: &mut Session<'_>) -> Result {
    let options = |techniques| Options { hash_mib: HASH_MIB, techniques, network, ..Options::default() };
    // Once for tables that are made on first use, once to measure.
    measure(kind, options(Techniques::ALL), None, session)?;
    let whole = measure(kind, options(Techniques::ALL), None, session)?;
    if !session.json {
        let nodes = whole.nodes.iter().sum();
        let speed = nodes_per_second(nodes, whole.time) as f64 / 1e6;
        let (positions, seconds) = (whole.nodes.len(), whole.time.as_secs_f64());
        writeln!(
            session.out,
            "{}: {positions} positions, {nodes} nodes, {seconds:.2} s, {speed:.2} M nodes/s",
            kind.name
        )?;
        writeln!(session.out, "{:<24}{:>8}{:>8}", "without", "nodes", "time")?;
    }
    let mut in_use = kind.techniques;
    let names = Techniques::NAMES.iter().copied().filter(|name| in_use.switch(name).is_some_and(|on| *on));
    for without in std::iter::once(None).chain(names.map(Some)) {
        let mut techniques = Techniques::ALL;
        if let Some(switch) = without.and_then(|name| techniques.switch(name)) {
            *switch = false;
        }
        let found = match without {
            None => None,
            Some(_) => Some(measure(kind, options(techniques), Some(&whole.nodes), session)?),
        };
        let line = line(kind, without, found.as_ref().unwrap_or(&whole), &whole);
        session.report(&line, |out| {
            let Some(name) = without else { return Ok(()) };
            let least = if line.ended > 0 { "≥" } else { "" };
            let [nodes, time] = [line.node_ratio, line.time_ratio].map(|ratio| format!("{least}{ratio:.2}"));
            writeln!(out, "{name:<24}{nodes:>8}{time:>8}")
        })?;
    }
    Ok(())
}

/// Searches all positions of the bench; `usual` are the nodes that the whole search takes.
fn measure(kind: &Kind, options: Options, usual: Option<&[u64]>, session: &Session<'_>) -> Result<Run> {
    let mut searcher = resources::searcher(kind, options)?;
    let mut run = Run { nodes: Vec::new(), time: Duration::ZERO, ended: 0 };
    for (index, (game, depth)) in kind.samples().into_iter().enumerate() {
        searcher.new_game();
        let nodes = usual.map(|usual| usual[index].max(1000).saturating_mul(MOST));
        let limits = Limits { nodes, ..Limits::depth(depth) };
        let started = thread_time();
        let found = searcher.search(&*game, None, &limits, &session.stop, &mut |_| ());
        run.time += thread_time().saturating_sub(started);
        run.ended += usize::from(nodes.is_some_and(|most| found.nodes >= most));
        run.nodes.push(found.nodes);
        session.check_stop()?;
    }
    Ok(run)
}

fn line(kind: &Kind, without: Option<&'static str>, found: &Run, whole: &Run) -> Line {
    let ratios = found.nodes.iter().zip(&whole.nodes).map(|(&a, &b)| a.max(1) as f64 / b.max(1) as f64);
    let node_ratio = mean(&ratios.collect::<Vec<_>>()).unwrap_or(1.0);
    let nodes = found.nodes.iter().sum();
    let cost = |run: &Run| run.time.as_secs_f64() / run.nodes.iter().sum::<u64>().max(1) as f64;
    Line {
        game: kind.name,
        without,
        nodes,
        seconds: found.time.as_secs_f64(),
        nps: nodes_per_second(nodes, found.time),
        node_ratio,
        time_ratio: node_ratio * cost(found) / cost(whole),
        ended: found.ended,
    }
}
