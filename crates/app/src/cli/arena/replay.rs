//! `manyply show --game FILE:N`: a recorded game, position by position.

use crate::cli::arena::recorded::{self, Games, numbered};
use crate::cli::boards::render::print_board;
use crate::cli::common::{Blame, Result, Session, file_failure, input, misread};
use manyply::face::{AnyGame, Setup};
use manyply::formats::{Content, Format, Note};
use manyply::game::Side;
use manyply::harmless::one_line;
use manyply_arena::service::report::Position;
use manyply_arena::{ArchiveError, ArchiveReader, Head, Record};
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Which of the recorded positions are wanted, and how.
pub(crate) struct Replay<'a> {
    /// The file and the number of the game, as `FILE:N`.
    pub(crate) place: &'a str,
    /// Only the position after so many plies.
    pub(crate) ply: Option<usize>,
}

/// A recorded game.
struct Recorded<'a> {
    path: &'a Path,
    head: Head,
    record: Record,
}

impl<'a> Recorded<'a> {
    /// The game at `FILE:N`.
    fn find(place: &'a str, session: &mut Session<'_>) -> Result<Self> {
        let Some((path, number)) = numbered(place) else {
            return Err(input!("--game: {place:?} names no game; expected FILE:N"));
        };
        let none = |games| {
            let problem = format!("no game {number}; the number of games in it is {games}");
            file_failure("--game", path, problem)
        };
        if recorded::is_epd(path) || Format::of_path(path).is_some_and(|format| format != Format::Archive) {
            let file = Games::open("--game", path, None, None, session)?;
            let (found, games) = file.game(number)?;
            let game = found.ok_or_else(|| none(games))?;
            let mut head = Head::of_game(file.kind.name, &game.rules);
            let record = head.add_recorded(0, &game, file.kind.sides);
            return Ok(Self { path, head, record });
        }
        let waits = session.waits_for(path);
        let wrong = |error: ArchiveError| misread("--game", path, Content::GAMES, error);
        let file = File::open(path).map_err(|error| wrong(error.into()))?;
        let mut archive = ArchiveReader::new(BufReader::new(file)).map_err(wrong)?;
        let (mut games, mut found) = (0, None);
        while let Some(record) = archive.next_record().map_err(wrong)? {
            games += 1;
            found = found.or_else(|| Some(record).filter(|record| record.number.checked_add(1) == Some(number)));
        }
        drop(waits);
        let record = found.ok_or_else(|| none(games))?;
        Ok(Self { path, head: archive.head().clone(), record })
    }

    /// Where it begins.
    fn start(&self, session: &Session<'_>) -> Result<Box<dyn AnyGame>> {
        let (rules, position) = (self.head.rules.clone(), Some(self.record.start.clone()));
        let game = session.kind(&self.head.game)?.begin(&Setup { rules, position, ..Setup::default() });
        game.of_file("--game", self.path)
    }

    /// Plays its next move, number `ply`.
    fn play(&self, game: &mut dyn AnyGame, ply: usize, text: &str) -> Result {
        game.play(text).map_err(|error| file_failure("--game", self.path, format!("move {ply}: {error}")))
    }

    /// Who played, in the order in which the sides first move.
    fn players(&self) -> impl Iterator<Item = String> + '_ {
        let name = |&seat: &usize| self.head.contenders.get(seat).map_or("", String::as_str);
        self.record.seats.iter().map(move |seat| one_line(name(seat)))
    }
}

/// A recorded game, played to its end.
pub(crate) struct Loaded {
    /// Its number in the file.
    pub(crate) number: Option<usize>,
    pub(crate) game: Box<dyn AnyGame>,
    /// Who played it.
    pub(crate) players: Vec<String>,
    /// What they said of their moves.
    pub(crate) notes: Vec<Option<Note>>,
}

/// The game at `FILE:N`, or all games of `FILE` that have moves.
pub(crate) fn load(place: &str, session: &mut Session<'_>) -> Result<Vec<Loaded>> {
    match numbered(place) {
        Some((_, number)) => Ok(vec![Loaded { number: Some(number as usize), ..load_one(place, session)? }]),
        None => load_all(Path::new(place), session),
    }
}

fn load_all(path: &Path, session: &mut Session<'_>) -> Result<Vec<Loaded>> {
    let games = Games::open("--game", path, None, None, session)?;
    let mut all = Vec::new();
    games.each(&mut |number, recorded| {
        let wrong = |error: &dyn Display| file_failure("--game", path, format!("game {number}: {error}"));
        let start = Setup { rules: recorded.rules.clone(), position: Some(recorded.start.clone()), ..Setup::default() };
        let mut game = games.kind.begin(&start).map_err(|error| wrong(&error))?;
        recorded.moves().into_iter().try_for_each(|text| game.play(text)).map_err(|error| wrong(&error))?;
        let notes = recorded.line.iter().map(|ply| ply.comment.parse().ok()).collect();
        if game.ply() > 0 {
            all.push(Loaded { number: Some(number), game, players: recorded.players, notes });
        }
        Ok(())
    })?;
    if all.is_empty() { Err(file_failure("--game", path, "no game with moves")) } else { Ok(all) }
}

fn load_one(place: &str, session: &mut Session<'_>) -> Result<Loaded> {
    let recorded = Recorded::find(place, session)?;
    let mut game = recorded.start(session)?;
    for (ply, text) in (1..).zip(&recorded.record.moves) {
        recorded.play(&mut *game, ply, text)?;
    }
    let players = recorded.players().collect();
    Ok(Loaded { number: None, game, players, notes: recorded.record.notes })
}

impl Replay<'_> {
    pub(crate) fn run(self, session: &mut Session<'_>) -> Result {
        let recorded = Recorded::find(self.place, session)?;
        let record = &recorded.record;
        let mut game = recorded.start(session)?;
        let kind = game.kind();
        let last = record.moves.len();
        if let Some(ply) = self.ply.filter(|&ply| ply > last) {
            return Err(input!("--ply: {ply} is beyond the end of the game; expected 0 to {last}"));
        }
        if !session.json {
            for (side, player) in Side::all(kind.sides).zip(recorded.players()) {
                writeln!(session.out, "{}: {player}", kind.side_name(side))?;
            }
        }
        let wanted = |ply: usize| self.ply.is_none_or(|only| only == ply);
        if wanted(0) {
            step(&*game, None, session)?;
        }
        for (ply, text) in (1..).zip(&record.moves) {
            let note = record.notes.get(ply - 1).copied().flatten();
            let said = note.map_or(String::new(), |note| format!(" ({note})"));
            let caption = format!("{ply}. {} plays {}{said}", game.side_name(), one_line(text));
            recorded.play(&mut *game, ply, text)?;
            if wanted(ply) {
                step(&*game, Some(&caption), session)?;
            }
            session.check_stop()?;
        }
        if !session.json && record.ending != "rules" {
            writeln!(session.out, "\nended by {}", one_line(&record.ending))?;
        }
        Ok(())
    }
}

/// Shows one position.
fn step(game: &dyn AnyGame, caption: Option<&str>, session: &mut Session<'_>) -> Result {
    session.report(&Position::of(game), |out| {
        writeln!(out, "\n{}", caption.unwrap_or("0. the beginning"))?;
        print_board(game, out)
    })
}
