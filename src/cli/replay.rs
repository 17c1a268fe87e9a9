//! `manyply show --game FILE:N`: a recorded game, position by position.

use super::contest::file_failure;
use super::failure::Failure;
use super::position::{play, with_game};
use super::session::Session;
use super::show::{describe, print_board};
use crate::arena::{Archive, Head, Record, TornEnd};
use crate::game::Played;
use crate::games::Game;
use crate::games::registry::Visitor;
use crate::harmless::one_line;
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
        let waits = session.waits_for(path);
        let (head, records, TornEnd(_)) = Archive::read(path).map_err(|error| file_failure("--game", path, error))?;
        drop(waits);
        let games = records.len();
        let Some(record) = records.into_iter().find(|record| record.number.checked_add(1) == Some(number)) else {
            let problem = format!("no game {number}; the number of games in it is {games}");
            return Err(file_failure("--game", path, problem));
        };
        let game = head.game.clone();
        with_game(&game, Steps { replay: self, path, head, record, session })
    }
}

struct Steps<'a, 's> {
    replay: Replay<'a>,
    path: &'a Path,
    head: Head,
    record: Record,
    session: &'a mut Session<'s>,
}

impl Visitor for Steps<'_, '_> {
    type Out = Result<(), Failure>;

    fn visit<G: Game>(self) -> Result<(), Failure> {
        let Self { replay, path, head, record, session } = self;
        let wrong =
            |what: &str, problem: &dyn std::fmt::Display| file_failure("--game", path, format!("{what}: {problem}"));
        let rules = G::parse_rules(&head.rules).map_err(|error| wrong("Rules", &error))?;
        let start = G::parse_position(&record.start, &rules).map_err(|error| wrong("Start", &error))?;
        let last = record.moves.len();
        if let Some(ply) = replay.ply.filter(|&ply| ply > last) {
            return Err(Failure::input(format!("--ply: {ply} is beyond the end of the game; expected 0 to {last}")));
        }
        if !replay.json {
            for (side, &seat) in crate::game::Side::all(G::SIDES).zip(&record.seats) {
                let name = head.contenders.get(seat).map_or("", String::as_str);
                writeln!(session.out, "{}: {}", G::side_name(side), one_line(name))?;
            }
        }
        let mut game = Played::new(start);
        let wanted = |ply: usize| replay.ply.is_none_or(|only| only == ply);
        if wanted(0) {
            step(&game, None, replay.json, session)?;
        }
        for (ply, text) in (1..).zip(&record.moves) {
            let caption = format!("{ply}. {} plays {}", G::side_name(game.position().side_to_move()), one_line(text));
            play(&mut game, text).map_err(|problem| wrong(&format!("move {ply}"), &problem))?;
            if wanted(ply) {
                step(&game, Some(&caption), replay.json, session)?;
            }
            if session.is_stopped() {
                return Err(Failure::Interrupted);
            }
        }
        if !replay.json && record.ending != "rules" {
            writeln!(session.out, "\nended by {}", one_line(&record.ending))?;
        }
        Ok(())
    }
}

/// Shows one position.
fn step<G: Game>(
    game: &Played<G>,
    caption: Option<&str>,
    json: bool,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    if json {
        return session.json(&describe(game));
    }
    writeln!(session.out, "\n{}", caption.unwrap_or("0. the beginning"))?;
    print_board(game, session)
}
