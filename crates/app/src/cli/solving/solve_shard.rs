//! `solve --shard`: the moves of a position shared out, each solved by itself, and the value that they add up to.

use crate::cli::common::{Blame, Checkpoint, Failure, Part, Report, Result, Session, Tag, file_sum, input};
use crate::cli::solving::solve::{Arguments, Unsaved, ask_search, ask_solver, in_turn, report};
use manyply::face::{AnyGame, Kind, Origin};
use manyply::shard::Shard;
use manyply::solve::{Method, Solution, Value};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// What shards call themselves.
pub(crate) const COMMAND: &str = "solve";
/// What checkpoints call themselves.
const CHECKPOINT: &str = "solve --checkpoint";
/// No search of one move visits more nodes.
const MOST_NODES: u64 = 1 << 53;

/// What is solved.
#[derive(Serialize, Deserialize)]
struct Problem {
    #[serde(flatten)]
    origin: Origin,
    /// The checksum of the table that is used.
    load: Option<String>,
}

/// A part of a shared solution: what is known of one move, from the view of the side that makes it.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "move")]
pub(crate) struct MoveLine {
    /// The move.
    #[serde(rename = "move")]
    first: String,
    /// For the side that makes it, proven or unknown.
    value: Value,
    /// The plies to the end, if they are known.
    plies: Option<u32>,
    /// Best play.
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// The end of a part of a shared solution.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "part")]
pub(crate) struct PartLine {
    game: String,
    position: String,
    nodes: u64,
    seconds: f64,
}

/// The content of a checkpoint.
#[derive(Default, Serialize, Deserialize)]
struct Known {
    moves: Vec<MoveLine>,
    seconds: f64,
}

/// Solves every move of the part, or of the whole until one is known to win. The moves share its time out.
pub(crate) fn run(game: &dyn AnyGame, arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let option = if arguments.shard.is_some() { "--shard" } else { "--checkpoint" };
    if game.outcome().is_some() {
        return Err(input!("{option}: the game is over; expected a position with moves to solve"));
    }
    if arguments.method(game.kind())?.is_some_and(|name| name != Method::ANY) {
        let problem = "this method looks for wins of the side to move only, which moves cannot share out";
        return Err(input!("{option}: {problem}; expected --any or none"));
    }
    let load = arguments.load.as_ref().map(|path| file_sum("--load", path)).transpose()?;
    let problem = Problem { origin: Origin::of(game), load };
    let tag = |command| Tag::new(game.kind(), command, arguments.shard.unwrap_or_default(), &problem);
    let mut checkpoint = Checkpoint::<Known>::open(arguments.checkpoint.as_deref(), || tag(CHECKPOINT))?;
    let mut known = std::mem::take(&mut checkpoint.state);
    let mut part = arguments.shard.map(|_| tag(COMMAND)).transpose()?.map(|tag| Report::new(Some(tag), session));
    let (earlier, started) = (known.seconds, Instant::now());
    let moves = share(game, arguments.shard.unwrap_or_default());
    let mut solved = Vec::new();
    let mut lines = std::mem::take(&mut known.moves).into_iter();
    for (done, m) in moves.iter().enumerate() {
        let spent = Duration::try_from_secs_f64(earlier).unwrap_or_default() + started.elapsed();
        let time = arguments.time.map(|time| time.saturating_sub(spent) / (moves.len() - done) as u32);
        let line = match lines.next() {
            Some(line) => line,
            None if session.is_stopped() => break,
            None => MoveLine::find(game, m, arguments, time, session)?,
        };
        line.check(game, m).of(option)?;
        if let Some(part) = &mut part {
            part.line(&line, "", session)?;
        }
        // What Ctrl-C broke off is solved again.
        if !session.is_stopped() || line.value != Value::Unknown {
            checkpoint.state.moves.push(line.clone());
            checkpoint.state.seconds = earlier + started.elapsed().as_secs_f64();
            checkpoint.save()?;
        }
        let is_win = line.value == Value::Win;
        solved.push(line);
        if is_win && part.is_none() {
            break;
        }
    }
    let seconds = earlier + started.elapsed().as_secs_f64();
    let is_stopped = session.is_stopped();
    let done = format!("{} of {} moves are solved and", checkpoint.state.moves.len(), moves.len());
    session.keeps(checkpoint.kept(done, "nothing is kept"));
    let Some(part) = part else {
        let solution = best_of(&solved, solved.len() == moves.len(), "every move by itself".into());
        let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let is_known = solution.value != Value::Unknown;
        report(game, &solution, elapsed, session)?;
        return if is_stopped && !is_known { Err(Failure::Interrupted) } else { Ok(()) };
    };
    let nodes = solved.iter().map(|line| line.nodes).sum();
    let position = game.position_text();
    part.last(&PartLine { game: game.kind().name.to_owned(), position, nodes, seconds }, "", session)?;
    if is_stopped { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The moves of a part.
fn share(game: &dyn AnyGame, shard: Shard) -> Vec<String> {
    let numbered = game.legal_moves().into_iter().enumerate();
    numbered.filter(|&(index, _)| shard.takes(index)).map(|(_, m)| m).collect()
}

/// The value of one move for the side that makes it: a solver looks at the position after it, the search at the move
/// among none.
fn solve_move(
    game: &dyn AnyGame,
    m: &str,
    arguments: &Arguments,
    time: Option<Duration>,
    session: &mut Session<'_>,
) -> Result<Solution<String>> {
    let mut after = game.boxed();
    after.play(m).or_input()?;
    if let Some(outcome) = after.outcome() {
        let value = Value::of(outcome.payoff(game.side_to_move()));
        return Ok(Solution { value, plies: Some(1), line: vec![m.to_owned()], ..Solution::unknown() });
    }
    let method = arguments.method(game.kind())?;
    let solver = |time, session: &mut Session<'_>| {
        let reply = ask_solver(&*after, arguments, method, time, &Unsaved::default(), session)?;
        let line = std::iter::once(m.to_owned()).chain(reply.line).collect();
        Ok(Solution { value: reply.value.opposite(), plies: reply.plies.map(|plies| plies + 1), line, ..reply })
    };
    let search = |time, session: &mut Session<'_>| ask_search(game, Some(&[m.to_owned()]), arguments, time, session);
    in_turn(game.kind(), method, time, session, solver, search)
}

/// Adds up all parts of a solution.
pub(crate) fn merge(kind: &Kind, first: &Part, parts: &[Part], session: &mut Session<'_>) -> Result {
    let problem: Problem = first.run()?;
    let game = problem.origin.load(kind).map_err(|problem| first.wrong(first.end(), problem))?;
    let mut solved = Vec::new();
    let mut seconds = 0.0;
    for part in parts {
        seconds += part.result::<PartLine>()?.seconds;
        solved.extend(moves_of(&*game, part)?);
    }
    let all = game.legal_moves();
    solved.sort_by_key(|line| all.iter().position(|other| *other == line.first));
    let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let method = format!("every move by itself, in {} parts", parts.len());
    report(&*game, &best_of(&solved, true, method), elapsed, session)
}

/// What a part knows of its moves, which must be all that it was to solve.
fn moves_of(game: &dyn AnyGame, part: &Part) -> Result<Vec<MoveLine>> {
    let lines: Vec<(usize, MoveLine)> = part.lines()?;
    let share = share(game, part.tag.shard());
    let (has, of) = (lines.len(), share.len());
    let mut solved = Vec::with_capacity(has);
    let mut nodes = 0;
    for ((number, line), m) in lines.into_iter().zip(share) {
        line.check(game, &m).map_err(|problem| part.wrong(number, problem))?;
        nodes += line.nodes;
        solved.push(line);
    }
    let found = part.result::<PartLine>()?.nodes;
    if has != of {
        let problem = format!("has {has} of {of} moves; expected a part that was solved to its end");
        return Err(part.wrong(part.end(), problem));
    }
    if nodes != found {
        return Err(part.wrong(part.end(), format!("has {found} nodes; expected {nodes}, the sum of its moves")));
    }
    Ok(solved)
}

impl MoveLine {
    /// What is found out about `m`.
    fn find(
        game: &dyn AnyGame,
        m: &str,
        arguments: &Arguments,
        time: Option<Duration>,
        session: &mut Session<'_>,
    ) -> Result<Self> {
        let begun = Instant::now();
        let solution = solve_move(game, m, arguments, time, session)?;
        Ok(Self {
            first: m.to_owned(),
            value: solution.value,
            plies: solution.plies,
            line: solution.line,
            nodes: solution.nodes,
            seconds: begun.elapsed().as_secs_f64(),
        })
    }

    /// Checks that it is a line of the move `expected`.
    fn check(&self, game: &dyn AnyGame, expected: &str) -> Result<(), String> {
        if self.first != expected || self.line.first().is_some_and(|first| *first != expected) {
            return Err(format!("has the move {:?} and the line {:?}; expected {expected}", self.first, self.line));
        }
        if self.nodes > MOST_NODES {
            return Err(format!("has {} nodes; expected at most {MOST_NODES}", self.nodes));
        }
        let mut after = game.boxed();
        self.line.iter().try_for_each(|text| after.play(text)).map_err(|problem| format!("line: {problem}"))?;
        let value = after.outcome().map(|outcome| Value::of(outcome.payoff(game.side_to_move())));
        if self.plies == Some(self.line.len() as u32) && value.is_some_and(|value| value != self.value) {
            return Err(format!("has the value {} and a line to another end", self.value));
        }
        Ok(())
    }
}

/// The value of a position whose moves, or all of them, were looked at: the best that is known of them, if what is not
/// known cannot be better.
fn best_of(solved: &[MoveLine], all: bool, method: String) -> Solution<String> {
    let has = |value| solved.iter().any(|line| line.value == value) || value == Value::Unknown && !all;
    let value = [Value::Win, Value::Unknown, Value::Draw, Value::Loss].into_iter().find(|&value| has(value));
    let nodes = solved.iter().map(|line| line.nodes).fold(0, u64::saturating_add);
    let Some(value) = value.filter(|&value| value != Value::Unknown) else {
        return Solution { nodes, method, ..Solution::unknown() };
    };
    let best: Vec<_> = solved.iter().filter(|line| line.value == value).collect();
    // The fastest win, the slowest loss.
    let choice = match value {
        Value::Win => best.iter().min_by_key(|line| line.plies.unwrap_or(u32::MAX)),
        _ => best.iter().rev().max_by_key(|line| line.plies.unwrap_or(u32::MAX)),
    };
    Solution {
        value,
        plies: choice.and_then(|line| line.plies),
        best: best.iter().map(|line| line.first.clone()).collect(),
        all_best: !has(Value::Unknown),
        line: choice.map_or_else(Vec::new, |line| line.line.clone()),
        nodes,
        method,
    }
}
