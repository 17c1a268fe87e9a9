//! The options of all commands that name a game and a position.

use crate::cli::common::failure::{Result, input};
use crate::cli::common::resources::count;
use crate::cli::common::session::Session;
use manyply::face::{AnyGame, Kind, Setup, SetupError};
use serde::{Deserialize, Serialize};

/// A game and a position of it.
#[derive(clap::Args)]
pub(crate) struct GameArguments {
    /// The game; 'manyply games' lists them
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) position: PositionArguments,
}

/// A position: where it starts, what is played from there, and under which rules.
#[derive(clap::Args, Clone, Serialize, Deserialize)]
pub(crate) struct PositionArguments {
    /// The position in the game's notation; '-' reads a line from standard input [default: the game's start]
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// A random start, the same for the same number, where the game has such
    #[arg(long, value_name = "SEED", conflicts_with = "position", value_parser = count::<u64>(0..=u64::MAX))]
    pub(crate) random: Option<u64>,
    /// Moves to play from the position, as in "m1 m2"
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// The rules, as in name=value,name=value; 'manyply games' lists them
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
}

impl GameArguments {
    /// The game in progress that the options describe.
    pub(crate) fn load(&self, session: &mut Session<'_>) -> Result<Box<dyn AnyGame>> {
        self.position.load(session.kind(&self.game)?, session)
    }
}

impl PositionArguments {
    /// The game in progress that the options describe.
    pub(crate) fn load(&self, kind: &Kind, session: &mut Session<'_>) -> Result<Box<dyn AnyGame>> {
        let position = match self.position.as_deref() {
            Some("-") => Some(session.read_line("--position")?.trim_end_matches(['\r', '\n']).to_owned()),
            position => position.map(str::to_owned),
        };
        let setup = Setup {
            rules: self.rules.clone().unwrap_or_default(),
            position,
            random: self.random,
            moves: self.moves.clone().unwrap_or_default(),
        };
        // What is wrong begins with the name of the option.
        kind.begin(&setup).map_err(|error| input!("--{error}{}", all_moves(kind, &setup, &error)))
    }
}

/// Where all legal moves are to be seen, if an error has only some.
fn all_moves(kind: &Kind, setup: &Setup, error: &SetupError) -> String {
    let SetupError::Move { column, error, .. } = error else { return String::new() };
    if error.nearest().1 == 0 {
        return String::new();
    }
    let played: String = setup.moves.chars().take(column - 1).collect();
    let options = [("position", setup.position.as_deref().unwrap_or_default()), ("rules", &setup.rules)];
    let options = options.into_iter().chain([("moves", played.trim())]).filter(|(_, text)| !text.is_empty());
    let options: String = options.map(|(name, text)| format!(" --{name} {text:?}")).collect();
    match options.len() {
        0..=80 => format!(" ('manyply show {}{options}' lists all)", kind.name),
        _ => format!(" ('manyply show {} …' lists all)", kind.name),
    }
}

/// A game as it begins under the rules of `--rules`.
pub(crate) fn start(kind: &Kind, rules: Option<&str>) -> Result<Box<dyn AnyGame>> {
    let setup = Setup { rules: rules.unwrap_or_default().to_owned(), ..Setup::default() };
    kind.begin(&setup).map_err(|error| input!("--{error}"))
}
