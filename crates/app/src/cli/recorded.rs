//! Files of games in any format, for commands that read games.

use super::contest::file_failure;
use super::failure::Failure;
use super::position::kind;
use super::session::Session;
use manyply::face::{self, Kind};
use manyply::formats::{Format, Recorded, pgn};
use manyply::game::Foreign;
use manyply_arena::Archive;
use std::path::Path;

/// The games of a file.
pub(super) struct Games {
    pub(super) kind: &'static Kind,
    pub(super) games: Vec<Recorded>,
}

/// Reads the games of a file (`-`: standard input), in whatever format it is. Which game it is the file says, unless
/// `game` does; `rules` are those of games that do not name their own.
pub(super) fn read(
    option: &str,
    path: &Path,
    game: Option<&str>,
    rules: Option<&str>,
    session: &mut Session<'_>,
) -> Result<Games, Failure> {
    let text = session.read_file(option, path)?;
    let format = Format::of_content(&text);
    let wrong = |problem: &dyn std::fmt::Display| file_failure(option, path, problem);
    let archive = match format {
        Format::Archive => Some(Archive::parse(text.as_bytes()).map_err(|error| wrong(&error))?),
        _ => None,
    };
    let told = match (&archive, format) {
        (Some((head, ..)), _) => Some(head.game.clone()),
        (None, Format::Pgn) => pgn::variant(&text),
        // Formats of one game.
        _ => face::all().find(|kind| kind.protocols.contains(&Foreign::Gomocup)).map(|kind| kind.name.to_owned()),
    };
    let name = match (game, &told) {
        (Some(game), Some(told)) if game != told => return Err(wrong(&format!("games of {told}; expected {game}"))),
        (Some(game), _) => game,
        (None, Some(told)) => told,
        (None, None) => {
            return Err(wrong(&"the file does not say which game it is (no tag Variant); expected --game GAME"));
        }
    };
    let kind = kind(name).map_err(|_| match &told {
        Some(told) => wrong(&format!("games of {told:?}; expected one of those that 'manyply games' lists")),
        None => Failure::input(format!("--game: no game is called {name:?}; 'manyply games' lists them")),
    })?;
    let rules = rules.unwrap_or_default();
    kind.rules(rules).map_err(|error| Failure::input(format!("--rules: {error}")))?;
    let games = match archive {
        Some((head, mut records, _)) => {
            // Games that were played at once end in any order.
            records.sort_by_key(|record| record.number);
            records.iter().map(|record| record.recorded(&head)).collect()
        }
        None => kind.read_games(format, &text, rules).map_err(|error| wrong(&error))?,
    };
    Ok(Games { kind, games })
}
