//! `manyply completions`: what a shell needs to complete commands, options and games.

use crate::cli::common::{Result, Session};
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

/// Print completions for a shell
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    // The names of games are checked elsewhere, with a message of their own.
    let names: Vec<&str> = session.games.all().map(|kind| kind.name).collect();
    let mut program = crate::cli::program(&session.games, session.name).mut_subcommands(|command| {
        let names = names.clone();
        command.mut_args(move |argument| match argument.get_id().as_str() {
            "game" => argument.value_parser(PossibleValuesParser::new(&names)),
            _ => argument,
        })
    });
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, session.name, &mut script);
    Ok(session.out.write_all(&script)?)
}
