//! The value of every position of a game, with the plies to the end, by [retrograde analysis](super::retrograde): a
//! game of two sides says how its positions are numbered, and its rules say the rest.
//!
//! Moves are generated forwards, twice, and where they lead is kept until the analysis is over: 12 bytes a position and
//! 4 a move. What is left is one byte a position.

use super::Task;
use super::retrograde::{self, Exits, FirstLook, Graph, Scale, for_each_index, part_done};
use crate::game::{Exact, MoveList, Position};
use std::collections::TryReserveError;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

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

/// Codes among the numbers of moves. The game is over, or the number without a position:
const LOST: u8 = u8::MAX - 2;
const DRAWN: u8 = u8::MAX - 1;
const WON: u8 = u8::MAX;
/// Some move wins at once; all moves lose at once:
const WINS_AT_ONCE: u8 = u8::MAX - 3;
const LOSES_AT_ONCE: u8 = u8::MAX - 4;
/// The most moves of a position.
const MOST_MOVES: u8 = LOSES_AT_ONCE - 1;
/// The most numbers.
const MOST_POSITIONS: usize = 1 << 31;
/// In a list of predecessors: the same side moves again.
const AGAIN: u32 = 1 << 31;

/// For each position those from which a move leads there.
struct Lists {
    /// How many moves each position has, or a code.
    moves: Vec<AtomicU8>,
    /// Where the list of each position ends; it begins where the one before ends.
    ends: Vec<AtomicU64>,
    before: Vec<AtomicU32>,
    /// Whether nobody loses with the own move, and sides take turns.
    odd_wins: AtomicBool,
    /// Whether some side moves again.
    again: AtomicBool,
}

impl Lists {
    /// Nothing if the task was stopped.
    fn new<P: Position>(index: &impl PositionIndex<P>, task: &Task<'_>) -> Result<Option<Self>, IndexError> {
        let length = index.len();
        if length > MOST_POSITIONS {
            return Err(IndexError::Positions(length));
        }
        let needed = 12 * length as u64;
        allow(needed, task)?;
        let mut lists = Self {
            moves: filled(length, needed)?,
            ends: filled(length, needed)?,
            before: Vec::new(),
            odd_wins: AtomicBool::new(true),
            again: AtomicBool::new(false),
        };
        let error = Mutex::new(None);
        let keep = |found| {
            error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
        };
        let first = |number| _ = lists.first_look(index, number).map_err(keep);
        for_each_index(length, task.threads, task.stop, first, &|part| (task.progress)("moves", part / 4.0));
        if let Some(error) = error.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        let mut count = 0;
        for end in &mut lists.ends {
            let end = end.get_mut();
            (*end, count) = (count, count + *end);
        }
        let needed = needed + 4 * count;
        allow(needed, task)?;
        lists.before = filled(count as usize, needed)?;
        let again = |number| _ = lists.fill(index, number).map_err(keep);
        for_each_index(length, task.threads, task.stop, again, &|part| (task.progress)("moves", (1.0 + part) / 4.0));
        if let Some(error) = error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        Ok((!task.stop.load(Relaxed)).then_some(lists))
    }

    /// Counts the moves of a position, and those that lead to each other one.
    fn first_look<P: Position>(&self, index: &impl PositionIndex<P>, number: usize) -> Result<(), IndexError> {
        let position = index.position(number);
        let own = position.as_ref().map(|position| index.index(position));
        if let Some(other) = own.filter(|&own| own != Some(number)) {
            return Err(IndexError::Number(number, other));
        }
        let code = match position.as_ref().map(|position| (position, position.outcome())) {
            None => DRAWN,
            Some((position, Some(outcome))) => match outcome.payoff(position.side_to_move()) {
                ..0 => LOST,
                0 => DRAWN,
                1.. => {
                    self.odd_wins.store(false, Relaxed);
                    WON
                }
            },
            Some((position, None)) => self.count(index, position, number)?,
        };
        self.moves[number].store(code, Relaxed);
        Ok(())
    }

    /// How many moves a position has, or a code. A move that ends the game in a draw is counted and never turns out to
    /// lose, so that the position is no loss. A move that loses at once is not counted where there are others: the
    /// loser takes the longest way.
    fn count<P: Position>(&self, index: &impl PositionIndex<P>, position: &P, number: usize) -> Result<u8, IndexError> {
        let (mut moves, mut leaves, mut wins, mut loses) = (0_usize, false, false, false);
        each_move(index, position, |after| match after {
            After::Number(after, again) => {
                moves += 1;
                match self.ends.get(after) {
                    Some(end) => _ = end.fetch_add(1, Relaxed),
                    None => leaves = true,
                }
                if again {
                    self.odd_wins.store(false, Relaxed);
                    self.again.store(true, Relaxed);
                }
            }
            After::Over(1..) => wins = true,
            After::Over(0) => moves += 1,
            After::Over(_) => {
                loses = true;
                self.odd_wins.store(false, Relaxed);
            }
            After::Nowhere => leaves = true,
        });
        match moves {
            _ if leaves => Err(IndexError::Leaves(number)),
            _ if moves > MOST_MOVES.into() => Err(IndexError::Moves(number)),
            _ if wins => Ok(WINS_AT_ONCE),
            0 if loses => Ok(LOSES_AT_ONCE),
            _ => Ok(moves as u8),
        }
    }

    /// Adds a position to the lists of those to which its moves lead. An index that says something else than before is
    /// wrong, which need not be seen; but nothing breaks.
    fn fill<P: Position>(&self, index: &impl PositionIndex<P>, number: usize) -> Result<(), IndexError> {
        let is_open = self.moves[number].load(Relaxed) <= WINS_AT_ONCE;
        let Some(position) = index.position(number).filter(|_| is_open) else { return Ok(()) };
        let mut leaves = false;
        each_move(index, &position, |after| {
            let After::Number(after, again) = after else { return };
            let place = self.ends.get(after).map(|end| end.fetch_add(1, Relaxed));
            match place.and_then(|place| self.before.get(place as usize)) {
                Some(before) => before.store(number as u32 | if again { AGAIN } else { 0 }, Relaxed),
                None => leaves = true,
            }
        });
        if leaves { Err(IndexError::Leaves(number)) } else { Ok(()) }
    }

    fn analyse<const ODD_WINS: bool>(&self, task: &Task<'_>) -> Result<Option<Vec<u8>>, IndexError> {
        let progress = |distance, part| (task.progress)("retrograde analysis", 0.5 + part_done(distance, part) / 2.0);
        let graph = Backwards::<ODD_WINS>(self);
        let needed = 3 * graph.len() as u64;
        let values = retrograde::analyse(&graph, task.threads, task.stop, &progress)
            .map_err(|_: TryReserveError| IndexError::Memory(needed))?;
        let scale = Backwards::<ODD_WINS>::SCALE;
        // What comes after it stays open, so that it may be a draw or none.
        let farthest = |&value: &u8| {
            let Some(Exact::Win(plies) | Exact::Loss(plies)) = scale.known(value) else { return false };
            plies == scale.longest()
        };
        match values {
            Some(values) if values.iter().any(farthest) => Err(IndexError::Plies(scale.longest())),
            values => Ok(values),
        }
    }
}

/// Where a move leads.
enum After {
    /// To a position with a number; and whether the same side moves again.
    Number(usize, bool),
    /// To the end of the game, which has no number; and what the side that moved gets.
    Over(i8),
    /// To a position without a number.
    Nowhere,
}

/// Calls `visit` for each move from a position.
fn each_move<P: Position>(index: &impl PositionIndex<P>, position: &P, mut visit: impl FnMut(After)) {
    let (side, mut position) = (position.side_to_move(), position.clone());
    let mut list = P::Moves::default();
    position.moves(&mut list);
    for &m in list.as_slice() {
        let undo = position.make(m);
        visit(match index.index(&position) {
            Some(number) => After::Number(number, position.side_to_move() == side),
            None => position.outcome().map_or(After::Nowhere, |outcome| After::Over(outcome.payoff(side))),
        });
        position.unmake(m, undo);
    }
}

fn allow(bytes: u64, task: &Task<'_>) -> Result<(), IndexError> {
    if bytes <= task.memory { Ok(()) } else { Err(IndexError::Memory(bytes)) }
}

fn filled<T: Default>(length: usize, needed: u64) -> Result<Vec<T>, IndexError> {
    let mut list = Vec::new();
    list.try_reserve_exact(length).map_err(|_| IndexError::Memory(needed))?;
    list.resize_with(length, T::default);
    Ok(list)
}

/// The lists as retrograde analysis asks for them.
struct Backwards<'a, const ODD_WINS: bool>(&'a Lists);

impl<const ODD_WINS: bool> Backwards<'_, ODD_WINS> {
    fn each(&self, index: usize, again: bool, mut visit: impl FnMut(usize)) {
        let Lists { ends, before, .. } = self.0;
        let end = |index: usize| ends[index].load(Relaxed) as usize;
        let begin = index.checked_sub(1).map_or(0, end);
        let numbers = before.get(begin..end(index)).unwrap_or_default().iter().map(|before| before.load(Relaxed));
        numbers.filter(|number| (number & AGAIN != 0) == again).for_each(|number| visit((number & !AGAIN) as usize));
    }
}

impl<const ODD_WINS: bool> Graph for Backwards<'_, ODD_WINS> {
    const SCALE: Scale = if ODD_WINS { Scale::OddWins } else { Scale::Any };

    fn len(&self) -> usize {
        self.0.moves.len()
    }

    fn first_look(&self, index: usize) -> FirstLook {
        match self.0.moves[index].load(Relaxed) {
            LOST => FirstLook::Over(-1),
            DRAWN => FirstLook::Over(0),
            WON => FirstLook::Over(1),
            WINS_AT_ONCE => FirstLook::Open { moves: 0, exits: Exits { win: Some(1), ..Exits::default() } },
            LOSES_AT_ONCE => FirstLook::Open { moves: 0, exits: Exits { loss: Some(1), ..Exits::default() } },
            moves => FirstLook::Open { moves, exits: Exits::default() },
        }
    }

    fn before(&self, index: usize, visit: impl FnMut(usize)) {
        self.each(index, false, visit);
    }

    fn before_again(&self, index: usize, visit: impl FnMut(usize)) {
        if self.0.again.load(Relaxed) {
            self.each(index, true, visit);
        }
    }
}
