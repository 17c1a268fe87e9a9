//! `manyply show`: a position as a picture and in words.

use super::contest::file_failure;
use super::failure::Failure;
use super::position::{PositionArguments, kind};
use super::render;
use super::replay::Replay;
use super::session::Session;
use crate::files::check_place;
use crate::service::report::Position;
use crate::service::{AnyGame, Kind};
use std::path::PathBuf;

/// Show a board, whose turn it is, and the legal moves
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  manyply show minichess\n  manyply show minichess --moves \"a2a3 b5b4\" --svg board.svg\n  \
    manyply show --game games.txt:12"
)]
pub(super) struct Arguments {
    /// The game; 'manyply games' lists them
    #[arg(required_unless_present = "recorded", conflicts_with = "recorded")]
    game: Option<String>,
    #[command(flatten)]
    position: PositionArguments,
    /// A game that a match has written to a file, position by position
    #[arg(long = "game", value_name = "FILE:N", conflicts_with_all = ["position", "random", "moves", "rules", "svg"])]
    recorded: Option<String>,
    /// Of that game only the position after so many plies
    #[arg(long, value_name = "N", requires = "recorded")]
    ply: Option<usize>,
    /// Also write a picture of the board
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    match (&arguments.recorded, &arguments.game) {
        (Some(place), _) => Replay { place, ply: arguments.ply, json: arguments.json }.run(session),
        (None, game) => show(kind(game.as_deref().unwrap_or_default())?, arguments, session),
    }
}

fn show(kind: &Kind, arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let game = arguments.position.load(kind, session)?;
    if let Some(path) = &arguments.svg {
        check_place(path).map_err(|error| file_failure("--svg", path, error))?;
    }
    let shown = Position::of(&*game);
    if arguments.json {
        session.json(&shown)?;
    } else {
        print_board(&*game, session)?;
        if game.outcome().is_none() {
            writeln!(session.out, "{} legal moves: {}", shown.moves.len(), shown.moves.join(" "))?;
        }
    }
    let Some(path) = &arguments.svg else { return Ok(()) };
    session.write_file("--svg", path, render::svg(&game.picture()).as_bytes())
}

/// The board, the position's text, and whose turn it is or how the game ended.
pub(super) fn print_board(game: &dyn AnyGame, session: &mut Session<'_>) -> Result<(), Failure> {
    writeln!(session.out, "{}\n{}", render::terminal(&game.picture()), game.position_text())?;
    let state = match (game.result(), game.is_repetition()) {
        (None, _) => format!("{} to move", game.side_name()),
        (Some(result), false) => format!("The game is over: {result}"),
        (Some(result), true) => format!("The game is over: {result} by repetition"),
    };
    Ok(writeln!(session.out, "{state}")?)
}
