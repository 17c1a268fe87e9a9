//! What a search says of a position while it goes on, and in the end.

use super::Head;
use crate::service::analysis::Found;
use crate::service::annotation::chance;
use crate::service::query::Id;
use manyply::face::{Algorithm, AnyGame};
use manyply::search::{self, Bound, Current, Model, Report, Score, nodes_per_second};
use serde::Serialize;

/// A line of an iteration of a search: of a finished one, or the best line of the one in which it was stopped.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "iteration")]
pub struct Iteration<'a> {
    game: &'static str,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    depth: u32,
    seldepth: u32,
    /// The rank of the line, from 1.
    multipv: u32,
    /// The value of the line.
    score: Score,
    /// In games for points, of a proven score: by how many the side to move wins, or loses if negative, at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i32>,
    /// Where the score is a bound: of a line that failed high when the search was stopped.
    #[serde(skip_serializing_if = "Bound::is_exact")]
    bound: Bound,
    /// With three sides: what the score of an alpha-beta search depends on.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Model>,
    /// All sides' values, each from its own view.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Score>>,
    nodes: u64,
    nps: u64,
    hashfull: u32,
    /// How many of a thousand questions to the table had an answer.
    hitrate: u32,
    /// The time so far, in milliseconds.
    time_ms: u64,
    seconds: f64,
    pv: &'a [String],
}

impl<'a> Iteration<'a> {
    /// A line of a search of `game`; of alpha-beta under a model.
    pub fn of(game: &dyn AnyGame, model: Option<Model>, report: &'a Report<String>) -> Self {
        let kind = game.kind();
        Self {
            game: kind.name,
            depth: report.depth,
            seldepth: report.seldepth,
            multipv: report.multipv,
            score: report.score,
            points: report.points,
            bound: report.bound,
            model: model.filter(|_| kind.sides > 2),
            values: report.values.clone(),
            nodes: report.nodes,
            nps: report.nps(),
            hashfull: report.hashfull,
            hitrate: report.hitrate,
            time_ms: report.elapsed.as_millis() as u64,
            seconds: report.elapsed.as_secs_f64(),
            pv: &report.line,
        }
    }
}

/// That a search goes on, about once a second while no iteration ends: to a query with `reportEvery`, on a page, and of
/// `analyze --json --heartbeat`. All but `final` and `waiting` is there as soon as the search has its turn and the
/// game's own solver is done.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "heartbeat")]
pub struct Heartbeat {
    /// The query.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    /// After how many of the query's moves the position stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    /// Whether nothing follows.
    #[serde(rename = "final")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = false)))]
    is_final: bool,
    /// Whether other searches come first.
    waiting: bool,
    #[serde(flatten)]
    search: Option<Searching>,
}

/// What a search is doing.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct Searching {
    /// The depth under search, in plies.
    depth: u32,
    seldepth: u32,
    /// The move under search at the root.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    m: Option<String>,
    /// Which of the moves it is, in the order of the iteration.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    /// How many moves there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    count: Option<u32>,
    /// Positions looked at so far, by all threads.
    nodes: u64,
    nps: u64,
    hashfull: u32,
    seconds: f64,
}

impl Heartbeat {
    /// That nobody knows more than whether it `waits` for others.
    pub fn bare(waits: bool) -> Self {
        Self { id: None, turn: None, is_final: false, waiting: waits, search: None }
    }

    /// What the search of the position of `head` is doing.
    pub fn of(head: &Head, heartbeat: &search::Heartbeat<String>) -> Self {
        let search::Heartbeat { depth, seldepth, ref current, nodes, hashfull, elapsed, .. } = *heartbeat;
        let (number, count) = current.as_ref().map(|&Current { number, count, .. }| (number, count)).unzip();
        let m = current.as_ref().map(|current| current.m.clone());
        let (nps, seconds) = (heartbeat.nps(), elapsed.as_secs_f64());
        let search = Searching { depth, seldepth, m, number, count, nodes, nps, hashfull, seconds };
        Self { id: head.id.clone(), turn: head.turn, search: Some(search), ..Self::bare(false) }
    }
}

/// What is known of a position: the end of a search, or, where `final` is false, what it knows so far.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "analysis")]
pub struct Analysis {
    /// Which position it is about.
    #[serde(flatten)]
    pub head: Head,
    /// The line of the file that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub line: Option<usize>,
    /// The number of the game in the file that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The rules, all of them.
    pub rules: String,
    /// The side to move; null once the game is over.
    pub to_move: Option<&'static str>,
    /// The result, once the game is over.
    pub result: Option<String>,
    /// Whether nothing follows about this position.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Whether somebody ended the search before its limits.
    pub terminated: bool,
    /// Null if the game is over or the search was ended before its first iteration.
    pub bestmove: Option<String>,
    /// That of the first line.
    pub score: Option<Score>,
    /// Where the score is a bound: of a line that failed high when the search was stopped.
    #[serde(skip_serializing_if = "Bound::is_exact")]
    pub bound: Bound,
    /// The chance to win that the score stands for, 0 to 1.
    pub chance: Option<f64>,
    /// Which search it was, if there was one: with `mcts` a score that is not proven is the mean result of playouts, as
    /// the evaluation that stands for the same chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Algorithm>,
    /// With three sides: what the score of an alpha-beta search depends on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<Model>,
    /// The depth of the first line, in plies.
    pub depth: u32,
    /// Positions looked at, by all threads.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Wall time, in seconds.
    pub seconds: f64,
    /// The best line.
    pub pv: Vec<String>,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// How the game's own solver found the value, if it was not the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved_by: Option<String>,
    /// What the game's own solver is doing, before the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<Solving>,
}

/// What a solver is doing.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Solving {
    /// In a word.
    pub doing: String,
    /// What is done of it, 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    pub part: f64,
}

/// One of the best lines of a search.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "line"))]
pub struct Line {
    /// Its rank, from 1.
    multipv: u32,
    depth: u32,
    seldepth: u32,
    /// The value of the line.
    score: Score,
    /// Where the score is a bound: of a line that failed high when the search was stopped.
    #[serde(skip_serializing_if = "Bound::is_exact")]
    bound: Bound,
    /// With max^n: the values of all sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Score>>,
    pv: Vec<String>,
}

impl Analysis {
    /// What was found of a position; by alpha-beta under `model`.
    pub fn of(game: &dyn AnyGame, model: Model, found: &Found) -> Self {
        let kind = game.kind();
        let result = game.result();
        let line = |report: &Report<String>| Line {
            multipv: report.multipv,
            depth: report.depth,
            seldepth: report.seldepth,
            score: report.score,
            bound: report.bound,
            values: report.values.clone(),
            pv: report.line.clone(),
        };
        Self {
            head: Head::of(game),
            line: None,
            number: None,
            rules: game.rules_text(),
            to_move: result.is_none().then(|| game.side_name()),
            result,
            is_final: true,
            terminated: false,
            bestmove: found.line.first().cloned(),
            score: found.score,
            bound: found.bound,
            chance: found.score.map(|score| chance(score, kind.chance_scale)),
            engine: found.algorithm,
            model: (kind.sides > 2 && found.algorithm != Some(Algorithm::Mcts)).then_some(model),
            depth: found.depth,
            nodes: found.nodes,
            nps: nodes_per_second(found.nodes, found.elapsed),
            seconds: found.elapsed.as_secs_f64(),
            pv: found.line.clone(),
            lines: found.reports.iter().map(line).collect(),
            hashfull: found.reports.last().map_or(0, |report| report.hashfull),
            solved_by: found.solved_by.clone(),
            solver: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manyply::face::Setup;
    use manyply::games::kind;

    #[test]
    fn a_bound_is_said_where_the_value_is_one() {
        let game = kind("hop").expect("a game").begin(&Setup::default()).expect("its start");
        let mut report = Report::new(Score::Cp(3), Vec::new());
        for (bound, said) in [(Bound::Lower, Some("lower")), (Bound::Upper, Some("upper")), (Bound::Exact, None)] {
            report.bound = bound;
            let line = serde_json::to_value(Iteration::of(&*game, None, &report)).expect("JSON");
            assert_eq!(line.get("bound").and_then(|bound| bound.as_str()), said);
        }
    }
}
