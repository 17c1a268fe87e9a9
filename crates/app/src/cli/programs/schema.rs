//! `manyply schema`: the schema of everything that the program says in JSON.

use crate::cli::common::{Result, Session};
use manyply_arena::service::json::SCHEMA;

/// Print the JSON schema of all results
#[derive(clap::Args)]
#[command(
    after_help = "Example: manyply schema > manyply.json\n\nJSON Schema (draft 2020-12) of every object that --json, \
    'manyply query' and 'manyply serve' print. 'manyply help json' has the same in words."
)]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments, session: &mut Session<'_>) -> Result {
    Ok(session.out.write_all(SCHEMA.as_bytes())?)
}
