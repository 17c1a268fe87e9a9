//! `manyply merge`: the parts of a run, made into the whole again.

use crate::cli::arena::{match_, match_shard};
use crate::cli::common::{JsonArgument, Part, Result, Session, input};
use crate::cli::solving::{perft, prove_certificate, solve_shard};
use manyply::formats::Content;
use std::path::PathBuf;

/// Add up the results of all shards of a run
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What each shard printed ('-' reads standard input)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Put certificates of 'manyply prove' together in this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgument,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    if let Some(out) = &arguments.out {
        return prove_certificate::merge(&arguments.files, out, session);
    }
    let mut parts = Vec::with_capacity(arguments.files.len());
    for file in &arguments.files {
        parts.push(Part::parse(file.display().to_string(), &session.read_file("merge", file, &[Content::Json])?)?);
    }
    complete(&mut parts)?;
    let Some(first) = parts.first() else { return Ok(()) };
    let kind = session.games.kind(&first.tag.game).map_err(|error| first.wrong(first.end(), error))?;
    match first.tag.command.as_str() {
        perft::COMMAND => perft::merge(kind, first, &parts, session),
        solve_shard::COMMAND => solve_shard::merge(kind, first, &parts, session),
        match_::COMMAND => match_shard::merge(kind, first, &parts, session),
        other => Err(first.wrong(first.end(), format!("no command {other:?} has shards"))),
    }
}

/// Checks that the parts are those of one run, each once, and puts them in order.
fn complete(parts: &mut [Part]) -> Result {
    let Some(first) = parts.first() else { return Ok(()) };
    for part in &*parts {
        if let Some(difference) = part.tag.difference(&first.tag) {
            let problem = format!("is a part of another run than {}: {difference}", first.name);
            return Err(part.wrong(part.end(), problem));
        }
    }
    let of = first.tag.of;
    parts.sort_by_key(|part| part.tag.part);
    for pair in parts.windows(2) {
        if pair[0].tag.part == pair[1].tag.part {
            let (a, b) = (&pair[0].name, &pair[1].name);
            return Err(input!("{a} and {b} are both part {} of {of}", pair[0].tag.part));
        }
    }
    let is_there = |part: &u32| parts.binary_search_by_key(part, |part| part.tag.part).is_ok();
    match (1..=of).find(|part| !is_there(part)) {
        Some(missing) => Err(input!("part {missing} of {of} is missing; there are {}", parts.len())),
        None => Ok(()),
    }
}
