//! `manyply games`: what can be played, and under which rules.

use super::failure::Failure;
use super::session::Session;
use crate::games::Game;
use crate::games::registry::{self, Visitor};
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
    for name in registry::NAMES {
        let game = registry::dispatch(name, Describe).map_err(Failure::input)?;
        if arguments.json {
            session.json(&game)?;
        } else {
            let width = registry::NAMES.iter().map(|name| name.len()).max().unwrap_or(0);
            writeln!(session.out, "{:width$}  {}  [{}]", game.game, game.summary, game.options.join(" "))?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Description {
    game: &'static str,
    summary: &'static str,
    options: &'static [&'static str],
}

struct Describe;

impl Visitor for Describe {
    type Out = Description;

    fn visit<G: Game>(self) -> Description {
        Description { game: G::NAME, summary: G::SUMMARY, options: G::OPTIONS }
    }
}
