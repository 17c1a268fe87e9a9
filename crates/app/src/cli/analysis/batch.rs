//! `manyply analyze --file`: every position of a file analysed, one result a line, in order.

use crate::cli::analysis::analyze::Arguments;
use crate::cli::analysis::batch_positions::{Place, Positions};
use crate::cli::analysis::in_order::in_order;
use crate::cli::common::{Blame, Failure, Report, Result, Session, input, resources};
use manyply::checksum::checksum;
use manyply::face::Algorithm;
use manyply::records::{Damage, Lines, RecordFile};
use manyply::search::{Level, Limits, Options};
use manyply_arena::service::json;
use manyply_arena::service::report::{self, Analysis};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// What a table has of a position.
const COLUMNS: &str = "line number turn position to_move result bestmove score.cp score.win score.loss score.draw \
    bound chance depth nodes seconds solved_by pv";
/// The longest line of a file of results, in bytes.
const LONGEST: usize = 1 << 24;

/// What a file of results is about: its first line.
#[derive(PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "batch")]
pub(crate) struct Head {
    game: String,
    rules: String,
    positions: usize,
    /// Of the file of positions.
    checksum: String,
    /// The limit of depth, in plies, if there is one.
    depth: Option<u32>,
    /// The limit of nodes.
    nodes: Option<u64>,
    /// The limit of time, in seconds.
    seconds: Option<f64>,
    /// The number of lines.
    multipv: u32,
    /// With three sides: what scores depend on; none by Monte Carlo tree search, which has no model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    /// The search.
    engine: String,
    /// The checksum of another network than the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    network: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, path: &Path, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game.game)?;
    let limits = arguments.limits.limits();
    if limits == Limits::default() {
        return Err(Failure::input("--file: no limit; expected --nodes, --depth or --time for each position"));
    }
    let rules = arguments.game.position.rules.as_deref().unwrap_or_default();
    let rules = kind.rules(rules).of("--rules")?;
    arguments.tables.load(kind)?;
    let network = arguments.engine.network.load(kind)?;
    let options = Options { model: arguments.model, network, ..Options::default() };
    arguments.algorithm.check(&options, Level::MAX)?;
    let engine = arguments.algorithm.of(kind, &options, Level::MAX);
    let (positions, content) = Positions::read(kind, &rules, arguments, path, session)?;
    let head = Head {
        game: kind.name.to_owned(),
        rules: rules.clone(),
        positions: positions.len(),
        checksum: format!("{:016x}", checksum(content.as_bytes())),
        depth: limits.depth,
        nodes: limits.nodes,
        seconds: limits.time.map(|time| time.as_secs_f64()),
        multipv: arguments.multipv,
        model: (engine != Algorithm::Mcts).then(|| arguments.model.to_string()),
        engine: engine.to_string(),
        network: network.map(|network| format!("{:016x}", network.head().checksum)),
    };
    let out = arguments.out.as_deref().map(|path| {
        let opened = if arguments.resume {
            Results::resume(path, &head, |done| (done < positions.len()).then(|| done_of(&positions, done)).flatten())
        } else {
            Results::create(path, &head)
        };
        opened.of_file("--out", path)
    });
    let mut out = out.transpose()?;
    let done = out.as_ref().map_or(0, |out| out.done);
    let means = arguments.engine.means(positions.len() - done, network, arguments.algorithm);
    let (most, tables) = (resources::most_hash_mib(), arguments.engine.hash.saturating_mul(means.jobs));
    if tables > most && limits.nodes.is_none() {
        let problem = format!("the tables of all threads take {tables} MiB; expected {most} at most");
        return Err(input!("--hash: {problem}, half of the memory"));
    }
    let mut report = Report::new(None, session).or_csv(arguments.csv, COLUMNS);
    let request = |index| positions.request(index);
    let found = |_, analysis, is_final: bool| is_final.then_some(analysis);
    let count = positions.len();
    let done = in_order(means, done..count, session, request, found, |index, analysis, session| {
        print(positions.place(index), *analysis, out.as_mut(), &mut report, session)
    })?;
    if done == count {
        return Ok(());
    }
    let results = format!("{done} of {count} results are");
    session.keeps(match &out {
        Some(out) => format!("{results} in {}; --resume goes on with the others", out.path.display()),
        None => format!("{results} printed; --out FILE keeps them"),
    });
    session.check_stop()
}

/// A file of results that is added to.
struct Results {
    path: PathBuf,
    file: RecordFile,
    /// The results that it has.
    done: usize,
}

/// What a line of a file of results says it is about.
#[derive(PartialEq, Deserialize, Debug)]
struct Done {
    r#type: String,
    #[serde(flatten)]
    place: Place,
    position: String,
}

impl Results {
    fn create(path: &Path, head: &Head) -> Result<Self, String> {
        let line = json::line(head).map_err(|error| error.to_string())?;
        let file = RecordFile::create(path, format!("{line}\n").as_bytes()).map_err(|error| error.to_string())?;
        Ok(Self { path: path.to_owned(), file, done: 0 })
    }

    /// Opens a file that was broken off anywhere, or makes it; what was not written to its end is cut off.
    fn resume(path: &Path, head: &Head, expected: impl Fn(usize) -> Option<Done>) -> Result<Self, String> {
        if !path.exists() {
            return Self::create(path, head);
        }
        let read = RecordFile::resume(path, |file| {
            let mut lines = Lines::new(BufReader::new(file), LONGEST, 0, 0);
            let found = lines.next_line()?.and_then(|line| serde_json::from_str::<Head>(line).ok());
            let found =
                found.ok_or_else(|| lines.damage("no head of a batch; expected a file that --out has written"))?;
            if found != *head {
                let problem = "the results of other positions, limits or options; expected those of the same command";
                return Err(lines.damage(problem));
            }
            let mut whole = lines.end();
            let mut done = 0;
            while let Some(line) = lines.next_line()? {
                let found = serde_json::from_str::<Done>(line);
                let problem = match (found, expected(done)) {
                    (Ok(found), Some(expected)) if found == expected => None,
                    (Ok(_), Some(Done { place, position, .. })) => {
                        let what = if place.line.is_some() { "line" } else { "game" };
                        Some(format!("the result of another position; expected that of {what} {place}, {position}"))
                    }
                    (Err(error), Some(_)) => Some(format!("{error}; expected a result")),
                    (_, None) => Some(format!("{} results; expected {} at most", done + 1, head.positions)),
                };
                if let Some(problem) = problem {
                    return Err(lines.damage(problem));
                }
                (whole, done) = (lines.end(), done + 1);
            }
            // The end may be the beginning of a result, and nothing else.
            match serde_json::from_slice::<IgnoredAny>(lines.torn()) {
                Err(error) if !error.is_eof() => {
                    Err(lines.damage(format!("{error}; expected the beginning of a result")))
                }
                _ => Ok((done, whole)),
            }
        });
        let (file, done) = read.map_err(|damage: Damage| damage.to_string())?;
        Ok(Self { path: path.to_owned(), file, done })
    }
}

/// What the result of a position says it is about.
fn done_of(positions: &Positions<'_>, index: usize) -> Option<Done> {
    let request = positions.request(index).ok()?;
    let position = request.game(*request.turns.first()?)?.position_text();
    Some(Done { r#type: "analysis".into(), place: positions.place(index), position })
}

/// Keeps and prints a result.
fn print(
    place: Place,
    analysis: Analysis,
    mut out: Option<&mut Results>,
    report: &mut Report,
    session: &mut Session<'_>,
) -> Result {
    let Place { line, number, turn } = place;
    let analysis = Analysis { line, number, head: report::Head { id: None, turn, ..analysis.head }, ..analysis };
    if let Some(out) = &mut out {
        let text = json::line(&analysis).or_input()? + "\n";
        // In one piece: only the system's own end can lose it.
        out.file.add(text.as_bytes()).of("--out")?;
    }
    if out.is_none() || !matches!(report, Report::Text) {
        let Analysis { depth, nodes, bestmove, score, result, pv, .. } = &analysis;
        let score = score.map_or_else(|| result.clone().unwrap_or_default(), |score| score.to_string());
        let chance = analysis.chance.map_or(String::new(), |chance| format!("{:.0} %", 100.0 * chance));
        let (best, pv) = (bestmove.as_deref().unwrap_or("-"), pv.join(" "));
        let text = format_args!("{place:>6} {depth:>4} {score:>10} {chance:>5} {nodes:>11}  {best:<8} {pv}");
        report.line(&analysis, text, session)?;
    }
    Ok(())
}
