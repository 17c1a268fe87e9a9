//! `manyply show --game FILE:N`: a recorded game, position by position.

use crate::cli::arena::recorded::{self, Games, numbered};
use crate::cli::boards::render::print_board;
use crate::cli::common::{Blame, Result, Session, file_failure, input, misread};
use manyply::face::{AnyGame, Kind};
use manyply::formats::{Content, Format, Note, Recorded};
use manyply::game::Side;
use manyply::harmless::one_line;
use manyply_arena::service::report::Position;
use manyply_arena::{ArchiveError, ArchiveReader, ending};
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

/// The game at `FILE:N`, with its file.
fn find<'a>(place: &'a str, session: &mut Session<'_>) -> Result<(&'a Path, &'static Kind, Recorded)> {
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
        let mut game = found.ok_or_else(|| none(games))?;
        game.players.resize(file.kind.sides, String::new());
        for (side, player) in (1..).zip(&mut game.players).filter(|(_, player)| player.is_empty()) {
            *player = format!("player {side}");
        }
        return Ok((path, file.kind, game));
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
    Ok((path, session.kind(&archive.head().game)?, record.recorded(archive.head())))
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
        Some((_, number)) => {
            let (path, kind, recorded) = find(place, session)?;
            Ok(vec![Loaded::of(number as usize, kind, recorded).of_file("--game", path)?])
        }
        None => load_all(Path::new(place), session),
    }
}

fn load_all(path: &Path, session: &mut Session<'_>) -> Result<Vec<Loaded>> {
    let games = Games::open("--game", path, None, None, session)?;
    let mut all = Vec::new();
    games.each(&mut |number, recorded| {
        let loaded = Loaded::of(number, games.kind, recorded)?;
        all.extend(Some(loaded).filter(|loaded| loaded.game.ply() > 0));
        Ok(())
    })?;
    if all.is_empty() { Err(file_failure("--game", path, "no game with moves")) } else { Ok(all) }
}

impl Loaded {
    fn of(number: usize, kind: &Kind, recorded: Recorded) -> Result<Self, String> {
        let mut game = recorded.begin(kind)?;
        for (ply, text) in (1..).zip(recorded.moves()) {
            game.play(text).map_err(|error| format!("move {ply}: {error}"))?;
        }
        let notes = recorded.line.iter().map(|ply| ply.comment.parse().ok()).collect();
        Ok(Self { number: Some(number), game, players: recorded.players, notes })
    }
}

impl Replay<'_> {
    pub(crate) fn run(self, session: &mut Session<'_>) -> Result {
        let (path, kind, recorded) = find(self.place, session)?;
        let mut game = recorded.begin(kind).of_file("--game", path)?;
        let last = recorded.line.len();
        if let Some(ply) = self.ply.filter(|&ply| ply > last) {
            return Err(input!("--ply: {ply} is beyond the end of the game; expected 0 to {last}"));
        }
        if !session.json {
            for (side, player) in Side::all(kind.sides).zip(&recorded.players) {
                writeln!(session.out, "{}: {}", kind.side_name(side), one_line(player))?;
            }
        }
        let wanted = |ply: usize| self.ply.is_none_or(|only| only == ply);
        if wanted(0) {
            step(&*game, None, session)?;
        }
        for (ply, m) in (1..).zip(&recorded.line) {
            let (text, note) = (&m.played, m.comment.parse::<Note>());
            let said = note.map_or(String::new(), |note| format!(" ({note})"));
            let caption = format!("{ply}. {} plays {}{said}", game.side_name(), one_line(text));
            game.play(text).map_err(|error| file_failure("--game", path, format!("move {ply}: {error}")))?;
            if wanted(ply) {
                step(&*game, Some(&caption), session)?;
            }
            session.check_stop()?;
        }
        let ending = ending(&recorded);
        if !session.json && ending != "rules" {
            writeln!(session.out, "\nended by {}", one_line(ending))?;
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
