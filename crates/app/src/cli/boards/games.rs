//! `manyply games`: what can be played, and under which rules.

use crate::cli::common::failure::Failure;
use crate::cli::common::session::Session;
use manyply::face::Kind;
use serde::Serialize;

/// List the games with their rules, one a line
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  manyply games\n  manyply games minichess\n\nThe values of a rule stand behind it, the \
    default first; give others as in 'manyply show minichess --rules plies=50,repetition=0'."
)]
pub(in crate::cli) struct Arguments {
    /// Only this game, with what its rules mean
    game: Option<String>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let only = arguments.game.as_deref().map(|name| session.kind(name)).transpose()?;
    let width = session.games.all().map(|kind| kind.name.len()).max().unwrap_or(0);
    for kind in session.games.clone().all().filter(|kind| only.is_none_or(|only| only == *kind)) {
        let &Kind { name, summary, options, .. } = kind;
        // Behind a colon stands what an option means.
        let split = options.iter().map(|option| option.split_once(": ").unwrap_or((option, "")));
        if arguments.json {
            session.json(&Description { game: name, summary, options })?;
        } else if only.is_none() {
            let options: Vec<&str> = split.map(|(option, _)| option).collect();
            writeln!(session.out, "{name:width$}  {summary}  [{}]", options.join(" "))?;
        } else {
            writeln!(session.out, "{name}: {summary}\nsides: {}\nrules:", kind.side_names().join(", "))?;
            let widest = split.clone().map(|(option, _)| option.len()).max().unwrap_or(0);
            for (option, meaning) in split {
                writeln!(session.out, "{}", format!("  {option:widest$}  {meaning}").trim_end())?;
            }
            for (what, names) in [("simple players", kind.baselines), ("endgame tables", kind.tables)] {
                if !names.is_empty() {
                    writeln!(session.out, "{what}: {}", names.join(", "))?;
                }
            }
            for method in kind.methods {
                writeln!(session.out, "solver {}: {}", method.name, method.about)?;
            }
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
