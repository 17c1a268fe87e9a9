//! The analysis of one position: the game's own solver first, where it has one, then the search, within common limits.

use manyply::clock::Instant;
use manyply::face::{Algorithm, AnyEngine, AnyGame};
use manyply::search::{Bound, Limits, MAX_DEPTH, Model, Options, Report, Score, Techniques, Told};
use manyply::solve::{Solution, Task, Value};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

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
    let started = Instant::now();
    let (mut spent, mut solution) = (0, Found::default());
    let Question { game, moves, limits, .. } = *question;
    let roots = moves.map_or_else(|| game.legal_moves(), <[_]>::to_vec);
    let most = engine.options().multipv.clamp(1, roots.len().max(1));
    // What a solver tells of a distance may be a bound.
    let asks_solver = question.solves && moves.is_none() && game.kind().solver.is_some() && !engine.options().exact;
    if game.outcome().is_none() && asks_solver {
        match solved(engine, question, stop) {
            Ok(found) if found.reports.len() == most => {
                found.reports.iter().for_each(|report| tell(Told::Line(report)));
                return Ok(found);
            }
            Ok(found) => solution = found,
            Err(nodes) => spent = nodes,
        }
    }
    // Of the lines that are asked for the solver has given some: the search has the other moves.
    let others: Vec<String> =
        roots.into_iter().filter(|m| !solution.reports.iter().any(|known| known.line.first() == Some(m))).collect();
    let moves = if solution.reports.is_empty() { moves } else { Some(others.as_slice()) };
    spent += solution.nodes;
    let limits = Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent).max(1)),
        time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
        ..limits
    };
    let mut ranking =
        Ranking { solved: &solution.reports, most, last: most.min(others.len()), rank: 0, is_told: false };
    let mut known = Found { algorithm: Some(engine.algorithm()), ..Found::default() };
    let found = engine.watch(game, moves, &limits, stop, &mut |told| match told {
        Told::Line(line) => ranking.tell(line, &mut |line| {
            tell(Told::Line(line));
            known.add(line);
        }),
        Told::Heartbeat(_) => tell(told),
    });
    Ok(Found { nodes: found.nodes + spent, elapsed: started.elapsed(), solved_by: solution.solved_by, ..known })
}

/// Puts the lines of a solver among those of a search of the other moves.
struct Ranking<'a> {
    solved: &'a [Report<String>],
    /// How many lines are wanted.
    most: usize,
    /// The rank, in the search, of the last line of an iteration.
    last: usize,
    /// How many lines of this iteration have been told.
    rank: usize,
    /// Whether the solver's are among them.
    is_told: bool,
}

impl Ranking<'_> {
    /// Tells of a line of the search, and of the solver's before those that are no quicker win.
    fn tell(&mut self, line: &Report<String>, report: &mut dyn FnMut(&Report<String>)) {
        if line.multipv == 1 {
            (self.rank, self.is_told) = (0, self.solved.is_empty());
        }
        let is_quicker = self.solved.first().is_some_and(|solved| match (line.score, solved.score) {
            (Score::Win(plies), Score::Win(proved)) => plies < proved,
            (Score::Win(_), _) => true,
            _ => false,
        });
        let is_last = line.multipv as usize == self.last;
        let mut say = |told: &Report<String>| {
            self.rank += 1;
            if self.rank <= self.most {
                let Report { nodes, hashfull, hitrate, elapsed, .. } = *line;
                let mut told = told.clone();
                (told.multipv, told.elapsed) = (self.rank as u32, elapsed);
                (told.nodes, told.hashfull, told.hitrate) = (nodes, hashfull, hitrate);
                report(&told);
            }
        };
        if !self.is_told && !is_quicker {
            self.solved.iter().for_each(&mut say);
            self.is_told = true;
        }
        say(line);
        if !self.is_told && is_last {
            self.solved.iter().for_each(&mut say);
            self.is_told = true;
        }
    }
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

/// The nodes of a thread after which the two searches of [`prove`] first take turns.
const TURN: u64 = 1 << 20;

/// Searches until the value of the best of `moves`, of all moves without, is proven, a limit is reached or `stop` is
/// set. The engine's options are those of [`proving`].
///
/// A search that looks ever deeper knows first what is decided soon, and how soon. One of who wins, and nothing else,
/// knows first what is decided at the end. Where the game has both they take turns, each longer than all before; what
/// one has found stays in the table that they share.
pub fn prove(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    moves: Option<&[String]>,
    limits: &Limits,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Told<'_, String>),
) -> Solution<String> {
    if let Some(outcome) = game.outcome() {
        return Solution::over(outcome.payoff(game.side_to_move()));
    }
    let (started, threads) = (Instant::now(), engine.options().threads.max(1) as u64);
    let (mut nodes, mut turn, mut is_asked) = (0, TURN, true);
    loop {
        let most = if is_asked { turn.saturating_mul(threads) } else { u64::MAX };
        let found = engine.watch(game, moves, &rest(limits, nodes, most, started), stop, tell);
        let is_last = !is_asked || found.nodes == 0 || found.depth >= limits.depth.unwrap_or(MAX_DEPTH);
        nodes += found.nodes;
        let solution = Solution { nodes, ..proof(found) };
        let is_over = |nodes| {
            let has_time = limits.time.is_none_or(|time| started.elapsed() < time);
            stop.load(Relaxed) || !has_time || limits.nodes.is_some_and(|most| nodes >= most)
        };
        if solution.value != Value::Unknown || is_last || is_over(nodes) {
            return solution;
        }
        let found = engine.outcome(game, moves, &rest(limits, nodes, turn, started), stop);
        nodes += found.nodes;
        if found.value != Value::Unknown {
            return Solution { nodes, ..found };
        }
        // It may not be for this game, or have come to an end without an answer.
        is_asked = found.nodes >= turn;
        if is_over(nodes) {
            return Solution { nodes, ..solution };
        }
        turn *= 2;
    }
}

/// What is left of limits after so many nodes since it `started`, and no more nodes than `most`.
pub(super) fn rest(limits: &Limits, nodes: u64, most: u64, started: Instant) -> Limits {
    let left = limits.nodes.map(|all| all.saturating_sub(nodes).max(1)).filter(|&left| left < most);
    Limits {
        nodes: left.or((most < u64::MAX).then_some(most)),
        time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
        ..*limits
    }
}

/// What a search has proven.
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

fn proof(found: manyply::search::Found<String>) -> Solution<String> {
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
    let elapsed = started.elapsed();
    let report = |(multipv, line)| {
        let mut report = Report::new(score, line);
        (report.depth, report.seldepth, report.multipv) = (plies, plies, multipv);
        (report.nodes, report.elapsed) = (solution.nodes, elapsed);
        report
    };
    let reports = (1..).zip(lines).map(report).collect();
    Ok(Found {
        line: solution.line,
        score: Some(score),
        bound: Bound::Exact,
        depth: plies,
        nodes: solution.nodes,
        elapsed,
        reports,
        solved_by: Some(solution.method),
        algorithm: None,
    })
}
