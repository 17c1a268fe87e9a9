//! The solver of gomoku: VCF, the shortest one with all its first moves ([`vcf`]), and VCT ([`vct`]), of either side.

mod board;
#[cfg(test)]
mod tests;
mod vcf;
mod vct;

use super::{Gomoku, Square, own_proofs, proofs, shelf};
use crate::clock::Instant;
use crate::game::Variant;
use crate::games::gomoku::patterns::Patterns;
use crate::games::gomoku::patterns::pattern4::Pattern4;
use crate::solve::{Method, OwnProof, Solution, Solve, Task, Value, Walk, Warn};
pub(super) use board::{Board, squares};
use std::path::Path;
use std::time::Duration;
pub(super) use vcf::Vcf;
use vcf::{NO_LIMIT, VcfResult};
pub(super) use vct::{Guess, Vct};

/// Nodes of the first turn: the searches for either side's VCT alternate.
const FIRST_TURN: u64 = 500;
/// Nodes of the longest turn, after which `any` leaves the rest of the time to the engine's search.
const LAST_TURN: u64 = FIRST_TURN << 13;
/// Bytes of the VCF table in quiescence search: probing a larger one costs more, by cache misses, than it saves.
const QSEARCH_MEMORY: u64 = 1 << 18;
/// Bytes of tables that a search can fill in a millisecond, at most: allocating larger ones wastes time.
const BYTES_PER_MILLI: u64 = 1 << 17;

/// The least limit on nodes that is worth a search: a single VCT node may take half as many VCF nodes.
const FEWEST_NODES: u64 = 4000;
/// VCF nodes of a VCT node, about.
const VCF_NODES_PER_NODE: u64 = 64;
/// Bytes that tables take for each node.
const BYTES_PER_NODE: f64 = 64.0;

const VCF: Method =
    Method { name: "vcf", about: "victory by continuous fours (complete: the shortest, all its first moves)" };
const VCT: Method = Method { name: "vct", about: "victory by continuous threats: fours and threes" };
const ANY: Method = Method { name: "any", about: "a VCT of either side, then the search" };

impl Solve for Gomoku {
    const SOLVER: Option<&'static str> = Some("threat searches (VCF and VCT) for runs of five");
    /// The engine's search sees most threats itself (VCF in quiescence search), so an eighth of the time is enough.
    const SOLVER_SHARE: u32 = 8;
    const METHODS: &'static [Method] = &[VCF, VCT, ANY];

    fn solve(&self, task: &Task<'_>) -> Result<Solution<Square>, String> {
        if !task.options.is_empty() || task.save.is_some() || task.load.is_some() {
            return Err("--solver, --save, --load: the threat searches have no options and keep no table".into());
        }
        if task.method.is_none_or(|name| name == ANY.name)
            && let Some(proved) = proofs::known(self, task.nodes, time_left(task), task.stop)
        {
            return Ok(proved.into());
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
            Some(name) if name == VCF.name => solve_vcf(self, task),
            Some(name) if name == VCT.name => solve_vct(self, task, false),
            _ => solve_vct(self, task, !task.wins_only),
        })
    }

    const LOADS_TABLES: bool = true;

    /// Certificates of wins.
    fn load_tables(directory: &Path, warn: Option<Warn>) -> Result<usize, String> {
        shelf::load(directory, warn)
    }

    fn walk(&self, task: &Task<'_>) -> Option<Walk<Square>> {
        proofs::walk(self, time_left(task), task.stop)
    }

    fn own_proof(&self) -> Option<OwnProof> {
        proofs::about(self)
    }

    fn own_proofs() -> Vec<(&'static str, &'static [u8])> {
        own_proofs::all()
    }

    fn load_proof(name: &str, content: &[u8]) -> Result<(), String> {
        own_proofs::load(name, content)
    }
}

/// The time until the deadline.
fn time_left(task: &Task<'_>) -> Option<Duration> {
    task.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
}

/// A VCF of the side to move in quiescence search, of fours that are at least [`Pattern4::BlockedFourPlus`] and within
/// about so many nodes: its plies, and the nodes searched. `patterns` are those of the position.
pub(super) fn vcf_in_qsearch(
    position: &mut Gomoku,
    patterns: &mut Patterns,
    vcf: &mut Vcf,
    nodes: u64,
) -> (Option<u32>, u64) {
    let before = vcf.nodes();
    let found = vcf.wins(&mut Board::new(position, patterns), NO_LIMIT, nodes);
    let plies = if let VcfResult::Win(moves) = found { Some(2 * moves - 1) } else { None };
    (plies, vcf.nodes() - before)
}

/// The search of [`vcf_in_qsearch`].
pub(super) fn qsearch_vcf() -> Vcf {
    Vcf::only(Pattern4::BlockedFourPlus, QSEARCH_MEMORY)
}

/// Whether the side to move has a VCF.
fn solve_vcf(position: &Gomoku, task: &Task<'_>) -> Solution<Square> {
    let (mut position, mut patterns) = (position.clone(), Patterns::of(position));
    let mut board = Board::new(&mut position, &mut patterns);
    let nodes = task.nodes.unwrap_or(u64::MAX);
    let mut vcf = Vcf::new(task.memory_for_nodes(BYTES_PER_NODE) / 2).at_most(nodes);
    let is_over = || task.is_over();
    let found = vcf.shortest(&mut board, &is_over);
    let mut solution = Solution::unknown();
    if let VcfResult::Win(moves) = found {
        let first = vcf.first_moves(&mut board, moves, &is_over);
        solution.value = Value::Win;
        solution.plies = Some(2 * moves - 1);
        solution.line = vcf.line(&mut board, moves);
        solution.all_best = first.is_some();
        solution.best = first.unwrap_or_else(|| solution.line.first().copied().into_iter().collect());
    }
    solution.nodes = vcf.nodes();
    solution.method = match found {
        VcfResult::Win(_) => "a win by fours, none is shorter",
        VcfResult::Unknown => "stopped searching for a win by fours",
        VcfResult::NoWin | VcfResult::TooLong => "there is no win by fours",
    }
    .into();
    solution
}

/// Whether the side to move has a VCT or, if `both`, the other side.
fn solve_vct(position: &Gomoku, task: &Task<'_>, both: bool) -> Solution<Square> {
    let (mut position, mut patterns) = (position.clone(), Patterns::of(position));
    let mut board = Board::new(&mut position, &mut patterns);
    let is_over = || task.is_over();
    let (own, other) = (board.side(), board.side().other());
    let attackers = if both { vec![own, other] } else { vec![own] };
    let fillable = time_left(task).map_or(u64::MAX, |time| (time.as_millis() as u64).saturating_mul(BYTES_PER_MILLI));
    let memory = task.memory_for_nodes(BYTES_PER_NODE).min(fillable) / attackers.len() as u64;
    let nodes = task.nodes.map_or(u64::MAX, |nodes| nodes / attackers.len() as u64);
    let mut searches: Vec<_> =
        attackers.iter().map(|&side| (side, Vct::new(side, memory, nodes, Guess::WINS, &is_over))).collect();
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
            let left = task.nodes.map_or(u64::MAX, |most| ((most - spent) / VCF_NODES_PER_NODE).max(1));
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
