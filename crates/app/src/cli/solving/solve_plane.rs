//! `manyply solve gomoku --rules size=plane`: what certificates say of a position on the unbounded board, or on one
//! that is larger than the engine's.

use crate::cli::common::{Blame, Failure, Result, Session, input};
use crate::cli::solving::solve::{Arguments, print};
use crate::plane::{Board, Game, Square, name, plies};
use manyply::games::gomoku::verify::Known;
use manyply::solve::{Solution, Value};
use manyply_arena::service::report::{Head, Solved};
use std::time::Instant;

pub(crate) fn run(board: Board, arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let setup = &arguments.game.position;
    if setup.position.is_some() || setup.random.is_some() || arguments.is_more_than_time() {
        return Err(input!(
            "--rules size=plane: certificates are asked; expected --moves, --tables, --time and --json only"
        ));
    }
    let game = Game::parse(board, setup.moves.as_deref().unwrap_or_default()).of("--moves")?;
    arguments.tables.load(session.kind(&arguments.game.game)?)?;
    let started = Instant::now();
    let solution = if game.is_over {
        Solution::over(-1)
    } else {
        let known = game.known(arguments.time, &session.stop).of("--tables")?;
        let unknown = || Solution { method: "in no certificate".into(), ..Solution::unknown() };
        known.map_or_else(unknown, solution)
    };
    let head = Head { id: None, turn: None, game: "gomoku", position: game.text() };
    let Solution { value, plies, ref best, ref line, nodes, .. } = solution;
    let seconds = started.elapsed().as_secs_f64();
    let answer = Solved { head, value, plies, best: best.clone(), line: line.clone(), nodes, seconds };
    let side = if game.attacks() { "Black" } else { "White" };
    session.report(&answer, |out| print(side, &answer, &solution, out))?;
    if value == Value::Unknown && session.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn solution(known: Known<Square>) -> Solution<String> {
    let plies = plies(&known);
    let line: Vec<String> = known.line.into_iter().map(name).collect();
    Solution {
        value: if known.attacks { Value::Win } else { Value::Loss },
        plies,
        best: line.first().cloned().into_iter().collect(),
        line,
        method: "proved by a certificate; a shorter win may exist".into(),
        ..Solution::unknown()
    }
}
