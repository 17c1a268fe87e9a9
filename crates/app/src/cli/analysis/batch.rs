//! `manyply analyze --file`: every position of a file analysed, one result a line, in order.

use crate::cli::analysis::analyze::Arguments;
use crate::cli::common::failure::{Failure, file_failure};
use crate::cli::common::progress::Bar;
use crate::cli::common::resources;
use crate::cli::common::session::Session;
use manyply::face::{Kind, Setup};
use manyply::records::{Damage, Lines, RecordFile};
use manyply::search::Limits;
use manyply::shard::checksum;
use manyply_arena::service::report::{self, Analysis};
use manyply_arena::service::{Answer, Means, Pool, Request, Said, json};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Positions for each worker that may be ahead of the first that is not finished.
const AHEAD: usize = 64;
/// How often the stop flag is polled.
const PATIENCE: Duration = Duration::from_millis(20);
/// The longest line of a file of results, in bytes.
const LONGEST: usize = 1 << 24;

/// What a file of results is about: its first line.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "batch")]
struct Head {
    game: String,
    rules: String,
    positions: usize,
    /// Of the positions.
    checksum: String,
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    multipv: u32,
    model: String,
    /// The checksum of another network than the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    network: Option<String>,
}

pub(in crate::cli) fn run(arguments: &Arguments, path: &Path, session: &mut Session<'_>) -> Result<(), Failure> {
    let kind = session.kind(&arguments.game.game)?;
    let limits = Limits { depth: arguments.depth, nodes: arguments.nodes, time: arguments.time, soft_time: None };
    if limits == Limits::default() {
        return Err(Failure::input("--file: no limit; expected --nodes, --depth or --time for each position"));
    }
    let rules = arguments.game.position.rules.as_deref().unwrap_or_default();
    let rules = kind.rules(rules).map_err(|error| Failure::input(format!("--rules: {error}")))?;
    arguments.tables.load(kind)?;
    let network = arguments.network.load(kind)?;
    let content = session.read_file("--file", path)?;
    let lines = (1..).zip(content.lines().map(str::trim));
    let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with("# ")).collect();
    let request = |(number, line): (usize, &str)| request(kind, &rules, number, line, limits, arguments);
    // Mistakes are told before anything is done.
    for &(number, line) in &lines {
        request((number, line)).map_err(|problem| file_failure("--file", path, format!("line {number}: {problem}")))?;
    }
    if lines.is_empty() {
        return Err(file_failure("--file", path, "no position; expected one a line"));
    }
    let head = Head {
        game: kind.name.to_owned(),
        rules: rules.clone(),
        positions: lines.len(),
        checksum: format!("{:016x}", checksum(content.as_bytes())),
        depth: arguments.depth,
        nodes: arguments.nodes,
        seconds: arguments.time.map(|time| time.as_secs_f64()),
        multipv: arguments.multipv,
        model: arguments.model.to_string(),
        network: network.map(|network| format!("{:016x}", network.head().checksum)),
    };
    let out = arguments.out.as_deref().map(|path| {
        let opened = if arguments.resume {
            Results::resume(path, &head, |done| request(*lines.get(done)?).ok())
        } else {
            Results::create(path, &head)
        };
        opened.map_err(|problem| file_failure("--out", path, problem))
    });
    let out = out.transpose()?;
    let done = out.as_ref().map_or(0, |out| out.done);
    let means = Means {
        jobs: arguments.threads.min(lines.len() - done).max(1),
        threads: 1,
        hash_mib: arguments.hash,
        memory: resources::solver_memory(None),
        is_fresh: true,
        networks: network.into_iter().collect(),
    };
    let (most, tables) = (resources::most_hash_mib(), arguments.hash.saturating_mul(means.jobs));
    if tables > most && arguments.nodes.is_none() {
        let problem = format!("the tables of all threads take {tables} MiB; expected {most} at most");
        return Err(Failure::input(format!("--hash: {problem}, half of the memory")));
    }
    let window = AHEAD * means.jobs;
    let (sender, answers) = sync_channel(window);
    let pool = Pool::new(means, move |answer| sender.send(answer).is_ok())?;
    let (submitted, waiting) = (VecDeque::new(), HashMap::new());
    let mut batch = Batch { count: lines.len(), submitted, printed: done, waiting, out };
    let requests = lines[done..].iter().filter_map(|&line| request(line).ok());
    let result = batch.run(requests, &pool, &answers, window, arguments.json, session);
    // Workers that wait to be heard hear first that nobody listens.
    drop(answers);
    drop(pool);
    result
}

/// What is asked of a line with a position; or why it has none.
fn request(
    kind: &'static Kind,
    rules: &str,
    number: usize,
    line: &str,
    limits: Limits,
    arguments: &Arguments,
) -> Result<Request, String> {
    let request = |setup| {
        let (multipv, model) = (arguments.multipv as usize, arguments.model);
        Request::of_position(kind, number.to_string(), setup, limits, multipv, model)
    };
    let described = || {
        let mut position = None;
        kind.read_positions(line, rules, &mut |described| position = Some(described.game.position_text())).ok()?;
        request(Setup { rules: rules.to_owned(), position: Some(position?), ..Setup::default() }).ok()
    };
    let plain = request(Setup::of_line(kind, rules, line));
    plain.or_else(|error| described().ok_or_else(|| error.to_string()))
}

/// A file of results that is added to.
struct Results {
    file: RecordFile,
    /// The results that it has.
    done: usize,
}

/// What a line of a file of results says it is about.
#[derive(PartialEq, Deserialize, Debug)]
struct Done {
    r#type: String,
    line: usize,
    position: String,
}

impl Results {
    fn create(path: &Path, head: &Head) -> Result<Self, String> {
        let line = json::line(head).map_err(|error| error.to_string())?;
        let file = RecordFile::create(path, format!("{line}\n").as_bytes()).map_err(|error| error.to_string())?;
        Ok(Self { file, done: 0 })
    }

    /// Opens a file that was broken off anywhere, or makes it; what was not written to its end is cut off.
    fn resume(path: &Path, head: &Head, request: impl Fn(usize) -> Option<Request>) -> Result<Self, String> {
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
                let expected = request(done).and_then(|request| done_of(&request));
                let problem = match (found, expected) {
                    (Ok(found), Some(expected)) if found == expected => None,
                    (Ok(_), Some(Done { line, position, .. })) => {
                        Some(format!("the result of another position; expected that of line {line}, {position}"))
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
        Ok(Self { file, done })
    }
}

/// What the result of a request says it is about.
fn done_of(request: &Request) -> Option<Done> {
    let position = request.game(*request.turns.first()?)?.position_text();
    Some(Done { r#type: "analysis".into(), line: request.id.parse().ok()?, position })
}

/// Positions on their way.
struct Batch {
    /// Of all positions.
    count: usize,
    /// The numbers of their lines, as long as they are not printed.
    submitted: VecDeque<String>,
    printed: usize,
    /// Answers that came before those of the lines above them, by their requests.
    waiting: HashMap<String, Box<Analysis>>,
    out: Option<Results>,
}

impl Batch {
    fn run(
        &mut self,
        mut requests: impl Iterator<Item = Request>,
        pool: &Pool,
        answers: &Receiver<Answer>,
        window: usize,
        json: bool,
        session: &mut Session<'_>,
    ) -> Result<(), Failure> {
        let bar = Bar::new(session.has_terminal);
        let count = self.count;
        while self.printed < count {
            if session.is_stopped() {
                return Err(Failure::Interrupted);
            }
            while self.submitted.len() < window
                && let Some(request) = requests.next()
            {
                self.submitted.push_back(request.id.clone());
                pool.submit(&Arc::new(request));
            }
            match answers.recv_timeout(PATIENCE) {
                Ok(Answer { request, said: Said::Analysis(analysis), .. }) => {
                    self.waiting.insert(request.id.clone(), analysis);
                }
                Ok(Answer { said: Said::Error(error), .. }) => return Err(Failure::input(error.error)),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(analysis) = self.submitted.front().and_then(|id| self.waiting.remove(id)) {
                self.print(*analysis, json, session)?;
                self.submitted.pop_front();
                self.printed += 1;
            }
            bar.show(&format!("{} of {count} positions", self.printed), self.printed as f64 / count as f64);
        }
        Ok(())
    }

    fn print(&mut self, analysis: Analysis, json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
        let line = self.submitted.front().and_then(|id| id.parse().ok());
        let head = report::Head { id: None, turn: None, ..analysis.head };
        let analysis = Analysis { head, line, ..analysis };
        if let Some(out) = &mut self.out {
            let text = json::line(&analysis).map_err(Failure::input)? + "\n";
            // In one piece: only the system's own end can lose it.
            out.file.add(text.as_bytes()).map_err(|error| Failure::input(format!("--out: {error}")))?;
        }
        if json {
            session.json(&analysis)?;
        } else if self.out.is_none() {
            let Analysis { depth, nodes, bestmove, score, result, pv, .. } = &analysis;
            let score = score.map_or_else(|| result.clone().unwrap_or_default(), |score| score.to_string());
            writeln!(
                session.out,
                "{:>6} {depth:>4} {score:>10} {nodes:>11}  {:<8} {}",
                line.unwrap_or(0),
                bestmove.as_deref().unwrap_or("-"),
                pv.join(" ")
            )?;
        }
        Ok(session.out.flush()?)
    }
}
