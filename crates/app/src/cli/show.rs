//! `manyply show`: a position as a picture and in words.

use super::failure::Failure;
use super::picture::PictureArguments;
use super::position::PositionArguments;
use super::render;
use super::replay::Replay;
use super::session::Session;
use manyply::face::{AnyGame, Kind};
use manyply_arena::service::report::Position;

/// Show a board, whose turn it is, and the legal moves
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  manyply show minichess\n  manyply show minichess --moves \"a2a3 b5b4\" --svg \
    board.svg\n  manyply show gomoku --moves \"h8 h9 i8\" --numbers --svg - > board.svg\n  manyply show minichess \
    --arrows \"c2c3 b2b3\" --svg arrows.svg\n  manyply show --game games.txt:12\n  manyply show --game games.pgn:3 \
    --ply 10")]
pub(super) struct Arguments {
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
    #[arg(long, value_name = "N", requires = "recorded")]
    ply: Option<usize>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    match (&arguments.recorded, &arguments.game) {
        (Some(place), _) => Replay { place, ply: arguments.ply, json: arguments.json }.run(session),
        (None, game) => show(session.kind(game.as_deref().unwrap_or_default())?, arguments, session),
    }
}

fn show(kind: &Kind, arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let game = arguments.position.load(kind, session)?;
    let picture = arguments.picture.prepare(&*game)?;
    if arguments.picture.is_output() {
        return picture.write(session);
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
    picture.write(session)
}

/// The board, the position's text, and whose turn it is or how the game ended.
pub(super) fn print_board(game: &dyn AnyGame, session: &mut Session<'_>) -> Result<(), Failure> {
    writeln!(session.out, "{}\n{}", render::terminal(&game.picture()), game.position_text())?;
    Ok(writeln!(session.out, "{}", state_text(game))?)
}

/// Whose turn it is, or how the game ended.
pub(super) fn state_text(game: &dyn AnyGame) -> String {
    match (game.result(), game.is_repetition()) {
        (None, _) => format!("{} to move", game.side_name()),
        (Some(result), false) => format!("The game is over: {result}"),
        (Some(result), true) => format!("The game is over: {result} by repetition"),
    }
}
