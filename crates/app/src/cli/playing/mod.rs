//! People at the board: `play`, `shell`, `serve`, `site`.

pub(crate) mod adviser;
pub(crate) mod play;
mod play_plane;
mod saved;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod site;

use crate::cli::common::{Blame, Result, Session};
use crate::plane::Board;

pub(crate) fn play(arguments: &play::Arguments, session: &mut Session<'_>) -> Result {
    match Board::of(&arguments.game.game, arguments.game.position.rules.as_deref()) {
        Some(board) => play_plane::run(board.of("--rules")?, arguments, session),
        None => play::run(arguments, session),
    }
}
