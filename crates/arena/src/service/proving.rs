//! A value with proof where the game's own solver has none: two searches by turns.

use manyply::clock::Instant;
use manyply::face::{AnyEngine, AnyGame};
use manyply::search::{Limits, MAX_DEPTH, Model, Options, Score, Techniques, Told};
use manyply::solve::{Solution, Value};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The options of a search whose decided values are proofs, for [`prove`].
pub fn proving(options: Options) -> Options {
    Options {
        // The one model whose wins are proofs.
        model: Model::Paranoid,
        // Moves left out by a heuristic leave no proof.
        techniques: Techniques { candidates: false, ..Techniques::ALL },
        ..options
    }
}

/// The nodes of a thread after which the two searches of [`prove`] first take turns.
const TURN: u64 = 1 << 20;

/// Searches until the value of the best of `moves`, of all moves without, is proven, a limit is reached or `stop` is
/// set. The engine's options are those of [`proving`].
///
/// A search that looks ever deeper knows first what is decided soon, and how soon. One of who wins, and nothing else,
/// knows first what is decided at the end. Where the game has both they take turns, each longer than all before; what
/// one has found stays in the table that they share.
pub fn prove(
    engine: &mut dyn AnyEngine,
    game: &dyn AnyGame,
    moves: Option<&[String]>,
    limits: &Limits,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Told<'_, String>),
) -> Solution<String> {
    if let Some(outcome) = game.outcome() {
        return Solution::over(outcome.payoff(game.side_to_move()));
    }
    let (started, threads) = (Instant::now(), engine.options().threads.max(1) as u64);
    let (mut nodes, mut turn, mut is_asked) = (0, TURN, true);
    loop {
        let most = if is_asked { turn.saturating_mul(threads) } else { u64::MAX };
        let found = engine.watch(game, moves, &rest(limits, nodes, most, started), stop, tell);
        let is_last = !is_asked || found.nodes == 0 || found.depth >= limits.depth.unwrap_or(MAX_DEPTH);
        nodes += found.nodes;
        let solution = Solution { nodes, ..proof(found) };
        let is_over = |nodes| {
            let has_time = limits.time.is_none_or(|time| started.elapsed() < time);
            stop.load(Relaxed) || !has_time || limits.nodes.is_some_and(|most| nodes >= most)
        };
        if solution.value != Value::Unknown || is_last || is_over(nodes) {
            return solution;
        }
        let found = engine.outcome(game, moves, &rest(limits, nodes, turn, started), stop);
        nodes += found.nodes;
        if found.value != Value::Unknown {
            return Solution { nodes, ..found };
        }
        // It may not be for this game, or have come to an end without an answer.
        is_asked = found.nodes >= turn;
        if is_over(nodes) {
            return Solution { nodes, ..solution };
        }
        turn *= 2;
    }
}

/// What is left of limits after so many nodes since it `started`, and no more nodes than `most`.
pub(super) fn rest(limits: &Limits, nodes: u64, most: u64, started: Instant) -> Limits {
    let left = limits.nodes.map(|all| all.saturating_sub(nodes).max(1)).filter(|&left| left < most);
    Limits {
        nodes: left.or((most < u64::MAX).then_some(most)),
        time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
        ..*limits
    }
}

/// What a search has proven.
fn proof(found: manyply::search::Found<String>) -> Solution<String> {
    let (value, plies) = match found.score {
        Some(Score::Win(plies)) => (Value::Win, Some(plies)),
        Some(Score::Loss(plies)) => (Value::Loss, Some(plies)),
        Some(Score::Draw) => (Value::Draw, None),
        Some(Score::Cp(_)) | None => (Value::Unknown, None),
    };
    let is_known = value != Value::Unknown;
    Solution {
        value,
        plies,
        best: found.best.filter(|_| is_known).into_iter().collect(),
        all_best: false,
        line: if is_known { found.line } else { Vec::new() },
        nodes: found.nodes,
        method: format!("search to depth {}", found.depth),
    }
}
