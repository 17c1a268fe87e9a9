//! Wins by threats before the search: the solver finds longer ones than the search sees.

use manyply::game::Played;
use manyply::games::gomoku::{Gomoku, Square};
use manyply::search::{Found, Limits, Score};
use manyply::solve::{Solve, Task, Value};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Bytes of the solver's tables: what it fills in its part of a move's time.
const MEMORY: u64 = 16 << 20;

/// A win by threats that begins with one of `roots`, looked for in the solver's share of a move's time.
pub(super) fn win(
    game: &Played<Gomoku>,
    roots: &[Square],
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<Found<Square>> {
    let started = Instant::now();
    // A limit of nodes or depth is one of the search alone.
    let time = limits.time.filter(|_| limits.nodes.is_none() && limits.depth.is_none())?;
    let time = limits.soft_time.map_or(time, |soft| soft.min(time));
    let deadline = started.checked_add(time / Gomoku::SOLVER_SHARE);
    let task = Task { deadline, wins_only: true, ..Task::new(stop, 1, MEMORY) };
    let solution = game.position().solve(&task).ok()?;
    let best = *solution.line.first().filter(|_| solution.value == Value::Win)?;
    let score = Some(Score::Win(solution.plies.unwrap_or(solution.line.len() as u32)));
    roots.contains(&best).then(|| {
        let mut found = Found::nothing(started.elapsed());
        (found.best, found.score) = (Some(best), score);
        (found.line, found.nodes) = (solution.line, solution.nodes);
        found
    })
}

/// The limits of the search that began to be thought of at `began`, and has what is left of the time.
pub(super) fn rest(limits: &Limits, began: Instant) -> Limits {
    let used = began.elapsed();
    let less = |time: std::time::Duration| time.saturating_sub(used);
    Limits { time: limits.time.map(less), soft_time: limits.soft_time.map(less), ..*limits }
}
