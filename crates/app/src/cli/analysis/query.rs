//! `manyply query`: positions analysed for other programs, which ask and are answered in lines of JSON.

use crate::cli::common::{
    AlgorithmArgument, LimitArguments, NetworksArgument, Result, Session, TablesArgument, input, resources,
};
use crate::protocol::lines;
use manyply::face::Registry;
use manyply::search::{Level, Limits, Options};
use manyply::threads::PATIENCE;
use manyply_arena::service::{Action, Id, Means, Pool, Query, QueryError, Request, json};
use serde::Serialize;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::Duration;

/// Answer queries of other programs, in JSON lines
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Positions that are worked on at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    jobs: usize,
    /// Threads for each of them
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// Size of the transposition table for each of them, in MiB
    #[arg(long, value_name = "MiB", default_value = "64", value_parser = resources::hash)]
    hash: usize,
    /// Memory of the games' solvers, of all positions together, in MiB [default: half of what is free]
    #[arg(long, value_name = "MiB", value_parser = resources::memory)]
    memory: Option<usize>,
    /// Search every position with an empty table, so that answers do not depend on what was asked before
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    algorithm: AlgorithmArgument,
    #[command(flatten)]
    tables: TablesArgument,
    #[command(flatten)]
    networks: NetworksArgument,
}

/// The time of queries without limits, where the command line names none either.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// Positions that may wait: more are not read until some are answered.
const MOST_WAITING: usize = 4096;
/// Lines that may wait to be written.
const ANSWERS: usize = 64;
/// The longest line, in bytes.
const LONGEST: usize = 1 << 16;

/// What the loop waits for.
enum Event {
    Line(String),
    /// No more lines.
    End,
    /// A line of an answer, and whether it is the last about its position.
    Say(String, bool),
}

/// That queries were asked to end; each is answered by itself.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "terminated", rename_all = "camelCase")]
pub(crate) struct Terminated<'a> {
    /// The query that it answers.
    id: &'a Id,
    /// The query that was to end; null: all.
    terminate_id: Option<&'a Id>,
    /// How many positions were waiting or worked on.
    positions: usize,
}

/// Which program this is.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "program")]
pub(crate) struct Program<'a> {
    /// The query that it answers.
    id: &'a Id,
    /// The name of the program.
    name: &'static str,
    /// Its version.
    release: &'static str,
    /// The games that it knows.
    games: Vec<&'static str>,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let most = resources::most_hash_mib();
    if arguments.hash.saturating_mul(arguments.jobs) > most {
        let problem = format!("{} tables of {} MiB", arguments.jobs, arguments.hash);
        return Err(input!("--hash: {problem}; expected {most} MiB at most, half of the memory"));
    }
    let limits = arguments.limits.or(USUAL_TIME);
    let networks = arguments.networks.load(&session.games)?;
    let options = Options { threads: arguments.threads, network: networks.first().copied(), ..Options::default() };
    arguments.algorithm.check(&options, Level::MAX)?;
    let means = Means {
        jobs: arguments.jobs,
        threads: arguments.threads,
        hash_mib: arguments.hash,
        memory: resources::solver_memory(arguments.memory),
        is_fresh: arguments.fresh,
        engine: arguments.algorithm.named,
        networks,
    };
    arguments.tables.load_all(&session.games)?;
    let (sender, events) = sync_channel(ANSWERS);
    let (grant, granted) = channel();
    let from_client = sender.clone();
    // A line is read when the last one has been dealt with.
    lines::read(session.take_input(), move |line| {
        let is_heard = from_client.send(line.map_or(Event::End, Event::Line)).is_ok();
        is_heard && granted.recv().is_ok()
    })?;
    let pool = Pool::new(means, move |answer| {
        let line = json::line(&answer.said);
        line.is_ok_and(|line| sender.send(Event::Say(line, answer.is_final)).is_ok())
    })?;
    let games = session.games.clone();
    let mut server = Server { games, pool: &pool, limits, grant, is_reading: true, has_ended: false, open: 0 };
    let result = server.serve(&events, session);
    // Workers that wait to be heard hear first that nobody listens.
    drop(events);
    drop(pool);
    result
}

struct Server<'a> {
    games: Registry,
    pool: &'a Pool,
    /// Of queries that name none.
    limits: Limits,
    grant: Sender<()>,
    /// Whether the next line is waited for.
    is_reading: bool,
    has_ended: bool,
    /// Positions that are not answered yet.
    open: usize,
}

impl Server<'_> {
    fn serve(&mut self, events: &Receiver<Event>, session: &mut Session<'_>) -> Result {
        let mut is_stopping = false;
        while !(self.open == 0 && (self.has_ended || is_stopping)) {
            if session.is_stopped() && !is_stopping {
                is_stopping = true;
                self.pool.terminate(None);
            }
            if !self.is_reading && !self.has_ended && !is_stopping && self.pool.waiting() < MOST_WAITING {
                self.is_reading = self.grant.send(()).is_ok();
            }
            match events.recv_timeout(PATIENCE) {
                Ok(Event::Say(line, is_final)) => {
                    self.open -= usize::from(is_final);
                    writeln!(session.out, "{line}")?;
                }
                Ok(Event::End) => self.has_ended = true,
                Ok(Event::Line(line)) => {
                    self.is_reading = false;
                    if !is_stopping && !line.trim().is_empty() {
                        self.obey(&line, session)?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        session.check_stop()
    }

    fn obey(&mut self, line: &str, session: &mut Session<'_>) -> Result {
        match self.answer(line) {
            Ok(None) => Ok(()),
            Ok(Some(answer)) => Ok(writeln!(session.out, "{answer}")?),
            Err(error) => session.object(&error),
        }
    }

    /// Does what a query asks for; what can be said at once is returned.
    fn answer(&mut self, line: &str) -> Result<Option<String>, QueryError> {
        if line.len() >= LONGEST {
            let error = format!("the line is longer than {LONGEST} bytes");
            return Err(QueryError { id: None, field: None, error });
        }
        let query = Query::parse(line)?;
        let id = &query.id;
        let answer = match query.action {
            Action::Analyze | Action::Solve | Action::Walk | Action::Eval | Action::Show => {
                let request = Request::new(&query, &self.games, &self.limits)?;
                self.open += request.turns.len();
                self.pool.submit(&request);
                return Ok(None);
            }
            Action::Terminate => {
                let Some(terminate_id) = query.terminate_id.as_ref() else {
                    let error = "missing; expected the id of a query".to_owned();
                    return Err(QueryError { id: Some(query.id), field: Some("terminateId".into()), error });
                };
                let positions = self.pool.terminate(Some(terminate_id));
                json::line(&Terminated { id, terminate_id: Some(terminate_id), positions })
            }
            Action::TerminateAll => {
                json::line(&Terminated { id, terminate_id: None, positions: self.pool.terminate(None) })
            }
            Action::QueryVersion => {
                let games = self.games.all().map(|kind| kind.name).collect();
                json::line(&Program { id, name: "manyply", release: env!("CARGO_PKG_VERSION"), games })
            }
        };
        answer.map(Some).map_err(|error| QueryError {
            id: Some(query.id.clone()),
            field: None,
            error: error.to_string(),
        })
    }
}
