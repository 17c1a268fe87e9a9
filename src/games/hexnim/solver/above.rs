//! Boards too large for a table: a proof-number search (df-pn) that probes the table of a part of the board at its leaf
//! nodes.

use super::board::{Board, MOST_CELLS};
use super::solved::size_text;
use crate::bits::BitSet;
use crate::games::hexnim::grid::{self, Cells, MAX_SIZE};
use crate::games::hexnim::symmetry::{SYMMETRIES, automorphism};
use crate::games::hexnim::{Hexnim, Line};
use crate::solve::dfpn::{self, Child, Entry, Node, Problem, Search};
use crate::solve::removal::{Removal, rename};
use crate::solve::subsets::{MAX_CELLS, Table};
use crate::solve::{Solution, Task, Value};

/// Nodes between two checks of the stop condition.
const NODES_BETWEEN_CHECKS: u64 = 1 << 10;

/// Solves a position by a search above a table of `table_cells` of its cells.
///
/// # Errors
/// If there is no memory for the table.
pub(super) fn solve(position: &Hexnim, table_cells: usize, task: &Task<'_>) -> Result<Solution<Line>, String> {
    let order = table_last(position.free(), table_cells);
    let Some(board) = Board::numbered(position, order.into_iter()) else {
        return Ok(Solution::unknown());
    };
    let part = board.game.restricted(table_cells);
    let what = format!("table of {table_cells} of {} cells, {}", board.game.cells, size_text(Table::size(table_cells)));
    let progress = |part| (task.progress)(&what, part);
    let Some(table) = Table::fill(&part, task.threads, &|| task.is_over(), &progress)? else {
        return Ok(Solution { method: format!("stopped while filling a {what}"), ..Solution::unknown() });
    };
    let mut above = Above::new(position, &board, table);
    let memory = task.memory.saturating_sub(Table::size(table_cells));
    let mut search = Search::new(memory);
    let full = board.game.full();
    let method = format!("proof search above a {what}");
    let is_over = |nodes: u64| {
        nodes.is_multiple_of(NODES_BETWEEN_CHECKS) && {
            (task.progress)(&format!("{method}, {} thousand nodes", nodes / 1000), 0.0);
            task.is_over_after(nodes + (1 << table_cells))
        }
    };
    let Some(loses) = above.loses(full, &mut search, &is_over) else {
        return Ok(Solution { nodes: search.nodes(), method, ..Solution::unknown() });
    };
    let mut best = Vec::new();
    let mut all_best = true;
    for line in board.game.moves(full) {
        match if loses { Some(true) } else { above.loses(full & !line, &mut search, &is_over) } {
            Some(true) => best.extend(board.to_move(line)),
            Some(false) => {}
            None => all_best = false,
        }
    }
    best.sort_unstable();
    let value = if loses { Value::Loss } else { Value::Win };
    let line = best.first().copied().into_iter().collect();
    Ok(Solution { value, plies: None, best, all_best, line, nodes: search.nodes(), method })
}

/// The cells in an order in which the last ones are a corner of the board that few lines meet.
fn table_last(free: Cells, table_cells: usize) -> Vec<usize> {
    let top = (free.len() as usize).saturating_sub(table_cells);
    let mut lines = Vec::new();
    Line::all(free, |line| lines.push(line.set()));
    let meeting = |cells: Cells| lines.iter().filter(|line| line.meets(cells)).count();
    let mut through = vec![Vec::new(); MAX_SIZE * MAX_SIZE];
    lines.iter().for_each(|line| line.members().for_each(|cell| through[cell].push(*line)));
    // How many more lines meet the corner with the cell.
    let more = |corner: Cells, cell: usize| through[cell].iter().filter(|line| !line.meets(corner)).count();
    let corner = |start: usize| {
        let mut corner = Cells::of(start);
        while (corner.len() as usize) < top {
            let near = grid::grown(corner) & free;
            let candidates = if near == corner { free } else { near };
            let next = candidates.minus(corner).members().min_by_key(|&cell| more(corner, cell));
            corner = next.map_or(free, |cell| corner.with(cell));
        }
        corner
    };
    let last = free.members().map(corner).min_by_key(|&corner| meeting(corner)).unwrap_or_default();
    let last = if top == 0 { Cells::EMPTY } else { last };
    free.minus(last).members().chain(last.members()).collect()
}

/// The problem that df-pn solves: the game, its table, and what makes sets equivalent (the board's symmetries, and
/// pairs of isolated cells, which cancel).
struct Above<'a> {
    game: &'a Removal,
    table: Table,
    neighbours: [u64; MOST_CELLS],
    symmetries: Vec<Vec<usize>>,
}

impl<'a> Above<'a> {
    fn new(position: &Hexnim, board: &'a Board, table: Table) -> Self {
        let free = position.free();
        let mut neighbours = [0; MOST_CELLS];
        for cell in free.members() {
            if let Some(number) = board.number(cell) {
                neighbours[number] = board.set(grid::grown(Cells::of(cell)).minus(Cells::of(cell)) & free).unwrap_or(0);
            }
        }
        let symmetry = |index| {
            let map = automorphism(free, index)?;
            let mut names = vec![0; board.game.cells];
            for cell in free.members() {
                names[board.number(cell)?] = board.number(usize::from(map[cell]))?;
            }
            Some(names)
        };
        let symmetries = (1..SYMMETRIES).filter_map(symmetry).collect();
        Self { game: &board.game, table, neighbours, symmetries }
    }

    /// The set without pairs of isolated cells: when one side takes one cell of a pair, the other side takes the other.
    fn cancelled(&self, set: u64) -> u64 {
        let (mut left, mut isolated) = (set, 0);
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            isolated |= u64::from(self.neighbours[cell] & set == 0) << cell;
        }
        let odd = isolated.count_ones() % 2 == 1;
        // The lowest isolated cell stays: it is in the table if any is.
        set & !isolated | if odd { isolated & isolated.wrapping_neg() } else { 0 }
    }

    /// The canonical form of `set`: equivalent sets, which have the same value, share it. Never more cells.
    fn normal(&self, set: u64) -> u64 {
        let set = self.cancelled(set);
        self.symmetries.iter().map(|names| rename(set, names)).fold(set, u64::min)
    }

    /// The table probe: whether the side to move wins with a canonical set left, where the table has it.
    fn probe(&self, set: u64) -> Option<bool> {
        (set >> self.table.game().cells == 0).then(|| !self.table.loses(set))
    }

    /// Whether the side to move loses with `set` left; `None` if `is_over` stopped the search before there was a proof.
    fn loses(&mut self, set: u64, search: &mut Search, is_over: &dyn Fn(u64) -> bool) -> Option<bool> {
        let set = self.normal(set);
        let wins = self.probe(set).or_else(|| Some(search.prove(self, &mut vec![set], u64::MAX, is_over)?.0));
        Some(!wins?)
    }
}

/// A position is the path of sets to it, all canonical, which are also their keys.
impl Problem<Vec<u64>, ()> for Above<'_> {
    const EPSILON: u32 = 1;

    fn key(&self, path: &Vec<u64>) -> u64 {
        path.last().copied().unwrap_or_default()
    }

    fn node(&mut self, path: &mut Vec<u64>, table: &mut dfpn::Table) -> Node<()> {
        let set = self.key(path);
        let mut children = Vec::with_capacity(self.game.lines.len());
        for line in self.game.moves(set) {
            let key = self.normal(set & !line);
            match self.probe(key).or_else(|| table.look(key)?.gets()) {
                Some(false) => return Node::Settled(Entry::settled(true, 0)),
                Some(true) => {}
                None => children.push(Child { key, prior: 1, m: () }),
            }
        }
        children.sort_unstable();
        children.dedup();
        Node::Open(children, 0)
    }

    fn make(&self, path: &mut Vec<u64>, child: Child<()>) {
        path.push(child.key);
    }

    fn unmake(&self, path: &mut Vec<u64>, _child: Child<()>) {
        path.pop();
    }
}

/// The most cells whose table leaves as much memory to the search as it takes itself.
pub(super) fn largest_table(cells: usize, memory: u64) -> Option<usize> {
    (1..=MAX_CELLS.min(cells)).rev().find(|&cells| Table::size(cells) <= memory / 2)
}
