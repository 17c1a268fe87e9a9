//! `manyply suite`: positions whose best moves are known, and how soon the search finds them.

use crate::cli::analysis::in_order::in_order;
use crate::cli::common::{
    AlgorithmArgument, Blame, EngineArguments, JsonArgument, LimitArguments, Report, Result, Session, TablesArgument,
    file_failure,
};
use crate::cli::measuring::speedup::mean;
use manyply::face::Setup;
use manyply::formats::Content;
use manyply::formats::epd::Described;
use manyply::harmless::one_line;
use manyply::nnue::NetworkRef;
use manyply::search::{Level, Model, Options, Score};
use manyply_arena::service::Request;
use manyply_arena::service::report::Analysis;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Search positions whose best moves are known
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; 'manyply games' lists them
    game: String,
    /// The positions; '-' is standard input
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// The rules, as in name=value,name=value; 'manyply games' lists them
    #[arg(long, value_name = "RULES", default_value = "")]
    rules: String,
    #[command(flatten)]
    tables: TablesArgument,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    algorithm: AlgorithmArgument,
    #[command(flatten)]
    engine: EngineArguments,
    /// What the other sides are assumed to do, where three play
    #[arg(long, value_name = "MODEL", default_value_t)]
    model: Model,
    /// Compare with what an earlier run printed with --json
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgument,
    /// Print a table as comma-separated values, a header first
    #[arg(long, conflicts_with_all = ["json", "compare"])]
    csv: bool,
}

const USUAL_TIME: Duration = Duration::from_secs(1);
/// How far a value may be from `ce`, in hundredths.
const ABOUT: u32 = 50;

/// What a table has of a position.
const COLUMNS: &str = "id position bestmove solved solved_depth solved_nodes solved_seconds";

/// A position of a suite.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "problem")]
pub(crate) struct Problem {
    game: String,
    /// Its name, or the number of its line.
    id: String,
    position: String,
    /// The best move that the search found.
    bestmove: Option<String>,
    /// Whether the search ended with what the line asks for.
    solved: bool,
    /// The depth from which on the search had the solution, if it ended with it.
    solved_depth: Option<u32>,
    /// The nodes from which on it was solved.
    solved_nodes: Option<u64>,
    /// The time from which on it was solved.
    solved_seconds: Option<f64>,
}

/// The end of a suite.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "solved")]
pub(crate) struct Solved {
    game: &'static str,
    positions: usize,
    /// How many of them were solved.
    solved: usize,
    /// The nodes of all solved positions together.
    nodes: u64,
    /// Their wall time, in seconds.
    seconds: f64,
}

/// Whether the search has all that a position asks for.
fn is_solved(position: &Described, analysis: &Analysis) -> bool {
    let Some(best) = &analysis.bestmove else { return false };
    let sides = position.game.kind().sides as u32;
    let number = |name| position.operands(name)?.first()?.parse::<i32>().ok();
    position.operands("bm").is_none_or(|moves| moves.contains(best))
        && position.operands("am").is_none_or(|moves| !moves.contains(best))
        && number("dm").is_none_or(|moves| {
            let within = |plies: u32| i64::from(plies.div_ceil(sides)) <= i64::from(moves);
            matches!(analysis.score, Some(Score::Win(plies)) if within(plies))
        })
        && number("ce").is_none_or(|value| match analysis.score {
            Some(Score::Cp(cp)) => cp.abs_diff(value) <= ABOUT,
            Some(Score::Draw) => value == 0,
            _ => false,
        })
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game)?;
    let rules = kind.rules(&arguments.rules).of("--rules")?;
    arguments.tables.load(kind)?;
    let network = arguments.engine.network.load(kind)?;
    arguments.algorithm.check(&Options { model: arguments.model, network, ..Options::default() }, Level::MAX)?;
    let path = &arguments.file;
    let text = session.read_file("--file", path, &[Content::Positions])?;
    let mut positions = Vec::new();
    kind.read_positions(&text, &rules, &mut |position| positions.push(position)).of_file("--file", path)?;
    let is_known = |position: &Described| ["bm", "am", "dm", "ce"].iter().any(|name| position.operands(name).is_some());
    if let Some(Described { line, .. }) = positions.iter().find(|position| !is_known(position)) {
        let problem = format!("line {line}: nothing is known; expected bm, am, dm or ce");
        return Err(file_failure("--file", path, problem));
    }
    if positions.is_empty() {
        return Err(file_failure("--file", path, "no position; expected POSITION bm MOVES; id \"NAME\";"));
    }
    let earlier = arguments.compare.as_ref().map(|path| earlier(path, session)).transpose()?;
    let mut report = Report::new(None, session).or_csv(arguments.csv, COLUMNS);
    let problems = search(arguments, &positions, &rules, network, &mut report, session)?;
    let solved = Solved {
        game: kind.name,
        positions: problems.len(),
        solved: problems.iter().filter(|problem| problem.solved).count(),
        nodes: problems.iter().filter_map(|problem| problem.solved_nodes).sum(),
        // A sum of nothing is -0.
        seconds: problems.iter().filter_map(|problem| problem.solved_seconds).fold(0.0, |sum, seconds| sum + seconds),
    };
    let Solved { positions, solved: count, nodes, seconds, .. } = &solved;
    let text = format_args!("{count} of {positions} solved, {nodes} nodes and {seconds:.3} s to their solutions");
    report.last(&solved, text, session)?;
    match earlier {
        Some(earlier) if !session.json => compare(&problems, &earlier, session),
        _ => Ok(()),
    }
}

/// Searches all positions and prints each when it and those before it are done.
fn search(
    arguments: &Arguments,
    positions: &[Described],
    rules: &str,
    network: Option<NetworkRef>,
    report: &mut Report,
    session: &mut Session<'_>,
) -> Result<Vec<Problem>> {
    let limits = arguments.limits.or(USUAL_TIME);
    let means = arguments.engine.means(positions.len(), network, arguments.algorithm);
    let request = |index: usize| {
        let game = &positions[index].game;
        let setup = Setup { rules: rules.to_owned(), position: Some(game.position_text()), ..Setup::default() };
        let request = Request::of_position(game.kind(), index.into(), setup, limits, 1, arguments.model);
        let mut request = request.map_err(|error| error.to_string())?;
        // After every iteration.
        request.report_every = Some(Duration::from_nanos(1));
        Ok(request)
    };
    // From when on each search has had the solution.
    let mut since: HashMap<usize, (u32, u64, f64)> = HashMap::new();
    let hear = |index: usize, analysis: Box<Analysis>, is_final: bool| {
        let asked = &positions[index];
        let solved = is_solved(asked, &analysis);
        if solved {
            since.entry(index).or_insert((analysis.depth, analysis.nodes, analysis.seconds));
        } else {
            since.remove(&index);
        }
        let at = since.get(&index);
        is_final.then(|| Problem {
            game: analysis.head.game.to_owned(),
            id: asked.operands("id").map_or_else(|| format!("line {}", asked.line), |words| words.join(" ")),
            position: analysis.head.position,
            bestmove: analysis.bestmove,
            solved,
            solved_depth: at.map(|at| at.0),
            solved_nodes: at.map(|at| at.1),
            solved_seconds: at.map(|at| at.2),
        })
    };
    let mut problems = Vec::new();
    let done = in_order(means, 0..positions.len(), session, request, hear, |_, problem, session| {
        report.line(&problem, in_words(&problem), session)?;
        problems.push(problem);
        Ok(())
    })?;
    session.keeps(format!("{done} of {} positions are printed", positions.len()));
    session.check_stop().map(|()| problems)
}

fn in_words(problem: &Problem) -> String {
    let (id, best) = (one_line(&problem.id), problem.bestmove.as_deref().unwrap_or("-"));
    let at = match (problem.solved_depth, problem.solved_nodes, problem.solved_seconds) {
        (Some(depth), Some(nodes), Some(seconds)) => {
            format!("depth {depth:>3} {nodes:>11} nodes {seconds:>9.3} s")
        }
        _ => "not solved".to_owned(),
    };
    format!("{id:<24} {best:<10} {at}")
}

/// The positions of an earlier run, by their names.
fn earlier(path: &Path, session: &mut Session<'_>) -> Result<HashMap<String, Problem>> {
    let text = session.read_file("--compare", path, &[Content::Json])?;
    let problems: Vec<Problem> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if problems.is_empty() {
        return Err(file_failure("--compare", path, "no positions; expected what 'suite --json' printed"));
    }
    Ok(problems.into_iter().map(|problem| (problem.id.clone(), problem)).collect())
}

/// What is better and what is worse than in an earlier run.
fn compare(problems: &[Problem], earlier: &HashMap<String, Problem>, session: &mut Session<'_>) -> Result {
    let pairs: Vec<_> = problems.iter().filter_map(|new| Some((new, earlier.get(&new.id)?))).collect();
    for (new, old) in &pairs {
        if new.solved != old.solved {
            let what = if new.solved { "now solved" } else { "no longer solved" };
            writeln!(session.out, "{what}: {}", one_line(&new.id))?;
        }
    }
    let count = |is: fn(&Problem) -> bool, new: bool| pairs.iter().filter(|(a, b)| is(if new { a } else { b })).count();
    let (new, old) = (count(|problem| problem.solved, true), count(|problem| problem.solved, false));
    let ratio = |new: u64, old: u64| new.max(1) as f64 / old.max(1) as f64;
    let ratios: Vec<f64> =
        pairs.iter().filter_map(|(new, old)| Some(ratio(new.solved_nodes?, old.solved_nodes?))).collect();
    let mean = mean(&ratios).unwrap_or(1.0);
    Ok(writeln!(
        session.out,
        "of {} positions of both runs {new} are solved, {old} before; nodes to the {} solutions of both: {mean:.2} \
         times",
        pairs.len(),
        ratios.len()
    )?)
}
