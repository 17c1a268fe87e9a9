//! `manyply man`: the manual, a page for the program and one for each command.

use crate::cli::common::{Blame, Result, Session, input};
use clap::Command;
use manyply::spelling::nearest;
use std::path::PathBuf;

/// Print a page of the manual, or write all of them
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The command [default: the program]
    #[arg(conflicts_with = "dir")]
    command: Option<String>,
    /// Write all pages into this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let mut program = crate::cli::program(&session.games, session.name);
    program.build();
    if let Some(dir) = &arguments.dir {
        std::fs::create_dir_all(dir).of_file("--dir", dir)?;
        let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
        for command in std::iter::once(&program).chain(commands) {
            session.write_file("--dir", &dir.join(format!("{}.1", name(command))), &page(command)?)?;
        }
        return Ok(writeln!(session.out, "the manual is in {}", dir.display())?);
    }
    let command = match &arguments.command {
        None => &program,
        Some(wanted) => program.find_subcommand(wanted).ok_or_else(|| {
            let near = nearest(wanted, program.get_subcommands().map(Command::get_name).collect::<Vec<_>>());
            let meant = near.map_or(String::new(), |name| format!("did you mean {name}? "));
            input!("no command is called {wanted:?}; {meant}'manyply --help' lists them")
        })?,
    };
    Ok(session.out.write_all(&page(command)?)?)
}

/// A page's name: `manyply`, `manyply-analyze`.
fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    let version = env!("CARGO_PKG_VERSION");
    let command = command.clone().version(version);
    clap_mangen::Man::new(command.clone()).title(name(&command)).render(&mut page)?;
    Ok(page)
}
