//! Wins by threats, as a solver: by fours only, the shortest one and all moves that begin such a one ([`fours`]); by
//! fours and threes ([`threes`]); either side's.

mod board;
mod fours;
#[cfg(test)]
mod tests;
mod threes;

use super::{Gomoku, Square};
use crate::game::Variant;
use crate::games::gomoku::patterns::Patterns;
use crate::games::gomoku::patterns::threat::Threat;
use crate::solve::{Method, Solution, Solve, Task, Value};
use board::Board;
pub(super) use fours::Fours;
use fours::{Found, MANY};
use std::time::Instant;
use threes::Threes;

/// Nodes after which a search for threats leaves the turn to the other one, the first time.
const FIRST_TURN: u64 = 500;
/// The longest turn of searches for either side's threats: what they have not found by then, others may.
const LAST_TURN: u64 = FIRST_TURN << 13;
/// Bytes that the search at the leaves keeps for itself: more would be slower to look at than to find again.
const LEAF_MEMORY: u64 = 1 << 18;
/// Bytes of tables that a search can fill in a millisecond, and more: to make larger ones is a waste of the time.
const BYTES_PER_MILLI: u64 = 1 << 17;

/// Fewer nodes than this are too few: a single one may look at half as many positions for fours.
const FEWEST_NODES: u64 = 4000;
/// Positions that a node looks at for fours, about.
const POSITIONS_A_NODE: u64 = 64;
/// Bytes that tables take for each node.
const BYTES_PER_NODE: f64 = 64.0;

const FOURS: Method =
    Method { name: "vcf", about: "a win by fours only (complete: the shortest, all its first moves)" };
const THREES: Method = Method { name: "vct", about: "a win by fours and threes" };
const ANY: Method = Method { name: "any", about: "any win or loss by threats, then by search" };

impl Solve for Gomoku {
    const SOLVER: Option<&'static str> = Some("threat searches (fours; fours and threes) for runs of five");
    /// The search of the engine sees most of the threats itself.
    const SOLVER_SHARE: u32 = 8;
    const METHODS: &'static [Method] = &[FOURS, THREES, ANY];

    fn solve(&self, task: &Task<'_>) -> Result<Solution<Square>, String> {
        if !task.options.is_empty() || task.save.is_some() || task.load.is_some() {
            return Err("--solver, --save, --load: the threat searches have no options and keep no table".into());
        }
        let wants = |method: Method| task.method.is_some_and(|name| name == method.name);
        if self.rules().connect != 5 {
            let known = task.method.is_none() || wants(ANY);
            return if known { Ok(Solution::unknown()) } else { Err("threats are known for runs of five only".into()) };
        }
        if task.nodes.is_some_and(|nodes| nodes < FEWEST_NODES) {
            return Ok(Solution::unknown());
        }
        Ok(match task.method {
            Some(name) if name == FOURS.name => by_fours(self, task),
            Some(name) if name == THREES.name => by_threats(self, task, false),
            _ => by_threats(self, task, true),
        })
    }
}

/// Plies of a win by fours of the side to move, looked for in about so many positions among fours that gain more than a
/// reply; and how many positions that took. `patterns` are those of the position.
pub(super) fn leaf_win(
    position: &mut Gomoku,
    patterns: &mut Patterns,
    fours: &mut Fours,
    positions: u64,
) -> (Option<u32>, u64) {
    let before = fours.nodes();
    let found = fours.wins(&mut Board::new(position, patterns), MANY, positions);
    let plies = if let Found::Win(moves) = found { Some(2 * moves - 1) } else { None };
    (plies, fours.nodes() - before)
}

/// A search for [`leaf_win`].
pub(super) fn leaf_search() -> Fours {
    Fours::only(Threat::FourMore, LEAF_MEMORY)
}

/// Whether the side to move wins by fours.
fn by_fours(position: &Gomoku, task: &Task<'_>) -> Solution<Square> {
    let (mut position, mut patterns) = (position.clone(), Patterns::of(position));
    let mut board = Board::new(&mut position, &mut patterns);
    let nodes = task.nodes.unwrap_or(u64::MAX);
    let mut fours = Fours::new(task.memory_for_nodes(BYTES_PER_NODE) / 2).at_most(nodes);
    let is_over = || task.is_over();
    let found = fours.shortest(&mut board, &is_over);
    let mut solution = Solution::unknown();
    if let Found::Win(moves) = found {
        let first = fours.first_moves(&mut board, moves, &is_over);
        solution.value = Value::Win;
        solution.plies = Some(2 * moves - 1);
        solution.line = fours.line(&mut board, moves);
        solution.all_best = first.is_some();
        solution.best = first.unwrap_or_else(|| solution.line.first().copied().into_iter().collect());
    }
    solution.nodes = fours.nodes();
    solution.method = match found {
        Found::Win(_) => "a win by fours, none is shorter",
        Found::Unknown => "stopped searching for a win by fours",
        Found::Nothing | Found::TooLong => "there is no win by fours",
    }
    .into();
    solution
}

/// Whether the side to move wins by threats or, if `both`, the other side does.
fn by_threats(position: &Gomoku, task: &Task<'_>, both: bool) -> Solution<Square> {
    let (mut position, mut patterns) = (position.clone(), Patterns::of(position));
    let mut board = Board::new(&mut position, &mut patterns);
    let is_over = || task.is_over();
    let (own, other) = (board.side(), board.side().other());
    let attackers = if both { vec![own, other] } else { vec![own] };
    let millis = task.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()).as_millis() as u64);
    let fillable = millis.map_or(u64::MAX, |millis| millis.saturating_mul(BYTES_PER_MILLI));
    let memory = task.memory_for_nodes(BYTES_PER_NODE).min(fillable) / attackers.len() as u64;
    let nodes = task.nodes.map_or(u64::MAX, |nodes| nodes / attackers.len() as u64);
    let mut searches: Vec<_> =
        attackers.iter().map(|&side| (side, Threes::new(side, memory, nodes, &is_over))).collect();
    let mut solution = Solution::unknown();
    let mut turn = FIRST_TURN;
    let mut exhausted = false;
    let last = if both { LAST_TURN } else { u64::MAX };
    'turns: while !searches.is_empty() && solution.value == Value::Unknown && turn <= last {
        let mut index = 0;
        while index < searches.len() && solution.value == Value::Unknown {
            let spent = solution.nodes + searches.iter().map(|(_, search)| search.nodes()).sum::<u64>();
            if task.is_over_after(spent) {
                break 'turns;
            }
            let left = task.nodes.map_or(u64::MAX, |most| ((most - spent) / POSITIONS_A_NODE).max(1));
            let (side, search) = &mut searches[index];
            match search.wins(&mut board, turn.min(left)) {
                Some(Some(plies)) => {
                    solution.value = if *side == own { Value::Win } else { Value::Loss };
                    solution.plies = Some(plies);
                    solution.line = search.line(&mut board);
                    solution.best = solution.line.first().copied().into_iter().collect();
                }
                Some(None) => {
                    solution.nodes += search.nodes();
                    searches.remove(index);
                    exhausted = searches.is_empty();
                    continue;
                }
                None => {}
            }
            index += 1;
        }
        turn = turn.saturating_mul(2);
    }
    solution.nodes += searches.iter().map(|(_, search)| search.nodes()).sum::<u64>();
    solution.method = match (solution.value, exhausted) {
        (Value::Unknown, true) => "no win by threats was found",
        (Value::Unknown, false) => "stopped searching for a win by threats",
        _ => "a win by threats; a shorter one may exist",
    }
    .into();
    solution
}
