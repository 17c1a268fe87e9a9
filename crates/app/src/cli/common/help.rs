//! What stands below the options of each command in its help: examples and notes, all in one text.

use manyply::face::Registry;

/// What in an example is of the game that it names, so that it is of no use for another one: moves, positions, files,
/// players, tables and options.
const OF_THAT_GAME: [&str; 9] = ["\"", "'", "baseline:", ".epd", "tables", "--rules", "--side", " own ", " network "];

/// The section of a command.
fn section(command: &str) -> &'static str {
    let sections = include_str!("../help.txt").split("\n== ").map(|section| section.trim_start_matches("== "));
    let section = sections.filter_map(|section| section.split_once('\n')).find(|(name, _)| *name == command);
    section.map_or("", |(_, text)| text.trim_end())
}

/// A text of the program `manyply` for one of another name.
fn renamed(text: &str, name: &str) -> String {
    text.replace("manyply ", &format!("{name} "))
}

/// How a program of this name speaks of itself and of its games.
#[derive(Clone, Copy)]
pub(crate) struct Wording<'a> {
    pub(crate) name: &'a str,
    pub(crate) games: &'a Registry,
}

impl Wording<'_> {
    /// The section of a command; its examples are of games that the program has.
    pub(crate) fn help(self, command: &str) -> String {
        let mut lines: Vec<String> = section(command).lines().filter_map(|line| self.line(line)).collect();
        if lines.first().is_some_and(|first| first == "Examples:") && lines.get(1).is_none_or(String::is_empty) {
            lines.remove(0);
        }
        renamed(lines.join("\n").trim_matches('\n'), self.name)
    }

    /// A line: an example of a game that is not there is of the first one, or left out.
    fn line(self, line: &str) -> Option<String> {
        let is_example = ["  ", "Example: ", "printf ", "echo "].iter().any(|begin| line.starts_with(begin));
        let mut words = line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|_| is_example);
        let Some(absent) = words.find(|word| manyply::games::registry().kind(word).is_ok() && !self.has(word)) else {
            return Some(line.to_owned());
        };
        let own = self.games.all().next()?.name;
        let is_for_any = !OF_THAT_GAME.iter().any(|part| line.contains(part));
        is_for_any.then(|| line.replace(&format!(" {absent}"), &format!(" {own}")))
    }

    fn has(self, game: &str) -> bool {
        self.games.kind(game).is_ok()
    }

    /// An argument, with its help in these words.
    pub(crate) fn argument(self, argument: clap::Arg) -> clap::Arg {
        let of = |text: Option<&clap::builder::StyledStr>| text.map(|text| renamed(&text.to_string(), self.name));
        let (short, long) = (of(argument.get_help()), of(argument.get_long_help()));
        let argument = short.into_iter().fold(argument, clap::Arg::help);
        long.into_iter().fold(argument, clap::Arg::long_help)
    }
}

#[cfg(test)]
mod tests {
    use super::section;
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
        let program = crate::cli::program(&crate::all_games(), "manyply");
        let commands = named(program.get_subcommands(), "");
        for (name, notes) in &commands {
            assert!(!notes.is_empty() && notes == section(name), "{name}: {notes:?}");
        }
        let sections = include_str!("../help.txt").lines().filter(|line| line.starts_with("== ")).count();
        assert_eq!(sections, commands.len() + 1, "sections, and those of commands and of the program");
    }
}
