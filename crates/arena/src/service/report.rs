//! What is said of positions, as JSON objects: the position itself, its evaluation, searches and solutions.

mod search;

pub use search::{Analysis, Heartbeat, Iteration, Line, Solving};

use super::query::Id;
use manyply::face::AnyGame;
use manyply::game::Side;
use manyply::nnue::NetworkRef;
use manyply::solve::{Others, Solution, Value, Walk};
use serde::Serialize;
use std::time::Duration;

/// Which position a report is about.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Head {
    /// The query that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    /// After how many of the query's moves the position stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<usize>,
    /// The game's name.
    pub game: &'static str,
    /// The position in the game's notation.
    pub position: String,
}

impl Head {
    /// A report that answers no query.
    pub fn of(game: &dyn AnyGame) -> Self {
        Self { id: None, turn: None, game: game.kind().name, position: game.position_text() }
    }
}

/// A position in words.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "position")]
pub struct Position {
    /// Which position it is about.
    #[serde(flatten)]
    pub head: Head,
    /// The rules, all of them.
    pub rules: String,
    /// The side to move; null once the game is over.
    pub to_move: Option<&'static str>,
    /// The legal moves.
    pub moves: Vec<String>,
    /// The result, once the game is over.
    pub result: Option<String>,
}

impl Position {
    /// Describes a position.
    pub fn of(game: &dyn AnyGame) -> Self {
        let result = game.result();
        Self {
            head: Head::of(game),
            rules: game.rules_text(),
            to_move: result.is_none().then(|| game.side_name()),
            moves: game.legal_moves(),
            result,
        }
    }
}

/// A static evaluation, in hundredths of the game's unit; without terms once the game is over.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "evaluation")]
pub struct Evaluation {
    /// Which position it is about.
    #[serde(flatten)]
    pub head: Head,
    /// In the order of the values.
    pub sides: Vec<&'static str>,
    /// What the evaluation is made of.
    pub terms: Vec<Term>,
    /// The sum, for each side.
    pub total: Vec<i32>,
    /// The result, once the game is over.
    pub result: Option<String>,
}

/// One term of an evaluation.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Term {
    /// The name of the term.
    pub name: &'static str,
    /// Of each side.
    pub values: Vec<i32>,
}

impl Evaluation {
    /// Evaluates a position by a network, if not by the game's own.
    pub fn of(game: &dyn AnyGame, network: Option<NetworkRef>) -> Self {
        let kind = game.kind();
        let result = game.result();
        let (mut terms, mut total) = (Vec::new(), Vec::new());
        if result.is_none() {
            terms.extend(game.explain(network).into_iter().map(|term| Term { name: term.name, values: term.values }));
            total.extend(Side::all(kind.sides).map(|side| game.evaluate(network, side)));
        }
        Self { head: Head::of(game), sides: kind.side_names(), terms, total, result }
    }
}

/// A value with proof, or that none was found.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "solution")]
pub struct Solved {
    /// Which position it is about.
    #[serde(flatten)]
    pub head: Head,
    /// For the side to move, proven or unknown.
    pub value: Value,
    /// The plies to the end, if they are known.
    pub plies: Option<u32>,
    /// Moves that keep the value.
    pub best: Vec<String>,
    /// Best play.
    pub line: Vec<String>,
    /// Positions looked at, by all threads.
    pub nodes: u64,
    /// Wall time, in seconds.
    pub seconds: f64,
}

impl Solved {
    /// What was found of a position in so much time.
    pub fn of(game: &dyn AnyGame, solution: &Solution<String>, elapsed: Duration) -> Self {
        Self {
            head: Head::of(game),
            value: solution.value,
            plies: solution.plies,
            best: solution.best.clone(),
            line: solution.line.clone(),
            nodes: solution.nodes,
            seconds: elapsed.as_secs_f64(),
        }
    }
}

/// Where a walk through a proof stands: what is proved of the position, and what answers whatever may be played there.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "walk")]
pub struct Walked {
    /// Which position it is about.
    #[serde(flatten)]
    pub head: Head,
    /// The side to move; null once the game is over.
    pub to_move: Option<&'static str>,
    /// For the side to move, proven or unknown.
    pub value: Value,
    /// The plies to the end, at most, if they are known.
    pub plies: Option<u32>,
    /// Best play, the next move first.
    pub line: Vec<String>,
    /// Where the loser is to move: the replies that have an answer of their own.
    pub replies: Vec<String>,
    /// What answers every other reply: the winner goes on as if the loser had passed, or wins at once.
    pub others: Option<Others>,
    /// Moves of the winner that the proof has from here on, if they are counted.
    pub moves: Option<u64>,
    /// Lines of play that it answers from here on, about, if they are counted.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub lines: Option<f64>,
    /// How it is proved.
    pub method: String,
    /// The file of a proof that may have the position, where the program was built without it.
    pub missing: Option<&'static str>,
    /// Wall time, in seconds.
    pub seconds: f64,
}

impl Walked {
    /// Where a walk stands, found in so much time.
    pub fn of(game: &dyn AnyGame, walk: Walk<String>, elapsed: Duration) -> Self {
        let Walk { solution, replies, others, moves, lines } = walk;
        let proof = game.own_proof().filter(|_| solution.value == Value::Unknown);
        Self {
            head: Head::of(game),
            to_move: game.outcome().is_none().then(|| game.side_name()),
            value: solution.value,
            plies: solution.plies,
            line: solution.line,
            replies,
            others,
            moves,
            lines,
            method: solution.method,
            missing: proof.and_then(|proof| proof.missing),
            seconds: elapsed.as_secs_f64(),
        }
    }
}
