//! `manyply games`: what can be played, and under which rules.

use super::failure::Failure;
use super::session::Session;
use crate::service::{self, Kind};
use serde::Serialize;

/// List the games with their rules, one a line
#[derive(clap::Args)]
#[command(
    after_help = "Example: manyply games\n\nThe values of a rule stand behind it, the default first; give others as in \
    'manyply show minichess --rules plies=50,repetition=0'."
)]
pub(super) struct Arguments {
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let width = service::all().map(|kind| kind.name.len()).max().unwrap_or(0);
    for &Kind { name, summary, options, .. } in service::all() {
        if arguments.json {
            session.json(&Description { game: name, summary, options })?;
        } else {
            writeln!(session.out, "{name:width$}  {summary}  [{}]", options.join(" "))?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "game")]
struct Description {
    game: &'static str,
    summary: &'static str,
    options: &'static [&'static str],
}
