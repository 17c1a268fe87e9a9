//! Exact values, by the first method that applies: a theorem (`sum`, `half_turn`); a retrograde table of all subsets of
//! the free cells where it fits into memory (`solved`; `once`, in half the memory, where it need not be kept); under
//! normal play the Grundy values of the connected parts (`grundy`); a proof-number search above the table of a part of
//! the cells (`above`).

mod above;
mod board;
mod grundy;
mod half_turn;
mod once;
mod solved;
mod sum;

pub use solved::Solved;

use super::grid::Cells;
use super::{Hexnim, Line, Winner};
use crate::bits::BitSet;
use crate::game::{TextError, TextErrorKind, options};
use crate::solve::{Solution, Solve, Task, Value};

/// Up to so many cells a table takes almost no time and gives more than the theorem: every winning move.
const SMALL: usize = 24;

/// How to solve: the option `method`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Method {
    /// The fastest that applies.
    #[default]
    Auto,
    /// A table of all subsets.
    Table,
    /// A search above a table.
    Search,
}

/// The solver's own options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Options {
    method: Method,
    /// Cells of the table under a search: the option `table`.
    table: Option<usize>,
}

impl Options {
    fn parse(text: &str) -> Result<Self, TextError> {
        let mut parsed = Self::default();
        options(text, &mut |name, value| {
            let wrong = |expected| Err(TextError::new(TextErrorKind::Option, 1, format!("`{name}={value}`"), expected));
            match (name, value) {
                ("method", "auto") => parsed.method = Method::Auto,
                ("method", "table") => parsed.method = Method::Table,
                ("method", "search") => parsed.method = Method::Search,
                ("table", _) => match value.parse() {
                    Ok(cells @ 1..=40) => parsed.table = Some(cells),
                    _ => return wrong("`table=` and 1 to 40 cells"),
                },
                _ => return wrong("`method=auto|table|search` or `table=CELLS`"),
            }
            Ok(())
        })?;
        Ok(parsed)
    }
}

/// Whether the side that takes the last cell wins.
fn last_wins(position: &Hexnim) -> bool {
    position.winner() == Winner::Normal
}

impl Solve for Hexnim {
    const SOLVER: Option<&'static str> = Some(
        "sums of tame parts, half-turn strategy, retrograde table of all subsets of the free cells, Grundy values of \
         connected parts, proof search above a table \
         (options method=auto|table|search, table=CELLS)",
    );

    fn most_plies(&self, value: Value) -> Option<u32> {
        Some(self.most_plies_to(value == Value::Win))
    }

    fn solve(&self, task: &Task<'_>) -> Result<Solution<Line>, String> {
        let options = Options::parse(task.options).map_err(|error| format!("the solver's options: {error}"))?;
        let foreign = "the table is of another board";
        if let Some(path) = &task.load {
            return Solved::load(path, self)?.solution(self).ok_or_else(|| foreign.into());
        }
        let cells = self.free().len() as usize;
        let theorem = options.method == Method::Auto && cells > SMALL && task.save.is_none();
        if theorem && let Some(solution) = sum::solve(self).or_else(|| half_turn::solve(self)) {
            return Ok(solution);
        }
        // A table has an entry of one bit for each set of cells that it computes.
        let memory = task.memory_for_nodes(1.0 / 8.0);
        let is_kept = task.save.is_some() || cells <= SMALL;
        let size = if is_kept { Solved::size(cells) } else { once::size(cells) };
        let fits = cells <= board::MOST_CELLS && size <= memory;
        if options.method == Method::Table || (options.method == Method::Auto && fits) || task.save.is_some() {
            if !fits {
                return Err(format!("a table of {cells} cells takes {size} bytes, {memory} are allowed"));
            }
            if !is_kept {
                return once::solve(self, task);
            }
            let Some(solved) = Solved::fill(self, task)? else { return Ok(Solution::unknown()) };
            if let Some(path) = &task.save {
                (task.progress)("writing the table", 0.0);
                solved.save(path).unwrap_or_else(task.unsaved);
            }
            return solved.solution(self).ok_or_else(|| foreign.into());
        }
        if options.method == Method::Auto
            && last_wins(self)
            && let Some(solution) = grundy::solve(self, task)
        {
            return Ok(solution);
        }
        // The search above a table keeps the cells in a word.
        if cells > board::MOST_CELLS {
            return Ok(Solution::unknown());
        }
        let table = options.table.filter(|&table| Solved::size(table) <= memory).map(|table| table.min(cells));
        match table.or_else(|| above::largest_table(cells, memory)) {
            Some(table) => above::solve(self, table, task),
            None if task.nodes.is_some() => Ok(Solution::unknown()),
            None => Err(format!("{} bytes of memory are too few for any table", task.memory)),
        }
    }
}

/// The solution where a theory says of each set of cells whether the side to move loses; nothing once it does not.
fn by_theory(position: &Hexnim, mut is_lost: impl FnMut(Cells) -> Option<bool>) -> Option<Solution<Line>> {
    let mut left = position.free();
    let lost = is_lost(left)?;
    let lines = |free| {
        let mut lines = Vec::new();
        Line::all(free, |line| lines.push(line));
        lines
    };
    let mut best = Vec::new();
    for one in lines(left) {
        if lost || is_lost(left.minus(one.set()))? {
            best.push(one);
        }
    }
    // The winning side leaves a lost position each time; the other makes it short.
    let (mut line, mut winning) = (Vec::new(), !lost);
    while let Some(&longest) = lines(left).last() {
        let mut next = longest;
        if winning {
            for one in lines(left) {
                if is_lost(left.minus(one.set()))? {
                    next = one;
                    break;
                }
            }
        }
        left = left.minus(next.set());
        line.push(next);
        winning = !winning;
    }
    Some(Solution {
        value: if lost { Value::Loss } else { Value::Win },
        plies: None,
        best,
        all_best: true,
        line,
        nodes: 1,
        method: String::new(),
    })
}

#[cfg(test)]
mod tests;
