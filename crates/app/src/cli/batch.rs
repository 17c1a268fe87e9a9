//! `manyply analyze --file`: every position of a file analysed, one result a line, in order.

use super::analyze::Arguments;
use super::contest::file_failure;
use super::failure::Failure;
use super::position::kind;
use super::progress::Bar;
use super::resources;
use super::session::Session;
use manyply::face::{Kind, Setup};
use manyply::files::{self, LockedFile};
use manyply::search::Limits;
use manyply::shard::checksum;
use manyply_arena::service::report::{self, Analysis};
use manyply_arena::service::{Answer, Means, Pool, Request, Said, json};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Positions for each worker that may be ahead of the first that is not finished.
const AHEAD: usize = 64;
/// How often the stop flag is polled.
const PATIENCE: Duration = Duration::from_millis(20);
/// The longest file of results, in bytes.
const LARGEST: u64 = 1 << 32;

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

pub(super) fn run(arguments: &Arguments, path: &Path, session: &mut Session<'_>) -> Result<(), Failure> {
    let kind = kind(&arguments.game.game)?;
    let limits = Limits { depth: arguments.depth, nodes: arguments.nodes, time: arguments.time, soft_time: None };
    if limits == Limits::default() {
        return Err(Failure::input("--file: no limit; expected --nodes, --depth or --time for each position"));
    }
    let rules = arguments.game.position.rules.as_deref().unwrap_or_default();
    let rules = kind.rules(rules).map_err(|error| Failure::input(format!("--rules: {error}")))?;
    arguments.tables.load(kind)?;
    let network = arguments.network.load(kind)?;
    let content = session.read_file("--file", path)?;
    let requests = requests(kind, &rules, &content, limits, arguments)
        .map_err(|(line, problem)| Failure::input(format!("--file: {}: line {line}: {problem}", path.display())))?;
    if requests.is_empty() {
        return Err(file_failure("--file", path, "no position; expected one a line"));
    }
    let head = Head {
        game: kind.name.to_owned(),
        rules,
        positions: requests.len(),
        checksum: format!("{:016x}", checksum(content.as_bytes())),
        depth: arguments.depth,
        nodes: arguments.nodes,
        seconds: arguments.time.map(|time| time.as_secs_f64()),
        multipv: arguments.multipv,
        model: arguments.model.to_string(),
        network: network.map(|network| format!("{:016x}", network.head().checksum)),
    };
    let out = arguments.out.as_deref().map(|path| {
        let opened = if arguments.resume { Results::resume(path, &head) } else { Results::create(path, &head) };
        opened.map_err(|problem| file_failure("--out", path, problem))
    });
    let out = out.transpose()?;
    let done = out.as_ref().map_or(0, |out| out.done);
    let means = Means {
        jobs: arguments.threads.min(requests.len() - done).max(1),
        threads: 1,
        hash_mib: arguments.hash,
        memory: (resources::memory_mib() as u64) << 19,
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
    let pool = Pool::new(means, move |answer| sender.send(answer).is_ok());
    let mut batch = Batch { requests, submitted: done, printed: done, waiting: HashMap::new(), out };
    let result = batch.run(&pool, &answers, window, arguments.json, session);
    // Workers that wait to be heard hear first that nobody listens.
    drop(answers);
    drop(pool);
    result
}

/// What is asked of each line that has a position; or the first line that has none, and why.
fn requests(
    kind: &'static Kind,
    rules: &str,
    content: &str,
    limits: Limits,
    arguments: &Arguments,
) -> Result<Vec<Arc<Request>>, (usize, String)> {
    let lines = (1..).zip(content.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with("# "));
    let request = |(number, line): (usize, &str)| {
        let request = |setup| {
            let (multipv, model) = (arguments.multipv as usize, arguments.model);
            Request::of_position(kind, number.to_string(), setup, limits, multipv, model).map(Arc::new)
        };
        let described = || {
            let described = kind.read_positions(line, rules).ok()?.pop()?;
            let (rules, position) = (rules.to_owned(), Some(described.game.position_text()));
            request(Setup { rules, position, ..Setup::default() }).ok()
        };
        let plain = request(Setup::of_line(kind, rules, line));
        plain.or_else(|error| described().ok_or_else(|| (number, error.to_string())))
    };
    lines.map(request).collect()
}

/// A file of results that is added to.
struct Results {
    file: LockedFile,
    /// The results that it has.
    done: usize,
}

impl Results {
    fn create(path: &Path, head: &Head) -> Result<Self, String> {
        let line = json::line(head).map_err(|error| error.to_string())?;
        let file = files::create_new(path, format!("{line}\n").as_bytes()).map_err(|error| error.to_string())?;
        Ok(Self { file, done: 0 })
    }

    /// Opens a file that was broken off anywhere, or makes it; what was not written to its end is cut off.
    fn resume(path: &Path, head: &Head) -> Result<Self, String> {
        if !path.exists() {
            return Self::create(path, head);
        }
        let mut file = files::open_to_add(path).map_err(|error| error.to_string())?;
        let mut content = Vec::new();
        (&mut *file).take(LARGEST + 1).read_to_end(&mut content).map_err(|error| error.to_string())?;
        if content.len() as u64 > LARGEST {
            return Err(format!("the file is longer than {LARGEST} bytes"));
        }
        let whole = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = std::str::from_utf8(&content[..whole]).map_err(|error| error.to_string())?;
        let mut lines = text.lines();
        let found = lines.next().and_then(|line| serde_json::from_str::<Head>(line).ok());
        let found = found.ok_or("line 1: no head of a batch; expected a file that --out has written")?;
        if found != *head {
            return Err("the results of other positions, limits or options; expected those of the same command".into());
        }
        let done = lines.count();
        if done > head.positions {
            return Err(format!("{done} results; expected {} at most", head.positions));
        }
        let cut = file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| error.to_string())?;
        Ok(Self { file, done })
    }
}

/// Positions on their way.
struct Batch {
    requests: Vec<Arc<Request>>,
    submitted: usize,
    printed: usize,
    /// Answers that came before those of the lines above them, by their requests.
    waiting: HashMap<String, Box<Analysis>>,
    out: Option<Results>,
}

impl Batch {
    fn run(
        &mut self,
        pool: &Pool,
        answers: &Receiver<Answer>,
        window: usize,
        json: bool,
        session: &mut Session<'_>,
    ) -> Result<(), Failure> {
        let bar = Bar::new(session.has_terminal);
        let count = self.requests.len();
        while self.printed < count {
            if session.is_stopped() {
                return Err(Failure::Interrupted);
            }
            while self.submitted < count.min(self.printed + window) {
                pool.submit(&self.requests[self.submitted]);
                self.submitted += 1;
            }
            match answers.recv_timeout(PATIENCE) {
                Ok(Answer { request, said: Said::Analysis(analysis), .. }) => {
                    self.waiting.insert(request.id.clone(), analysis);
                }
                Ok(Answer { said: Said::Error(error), .. }) => return Err(Failure::input(error.error)),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(analysis) =
                self.requests.get(self.printed).and_then(|request| self.waiting.remove(&request.id))
            {
                self.print(*analysis, json, session)?;
                self.printed += 1;
            }
            bar.show(&format!("{} of {count} positions", self.printed), self.printed as f64 / count as f64);
        }
        Ok(())
    }

    fn print(&mut self, analysis: Analysis, json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
        let line = self.requests[self.printed].id.parse().ok();
        let head = report::Head { id: None, turn: None, ..analysis.head };
        let analysis = Analysis { head, line, ..analysis };
        if let Some(out) = &mut self.out {
            let text = json::line(&analysis).map_err(Failure::input)? + "\n";
            // In one piece: only the system's own end can lose it.
            out.file.write_all(text.as_bytes()).map_err(|error| Failure::input(format!("--out: {error}")))?;
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
