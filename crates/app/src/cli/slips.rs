//! What somebody may have meant whose command line is none: mended step by step, as people slip, until it is one.

mod arguments;

use crate::cli::common::{Failure, input};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use manyply::face::{Kind, Registry};
use manyply::spelling::nearest;

/// Commands as other programs call them.
const COMMANDS: &str = "uci=ugi gtp=gomocup list=games rules=games variants=games board=show d=show go=analyze \
    search=analyze evaluate=eval mate=solve divide=perft gui=serve web=serve sprt=match versus=match puzzle=suite \
    tablebase=tables syzygy=tables version=--version";

/// The pairs of a table: what others say, and what is said here.
fn pairs(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.split(' ').filter_map(|pair| pair.split_once('='))
}

/// Characters of a message that a command line to be copied may have.
const LONGEST: usize = 300;

/// What is wrong with a command line, in one line, and what may have been meant.
pub(super) fn complaint(program: &Command, error: &clap::Error, words: &[String], games: &Registry) -> Failure {
    let mut program = program.clone();
    program.build();
    let line = Line::new(&program, games, words);
    let problem = line.problem(error);
    let advice = line.advice(error);
    match line.mended().filter(|meant| meant.chars().count() <= LONGEST) {
        // A question needs no semicolon.
        Some(meant) if problem.ends_with('?') => input!("{problem} '{meant}'"),
        Some(meant) => input!("{problem}; did you mean '{meant}'?"),
        None => input!("{problem}{advice}"),
    }
}

/// A command line that is wrong.
struct Line<'a> {
    program: &'a Command,
    games: &'a Registry,
    /// The command that it is for, as far as that can be told.
    command: &'a Command,
    /// Where the words begin that are the command's own.
    begin: usize,
    /// All of it but the program's name.
    words: Vec<String>,
}

impl<'a> Line<'a> {
    fn new(program: &'a Command, games: &'a Registry, words: &[String]) -> Self {
        let (mut command, mut begin) = (program, 0);
        while let Some(inner) = words.get(begin).and_then(|word| command.find_subcommand(word)) {
            (command, begin) = (inner, begin + 1);
        }
        Self { program, games, command, begin, words: words.to_vec() }
    }

    /// What is wrong, in one line.
    fn problem(&self, error: &clap::Error) -> String {
        let named = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => text.clone(),
            Some(ContextValue::Strings(all)) => all.join(", "),
            _ => String::new(),
        };
        let command = self.command.get_bin_name().unwrap_or("manyply");
        match error.kind() {
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand if self.begin == 0 => {
                "no command is given".to_owned()
            }
            ErrorKind::InvalidSubcommand => match self.games.kind(&named(ContextKind::InvalidSubcommand)) {
                Ok(kind) if self.begin == 0 => format!("{} is a game; which command?", kind.name),
                _ => format!("'{command}' has no command '{}'", named(ContextKind::InvalidSubcommand)),
            },
            ErrorKind::UnknownArgument => {
                let argument = named(ContextKind::InvalidArg);
                // A word with one dash is refused by its first letter.
                let whole = self.words.iter().find(|word| !word.starts_with("--") && word.starts_with(&argument));
                let argument = whole.filter(|_| argument.starts_with('-')).unwrap_or(&argument);
                let what = if argument.starts_with('-') { "no option" } else { "no use for" };
                format!("'{command}' has {what} '{argument}'")
            }
            ErrorKind::MissingRequiredArgument => {
                let missing = named(ContextKind::InvalidArg);
                format!("'{command}' lacks {}", missing.replace(['<', '>'], ""))
            }
            ErrorKind::ValueValidation | ErrorKind::InvalidValue | ErrorKind::NoEquals => {
                let option = named(ContextKind::InvalidArg);
                let option = option.split([' ', '=']).next().unwrap_or_default();
                let value = named(ContextKind::InvalidValue);
                let option = option.trim_matches(['<', '>', '[', ']']);
                let expected = match (std::error::Error::source(error), error.get(ContextKind::ValidValue)) {
                    (Some(source), _) => source.to_string(),
                    (None, Some(ContextValue::Strings(values))) if !values.is_empty() => {
                        format!("expected one of {}", values.join(", "))
                    }
                    _ => return format!("'{}' lacks its value", named(ContextKind::InvalidArg)),
                };
                let value = if value.is_empty() { String::new() } else { format!(" {value:?}") };
                format!("{option}{value}: {expected}")
            }
            _ => Failure::one_line(error),
        }
    }

    /// What may help where nothing can be mended.
    fn advice(&self, error: &clap::Error) -> String {
        let game = self.words.first().filter(|_| self.begin == 0).and_then(|word| self.games.kind(word).ok());
        if let Some(&Kind { name, .. }) = game {
            return format!(" 'manyply analyze {name}', 'manyply play {name}', or another that 'manyply help' lists");
        }
        let command = self.command.get_bin_name().unwrap_or("manyply");
        let named = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string);
        if let Some(name) = named.and_then(|word| self.known(&word)) {
            return format!("; did you mean '{command} {name}'?");
        }
        match error.kind() {
            // What was expected is said.
            ErrorKind::ValueValidation | ErrorKind::InvalidValue => String::new(),
            ErrorKind::MissingRequiredArgument if self.takes_game() && self.game_place().is_none() => {
                format!("; GAME is one of {}", self.games.names(|_| true))
            }
            _ => format!("; '{command} --help' lists what there is"),
        }
    }

    /// The line with everything mended that can be, if it is a right one then.
    fn mended(mut self) -> Option<String> {
        let steps: [fn(&mut Self); 5] = [Self::command, Self::options, Self::game, Self::values, Self::rest];
        for step in steps {
            step(&mut self);
            if self.is_right() {
                let words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
                return Some(format!("manyply {}", words.join(" ")));
            }
        }
        None
    }

    fn is_right(&self) -> bool {
        let words = ["manyply"].into_iter().chain(self.words.iter().map(String::as_str));
        self.program.clone().try_get_matches_from(words).map_or_else(|error| !error.use_stderr(), |_| true)
    }

    /// The game of this name, if it is one's name, nearly.
    fn kind(&self, word: &str) -> Option<&'static Kind> {
        let name = nearest(word, self.games.all().map(|kind| kind.name).collect::<Vec<_>>())?;
        self.games.kind(name).ok()
    }

    fn option(&self, name: &str) -> Option<&'a Arg> {
        self.command.get_arguments().find(|arg| arg.get_long() == Some(name))
    }

    fn takes_game(&self) -> bool {
        self.command.get_positionals().next().is_some_and(|arg| arg.get_id() == "game")
    }

    /// Whether the word at a place is the value of the option before it.
    fn is_value(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.words[at].strip_prefix("--"));
        before.and_then(|name| self.option(name)).is_some_and(|arg| arg.get_action().takes_values())
    }

    /// Where the words stand that are neither options nor their values.
    fn bare(&self) -> Vec<usize> {
        let is_bare = |&at: &usize| (!self.words[at].starts_with('-') || self.words[at] == "-") && !self.is_value(at);
        (self.begin..self.words.len()).filter(is_bare).collect()
    }

    /// Where the game stands, well or badly written.
    fn game_place(&self) -> Option<usize> {
        let is = |&at: &usize| self.games.kind(&self.words[at]).is_ok();
        let bare = self.bare();
        bare.iter().copied().find(is).or_else(|| bare.into_iter().find(|&at| self.kind(&self.words[at]).is_some()))
    }

    /// The names of the commands that may stand next.
    fn commands(&self) -> Vec<&'a str> {
        self.command.get_subcommands().filter(|command| !command.is_hide_set()).map(Command::get_name).collect()
    }

    /// The command here that a word is the name of, in another program or badly written.
    fn known(&self, word: &str) -> Option<&'a str> {
        let shown = self.commands();
        let word = word.to_lowercase();
        let other = pairs(COMMANDS).find(|(other, _)| *other == word).map(|(_, name)| name);
        let is_here = |name: &&str| shown.contains(name) || name.starts_with('-') && self.begin == 0;
        other.filter(is_here).or_else(|| nearest(&word, shown.iter().copied()))
    }

    /// The command first, and as it is written here.
    fn command(&mut self) {
        let known = self.commands();
        let is_known = |word: &String| known.contains(&word.trim_start_matches('-').to_lowercase().as_str());
        let found = self.words[self.begin..].iter().position(is_known).map(|at| self.begin + at);
        match (found, self.words.get(self.begin)) {
            (Some(at), _) => {
                let word = self.words.remove(at);
                self.words.insert(self.begin, word.trim_start_matches('-').to_lowercase());
            }
            (None, Some(word)) if !word.starts_with('-') && self.games.kind(word).is_err() => {
                if let Some(name) = self.known(word) {
                    self.words[self.begin] = name.to_owned();
                }
            }
            _ => {}
        }
        *self = Self::new(self.program, self.games, &self.words);
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_=+.,:/%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("\"{word}\"") }
}
