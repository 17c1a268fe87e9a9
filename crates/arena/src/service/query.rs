//! Queries: what a program asks, as JSON, one object a line.

use manyply::face::Kind;
use manyply::search::{Limits, MAX_DEPTH};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::borrow::Cow;
use std::time::Duration;

/// The longest identifier, in bytes.
const LONGEST_ID: usize = 256;
/// The most moves of a game that is asked about.
pub(super) const MOST_MOVES: usize = 10_000;
/// The most lines that a query may ask for.
pub(super) const MOST_LINES: usize = 500;
/// No search takes longer, in seconds.
const LONGEST: f64 = 1e8;

/// What a program asks. Of the fields only `id`, and for positions `game`, must be there. Names of several words may
/// also be written as in the answers, `report_every`.
#[derive(Clone, Default, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Query {
    /// By what the answers name the query.
    pub id: Id,
    /// What to do.
    #[serde(default)]
    pub action: Action,
    /// The game.
    pub game: Option<String>,
    /// Its rules.
    #[serde(default)]
    pub rules: String,
    /// The position; none: the start.
    pub position: Option<String>,
    /// What was played from there.
    #[serde(default)]
    pub moves: Moves,
    /// After how many of the moves the position stands that is asked about, each by itself; none: after all.
    #[serde(alias = "analyze_turns")]
    pub analyze_turns: Option<Vec<usize>>,
    /// The last depth, in plies.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The longest time.
    pub seconds: Option<f64>,
    /// How well to play, 1 to 10: a level bounds the nodes, and uses nothing that was found before.
    pub level: Option<u8>,
    /// How many lines.
    pub multipv: Option<usize>,
    /// Consider only these moves.
    #[serde(alias = "root_moves")]
    pub root_moves: Option<Moves>,
    /// What the other sides are assumed to do, where three play.
    pub model: Option<String>,
    /// Which search: `alphabeta`, or `mcts`, which has no levels, models and threads; none: what the command line says,
    /// else what suits the game.
    pub engine: Option<String>,
    /// Threads of the search, as many as there are for one at most.
    pub threads: Option<usize>,
    /// The table, in MiB, as large as there is for one at most.
    #[serde(alias = "hash_mib")]
    pub hash_mib: Option<usize>,
    /// Tell what is known so far, at the end of an iteration, at most once in so many seconds.
    #[serde(alias = "report_every")]
    pub report_every: Option<f64>,
    /// Queries of higher priority come first.
    #[serde(default)]
    pub priority: i64,
    /// For [`Action::Terminate`]: which query.
    #[serde(alias = "terminate_id")]
    pub terminate_id: Option<Id>,
}

/// By what the answers name a query, which is given back as it came.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged, expecting = "expected a text or a whole number")]
pub enum Id {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

impl Default for Id {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Id {
    fn is_too_long(&self) -> bool {
        matches!(self, Self::Text(text) if text.len() > LONGEST_ID)
    }

    /// As an index, of a query that was named by one.
    pub fn index(&self) -> Option<usize> {
        match self {
            Self::Number(number) => usize::try_from(*number).ok(),
            Self::Text(_) => None,
        }
    }
}

impl From<usize> for Id {
    fn from(index: usize) -> Self {
        Self::Number(index as i64)
    }
}

/// What a query wants.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A search.
    #[default]
    Analyze,
    /// An exact value, by the game's own solver or, where that does not know, a search for a proof.
    Solve,
    /// Where a walk through a proof stands that has come to the position.
    Walk,
    /// The static evaluation.
    Eval,
    /// The position in words, with its legal moves.
    Show,
    /// An end of another query: it is answered with what is known of it.
    Terminate,
    /// An end of all queries.
    TerminateAll,
    /// Which program this is.
    QueryVersion,
}

/// Moves, as one text or as a list.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Moves {
    /// As on the command line.
    Text(String),
    /// One by one.
    List(Vec<String>),
}

impl Default for Moves {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Moves {
    /// One by one.
    pub fn split(&self, kind: &Kind) -> Vec<String> {
        match self {
            Self::Text(text) => kind.split_moves(text).into_iter().map(|(_, m)| m.to_owned()).collect(),
            Self::List(moves) => moves.clone(),
        }
    }
}

/// A query that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "error")]
pub struct QueryError {
    /// The query that it answers.
    pub id: Option<Id>,
    /// The field that is wrong, if it is one.
    pub field: Option<Cow<'static, str>>,
    /// What is wrong.
    pub error: String,
}

impl QueryError {
    /// That a field is wrong, of whatever query.
    pub fn of(field: &'static str, error: impl ToString) -> Self {
        Self { id: None, field: Some(field.into()), error: error.to_string() }
    }
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        #[derive(Deserialize)]
        struct Identity {
            id: Id,
        }
        let query: Self = serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str(text).ok().map(|Identity { id }| id);
            let fields = serde_json::from_str::<Map<String, Json>>(text).unwrap_or_default();
            let field = Self::wrong_field(&fields);
            QueryError { id: id.filter(|id| !id.is_too_long()), field, error: error.to_string() }
        })?;
        if query.id.is_too_long() {
            let error = format!("longer than {LONGEST_ID} bytes");
            return Err(QueryError { id: None, field: Some("id".into()), error });
        }
        Ok(query)
    }

    /// The first field that makes an object no query.
    fn wrong_field(fields: &Map<String, Json>) -> Option<Cow<'static, str>> {
        let is_wrong = |(name, value): &(&String, &Json)| {
            let mut alone = Map::from_iter([("id".to_owned(), Json::String(String::new()))]);
            alone.insert((*name).clone(), (*value).clone());
            serde_json::from_value::<Self>(alone.into()).is_err()
        };
        let wrong = fields.iter().find(is_wrong).map(|(name, _)| name.clone().into());
        wrong.or_else(|| (!fields.is_empty() && !fields.contains_key("id")).then_some("id".into()))
    }

    pub(super) fn error(&self, field: &'static str, error: impl ToString) -> QueryError {
        QueryError { id: Some(self.id.clone()), field: Some(field.into()), error: error.to_string() }
    }
}

impl Query {
    pub(super) fn limits(&self, default: &Limits) -> Result<Limits, QueryError> {
        let time = self.duration("seconds", self.seconds)?;
        if self.depth.is_some_and(|depth| !(1..=MAX_DEPTH).contains(&depth)) {
            return Err(self.error("depth", format!("expected 1 to {MAX_DEPTH}")));
        }
        if self.nodes == Some(0) {
            return Err(self.error("nodes", "expected at least 1"));
        }
        let limits = Limits { depth: self.depth, nodes: self.nodes, time, soft_time: None };
        Ok(if limits == Limits::default() { *default } else { limits })
    }

    pub(super) fn at_least_one(&self, field: &'static str, number: Option<usize>) -> Result<Option<usize>, QueryError> {
        if number == Some(0) { Err(self.error(field, "expected at least 1")) } else { Ok(number) }
    }

    pub(super) fn duration(&self, field: &'static str, seconds: Option<f64>) -> Result<Option<Duration>, QueryError> {
        let Some(seconds) = seconds else { return Ok(None) };
        let duration = Duration::try_from_secs_f64(seconds).ok();
        let duration = duration.filter(|time| !time.is_zero() && time.as_secs_f64() <= LONGEST);
        duration.map(Some).ok_or_else(|| self.error(field, format!("expected more than 0 and at most {LONGEST}")))
    }
}
