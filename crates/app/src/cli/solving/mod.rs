//! Exact values: `perft`, `solve`, `tables`, `prove`, `verify`.

pub(crate) mod perft;
pub(crate) mod perft_against;
pub(crate) mod perft_suite;
pub(crate) mod prove;
mod prove_board;
pub(crate) mod prove_certificate;
pub(crate) mod prove_guide;
pub(crate) mod prove_hints;
pub(crate) mod prove_jobs;
pub(crate) mod prove_journal;
pub(crate) mod prove_known;
pub(crate) mod prove_plane;
pub(crate) mod prove_plane_worker;
pub(crate) mod solve;
mod solve_plane;
pub(crate) mod solve_shard;
pub(crate) mod tables;
pub(crate) mod verify;
mod verify_opponent;
pub(crate) mod verify_plane;

use crate::cli::common::{Blame, Result, Session};
use crate::plane::Board;

pub(crate) fn perft(arguments: &perft::Arguments, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game)?;
    let depth = arguments.depth.unwrap_or_default();
    match (&arguments.suite, &arguments.against) {
        (Some(path), _) => perft_suite::run(kind, arguments, path, session),
        (None, Some(command)) => perft_against::run(kind, arguments, depth, command, session),
        (None, None) => perft::run(kind, arguments, depth, session),
    }
}

pub(crate) fn solve(arguments: &solve::Arguments, session: &mut Session<'_>) -> Result {
    if let Some(board) = Board::of(&arguments.game.game, arguments.game.position.rules.as_deref()) {
        return solve_plane::run(board.of("--rules")?, arguments, session);
    }
    let game = arguments.load(session)?;
    let run = if arguments.is_in_parts() { solve_shard::run } else { solve::run };
    run(&*game, arguments, session)
}

pub(crate) fn prove(arguments: &prove::Arguments, session: &mut Session<'_>) -> Result {
    let game = arguments.load(session)?;
    if arguments.plane {
        prove_plane::run(arguments, game.position(), session)
    } else {
        prove::run(arguments, &game, session)
    }
}
