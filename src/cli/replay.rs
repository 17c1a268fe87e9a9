//! `manyply show --game FILE:N`: a recorded game, position by position.

use super::contest::file_failure;
use super::failure::Failure;
use super::position::kind;
use super::recorded::{self, Games};
use super::session::Session;
use super::show::print_board;
use crate::arena::{Archive, Head, Record, TornEnd};
use crate::formats::Format;
use crate::game::Side;
use crate::harmless::one_line;
use crate::service::report::Position;
use crate::service::{AnyGame, Setup};
use std::path::Path;

/// Which of the recorded positions are wanted, and how.
pub(super) struct Replay<'a> {
    /// The file and the number of the game, as `FILE:N`.
    pub(super) place: &'a str,
    /// Only the position after so many plies.
    pub(super) ply: Option<usize>,
    pub(super) json: bool,
}

impl Replay<'_> {
    pub(super) fn run(self, session: &mut Session<'_>) -> Result<(), Failure> {
        let split = self.place.rsplit_once(':').and_then(|(path, number)| Some((path, number.parse::<u64>().ok()?)));
        let Some((path, number)) = split else {
            return Err(Failure::input(format!("--game: {:?} names no game; expected FILE:N", self.place)));
        };
        let path = Path::new(path);
        if Format::of_path(path).is_some_and(|format| format != Format::Archive) {
            return self.converted(path, number, session);
        }
        let waits = session.waits_for(path);
        let (head, records, TornEnd(_)) = Archive::read(path).map_err(|error| file_failure("--game", path, error))?;
        drop(waits);
        let games = records.len();
        let Some(record) = records.into_iter().find(|record| record.number.checked_add(1) == Some(number)) else {
            let problem = format!("no game {number}; the number of games in it is {games}");
            return Err(file_failure("--game", path, problem));
        };
        self.steps(path, &head, &record, session)
    }

    /// A game of a file in another format.
    fn converted(&self, path: &Path, number: u64, session: &mut Session<'_>) -> Result<(), Failure> {
        let Games { kind, games } = recorded::read("--game", path, None, None, session)?;
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let Some(game) = index.and_then(|index| games.get(index)) else {
            let problem = format!("no game {number}; the number of games in it is {}", games.len());
            return Err(file_failure("--game", path, problem));
        };
        let (head, records) = Head::of_recorded(kind.name, std::slice::from_ref(game), kind.sides);
        records.iter().try_for_each(|record| self.steps(path, &head, record, session))
    }

    fn steps(&self, path: &Path, head: &Head, record: &Record, session: &mut Session<'_>) -> Result<(), Failure> {
        let kind = kind(&head.game)?;
        let wrong =
            |what: &str, problem: &dyn std::fmt::Display| file_failure("--game", path, format!("{what}: {problem}"));
        let setup = Setup { rules: head.rules.clone(), position: Some(record.start.clone()), ..Setup::default() };
        let mut game = kind.begin(&setup).map_err(|error| file_failure("--game", path, error))?;
        let last = record.moves.len();
        if let Some(ply) = self.ply.filter(|&ply| ply > last) {
            return Err(Failure::input(format!("--ply: {ply} is beyond the end of the game; expected 0 to {last}")));
        }
        if !self.json {
            for (side, &seat) in Side::all(kind.sides).zip(&record.seats) {
                let name = head.contenders.get(seat).map_or("", String::as_str);
                writeln!(session.out, "{}: {}", kind.side_name(side), one_line(name))?;
            }
        }
        let wanted = |ply: usize| self.ply.is_none_or(|only| only == ply);
        if wanted(0) {
            step(&*game, None, self.json, session)?;
        }
        for (ply, text) in (1..).zip(&record.moves) {
            let caption = format!("{ply}. {} plays {}", game.side_name(), one_line(text));
            game.play(text).map_err(|problem| wrong(&format!("move {ply}"), &problem))?;
            if wanted(ply) {
                step(&*game, Some(&caption), self.json, session)?;
            }
            if session.is_stopped() {
                return Err(Failure::Interrupted);
            }
        }
        if !self.json && record.ending != "rules" {
            writeln!(session.out, "\nended by {}", one_line(&record.ending))?;
        }
        Ok(())
    }
}

/// Shows one position.
fn step(game: &dyn AnyGame, caption: Option<&str>, json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
    if json {
        return session.json(&Position::of(game));
    }
    writeln!(session.out, "\n{}", caption.unwrap_or("0. the beginning"))?;
    print_board(game, session)
}
