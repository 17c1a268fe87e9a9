//! `manyply schema`: the schema of everything that the program says in JSON.

use crate::cli::common::failure::Failure;
use crate::cli::common::session::Session;
use manyply_arena::service::json::SCHEMA;

/// Print the JSON schema of all results
#[derive(clap::Args)]
#[command(
    after_help = "Example: manyply schema > manyply.json\n\nJSON Schema (draft 2020-12) of every object that --json, \
    'manyply query' and 'manyply serve' print. 'manyply help json' has the same in words."
)]
pub(in crate::cli) struct Arguments {}

pub(in crate::cli) fn run(session: &mut Session<'_>) -> Result<(), Failure> {
    Ok(session.out.write_all(SCHEMA.as_bytes())?)
}
