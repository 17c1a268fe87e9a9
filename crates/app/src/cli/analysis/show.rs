//! `manyply show`: a position as a picture and in words.

use crate::cli::arena::replay::Replay;
use crate::cli::boards::picture::PictureArguments;
use crate::cli::boards::render::print_board;
use crate::cli::common::{Failure, JsonArgument, PositionArguments, Result, Session, count};
use manyply::face::Kind;
use manyply_arena::service::report::Position;

/// Show a board, whose turn it is, and the legal moves
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; 'manyply games' lists them
    #[arg(required_unless_present = "recorded", conflicts_with = "recorded")]
    game: Option<String>,
    #[command(flatten)]
    position: PositionArguments,
    /// A game of a file (of a match, PGN, SGF or psq), position by position
    #[arg(
        long = "game", value_name = "FILE:N",
        conflicts_with_all = ["position", "random", "moves", "rules", "svg", "arrows", "numbers"]
    )]
    recorded: Option<String>,
    /// Of that game only the position after N plies
    #[arg(long, value_name = "N", requires = "recorded", value_parser = count::<usize>(0..=usize::MAX))]
    ply: Option<usize>,
    #[command(flatten)]
    picture: PictureArguments,
    #[command(flatten)]
    json: JsonArgument,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    match (&arguments.recorded, &arguments.game) {
        (Some(place), _) => Replay { place, ply: arguments.ply }.run(session),
        (None, _) if arguments.ply.is_some() => {
            Err(Failure::input("--ply: of which game? expected --game FILE:N before it"))
        }
        (None, game) => show(session.kind(game.as_deref().unwrap_or_default())?, arguments, session),
    }
}

fn show(kind: &Kind, arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let game = arguments.position.load(kind, session)?;
    let picture = arguments.picture.draw(&*game)?;
    if arguments.picture.is_output() {
        return arguments.picture.write(picture.as_deref(), session);
    }
    let shown = Position::of(&*game);
    session.report(&shown, |out| {
        print_board(&*game, out)?;
        match game.outcome() {
            None => writeln!(out, "{} legal moves: {}", shown.moves.len(), shown.moves.join(" ")),
            Some(_) => Ok(()),
        }
    })?;
    arguments.picture.write(picture.as_deref(), session)
}
