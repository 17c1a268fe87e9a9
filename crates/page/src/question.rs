//! What the page asks, as JSON: the game in progress that a question is about, and answers.

use manyply::face::{AnyGame, Kind, Registry, Setup};
use manyply_arena::service::{Moves, QueryError, begin, json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// JSON as an answer.
pub(crate) fn answer(object: &impl Serialize) -> String {
    // Numbers and texts are JSON.
    json::line(object).unwrap_or_default()
}

/// What a body asks for.
///
/// # Errors
/// It is no JSON of this kind.
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, QueryError> {
    serde_json::from_slice(body).map_err(|error| QueryError { id: None, field: None, error: error.to_string() })
}

/// The game of this name.
///
/// # Errors
/// There is none.
pub(crate) fn kind_of(games: &Registry, name: &str) -> Result<&'static Kind, QueryError> {
    games.kind(name).map_err(|error| QueryError::of("game", error))
}

/// A game in progress.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    game: String,
    #[serde(default)]
    rules: String,
    position: Option<String>,
    /// Without a position: the seed of a board drawn at random.
    random: Option<u64>,
    #[serde(default)]
    moves: Moves,
}

impl Question {
    pub(crate) fn load(&self, games: &Registry) -> Result<Box<dyn AnyGame>, QueryError> {
        let kind = kind_of(games, &self.game)?;
        let (rules, position) = (self.rules.clone(), self.position.clone());
        let setup = Setup { rules, position, random: self.random, ..Setup::default() };
        Ok(begin(kind, &setup, &self.moves)?.0)
    }
}
