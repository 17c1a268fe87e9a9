//! Games that sessions write to files and go on with.

use crate::cli::arena::recorded::{Games, numbered};
use crate::cli::common::{Blame, Failure, Result, Session, input};
use manyply::face::{AnyGame, Kind};
use manyply::files::check_place;
use manyply::formats::{Format, svg};
use manyply::game::Side;
use manyply_arena::referee::forfeit;
use std::path::Path;

/// Writes a game, or its board, in the format that the file's name asks for; if a side has lost it otherwise than by
/// the rules, with that result.
pub(crate) fn save(game: &dyn AnyGame, lost: Option<Side>, path: &Path, session: &mut Session<'_>) -> Result {
    let is_picture = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    let format = Format::of_path(path).filter(|format| *format != Format::Archive);
    let (mut recorded, sides) = (game.recorded(), game.kind().sides);
    recorded.payoffs = recorded.payoffs.or(lost.map(|lost| forfeit(lost, sides)));
    let content = match format {
        _ if is_picture => svg::write(&game.picture(), &svg::overlay(game)),
        Some(format) => game.kind().write_game(format, &recorded).or_input()?,
        None => return Err(Failure::input("save: expected a name that ends in .pgn, .sgf, .psq or .svg")),
    };
    check_place(path).map_err(|error| input!("{}: {error}", path.display()))?;
    session.write_file("save", path, content.as_bytes())
}

/// What a session comes to: that a file was not saved must not be overlooked by who sends commands through a pipe.
pub(crate) fn end(unsaved: Option<String>, is_terminal: bool, session: &Session<'_>) -> Result {
    match unsaved {
        _ if session.is_stopped() => Err(Failure::Interrupted),
        Some(problem) if !is_terminal => Err(Failure::Input(problem)),
        _ => Ok(()),
    }
}

/// A game of a file, `FILE` or `FILE:N`, as it stood at its end.
pub(crate) fn load(place: &str, kind: &'static Kind, session: &mut Session<'_>) -> Result<Box<dyn AnyGame>> {
    let (path, number) = numbered(place).unwrap_or((Path::new(place), 1));
    let (found, games) = Games::open("load", path, Some(kind.name), None, session)?.game(number)?;
    let Some(game) = found else {
        return Err(input!("{}: no game {number}; expected 1 to {games}", path.display()));
    };
    let mut played = game.begin(kind).or_input()?;
    game.moves().into_iter().try_for_each(|text| played.play(text)).or_input()?;
    Ok(played)
}
