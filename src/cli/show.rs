//! `manyply show`: a position as a picture and in words.

use super::contest::file_failure;
use super::failure::Failure;
use super::position::{PositionArguments, moves_text, result_text, with_game};
use super::render;
use super::replay::Replay;
use super::session::Session;
use crate::files::check_place;
use crate::game::Played;
use crate::games::Game;
use crate::games::registry::Visitor;
use serde::Serialize;
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

/// A position for programs.
#[derive(Serialize)]
pub(super) struct Shown {
    game: &'static str,
    position: String,
    rules: String,
    /// Whose turn it is; nobody's once the game is over.
    to_move: Option<&'static str>,
    moves: Vec<String>,
    /// `White wins`, `draw`; null while the game goes on.
    result: Option<String>,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    match (&arguments.recorded, &arguments.game) {
        (Some(place), _) => Replay { place, ply: arguments.ply, json: arguments.json }.run(session),
        (None, game) => with_game(game.as_deref().unwrap_or_default(), Show { arguments, session }),
    }
}

struct Show<'a, 's> {
    arguments: &'a Arguments,
    session: &'a mut Session<'s>,
}

impl Visitor for Show<'_, '_> {
    type Out = Result<(), Failure>;

    fn visit<G: Game>(self) -> Result<(), Failure> {
        let Self { arguments, session } = self;
        let game = arguments.position.load::<G>(session)?;
        if let Some(path) = &arguments.svg {
            check_place(path).map_err(|error| file_failure("--svg", path, error))?;
        }
        let shown = describe(&game);
        if arguments.json {
            session.json(&shown)?;
        } else {
            print_board(&game, session)?;
            if game.outcome().is_none() {
                writeln!(session.out, "{} legal moves: {}", shown.moves.len(), shown.moves.join(" "))?;
            }
        }
        let Some(path) = &arguments.svg else { return Ok(()) };
        session.write_file("--svg", path, render::svg(&game.position().picture()).as_bytes())
    }
}

pub(super) fn describe<G: Game>(game: &Played<G>) -> Shown {
    let position = game.position();
    let result = game.outcome().map(result_text::<G>);
    Shown {
        game: G::NAME,
        position: position.position_text(),
        rules: G::rules_text(&position.rules()),
        to_move: result.is_none().then(|| G::side_name(position.side_to_move())),
        moves: moves_text(game),
        result,
    }
}

/// The board, the position's text, and whose turn it is or how the game ended.
pub(super) fn print_board<G: Game>(game: &Played<G>, session: &mut Session<'_>) -> Result<(), Failure> {
    let position = game.position();
    writeln!(session.out, "{}\n{}", render::terminal(&position.picture()), position.position_text())?;
    let state = match (game.outcome(), position.outcome()) {
        (None, _) => format!("{} to move", G::side_name(position.side_to_move())),
        (Some(outcome), Some(_)) => format!("The game is over: {}", result_text::<G>(outcome)),
        (Some(outcome), None) => format!("The game is over: {} by repetition", result_text::<G>(outcome)),
    };
    Ok(writeln!(session.out, "{state}")?)
}
