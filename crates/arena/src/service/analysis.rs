//! The analysis of one position: the game's own solver, where it has one, and the search, within common limits. The
//! solver comes first, or they take turns.

use super::ranking::Ranking;
use manyply::clock::Instant;
use manyply::face::{Algorithm, AnyEngine, AnyGame};
use manyply::search::{Bound, Limits, Report, Score, Told};
use manyply::solve::{Solution, Task, Value};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Where only the depth of the search is bounded: nodes for a solver, for each ply.
const SOLVER_NODES_PER_PLY: u64 = 10_000;
/// The longest time for a solver, where no time is given.
const SOLVER_TIME: Duration = Duration::from_secs(10);
/// The first turn of a solver that takes turns with the search; it begins anew in each.
const FIRST_TURN: Duration = Duration::from_millis(20);
/// Each later turn is so many times as long.
const LONGER_TURN: u32 = 4;

/// What is asked of a position.
pub struct Question<'a> {
    /// The position.
    pub game: &'a dyn AnyGame,
    /// The moves to consider, in their canonical spelling; none: all.
    pub moves: Option<&'a [String]>,
    /// When to end.
    pub limits: Limits,
    /// Whether the game's own solver is asked first, where it has one.
    pub solves: bool,
    /// Bytes that the tables of a solver may take.
    pub memory: u64,
    /// Called with the progress of a solver: a short text and the part that is done.
    pub progress: &'a (dyn Fn(&str, f64) + Sync),
}

/// What was found of a position.
#[derive(Clone, Default, Debug)]
pub struct Found {
    /// The best line: empty if the game is over.
    pub line: Vec<String>,
    /// Its value; none if the game is over.
    pub score: Option<Score>,
    /// Whether that is the value, or a lower bound, as in [`Report::bound`].
    pub bound: Bound,
    /// The depth that value and line are of, in plies.
    pub depth: u32,
    /// Nodes, those of the solver included.
    pub nodes: u64,
    /// The time that it took.
    pub elapsed: Duration,
    /// The best lines, the best first: line, value and depth are those of the first.
    pub reports: Vec<Report<String>>,
    /// How the solver found the value, if it did.
    pub solved_by: Option<String>,
    /// Which search found it, if one was at work.
    pub algorithm: Option<Algorithm>,
}

impl Found {
    /// Takes in a line of an iteration.
    pub fn add(&mut self, report: &Report<String>) {
        if report.multipv == 1 {
            self.reports.clear();
            self.line.clone_from(&report.line);
            (self.score, self.bound, self.depth) = (Some(report.score), report.bound, report.depth);
        }
        (self.nodes, self.elapsed) = (report.nodes, report.elapsed);
        self.reports.push(report.clone());
    }
}

/// Analyses a position until a limit is reached or `stop` is set, telling of each line of each finished iteration, and
/// in between that it goes on.
///
/// # Errors
/// The solver cannot even try.
pub fn analyse(
    engine: &mut dyn AnyEngine,
    question: &Question<'_>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Told<'_, String>),
) -> Result<Found, String> {
    let Question { game, moves, limits, .. } = *question;
    let kind = game.kind();
    // What a solver tells of a distance may be a bound.
    let asks_solver = question.solves && moves.is_none() && kind.solver.is_some() && !engine.options().exact;
    let all = moves.map_or_else(|| game.legal_moves(), <[_]>::to_vec);
    let most = engine.options().multipv.clamp(1, all.len().max(1));
    let mut search = Search { engine, question, stop, started: Instant::now(), spent: 0, said: None };
    let solver_time = limits.time.map_or(SOLVER_TIME, |time| time / 2);
    let takes_turns = kind.solver_turns && limits.nodes.is_none() && limits.depth.is_none();
    let (mut turn, mut left) = (if takes_turns { FIRST_TURN.min(solver_time) } else { solver_time }, solver_time);
    let mut solution = Found::default();
    while game.outcome().is_none() && asks_solver {
        let begun = Instant::now();
        match solved(search.engine, question, turn, stop) {
            Ok(found) if found.reports.len() == most => return Ok(search.tell(found, tell)),
            Ok(found) => solution = found,
            Err(nodes) => search.spent += nodes,
        }
        // A solver that ends before its time knows no more.
        let is_exhausted = begun.elapsed() < turn;
        left = left.saturating_sub(turn);
        let longer = turn * LONGER_TURN;
        if !takes_turns || !solution.reports.is_empty() || is_exhausted || longer > left || stop.load(Relaxed) {
            break;
        }
        let begun = Instant::now();
        let found = search.run(moves, Some(turn), &[], most, tell);
        // Neither does a search.
        if begun.elapsed() < turn || stop.load(Relaxed) {
            return Ok(found);
        }
        turn = longer;
    }
    // Of the lines that are asked for the solver has given some: the search has the other moves.
    let others: Vec<String> =
        all.into_iter().filter(|m| !solution.reports.iter().any(|known| known.line.first() == Some(m))).collect();
    let moves = if solution.reports.is_empty() { moves } else { Some(others.as_slice()) };
    search.spent += solution.nodes;
    let found = search.run(moves, None, &solution.reports, most, tell);
    Ok(Found { solved_by: solution.solved_by, ..found })
}

/// The searches of one analysis, one after the other.
struct Search<'a> {
    engine: &'a mut dyn AnyEngine,
    question: &'a Question<'a>,
    stop: &'a AtomicBool,
    started: Instant,
    /// Nodes of what has ended.
    spent: u64,
    /// The best line that was told last.
    said: Option<Report<String>>,
}

impl Search<'_> {
    /// Tells of what the solver has `found`, which is all that was asked for.
    fn tell(&self, found: Found, tell: &mut dyn FnMut(Told<'_, String>)) -> Found {
        let (nodes, elapsed) = (found.nodes + self.spent, self.started.elapsed());
        let mut found = Found { nodes, elapsed, ..found };
        found.reports.iter_mut().for_each(|report| (report.nodes, report.elapsed) = (nodes, elapsed));
        found.reports.iter().for_each(|report| tell(Told::Line(report)));
        found
    }

    /// Searches `moves`, all without, within the limits that are left and `time`. Its lines are told with those that
    /// are `solved` among them, `most` of an iteration.
    fn run(
        &mut self,
        moves: Option<&[String]>,
        time: Option<Duration>,
        solved: &[Report<String>],
        most: usize,
        tell: &mut dyn FnMut(Told<'_, String>),
    ) -> Found {
        let Question { game, limits, .. } = *self.question;
        let (spent, before) = (self.spent, self.started.elapsed());
        let left = limits.time.map(|time| time.saturating_sub(before));
        let limits = Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent).max(1)),
            time: left.into_iter().chain(time).min(),
            ..limits
        };
        let mut ranking = Ranking::new(solved, most, moves.map_or(most, <[_]>::len));
        let mut known = Found { algorithm: Some(self.engine.algorithm()), ..Found::default() };
        let (said, mut is_again) = (&mut self.said, false);
        let found = self.engine.watch(game, moves, &limits, self.stop, &mut |told| match told {
            Told::Line(line) => {
                let mut line = line.clone();
                if line.multipv == 1 {
                    // A search that goes on tells again where it was.
                    let is_said = |said: &Report<String>| {
                        said.depth == line.depth && said.score == line.score && said.line == line.line
                    };
                    is_again = said.as_ref().is_some_and(is_said);
                    *said = Some(line.clone());
                }
                (line.nodes, line.elapsed) = (line.nodes + spent, line.elapsed + before);
                ranking.tell(&line, &mut |line| {
                    known.add(line);
                    if !is_again {
                        tell(Told::Line(line));
                    }
                });
            }
            Told::Heartbeat(heartbeat) => {
                let mut heartbeat = heartbeat.clone();
                (heartbeat.nodes, heartbeat.elapsed) = (heartbeat.nodes + spent, heartbeat.elapsed + before);
                tell(Told::Heartbeat(&heartbeat));
            }
        });
        self.spent += found.nodes;
        Found { nodes: self.spent, elapsed: self.started.elapsed(), ..known }
    }
}

/// What a solver has proved of a position; where it does not say in how many plies, in those that the rules allow.
pub(crate) fn proven(game: &dyn AnyGame, solution: &Solution<String>) -> Option<Score> {
    let plies = || solution.plies.or_else(|| game.most_plies(solution.value));
    match solution.value {
        Value::Win => plies().map(Score::Win),
        Value::Loss => plies().map(Score::Loss),
        Value::Draw => Some(Score::Draw),
        Value::Unknown => None,
    }
}

/// What the game's own solver finds in its part of the limits; else how many nodes it took.
fn solved(engine: &dyn AnyEngine, question: &Question<'_>, time: Duration, stop: &AtomicBool) -> Result<Found, u64> {
    let Question { game, ref limits, memory, progress, .. } = *question;
    let share = |nodes: u64| nodes / u64::from(game.kind().solver_share.max(1));
    let by_depth = limits.depth.map(|depth| u64::from(depth) * SOLVER_NODES_PER_PLY);
    let options = engine.options();
    let task = Task {
        nodes: limits.nodes.map(share).into_iter().chain(by_depth).min(),
        deadline: Instant::now().checked_add(time),
        progress,
        ..Task::new(stop, options.threads, memory)
    };
    // If the solver cannot run, as for want of memory, the search still can.
    let solution = game.solve(&task).map_err(|_| 0_u64)?;
    let score = proven(game, &solution).ok_or(solution.nodes)?;
    let plies = solution.plies.or_else(|| game.most_plies(solution.value));
    let plies = plies.unwrap_or(solution.line.len() as u32);
    if solution.line.is_empty() {
        // A win without a move is none that can be played.
        return Err(solution.nodes);
    }
    let first = solution.line.first();
    // Where all is lost, every move keeps the value.
    let keeping = if solution.value == Value::Loss { game.legal_moves() } else { solution.best };
    let others = keeping.iter().filter(|m| Some(*m) != first).map(|m| vec![m.clone()]);
    let lines = std::iter::once(solution.line.clone()).chain(others).take(options.multipv.max(1));
    let report = |(multipv, line)| {
        let mut report = Report::new(score, line);
        (report.depth, report.seldepth, report.multipv) = (plies, plies, multipv);
        report
    };
    let reports = (1..).zip(lines).map(report).collect();
    Ok(Found {
        line: solution.line,
        score: Some(score),
        depth: plies,
        nodes: solution.nodes,
        reports,
        solved_by: Some(solution.method),
        ..Found::default()
    })
}
