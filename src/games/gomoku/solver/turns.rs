//! Searches for wins by turns: VCT of either side, and for the side to move the prover, whose wins have quiet moves,
//! too. A quiet move threatens no VCF but a VCT: a threat one order higher, as in lambda search (Thomsen,
//! "Lambda-search in game trees - with application to Go", 2000).

use super::time_left;
use crate::game::{Position, Side};
use crate::games::gomoku::patterns::Patterns;
use crate::games::gomoku::proofs;
use crate::games::gomoku::prover::{self, LAST_ROUND, Prover};
use crate::games::gomoku::threats::{BYTES_PER_NODE, Board, Guess, Vct};
use crate::games::gomoku::{Gomoku, Square};
use crate::search::{EngineOf, Limits, Options};
use crate::solve::{Solution, Task, Value};
use std::cell::Cell;

/// Nodes of the first turn.
const FIRST_TURN: u64 = 500;
/// Nodes of the longest turn, after which the rest of the time is left to the engine's search.
const LAST_TURN: u64 = FIRST_TURN << 13;
/// Bytes of tables that a search can fill in a millisecond, at most: allocating larger ones wastes time.
const BYTES_PER_MILLI: u64 = 1 << 17;
/// VCF nodes of a VCT node, at most about.
const VCF_NODES_PER_NODE: u64 = 64;
/// The same in the mean: the prover, which counts both, has as many as a VCT search.
const MEAN_NODES_PER_NODE: u64 = 8;
/// The table of the search that orders moves for the prover, in MiB.
const ORDER_MIB: usize = 4;

/// How a win by the prover was found.
pub(super) const QUIET: &str = "a win by threats and quiet moves; a shorter one may exist";

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A VCT of the side to move.
    Vct,
    /// Any win of the side to move.
    Win,
    /// A win or a loss, if threats decide.
    ValueSoon,
    /// A win or a loss.
    Value,
}

impl Wanted {
    /// Whether a loss is wanted, too.
    fn is_value(self) -> bool {
        matches!(self, Self::ValueSoon | Self::Value)
    }
}

/// What is wanted of a position, by turns that grow.
pub(super) fn by_turns(position: &Gomoku, task: &Task<'_>, wanted: Wanted) -> Solution<Square> {
    let is_over = || task.is_over();
    let own = position.side_to_move();
    let attackers = if wanted.is_value() { vec![own, own.other()] } else { vec![own] };
    let proves = wanted != Wanted::Vct && prover::knows(position) && proofs::may_have(position);
    let fillable = time_left(task).map_or(u64::MAX, |time| (time.as_millis() as u64).saturating_mul(BYTES_PER_MILLI));
    let searches = attackers.len() as u64;
    let memory = task.memory_for_nodes(BYTES_PER_NODE).min(fillable) / (searches + u64::from(proves));
    let nodes = task.nodes.map_or(u64::MAX, |nodes| nodes / searches);
    let (mut played, mut patterns) = (position.clone(), Patterns::of(position));
    let mut turns = Turns {
        task,
        wanted,
        board: Board::new(&mut played, &mut patterns),
        searches: attackers.iter().map(|&side| (side, Vct::new(side, memory, nodes, Guess::WINS, &is_over))).collect(),
        turn: FIRST_TURN,
        exhausted: 0,
        of_prover: 0,
        found: None,
    };
    if proves && turns.until(prover::work(0)) {
        prove(position, memory, &mut turns);
    }
    turns.until(u64::MAX);
    let unknown = || {
        let is_exhausted = turns.searches.is_empty();
        let method =
            if is_exhausted { "no win by threats was found" } else { "stopped searching for a win by threats" };
        Solution { method: method.into(), ..Solution::unknown() }
    };
    Solution { nodes: turns.nodes(), ..turns.found.clone().unwrap_or_else(unknown) }
}

/// A win that the prover finds, or what is found in its turns.
fn prove(position: &Gomoku, memory: u64, turns: &mut Turns<'_, '_>) {
    let task = turns.task;
    // Nodes that ordered its moves, and how many may.
    let (ordered, most_ordered) = (Cell::new(0), Cell::new(u64::MAX));
    let is_over = || task.is_over() || ordered.get() >= most_ordered.get();
    let prover = Prover::for_wins(position.side_to_move(), &is_over);
    let mut engine = EngineOf::new(Options { hash_mib: ORDER_MIB, ..Options::default() });
    let mut order = |game: &Gomoku, nodes: u64| {
        let limits = Limits { time: time_left(task), ..Limits::nodes(nodes) };
        let (moves, nodes) = prover::order_by_search(&mut engine, game, &limits, task.stop);
        ordered.set(ordered.get() + nodes);
        moves
    };
    let mut number = 0..=LAST_ROUND;
    let mut rounds = std::iter::from_fn(|| {
        let round = number.next()?;
        turns.of_prover = prover.nodes() + ordered.get();
        // A round with fewer nodes than the first one has finds hardly anything.
        let left = turns.until(prover::work(round)).then(|| turns.left()).filter(|&left| left >= prover::work(0))?;
        most_ordered.set(left.saturating_add(ordered.get()));
        Some((round, left))
    });
    let tree = prover.prove_in_turn(position, memory, &mut rounds, &mut order);
    let proved = tree.and_then(|tree| proofs::by_tree(position, &tree));
    turns.of_prover = prover.nodes() + ordered.get();
    if let Some(proved) = proved {
        turns.found = Some(Solution { method: QUIET.into(), ..proved.into() });
    }
}

/// The VCT searches, and what was found.
struct Turns<'t, 'a> {
    task: &'t Task<'t>,
    wanted: Wanted,
    board: Board<'a>,
    /// Those that are not exhausted, with their attackers.
    searches: Vec<(Side, Vct<'a>)>,
    /// Nodes of the next turn.
    turn: u64,
    /// Nodes of exhausted searches.
    exhausted: u64,
    /// Nodes of the prover, and of what orders its moves.
    of_prover: u64,
    found: Option<Solution<Square>>,
}

impl Turns<'_, '_> {
    /// All nodes.
    fn nodes(&self) -> u64 {
        self.exhausted + self.of_prover + self.searches.iter().map(|(_, search)| search.nodes()).sum::<u64>()
    }

    /// Nodes that are left.
    fn left(&self) -> u64 {
        self.task.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes()))
    }

    /// Whether nothing more is to be done.
    fn is_over(&self) -> bool {
        // Where there is no VCT, other wins are rare: a search makes more of the time.
        let is_exhausted = self.searches.is_empty() && self.wanted != Wanted::Value;
        let is_enough = is_exhausted || self.wanted.is_value() && self.turn > LAST_TURN;
        is_enough || self.found.is_some() || self.task.is_over_after(self.nodes())
    }

    /// Turns, until one more would be of more than about so many nodes of VCF; whether more is to be done then.
    fn until(&mut self, nodes: u64) -> bool {
        while !self.is_over() && self.turn.saturating_mul(MEAN_NODES_PER_NODE) <= nodes {
            self.next();
        }
        !self.is_over()
    }

    /// A turn of each search.
    fn next(&mut self) {
        let mut index = 0;
        while index < self.searches.len() && !self.is_over() {
            let left = (self.left() / VCF_NODES_PER_NODE).max(1);
            let (attacker, search) = &mut self.searches[index];
            match search.wins(&mut self.board, self.turn.min(left)) {
                Some(Some(plies)) => {
                    let line = search.line(&mut self.board);
                    let value = if *attacker == self.board.side() { Value::Win } else { Value::Loss };
                    let best = line.first().copied().into_iter().collect();
                    let method = "a win by threats; a shorter one may exist".into();
                    self.found =
                        Some(Solution { value, plies: Some(plies), best, line, method, ..Solution::unknown() });
                }
                Some(None) => {
                    self.exhausted += search.nodes();
                    self.searches.remove(index);
                }
                None => index += 1,
            }
        }
        self.turn = self.turn.saturating_mul(2);
    }
}
