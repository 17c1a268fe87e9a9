//! The threat searches of gomoku: VCF, the shortest one with all its first moves ([`vcf`]), and VCT ([`vct`]).

mod board;
#[cfg(test)]
mod tests;
mod vcf;
mod vct;

use super::{Gomoku, Square};
use crate::games::gomoku::patterns::Patterns;
use crate::games::gomoku::patterns::pattern4::Pattern4;
use crate::solve::{Solution, Task, Value};
pub(super) use board::{Board, squares};
pub(super) use vcf::Vcf;
use vcf::{NO_LIMIT, VcfResult};
pub(super) use vct::{Guess, Vct};

/// Bytes of the VCF table in quiescence search: probing a larger one costs more, by cache misses, than it saves.
const QSEARCH_MEMORY: u64 = 1 << 18;
/// Bytes that tables take for each node.
pub(super) const BYTES_PER_NODE: f64 = 64.0;

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
pub(super) fn solve_vcf(position: &Gomoku, task: &Task<'_>) -> Solution<Square> {
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
