//! `manyply schema`: the schema of everything that the program says in JSON.

#[cfg(test)]
mod tests;

use crate::cli::common::{Result, Session};

/// Print the JSON schema of all results
#[derive(clap::Args)]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments, session: &mut Session<'_>) -> Result {
    // Written by a test, from the types of the lines.
    Ok(session.out.write_all(include_bytes!("schema.json"))?)
}
