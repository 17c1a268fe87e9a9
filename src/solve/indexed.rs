//! The value of every position of a game, with the plies to the end, by [retrograde analysis](super::retrograde): a
//! game of two sides says how its positions are numbered, and its rules say the rest.
//!
//! Moves are generated forwards, twice, and where they lead is kept until the analysis is over: 12 bytes a position and
//! 4 a move. What is left is one byte a position.

mod predecessors;

use self::predecessors::{Lists, MOST_MOVES, MOST_POSITIONS};
use super::Task;
use super::retrograde::Scale;
use crate::game::{Exact, MoveList, Position};
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// How the positions of a game are numbered: an index function.
///
/// Positions that have one value and distance may share a number, as mirror images do. All that the rules look at is
/// part of it, a count of plies too; what was played before is not. A cycle of positions is a draw. Positions in which
/// the game is over need no number.
pub trait PositionIndex<P: Position>: Sync {
    /// How many numbers there are, from 0 on; some may be without a position.
    fn len(&self) -> usize;

    /// Whether there is no number at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a position; none if it has none. Where a position has one, so have those after it.
    fn index(&self, position: &P) -> Option<usize>;

    /// A position with this number; none where there is none.
    fn position(&self, index: usize) -> Option<P>;
}

/// Why there is no table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IndexError {
    /// The position of this number has another one, or none.
    Number(usize, Option<usize>),
    /// A move from the position of this number leads to one without a number.
    Leaves(usize),
    /// The position of this number has more moves than can be counted.
    Moves(usize),
    /// So many numbers are more than can be counted.
    Positions(usize),
    /// Some position is so many plies or more from the end, and a byte holds no more.
    Plies(u32),
    /// At least so many bytes are needed, which are not allowed or not there.
    Memory(u64),
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(index, Some(other)) => write!(f, "the position of number {index} has number {other}"),
            Self::Number(index, None) => write!(f, "the position of number {index} has no number"),
            Self::Leaves(index) => write!(f, "a move from number {index} leads to a position without a number"),
            Self::Moves(index) => write!(f, "number {index} has more than {MOST_MOVES} moves"),
            Self::Positions(count) => write!(f, "{count} numbers are more than {MOST_POSITIONS}"),
            Self::Plies(plies) => write!(f, "some position is {plies} plies or more from the end"),
            Self::Memory(bytes) => write!(f, "at least {bytes} bytes are needed"),
        }
    }
}

impl std::error::Error for IndexError {}

/// The values of all positions of a game.
///
/// ```
/// use manyply::game::{ArrayVec, Exact, Outcome, Position, Side};
/// use manyply::solve::Task;
/// use manyply::solve::indexed::{PositionIndex, PositionTable};
/// use std::sync::atomic::AtomicBool;
///
/// /// A pile of matches: a move takes one to three of them, and whoever takes the last one wins.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Pile(usize, Side);
///
/// impl Position for Pile {
/// #   type Move = usize;
/// #   type Undo = ();
/// #   type Moves = ArrayVec<usize, 3>;
/// #   fn side_to_move(&self) -> Side { self.1 }
/// #   fn outcome(&self) -> Option<Outcome> { (self.0 == 0).then(|| Outcome::win(self.1.other())) }
/// #   fn moves(&self, list: &mut Self::Moves) { list.extend(1..=self.0.min(3)) }
/// #   fn make(&mut self, taken: usize) { *self = Self(self.0 - taken, self.1.other()) }
/// #   fn unmake(&mut self, taken: usize, (): ()) { *self = Self(self.0 + taken, self.1.other()) }
///     // …
/// }
///
/// /// Piles of so many matches at most, with either side to move.
/// struct UpTo(usize);
///
/// impl PositionIndex<Pile> for UpTo {
///     fn len(&self) -> usize {
///         2 * (self.0 + 1)
///     }
///     fn index(&self, pile: &Pile) -> Option<usize> {
///         (pile.0 <= self.0).then(|| 2 * pile.0 + pile.1.index())
///     }
///     fn position(&self, index: usize) -> Option<Pile> {
///         Some(Pile(index / 2, Side::new(index % 2)))
///     }
/// }
///
/// let stop = AtomicBool::new(false);
/// let table = PositionTable::make(UpTo(21), &Task::new(&stop, 1, 1 << 20))?.expect("nobody stops it");
/// assert_eq!(table.get(&Pile(20, Side::FIRST)), Some(Exact::Loss(10)));
/// assert_eq!(table.get(&Pile(21, Side::FIRST)), Some(Exact::Win(11)));
/// assert_eq!(table.best_moves(&Pile(21, Side::FIRST)), [1]);
/// # Ok::<(), manyply::solve::indexed::IndexError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionTable<P, I> {
    index: I,
    scale: Scale,
    values: Vec<u8>,
    game: PhantomData<fn(&P)>,
}

impl<P: Position, I: PositionIndex<P>> PositionTable<P, I> {
    /// Analyses all positions that have numbers, by the threads and in the memory of a task; nothing if its stop flag
    /// was set or its deadline passed on the way. A game of three sides or four does not compile.
    ///
    /// # Errors
    /// The numbers do not fit together, or the game does not fit into a table.
    pub fn make(index: I, task: &Task<'_>) -> Result<Option<Self>, IndexError> {
        const { assert!(P::SIDES == 2, "retrograde analysis is for two sides") };
        // Both ends are looked for as often as progress is told.
        let stop = AtomicBool::new(task.is_over());
        let progress = |message: &str, part: f64| {
            (task.progress)(message, part);
            stop.fetch_or(task.is_over(), Relaxed);
        };
        let task = &Task { progress: &progress, ..Task::new(&stop, task.threads, task.memory) };
        let Some(lists) = Lists::new(&index, task)? else { return Ok(None) };
        let analysed = if lists.odd_wins.load(Relaxed) {
            lists.analyse::<true>(task)?.map(|values| (Scale::OddWins, values))
        } else {
            lists.analyse::<false>(task)?.map(|values| (Scale::Any, values))
        };
        Ok(analysed.map(|(scale, values)| Self { index, scale, values, game: PhantomData }))
    }

    /// The value of a position for the side to move, with the exact number of plies to the end if both sides play well:
    /// the loser as long as it can. None if it has no number.
    pub fn get(&self, position: &P) -> Option<Exact> {
        self.index.index(position).map(|index| self.value(index))
    }

    fn value(&self, index: usize) -> Exact {
        self.scale.known(self.values[index]).unwrap_or(Exact::Draw)
    }

    /// All moves that keep the value of a position, and its plies. Empty if it has no number.
    pub fn best_moves(&self, position: &P) -> Vec<P::Move> {
        let (side, mut position) = (position.side_to_move(), position.clone());
        let value @ Some(_) = self.get(&position) else { return Vec::new() };
        let mut list = P::Moves::default();
        position.moves(&mut list);
        let mut keeps = |&m: &P::Move| {
            let undo = position.make(m);
            let after = match position.outcome() {
                Some(outcome) => Some(match outcome.payoff(side) {
                    1.. => Exact::Win(0),
                    0 => Exact::Draw,
                    ..0 => Exact::Loss(0),
                }),
                None if position.side_to_move() == side => self.get(&position),
                None => self.get(&position).map(|exact| match exact {
                    Exact::Win(plies) => Exact::Loss(plies),
                    Exact::Loss(plies) => Exact::Win(plies),
                    Exact::Draw => Exact::Draw,
                }),
            };
            let after = after.map(|exact| match exact {
                Exact::Win(plies) => Exact::Win(plies + 1),
                Exact::Loss(plies) => Exact::Loss(plies + 1),
                Exact::Draw => Exact::Draw,
            });
            position.unmake(m, undo);
            after == value
        };
        list.as_slice().iter().copied().filter(|m| keeps(m)).collect()
    }

    /// All positions that have numbers, with their values, in the order of the numbers.
    pub fn iter(&self) -> impl Iterator<Item = (P, Exact)> + '_ {
        (0..self.values.len()).filter_map(|index| Some((self.index.position(index)?, self.value(index))))
    }
}
