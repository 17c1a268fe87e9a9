//! Exact values: `perft`, `solve`, `tables`, `prove`, `verify`.

pub(in crate::cli) mod perft;
pub(in crate::cli) mod perft_against;
pub(in crate::cli) mod perft_suite;
pub(in crate::cli) mod prove;
mod prove_board;
pub(in crate::cli) mod prove_certificate;
pub(in crate::cli) mod prove_guide;
pub(in crate::cli) mod prove_hints;
pub(in crate::cli) mod prove_jobs;
pub(in crate::cli) mod prove_journal;
pub(in crate::cli) mod prove_known;
pub(in crate::cli) mod prove_plane;
pub(in crate::cli) mod prove_plane_worker;
pub(in crate::cli) mod solve;
pub(in crate::cli) mod solve_shard;
pub(in crate::cli) mod tables;
pub(in crate::cli) mod verify;
pub(in crate::cli) mod verify_plane;

use crate::cli::common::failure::Failure;
use crate::cli::common::session::Session;

pub(in crate::cli) fn perft(arguments: &perft::Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let kind = session.kind(&arguments.game)?;
    let depth = arguments.depth.unwrap_or_default();
    match (&arguments.suite, &arguments.against) {
        (Some(path), _) => perft_suite::run(kind, arguments, path, session),
        (None, Some(command)) => perft_against::run(kind, arguments, depth, command, session),
        (None, None) => perft::run(kind, arguments, depth, session),
    }
}

pub(in crate::cli) fn solve(arguments: &solve::Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let game = arguments.load(session)?;
    let run = if arguments.is_in_parts() { solve_shard::run } else { solve::run };
    run(&*game, arguments, session)
}

pub(in crate::cli) fn prove(arguments: &prove::Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let game = arguments.load(session)?;
    if arguments.plane {
        prove_plane::run(arguments, game.position(), session)
    } else {
        prove::run(arguments, &game, session)
    }
}
