//! The solver of gomoku: certificates, VCF, and by turns VCT of either side and wins with quiet moves.

#[cfg(test)]
mod tests;
mod turns;

use super::threats::solve_vcf;
use super::{Gomoku, Square, own_proofs, proofs, shelf};
use crate::clock::Instant;
use crate::game::Variant;
use crate::solve::{Method, OwnProof, Solution, Solve, Task, Walk, Warn};
use std::path::Path;
use std::time::Duration;
use turns::{Wanted, by_turns};

/// The least limit on nodes that is worth a search: a single VCT node may take half as many VCF nodes.
const FEWEST_NODES: u64 = 4000;

const VCF: Method =
    Method { name: "vcf", about: "victory by continuous fours (complete: the shortest, all its first moves)" };
const VCT: Method = Method { name: "vct", about: "victory by continuous threats: fours and threes" };
const ANY: Method =
    Method { name: Method::ANY, about: "a VCT of either side or a win with quiet moves, then the search" };

impl Solve for Gomoku {
    const SOLVER: Option<&'static str> = Some("threat searches (VCF and VCT) for runs of five");
    /// The engine's search sees most threats itself (VCF in quiescence search), so an eighth of the time is enough.
    const SOLVER_SHARE: u32 = 8;
    const SOLVER_TURNS: bool = true;
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
            Some(name) if name == VCT.name => by_turns(self, task, Wanted::Vct),
            _ if task.wins_only => by_turns(self, task, Wanted::Win),
            Some(_) => by_turns(self, task, Wanted::Value),
            None => by_turns(self, task, Wanted::ValueSoon),
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
