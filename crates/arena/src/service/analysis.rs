//! The analysis of one position: the game's own solver first, where it has one, then the search, within common limits.

use manyply::face::{AnyEngine, AnyGame};
use manyply::search::{Limits, Model, Options, Report, Score, Techniques};
use manyply::solve::{Solution, Task, Value};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Where only the depth of the search is bounded: nodes for a solver, for each ply.
const SOLVER_NODES_PER_PLY: u64 = 10_000;
/// The longest time for a solver before the search has its turn, where no time is given.
const SOLVER_TIME: Duration = Duration::from_secs(10);

/// What is asked of a position.
pub struct Question<'a> {
    /// The position.
    pub game: &'a dyn AnyGame,
    /// The moves to consider, in their canonical spelling; none: all.
    pub moves: Option<&'a [String]>,
    /// When to end.
    pub limits: Limits,
    /// Bytes that the tables of a solver may take.
    pub memory: u64,
    /// Called with the progress of a solver: a short text and the part that is done.
    pub progress: &'a (dyn Fn(&str, f64) + Sync),
}

/// What was found of a position.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The best line: empty if the game is over.
    pub line: Vec<String>,
    /// Its value; none if the game is over.
    pub score: Option<Score>,
    /// The last finished depth, in plies.
    pub depth: u32,
    /// Nodes, those of the solver included.
    pub nodes: u64,
    /// The time that it took.
    pub elapsed: Duration,
    /// The best lines of the last finished iteration, the best first.
    pub reports: Vec<Report<String>>,
    /// How the solver found the value, if it did.
    pub solved_by: Option<String>,
}

impl Found {
    /// Takes in a line of an iteration.
    pub fn add(&mut self, report: &Report<String>) {
        if report.multipv == 1 {
            self.reports.clear();
            self.line.clone_from(&report.line);
            (self.score, self.depth) = (Some(report.score), report.depth);
        }
        (self.nodes, self.elapsed) = (report.nodes, report.elapsed);
        self.reports.push(report.clone());
    }
}

/// Analyses a position until a limit is reached or `stop` is set, telling `report` of each line of each finished
/// iteration.
///
/// # Errors
/// The solver cannot even try.
pub fn analyse(
    engine: &mut dyn AnyEngine,
    question: &Question<'_>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Report<String>),
) -> Result<Found, String> {
    let started = Instant::now();
    let mut spent = 0;
    let Question { game, moves, limits, .. } = *question;
    if game.outcome().is_none() && moves.is_none() && game.kind().solver.is_some() {
        match solved(engine, question, stop) {
            Ok(found) => {
                found.reports.iter().for_each(report);
                return Ok(found);
            }
            Err(nodes) => spent = nodes,
        }
    }
    let limits = Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent).max(1)),
        time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
        ..limits
    };
    let mut known = Found::default();
    let found = engine.search(game, moves, &limits, stop, &mut |line| {
        report(line);
        known.add(line);
    });
    Ok(Found {
        line: found.line,
        score: found.score,
        depth: found.depth,
        nodes: found.nodes + spent,
        elapsed: started.elapsed(),
        ..known
    })
}

/// The options of a search whose decided values are proofs, for [`prove`].
pub fn proving(options: Options) -> Options {
    Options {
        // The one model whose wins are proofs.
        model: Model::Paranoid,
        // Moves left out by a heuristic leave no proof.
        techniques: Techniques { candidates: false, ..Techniques::ALL },
        ..options
    }
}

/// Searches ever deeper until the value of the best of `moves`, of all moves without, is proven, a limit is reached or
/// `stop` is set. The engine's options are those of [`proving`].
pub fn prove(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    moves: Option<&[String]>,
    limits: &Limits,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Report<String>),
) -> Solution<String> {
    let found = engine.search(game, moves, limits, stop, report);
    let (value, plies) = match found.score {
        Some(Score::Win(plies)) => (Value::Win, Some(plies)),
        Some(Score::Loss(plies)) => (Value::Loss, Some(plies)),
        Some(Score::Draw) => (Value::Draw, None),
        Some(Score::Cp(_)) | None => (Value::Unknown, None),
    };
    let is_known = value != Value::Unknown;
    Solution {
        value,
        plies,
        best: found.best.filter(|_| is_known).into_iter().collect(),
        all_best: false,
        line: if is_known { found.line } else { Vec::new() },
        nodes: found.nodes,
        method: format!("search to depth {}", found.depth),
    }
}

/// What the game's own solver finds in part of the limits; else how many nodes it took.
fn solved(engine: &dyn AnyEngine, question: &Question<'_>, stop: &AtomicBool) -> Result<Found, u64> {
    let started = Instant::now();
    let Question { game, ref limits, memory, progress, .. } = *question;
    let share = |nodes: u64| nodes / u64::from(game.kind().solver_share.max(1));
    let by_depth = limits.depth.map(|depth| u64::from(depth) * SOLVER_NODES_PER_PLY);
    let options = engine.options();
    let task = Task {
        nodes: limits.nodes.map(share).into_iter().chain(by_depth).min(),
        deadline: started.checked_add(limits.time.map_or(SOLVER_TIME, |time| time / 2)),
        progress,
        ..Task::new(stop, options.threads, memory)
    };
    // If the solver cannot run, as for want of memory, the search still can.
    let solution = game.solve(&task).map_err(|_| 0_u64)?;
    // Where the solver keeps no distances, the game's length bounds them.
    let plies = solution.plies.or(game.plies_left()).unwrap_or(solution.line.len() as u32);
    let score = match solution.value {
        Value::Win => Score::Win(plies),
        Value::Loss => Score::Loss(plies),
        Value::Draw => Score::Draw,
        Value::Unknown => return Err(solution.nodes),
    };
    let first = solution.line.first();
    let others = solution.best.iter().filter(|m| Some(*m) != first).map(|m| vec![m.clone()]);
    let lines = std::iter::once(solution.line.clone()).chain(others).take(options.multipv.max(1));
    let elapsed = started.elapsed();
    let report = |(multipv, line)| Report {
        depth: plies,
        seldepth: plies,
        multipv,
        score,
        values: None,
        nodes: solution.nodes,
        hashfull: 0,
        hitrate: 0,
        elapsed,
        line,
    };
    let reports = (1..).zip(lines).map(report).collect();
    Ok(Found {
        line: solution.line,
        score: Some(score),
        depth: plies,
        nodes: solution.nodes,
        elapsed,
        reports,
        solved_by: Some(solution.method),
    })
}
