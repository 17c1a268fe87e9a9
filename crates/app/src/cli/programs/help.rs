//! `manyply help`: the guide, page by page, and the help of commands.

use crate::cli::boards::page_text::{page_text, terminal_width};
use crate::cli::common::{Result, Session, input};
use manyply::spelling::nearest;

/// Show a page of the guide, or list them all
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The page, or a command
    topic: Vec<String>,
}

macro_rules! pages {
    ($($folder:literal: $($name:literal)*;)*) => {
        [$($(($name, include_str!(concat!("../../../../../docs/", $folder, "/", $name, ".md")))),*),*]
    };
}

/// The pages of the guide, and then those for looking things up.
const PAGES: [(&str, &str); 27] = pages! {
    "guide": "install" "analyse" "batch" "annotate" "play" "page" "match" "solve-and-prove" "tables" "perft" "measure"
        "python" "query" "own-game" "networks" "tune" "cluster";
    "reference": "formats" "json" "protocols" "glossary" "endgame-tables" "proof" "models" "transposition-table"
        "gomoku-engine" "hexnim-solver";
};

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let mut program = crate::cli::program(&session.games, session.name);
    program.build();
    let Some(topic) = arguments.topic.first() else {
        write!(session.out, "{}\nPages of the guide ('manyply help PAGE'):\n", program.render_help().ansi())?;
        for (name, page) in PAGES {
            let title = page.lines().next().unwrap_or_default().trim_start_matches("# ");
            writeln!(session.out, "  {name:<20} {title}")?;
        }
        return Ok(writeln!(session.out, "\n'manyply games GAME' has the rules of a game.")?);
    };
    let command = arguments.topic.iter().try_fold(&program, |command, word| command.find_subcommand(word));
    if let Some((name, page)) = PAGES.iter().find(|(name, _)| name.eq_ignore_ascii_case(topic)) {
        let title = page.lines().next().unwrap_or_default().trim_start_matches("# ");
        writeln!(session.out, "{title}\n\n{}", page_text(page, terminal_width()))?;
        return match command {
            Some(_) => Ok(writeln!(session.out, "\n'manyply {name} --help' has the options of the command.")?),
            None => Ok(()),
        };
    }
    if let Some(command) = command {
        return Ok(write!(session.out, "{}", command.clone().render_long_help().ansi())?);
    }
    if let Ok(kind) = session.kind(topic) {
        let name = kind.name.to_owned();
        return crate::cli::run_command(&["games", &name], session);
    }
    let known = PAGES.iter().map(|(name, _)| *name).chain(program.get_subcommands().map(clap::Command::get_name));
    let meant =
        nearest(topic, known.collect::<Vec<_>>()).map_or(String::new(), |name| format!("did you mean {name}? "));
    Err(input!("no page and no command is called {topic:?}; {meant}'manyply help' lists them"))
}
