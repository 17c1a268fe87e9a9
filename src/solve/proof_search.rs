//! Who wins, by proof-number search (df-pn), for any game of two sides: the rules are all that it needs.
//!
//! Two questions are asked, by the same [search](super::dfpn): does the one side win, does the other? If neither does,
//! the game is drawn.
//!
//! # Repetitions
//!
//! Nobody wins by going in circles: a position that stood on the path already counts as not won for the side that is to
//! be proved to win. A *win* that is proved so holds for every path, also under a rule that ends repetitions as draws:
//! each of its moves leads to a position that was proved before, so that none comes back. That a side *cannot* win may
//! have been concluded from the path alone, and the table knows nothing of paths (the graph-history interaction
//! problem; Kishimoto and Müller 2004). Such a conclusion is marked. The mark passes to everything concluded from it.
//! Before it is used, a check collects all positions that the defender can stay in and makes sure that none is won. If
//! one is, the marked conclusions are forgotten, and the search goes on with what was found out.
//!
//! Positions that were played before the one that is asked about are not known here. Nothing is said of a game in which
//! repetitions are counted by another key than the position's ([`Position::repetition_key`]), unless its length is
//! bounded.
//!
//! # Progress
//!
//! A move that keeps the value is no more than that: it need not bring the end of the game nearer. Whoever plays such
//! moves in a game that goes in circles, and nothing else, may never win what is won.

mod question;

use self::question::{AGAIN, Line, Met, Question, REPETITION};
use super::dfpn::{Entry, Search};
use super::{Solution, Task, Value};
use crate::game::{History, MoveList, Position, Side, limit_is_certain};
use ahash::RandomState;
use std::marker::PhantomData;

/// Nodes between two checks of the stop condition.
const NODES_BETWEEN_CHECKS: u64 = 1 << 10;
/// Nodes for each question before the other one takes its turn, at first.
const FIRST_TURN: u64 = 1 << 10;
/// Bytes for the positions of a check that there are whatever the task has.
const LEAST_MEMORY: u64 = 1 << 16;

/// A solver that remembers what it has proved: questions about positions of one game help each other.
///
/// ```
/// use manyply::game::{Notation, Side};
/// use manyply::games::gomoku::Gomoku;
/// use manyply::solve::{Task, Value, proof_search::ProofSearch};
/// use std::sync::atomic::AtomicBool;
///
/// let rules = Gomoku::parse_rules("size=4x3,connect=3")?;
/// let position = Gomoku::parse_position("4/1x2/4 o", &rules)?;
/// let stop = AtomicBool::new(false);
/// let task = Task { nodes: Some(100_000), ..Task::new(&stop, 1, 1 << 20) };
///
/// let mut search = ProofSearch::new(task.memory);
/// assert_eq!(search.wins(&position, Side::FIRST, &task), Some(true));
/// assert_eq!(search.solve(&position, &task).value, Value::Loss);
/// # Ok::<(), manyply::game::TextError>(())
/// ```
pub struct ProofSearch<P> {
    search: Search,
    /// Positions that were checked.
    checked: u64,
    /// Whether a check ended for want of memory: then more nodes are no help.
    is_cramped: bool,
    game: PhantomData<fn(&P)>,
}

/// Who wins, by one search: what a game's [`Solve::solve`](super::Solve::solve) can be. It keeps a value and makes no
/// progress: where the length of the game is not bounded, the engine that plays searches for its moves instead.
///
/// ```
/// use manyply::game::{ArrayVec, Outcome, Position, Side};
/// use manyply::solve::{Solution, Solve, Task, Value, proof_search};
/// use std::sync::atomic::AtomicBool;
///
/// /// A pile of matches: a move takes one to three of them, and whoever takes the last one wins.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Pile(u8, Side);
///
/// impl Position for Pile {
/// #   type Move = u8;
/// #   type Undo = ();
/// #   type Moves = ArrayVec<u8, 3>;
/// #   fn side_to_move(&self) -> Side { self.1 }
/// #   fn outcome(&self) -> Option<Outcome> { (self.0 == 0).then(|| Outcome::win(self.1.other())) }
/// #   fn moves(&self, list: &mut Self::Moves) { list.extend(1..=self.0.min(3)) }
/// #   fn make(&mut self, taken: u8) { *self = Self(self.0 - taken, self.1.other()) }
/// #   fn unmake(&mut self, taken: u8, (): ()) { *self = Self(self.0 + taken, self.1.other()) }
///     // …
/// }
///
/// impl Solve for Pile {
///     const SOLVER: Option<&'static str> = Some("df-pn");
///
///     fn solve(&self, task: &Task<'_>) -> Result<Solution<u8>, String> {
///         Ok(proof_search::solve(self, task))
///     }
/// }
///
/// let stop = AtomicBool::new(false);
/// let solution = Pile(21, Side::FIRST).solve(&Task::new(&stop, 1, 1 << 20))?;
/// assert_eq!((solution.value, solution.best), (Value::Win, vec![1]));
/// # Ok::<(), String>(())
/// ```
pub fn solve<P: Position>(position: &P, task: &Task<'_>) -> Solution<P::Move> {
    /// Bytes of the table for each node, with room to spare.
    const BYTES: f64 = 64.0;
    // The other half is for what is checked.
    ProofSearch::new(task.memory_for_nodes(BYTES).min(task.memory / 2)).solve(position, task)
}

impl<P: Position> ProofSearch<P> {
    /// A solver that takes at most `memory` bytes for what it remembers, within reason; for positions that go in
    /// circles it takes half of a task's memory beside. A game of three sides or four does not compile.
    pub fn new(memory: u64) -> Self {
        const { assert!(P::SIDES == 2, "df-pn is for two sides") };
        Self { search: Search::new(memory), checked: 0, is_cramped: false, game: PhantomData }
    }

    /// How many nodes were searched so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes() + self.checked
    }

    /// Whether `side` wins if both play well. A side can at least draw if the other cannot win. Nothing if the task's
    /// limits do not suffice, or where a repetition may end a game whose length is bounded too. A later call
    /// goes on where this one stopped.
    pub fn wins(&mut self, position: &P, side: Side, task: &Task<'_>) -> Option<bool> {
        self.ask(position, side, self.end(task), task)
    }

    /// The value of a position, and moves that keep it: all if it is lost, else one, none if the limits did not suffice
    /// for finding it. It need not make progress.
    pub fn solve(&mut self, position: &P, task: &Task<'_>) -> Solution<P::Move> {
        let mover = position.side_to_move();
        if let Some(outcome) = position.outcome() {
            return Solution::over(outcome.payoff(mover));
        }
        let (started, end) = (self.nodes(), self.end(task));
        let value = self.value(position, end, task);
        let mut list = P::Moves::default();
        position.moves(&mut list);
        let best = match value {
            Value::Unknown => Vec::new(),
            Value::Loss => list.as_slice().to_vec(),
            Value::Win | Value::Draw => self.keeps(position, value, list.as_slice(), end, task).into_iter().collect(),
        };
        Solution {
            value,
            all_best: value == Value::Loss,
            line: best.first().copied().into_iter().collect(),
            best,
            nodes: self.nodes() - started,
            method: "proof search".into(),
            plies: None,
        }
    }

    fn end(&self, task: &Task<'_>) -> u64 {
        self.nodes().saturating_add(task.nodes.unwrap_or(u64::MAX))
    }

    /// Both questions, which take turns.
    fn value(&mut self, position: &P, end: u64, task: &Task<'_>) -> Value {
        let mover = position.side_to_move();
        let mut turn = FIRST_TURN;
        self.is_cramped = false;
        let mut known = [None; 2];
        loop {
            for (known, side) in known.iter_mut().zip([mover, mover.other()]) {
                if known.is_none() && (side == mover || !task.wins_only) {
                    *known = self.ask(position, side, end.min(self.nodes().saturating_add(turn)), task);
                }
                if *known == Some(true) {
                    return if side == mover { Value::Win } else { Value::Loss };
                }
            }
            match known {
                [Some(_), Some(_)] => return Value::Draw,
                [Some(_), None] if task.wins_only => return Value::Unknown,
                _ if self.is_cramped || turn >= end || self.nodes() >= end || task.is_over() => return Value::Unknown,
                _ => turn = turn.saturating_mul(2),
            }
        }
    }

    /// A move that keeps a win or draw: from what is known already, if it can be.
    fn keeps(&mut self, position: &P, value: Value, moves: &[P::Move], end: u64, task: &Task<'_>) -> Option<P::Move> {
        let (mover, mut position) = (position.side_to_move(), position.clone());
        for end in [0, end] {
            for &m in moves {
                let undo = position.make(m);
                let keeps = match value {
                    Value::Win => self.ask(&position, mover, end, task) == Some(true),
                    _ => self.ask(&position, mover.other(), end, task) == Some(false),
                };
                position.unmake(m, undo);
                if keeps {
                    return Some(m);
                }
            }
        }
        None
    }

    /// Whether `side` wins, once no more than about `end` nodes were searched.
    fn ask(&mut self, position: &P, side: Side, end: u64, task: &Task<'_>) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.payoff(side) > 0);
        }
        // Which positions count as the same is up to the rules, and a win must not come back to one.
        let is_own = position.plies_left().is_none() && position.repetition_key() != position.key();
        if position.repetition_limit() > 0 && is_own || !limit_is_certain(position, &History::new(position)) {
            return None;
        }
        let mut question = Question { side };
        loop {
            let is_final = match self.prove(&mut question, position, end, task)? {
                (true, _) => return Some(true),
                (false, plies) => plies < REPETITION,
            };
            if is_final || self.check(&mut question, position, end, task)? {
                return Some(false);
            }
        }
    }

    /// Whether the side wins, as the search says; and in how many plies, by which it is known what is final.
    fn prove(&mut self, question: &mut Question, position: &P, end: u64, task: &Task<'_>) -> Option<(bool, u32)> {
        let is_over = |nodes: u64| {
            nodes.is_multiple_of(NODES_BETWEEN_CHECKS) && {
                (task.progress)(&format!("proof search, {} thousand nodes", nodes / 1000), 0.0);
                task.is_over()
            }
        };
        let mut line = Line::new(position.clone(), question.side);
        let nodes = end.saturating_sub(self.nodes());
        let (gets, plies) = self.search.prove(question, &mut line, nodes, &is_over)?;
        Some((gets == question.chooses(position), plies))
    }

    /// Checks that the side does not win a position of which the search says so: all positions that the other side can
    /// keep to are gone through. What the table has forgotten is searched again. False if one of them is won.
    fn check(&mut self, question: &mut Question, root: &P, end: u64, task: &Task<'_>) -> Option<bool> {
        let mut met = Met::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        met.insert(question.key(root), question.chooses(root));
        let mut positions = vec![root.clone()];
        let most = (task.memory / 2).max(LEAST_MEMORY) as usize;
        while let Some(position) = positions.pop() {
            self.checked += 1;
            if self.nodes() >= end || (self.checked.is_multiple_of(NODES_BETWEEN_CHECKS) && task.is_over()) {
                return None;
            }
            // A map doubles its room where it is full.
            if 2 * met.capacity() * size_of::<(u64, bool)>() + positions.capacity() * size_of::<P>() > most {
                self.is_cramped = true;
                return None;
            }
            let needed = match question.needs(&position, &self.search.table, &met) {
                Some(needed) => needed,
                None => {
                    self.forget(question.key(&position));
                    if self.prove(question, &position, end, task)?.0 {
                        met.keys().for_each(|&key| self.forget(key));
                        return Some(false);
                    }
                    question.needs(&position, &self.search.table, &met)?
                }
            };
            for after in needed {
                if question.known(&after, &self.search.table).is_none() {
                    self.prove(question, &after, end, task)?;
                }
                match question.known(&after, &self.search.table)? {
                    (true, plies) => {
                        // What was found out stays, so that it is not searched for again: a line that was cut off for
                        // its length would be again.
                        if question.chooses(&position) {
                            let won = Entry::settled(true, (plies + 1).min(REPETITION - 1));
                            self.search.table.remember(question.key(&position), won);
                        }
                        met.keys().for_each(|&key| self.forget(key));
                        return Some(false);
                    }
                    (false, plies) if plies < REPETITION => {}
                    (false, _) => {
                        if met.insert(question.key(&after), question.chooses(&after)).is_none() {
                            positions.push(after);
                        }
                    }
                }
            }
        }
        // From now on they need no check.
        met.into_iter().for_each(|(key, chooses)| self.search.table.remember(key, Entry::settled(!chooses, 0)));
        Some(true)
    }

    /// Forgets what was concluded from a repetition about a position.
    fn forget(&mut self, key: u64) {
        for key in [key, key ^ AGAIN] {
            let known = self.search.table.look(key);
            if known.is_some_and(|entry| entry.gets().is_some() && entry.plies >= REPETITION) {
                self.search.table.remember(key, Entry::OPEN);
            }
        }
    }
}
