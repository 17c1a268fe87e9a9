//! A query that is found to be right: what is asked, of which positions of a game.

use super::query::{Action, Id, MOST_LINES, MOST_MOVES, Moves, Query, QueryError};
use manyply::face::{Algorithm, AnyGame, Kind, Registry, Setup, SetupError};
use manyply::search::{Level, Limits, Model, Options};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// A query that makes sense: every position that it asks about is there.
#[derive(Clone, Debug)]
pub struct Request {
    /// By what the answers name it.
    pub id: Id,
    /// What it wants: one of the actions that are about positions.
    pub action: Action,
    /// The game.
    pub kind: &'static Kind,
    /// Where it begins.
    start: Setup,
    /// What is played from there.
    moves: Vec<String>,
    /// The positions asked about: after how many moves each.
    pub turns: Vec<usize>,
    /// When to end, the level's bound included.
    pub limits: Limits,
    /// How well to play.
    pub level: Level,
    /// How many lines.
    pub multipv: usize,
    /// What the other sides are assumed to do.
    pub model: Model,
    /// The moves to consider.
    pub root_moves: Option<Vec<String>>,
    /// Which search, where the query says.
    pub engine: Option<Algorithm>,
    /// Threads and table, where the query says; no more than there is.
    pub threads: Option<usize>,
    /// As [`Self::threads`], in MiB.
    pub hash_mib: Option<usize>,
    /// How often to tell what is known.
    pub report_every: Option<Duration>,
    /// What comes first.
    pub priority: i64,
}

/// The game in progress that a query names, and its moves one by one.
///
/// # Errors
/// What of it cannot be.
pub fn begin(kind: &Kind, start: &Setup, moves: &Moves) -> Result<(Box<dyn AnyGame>, Vec<String>), QueryError> {
    let mut game = kind.begin(start).map_err(|error| match error {
        SetupError::Rules(error) => QueryError::of("rules", error),
        error => QueryError::of("position", error),
    })?;
    let moves = moves.split(kind);
    if moves.len() > MOST_MOVES {
        return Err(QueryError::of("moves", format!("{} moves; expected at most {MOST_MOVES}", moves.len())));
    }
    for (number, text) in (1..).zip(&moves) {
        game.play(text).map_err(|error| QueryError::of("moves", format!("move {number}: {error}")))?;
    }
    Ok((game, moves))
}

impl Request {
    /// What a query asks for, of one of these games. A search without limits ends as `default` says.
    ///
    /// # Errors
    /// Which field makes no sense, and why.
    pub fn new(query: &Query, games: &Registry, default: &Limits) -> Result<Arc<Self>, QueryError> {
        let name = query.game.as_deref().ok_or_else(|| query.error("game", "missing; expected the name of a game"))?;
        let kind = games.kind(name).map_err(|error| query.error("game", error))?;
        let start = Setup { rules: query.rules.clone(), position: query.position.clone(), ..Setup::default() };
        let begun = begin(kind, &start, &query.moves);
        let (_, moves) = begun.map_err(|error| QueryError { id: Some(query.id.clone()), ..error })?;
        let turns = query.analyze_turns.clone().unwrap_or_else(|| vec![moves.len()]);
        if let Some(turn) = turns.iter().find(|&&turn| turn > moves.len()) {
            let problem = format!("{turn} is beyond the last move; expected 0 to {}", moves.len());
            return Err(query.error("analyzeTurns", problem));
        }
        if turns.is_empty() {
            return Err(query.error("analyzeTurns", "is empty; expected at least one turn"));
        }
        let no_level = || query.error("level", format!("expected {} to {}", Level::MIN, Level::MAX));
        let mut request = Self {
            id: query.id.clone(),
            action: query.action,
            turns,
            limits: query.limits(default)?,
            level: query.level.map_or(Some(Level::MAX), Level::new).ok_or_else(no_level)?,
            multipv: query.multipv.unwrap_or(1),
            threads: query.at_least_one("threads", query.threads)?,
            hash_mib: query.at_least_one("hashMib", query.hash_mib)?,
            report_every: query.duration("reportEvery", query.report_every)?,
            priority: query.priority,
            ..Self::plain(kind, start, moves)
        };
        request.limits = request.level.limits(request.limits);
        if !(1..=MOST_LINES).contains(&request.multipv) {
            return Err(query.error("multipv", format!("expected 1 to {MOST_LINES}")));
        }
        if let Some(model) = &query.model {
            request.model = model.parse().map_err(|error| query.error("model", error))?;
        }
        if let Some(name) = &query.engine {
            let algorithm: Algorithm = name.parse().map_err(|error| query.error("engine", error))?;
            if request.action != Action::Analyze {
                return Err(query.error("engine", "only a search has one; expected the action analyze"));
            }
            let options = Options { threads: request.threads.unwrap_or(1), model: request.model, ..Options::default() };
            algorithm.check(&options, request.level).map_err(|error| query.error("engine", error))?;
            request.engine = Some(algorithm);
        }
        if let Some(moves) = &query.root_moves {
            let game = request.game(request.turns[0]).ok_or_else(|| query.error("moves", "not legal"))?;
            let parse = |text: &String| game.parse_move(text).map_err(|error| query.error("rootMoves", error));
            let mut roots = moves.split(kind).iter().map(parse).collect::<Result<Vec<_>, _>>()?;
            // In another spelling a move is the same.
            let mut seen = HashSet::new();
            roots.retain(|text| seen.insert(text.clone()));
            if roots.is_empty() || request.turns.len() > 1 {
                return Err(query.error("rootMoves", "expected at least one move, and a single position"));
            }
            request.root_moves = Some(roots);
        }
        Ok(Arc::new(request))
    }

    /// A search of the position that `setup` describes, a line of a file: the answer names it by `id`.
    ///
    /// # Errors
    /// There is no such position.
    pub fn of_position(
        kind: &'static Kind,
        id: Id,
        mut setup: Setup,
        limits: Limits,
        multipv: usize,
        model: Model,
    ) -> Result<Self, SetupError> {
        kind.begin(&setup)?;
        let moves = Moves::Text(std::mem::take(&mut setup.moves)).split(kind);
        Ok(Self { id, limits, multipv, model, ..Self::plain(kind, setup, moves) })
    }

    /// A search after the last of `moves`, of which nothing else is said.
    fn plain(kind: &'static Kind, start: Setup, moves: Vec<String>) -> Self {
        Self {
            id: Id::default(),
            action: Action::Analyze,
            kind,
            start,
            turns: vec![moves.len()],
            moves,
            limits: Limits::default(),
            level: Level::MAX,
            multipv: 1,
            model: Model::default(),
            root_moves: None,
            engine: None,
            threads: None,
            hash_mib: None,
            report_every: None,
            priority: 0,
        }
    }

    /// The position after so many moves; there is one for each of [`Self::turns`].
    pub fn game(&self, turn: usize) -> Option<Box<dyn AnyGame>> {
        let mut game = self.kind.begin(&self.start).ok()?;
        self.moves[..turn].iter().try_for_each(|text| game.play(text)).ok()?;
        Some(game)
    }
}
