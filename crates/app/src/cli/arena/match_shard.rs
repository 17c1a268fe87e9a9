//! The parts of a match that `match --shard` played, made into the whole match again.

use crate::cli::arena::contest::GameLine;
use crate::cli::arena::match_::{Result_, Settings, report};
use crate::cli::common::{Blame, Part, Report, Result, Session, difference};
use manyply::face::Kind;
use manyply_arena::statistics::Standing;
use manyply_arena::{Record, Schedule};
use std::collections::HashSet;

/// Adds up all parts of a match.
pub(crate) fn merge(kind: &Kind, first: &Part, parts: &[Part], session: &mut Session<'_>) -> Result {
    let settings: Settings = first.run()?;
    let (names, schedule) = settings.plan(kind)?;
    let mut games = Vec::new();
    for part in parts {
        games.extend(games_of(kind, part, &settings, &schedule.part(part.tag.shard()), &names)?);
    }
    games.sort_by_key(|(_, record)| record.number);
    let mut standing = Standing::new(names.len(), schedule.group_size());
    let mut whole = Report::new(None, session);
    for (line, record) in &games {
        standing.add(record);
        if session.json {
            whole.line(line, "", session)?;
        }
    }
    report(&standing, &settings, &names, whole, session)
}

/// The games of a part, which must be all that it was to play, and have the results that it says.
fn games_of(
    kind: &Kind,
    part: &Part,
    settings: &Settings,
    schedule: &Schedule,
    names: &[String],
) -> Result<Vec<(GameLine, Record)>> {
    let mut games = Vec::new();
    let mut numbers = HashSet::new();
    let mut standing = Standing::new(names.len(), schedule.group_size());
    for (number, line) in part.lines::<GameLine>()? {
        let wrong = |problem| part.wrong(number, format!("game {} {problem}", line.number));
        let record = record(kind, &line, schedule, names).ok_or_else(|| wrong("is none that this part plans"))?;
        if !is_possible(kind, &line, settings) {
            return Err(wrong("cannot have been paid, or have gone on, like this"));
        }
        if !numbers.insert(record.number) {
            return Err(wrong("is there twice"));
        }
        standing.add(&record);
        games.push((line, record));
    }
    let (has, share) = (games.len() as u64, schedule.share());
    if has < share {
        let problem = format!("has {has} of {share} games; expected a part that was played to its end");
        return Err(part.wrong(part.end(), problem));
    }
    let expected = serde_json::to_value(Result_::new(&standing, None, names)).or_input()?;
    match difference(&part.result()?, &expected) {
        Some(difference) => Err(part.wrong(part.end(), format!("does not fit the games: {difference}"))),
        None => Ok(games),
    }
}

/// What the statistics need of a game, if it is one of the plan.
fn record(kind: &Kind, line: &GameLine, schedule: &Schedule, names: &[String]) -> Option<Record> {
    let number = line.number.checked_sub(1).filter(|&number| schedule.has(number))?;
    let task = schedule.task(number);
    let seats = task.seats.iter().map(|&seat| &names[seat]);
    let planned = seats.eq(&line.seats) && line.opening == task.opening + 1 && line.payoffs.len() == kind.sides;
    planned.then(|| Record {
        number,
        seats: task.seats,
        opening: task.opening,
        start: line.identity.0.clone(),
        opening_plies: 0,
        payoffs: line.payoffs.clone(),
        ending: line.ending.clone(),
        moves: vec![line.identity.1.clone()],
        notes: Vec::new(),
    })
}

/// Whether the rules allow such an end: with payoffs that there are, after no more plies than were to be played.
fn is_possible(kind: &Kind, line: &GameLine, settings: &Settings) -> bool {
    let are_payoffs = line.payoffs.iter().all(|payoff| (-1..=1).contains(payoff));
    let most = settings.conditions.most_plies as usize;
    are_payoffs && kind.may_pay(&line.payoffs) && (line.plies <= most || line.ending == "length")
}
