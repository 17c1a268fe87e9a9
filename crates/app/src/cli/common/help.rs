//! What stands below the options of each command in its help: examples and notes, all in one text.

/// The section of a command.
pub(crate) fn help(command: &str) -> &'static str {
    let sections = include_str!("../help.txt").split("\n== ").map(|section| section.trim_start_matches("== "));
    let section = sections.filter_map(|section| section.split_once('\n')).find(|(name, _)| *name == command);
    section.map_or("", |(_, text)| text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::help;
    use clap::Command;

    /// Commands, and those behind them, by their names behind the program's.
    fn named<'a>(commands: impl Iterator<Item = &'a Command>, before: &str) -> Vec<(String, String)> {
        let names = commands.flat_map(|command| {
            let name = format!("{before}{}", command.get_name());
            let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let inner = named(command.get_subcommands(), &format!("{name} "));
            std::iter::once((name, notes)).chain(inner)
        });
        names.collect()
    }

    #[test]
    fn every_command_has_its_section() {
        let program = crate::cli::program(&crate::all_games());
        let commands = named(program.get_subcommands(), "");
        for (name, notes) in &commands {
            assert!(!notes.is_empty() && notes == help(name), "{name}: {notes:?}");
        }
        let sections = include_str!("../help.txt").lines().filter(|line| line.starts_with("== ")).count();
        assert_eq!(sections, commands.len() + 1, "sections, and those of commands and of the program");
    }
}
