//! `manyply schema`: the schema of everything that the program says in JSON.

use crate::cli::common::{Result, Session, help};
use manyply_arena::service::json::SCHEMA;

/// Print the JSON schema of all results
#[derive(clap::Args)]
#[command(after_help = help("schema"))]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments, session: &mut Session<'_>) -> Result {
    Ok(session.out.write_all(SCHEMA.as_bytes())?)
}
