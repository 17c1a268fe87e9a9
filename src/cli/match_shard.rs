//! The parts of a match that `match --shard` played, made into the whole match again.

use super::contest::GameLine;
use super::failure::Failure;
use super::match_::{Settings, report};
use super::session::Session;
use super::shard::{Part, Tag, Whole};
use crate::arena::statistics::Standing;
use crate::arena::{Record, Schedule};
use crate::games::Game;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// What the result of a part says beside the numbers: which match it is a part of.
#[derive(Serialize, Deserialize)]
pub(super) struct PartOf {
    pub(super) game: String,
    /// Those of the whole.
    pub(super) settings: Settings,
    pub(super) shard: Tag,
}

impl PartOf {
    /// Whether both are parts of one match.
    fn matches(&self, other: &Self) -> bool {
        let settings = |part: &Self| serde_json::to_value(&part.settings).ok();
        self.game == other.game && settings(self) == settings(other)
    }
}

impl Whole for PartOf {
    fn game(&self) -> &str {
        &self.game
    }

    fn merge<G: Game>(self, parts: &[Part], json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
        let (names, schedule) = self.settings.plan::<G>()?;
        let mut games = Vec::new();
        for part in parts {
            if !part.result::<PartOf>()?.matches(&self) {
                let expected = "expected the same game, agents, number of games and conditions";
                let problem = format!("is a part of another match than {}; {expected}", parts[0].name);
                return Err(Failure::input(format!("{}: {problem}", part.name)));
            }
            games.extend(games_of::<G>(part, &schedule.part(part.tag.shard()), &names)?);
        }
        games.sort_by_key(|(_, record)| record.number);
        let mut standing = Standing::new(names.len(), schedule.group_size());
        for (line, record) in &games {
            standing.add(record);
            if json {
                session.json(line)?;
            }
        }
        report(&standing, &self.settings, &names, json, None, session)
    }
}

/// The games of a part, which must be all that it was to play.
fn games_of<G: Game>(part: &Part, schedule: &Schedule, names: &[String]) -> Result<Vec<(GameLine, Record)>, Failure> {
    let mut games = Vec::new();
    let mut numbers = HashSet::new();
    for (number, line) in (1..).zip(part.lines::<GameLine>()?) {
        let wrong = |problem| Failure::input(format!("{}: line {number}: game {} {problem}", part.name, line.number));
        let record = record::<G>(&line, schedule, names).ok_or_else(|| wrong("is none that this part plans"))?;
        if !numbers.insert(record.number) {
            return Err(wrong("is there twice"));
        }
        games.push((line, record));
    }
    if (games.len() as u64) < schedule.share() {
        let expected = "expected a part that was played to its end";
        return Err(Failure::input(format!(
            "{}: has {} of {} games; {expected}",
            part.name,
            games.len(),
            schedule.share()
        )));
    }
    Ok(games)
}

/// What the statistics ask of a game, if it is one of the plan.
fn record<G: Game>(line: &GameLine, schedule: &Schedule, names: &[String]) -> Option<Record> {
    let number = line.number.checked_sub(1).filter(|&number| schedule.has(number))?;
    let task = schedule.task(number);
    let seats = task.seats.iter().map(|&seat| &names[seat]);
    let payoffs = line.payoffs.len() == G::SIDES && line.payoffs.iter().all(|payoff| (-1..=1).contains(payoff));
    let planned = seats.eq(&line.seats) && line.opening == task.opening + 1 && payoffs;
    planned.then(|| Record {
        number,
        seats: task.seats,
        opening: task.opening,
        start: String::new(),
        opening_plies: 0,
        payoffs: line.payoffs.clone(),
        ending: line.ending.clone(),
        moves: Vec::new(),
    })
}
