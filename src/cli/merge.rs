//! `manyply merge`: the results of all shards of a run, added up.

use super::failure::Failure;
use super::session::Session;
use super::shard::{Part, complete};
use super::{match_, match_shard, perft, shard, solve_shard};
use std::path::PathBuf;

/// Add up the results of all shards of a run
#[derive(clap::Args)]
#[command(after_help = "Example:\n  manyply perft minichess 8 --shard 1/2 > 1.json\n  manyply perft minichess 8 \
    --shard 2/2 > 2.json\n  manyply merge 1.json 2.json\n\nSo are parts of 'solve' and of 'match'. The parts may come from different machines and in any \
    order; each must be there once.")]
pub(super) struct Arguments {
    /// What each shard printed ('-' reads standard input)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let mut parts = Vec::with_capacity(arguments.files.len());
    for file in &arguments.files {
        parts.push(Part::read(file, session)?);
    }
    complete(&mut parts)?;
    match parts[0].tag.command.as_str() {
        perft::COMMAND => perft::merge(&parts, arguments.json, session),
        solve_shard::COMMAND => shard::merge::<solve_shard::PartLine>(&parts, arguments.json, session),
        match_::COMMAND => shard::merge::<match_shard::PartOf>(&parts, arguments.json, session),
        other => Err(Failure::input(format!("{}: no command {other:?} has shards", parts[0].name))),
    }
}
