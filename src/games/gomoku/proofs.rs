//! Certificates in use: positions that they prove are played by their trees, without a search. With those that nobody
//! named, the program's own are used, too.

mod lookup;
#[cfg(test)]
mod tests;

use super::verify::{Known, Rest};
use super::{Gomoku, Square, own_proofs, shelf};
use crate::game::{Position, Side};
use crate::solve::{OwnProof, Solution, Value, Walk};
pub(super) use lookup::may_have;
use lookup::{in_book, in_plane, in_tree};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Moves of trees that can be read in a millisecond, on a slow machine.
const MOVES_PER_MILLI: u64 = 100;

/// Nodes of a search in the time in which one move of a tree is read, at least.
const NODES_PER_MOVE: u64 = 16;

/// What a certificate says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proved {
    /// Whether the side to move wins; else it loses.
    pub(super) wins: bool,
    /// Plies to the end, at most.
    pub(super) plies: u32,
    /// A long line: to the end of the game but where a whole opening is proved, then only the move.
    pub(super) line: Vec<Square>,
}

impl From<Proved> for Solution<Square> {
    fn from(Proved { wins, plies, line }: Proved) -> Self {
        let value = if wins { Value::Win } else { Value::Loss };
        let best = line.first().copied().into_iter().collect();
        let method = "proved by a certificate; a shorter win may exist".into();
        Self { value, plies: Some(plies), best, line, method, ..Self::unknown() }
    }
}

/// The bytes that the program's own certificate for such a board and its rules takes while it is unpacked; 0 where
/// there is none.
pub fn own_proof_memory(position: &Gomoku) -> u64 {
    own_proofs::memory(position)
}

/// From now on this process uses certificates of its own only if they take no more bytes than that.
pub fn limit_own_proofs(most: u64) {
    own_proofs::limit_memory(most);
}

/// Has the program's own certificate for such a board and its rules unpacked meanwhile, so that nobody need wait for
/// it later.
pub fn prepare_own_proof(position: &Gomoku) {
    own_proofs::prepare(position);
}

/// What the certificates that are loaded say of a position, read within the time of so many nodes and this time, and
/// until `stop`.
pub(super) fn known(
    position: &Gomoku,
    nodes: Option<u64>,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Option<Proved> {
    let most = most_moves(nodes, time);
    // Certificates are used by searches once somebody has looked for tables, or loaded one.
    let are_in_use = shelf::in_use().next().is_some() || own_proofs::is_loaded(position);
    let known = are_in_use.then(|| found(position, most, time.map(|time| time / 4), stop))??;
    Some(proved(position, known))
}

/// What a tree of the prover says of its position, which a certificate [may have](may_have), once the tree is checked.
pub(super) fn by_tree(position: &Gomoku, tree: &[Square]) -> Option<Proved> {
    Some(proved(position, in_tree(position, tree)?))
}

/// What the certificates of the plane that are loaded say of a position there: the stones of Black and White, by
/// columns and rows from Black's first one, as many of Black's as of White's, or one more; with `side` on a square
/// board of so many columns, in whose middle that one is.
///
/// # Errors
/// No certificate is about this rule; `exact` if six stones do not win.
pub fn known_on_plane(
    exact: bool,
    stones: [&[(i32, i32)]; 2],
    side: Option<i32>,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Result<Option<Known<(i32, i32)>>, String> {
    let mut books = shelf::in_use().flat_map(|shelf| &shelf.planes).filter(|book| book.is_exact() == exact).peekable();
    if books.peek().is_none() {
        let rule = if exact { "standard" } else { "freestyle" };
        return Err(format!("no certificate of the plane, {rule}; expected a folder with one, as docs/proofs"));
    }
    Ok(books.find_map(|book| book.known(stones, side, most_moves(None, time), stop)))
}

/// Where a walk through the certificates stands that has come to this position.
pub(super) fn walk(position: &Gomoku, time: Option<Duration>, stop: &AtomicBool) -> Option<Walk<Square>> {
    if let Some(five) = position.winning_square(position.side_to_move()) {
        // White did not stop it, and no tree goes on.
        return Some(Walk::of(Proved { wins: true, plies: 1, line: vec![five] }.into()));
    }
    // It is the proof that is wanted: there is time to wait for it.
    Some(step(position, found(position, most_moves(None, time), time, stop)?))
}

/// What a walk shows where a certificate knows so much.
fn step(position: &Gomoku, known: Known<Square>) -> Walk<Square> {
    let Rest { replies, others, moves, lines } = known.rest.clone();
    Walk { solution: proved(position, known).into(), replies, others, moves: Some(moves), lines }
}

/// What is said of a certificate that games like this one are won from the start: one of the program's own, or one of
/// the plane that is loaded with its index.
pub(super) fn about(position: &Gomoku) -> Option<OwnProof> {
    let in_plane = |book| in_plane(book, position, u64::MAX, &AtomicBool::new(false));
    let of_plane = || {
        let mut books = shelf::in_use().flat_map(|shelf| &shelf.planes).filter(|book| book.has_index());
        let known = books.find_map(in_plane)?;
        Some(OwnProof { missing: None, winner: Side::FIRST, plies: Some(proved(position, known).plies) })
    };
    let is_start = position.empty_squares() == position.width() * position.height();
    own_proofs::about(position).or_else(|| is_start.then(of_plane).flatten())
}

/// What the first certificate says that knows a position, reading so many moves of trees at most; whoever unpacks the
/// program's own is waited for as long as `patience`.
fn found(position: &Gomoku, most: u64, patience: Option<Duration>, stop: &AtomicBool) -> Option<Known<Square>> {
    if !may_have(position) {
        return None;
    }
    let board = |book| in_book(book, position, most);
    let plane = |book| in_plane(book, position, most, stop);
    let found = shelf::in_use()
        .find_map(|shelf| shelf.boards.iter().find_map(board).or_else(|| shelf.planes.iter().find_map(plane)));
    if found.is_some() || shelf::is_asked_for() {
        return found;
    }
    own_proofs::book(position, most, patience, stop).and_then(board)
}

/// The moves of trees that are read in the time of so many nodes, and in this time.
fn most_moves(nodes: Option<u64>, time: Option<Duration>) -> u64 {
    let in_time = time.map_or(u64::MAX, |time| (time.as_millis() as u64).saturating_mul(MOVES_PER_MILLI));
    nodes.map_or(u64::MAX, |nodes| nodes / NODES_PER_MOVE).min(in_time)
}

/// The same, and the game to its end.
fn proved(position: &Gomoku, known: Known<Square>) -> Proved {
    let most = position.empty_squares() as u32;
    let plies = known.moves.saturating_mul(2).saturating_sub(u32::from(known.attacks)).min(most);
    Proved { wins: known.attacks, plies, line: to_end(position, known.line) }
}

/// The line, with the fives that end the game behind its last moves.
fn to_end(position: &Gomoku, mut line: Vec<Square>) -> Vec<Square> {
    let mut position = position.clone();
    for &m in &line {
        position.make(m);
    }
    while position.outcome().is_none() {
        let own = position.side_to_move();
        let five = position.winning_square(own).or_else(|| position.winning_square(own.other()));
        let Some(five) = five else { break };
        position.make(five);
        line.push(five);
    }
    line
}
