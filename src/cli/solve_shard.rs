//! `solve --shard`: the moves of a position shared out, each solved by itself, and the value that they add up to.

use super::failure::Failure;
use super::position::line_text;
use super::session::Session;
use super::shard::{Part, Tag, Whole};
use super::solve::{ANY_METHOD, Arguments, ask_search, ask_solver, in_turn, report};
use crate::game::Played;
use crate::games::Game;
use crate::shard::Shard;
use crate::solve::{Solution, Value};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// What shards call themselves.
pub(super) const COMMAND: &str = "solve";

/// What is known of one move, from the view of the side that makes it.
#[derive(Serialize, Deserialize)]
struct MoveLine {
    #[serde(rename = "move")]
    first: String,
    value: Value,
    plies: Option<u32>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// The end of a part.
#[derive(Serialize, Deserialize)]
pub(super) struct PartLine {
    game: String,
    position: String,
    nodes: u64,
    seconds: f64,
    shard: Tag,
}

/// Solves every move of the part, which shares its time out among them.
pub(super) fn run<G: Game>(
    game: &Played<G>,
    arguments: &Arguments,
    shard: Shard,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    if game.outcome().is_some() {
        return Err(Failure::input("--shard: the game is over; expected a position with moves to share out"));
    }
    if arguments.method::<G>()?.is_some_and(|name| name != ANY_METHOD) {
        let problem = "--shard: this method looks for wins of the side to move only, which moves cannot share out";
        return Err(Failure::input(format!("{problem}; expected --any or none")));
    }
    let started = Instant::now();
    let moves = share(game, shard);
    let mut nodes = 0;
    for (done, &m) in moves.iter().enumerate() {
        let time = arguments.time.map(|time| time.saturating_sub(started.elapsed()) / (moves.len() - done) as u32);
        if session.is_stopped() {
            break;
        }
        let begun = Instant::now();
        let solution = solve_move(game, m, arguments, time, session)?;
        nodes += solution.nodes;
        session.json(&MoveLine {
            first: game.position().move_text(m),
            value: solution.value,
            plies: solution.plies,
            line: line_text(game, &solution.line),
            nodes: solution.nodes,
            seconds: begun.elapsed().as_secs_f64(),
        })?;
        session.out.flush()?;
    }
    session.json(&PartLine {
        game: G::NAME.to_owned(),
        position: game.position().position_text(),
        nodes,
        seconds: started.elapsed().as_secs_f64(),
        shard: Tag::new(COMMAND, shard, G::rules_text(&game.position().rules())),
    })?;
    if session.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The moves of a part.
fn share<G: Game>(game: &Played<G>, shard: Shard) -> Vec<G::Move> {
    let numbered = game.legal_moves().into_iter().enumerate();
    numbered.filter(|&(index, _)| shard.takes(index)).map(|(_, m)| m).collect()
}

/// What one move is worth to the side that makes it: a solver looks at the position after it, the search at the move
/// among none.
fn solve_move<G: Game>(
    game: &Played<G>,
    m: G::Move,
    arguments: &Arguments,
    time: Option<Duration>,
    session: &mut Session<'_>,
) -> Result<Solution<G::Move>, Failure> {
    let mut after = game.clone();
    after.play(m);
    if let Some(outcome) = after.outcome() {
        let value = Value::of(outcome.payoff(game.position().side_to_move()));
        return Ok(Solution { value, plies: Some(1), line: vec![m], ..Solution::unknown() });
    }
    let method = arguments.method::<G>()?;
    let solver = |time, session: &mut Session<'_>| {
        let reply = ask_solver(&after, arguments, method, time, session)?;
        let line = std::iter::once(m).chain(reply.line).collect();
        Ok(Solution { value: reply.value.opposite(), plies: reply.plies.map(|plies| plies + 1), line, ..reply })
    };
    let search = |time, session: &mut Session<'_>| ask_search(game, &[m], arguments, time, session);
    in_turn::<G>(method, time, session, solver, search)
}

impl Whole for PartLine {
    fn game(&self) -> &str {
        &self.game
    }

    fn merge<G: Game>(self, parts: &[Part], json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
        let wrong = |error| Failure::input(format!("{}: last line: {error}", parts[0].name));
        let rules = G::parse_rules(&self.shard.rules).map_err(wrong)?;
        let game = Played::new(G::parse_position(&self.position, &rules).map_err(wrong)?);
        let mut solved = Vec::new();
        let mut seconds = 0.0;
        for part in parts {
            let end: PartLine = part.result()?;
            if (&end.game, &end.position) != (&self.game, &self.position) {
                return Err(Failure::input(format!("{}: has another position than {}", part.name, parts[0].name)));
            }
            solved.extend(moves_of(&game, part)?);
            seconds += end.seconds;
        }
        let all = game.legal_moves();
        solved.sort_by_key(|(m, _)| all.iter().position(|other| other == m));
        let solution = best_of(&game, &solved, parts.len())?;
        let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        report(&game, &solution, elapsed, json, session)
    }
}

/// What a part knows of its moves, which must be all that it was to solve.
fn moves_of<G: Game>(game: &Played<G>, part: &Part) -> Result<Vec<(G::Move, MoveLine)>, Failure> {
    let lines: Vec<MoveLine> = part.lines()?;
    let share = share(game, part.tag.shard());
    for (number, (line, &m)) in (1..).zip(lines.iter().zip(&share)) {
        let expected = game.position().move_text(m);
        if line.first != expected {
            let problem = format!("line {number}: has the move {:?}; expected {expected}", line.first);
            return Err(Failure::input(format!("{}: {problem}", part.name)));
        }
    }
    if lines.len() != share.len() {
        let problem = format!("has {} of {} moves", lines.len(), share.len());
        let expected = "expected a part that was solved to its end";
        return Err(Failure::input(format!("{}: {problem}; {expected}", part.name)));
    }
    Ok(share.into_iter().zip(lines).collect())
}

/// The value of a position all of whose moves were looked at: the best that is known of them, if what is not known
/// cannot be better.
fn best_of<G: Game>(
    game: &Played<G>,
    solved: &[(G::Move, MoveLine)],
    parts: usize,
) -> Result<Solution<G::Move>, Failure> {
    let has = |value| solved.iter().any(|(_, line)| line.value == value);
    let value = [Value::Win, Value::Unknown, Value::Draw, Value::Loss].into_iter().find(|&value| has(value));
    let nodes = solved.iter().map(|(_, line)| line.nodes).fold(0, u64::saturating_add);
    let method = format!("every move by itself, in {parts} parts");
    let Some(value) = value.filter(|&value| value != Value::Unknown) else {
        return Ok(Solution { nodes, method, ..Solution::unknown() });
    };
    let best: Vec<&(G::Move, MoveLine)> = solved.iter().filter(|(_, line)| line.value == value).collect();
    // The fastest win, the slowest loss.
    let choice = match value {
        Value::Win => best.iter().min_by_key(|(_, line)| line.plies.unwrap_or(u32::MAX)),
        _ => best.iter().rev().max_by_key(|(_, line)| line.plies.unwrap_or(u32::MAX)),
    };
    let choice = choice.map(|(_, line)| line);
    Ok(Solution {
        value,
        plies: choice.and_then(|line| line.plies),
        best: best.iter().map(|&&(m, _)| m).collect(),
        all_best: !has(Value::Unknown),
        line: choice.map_or(Ok(Vec::new()), |line| parse_line(game, &line.line))?,
        nodes,
        method,
    })
}

/// A line of moves from their texts.
fn parse_line<G: Game>(game: &Played<G>, texts: &[String]) -> Result<Vec<G::Move>, Failure> {
    let mut game = game.clone();
    let parse = |text: &String| {
        super::position::play(&mut game, text)
            .map_err(|problem| Failure::input(format!("field \"line\": {problem}")))?;
        Ok(game.moves().last())
    };
    Ok(texts.iter().map(parse).collect::<Result<Option<Vec<_>>, Failure>>()?.unwrap_or_default())
}
