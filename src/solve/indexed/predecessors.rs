//! For each position those from which a move leads there, as moves generated forwards say, and the analysis of these
//! lists.

use super::super::Task;
use super::super::retrograde::{self, Exits, FirstLook, Graph, Scale, for_each_index, part_done};
use super::{IndexError, PositionIndex};
use crate::game::{Exact, MoveList, Position};
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Codes among the numbers of moves. The game is over, or the number without a position:
const LOST: u8 = u8::MAX - 2;
const DRAWN: u8 = u8::MAX - 1;
const WON: u8 = u8::MAX;
/// Some move wins at once; all moves lose at once:
const WINS_AT_ONCE: u8 = u8::MAX - 3;
const LOSES_AT_ONCE: u8 = u8::MAX - 4;
/// The most moves of a position.
pub(super) const MOST_MOVES: u8 = LOSES_AT_ONCE - 1;
/// The most numbers.
pub(super) const MOST_POSITIONS: usize = 1 << 31;
/// In a list of predecessors: the same side moves again.
const AGAIN: u32 = 1 << 31;

/// For each position those from which a move leads there.
pub(super) struct Lists {
    /// How many moves each position has, or a code.
    moves: Vec<AtomicU8>,
    /// Where the list of each position ends; it begins where the one before ends.
    ends: Vec<AtomicU64>,
    before: Vec<AtomicU32>,
    /// Whether nobody loses with the own move, and sides take turns.
    pub(super) odd_wins: AtomicBool,
    /// Whether some side moves again.
    again: AtomicBool,
}

impl Lists {
    /// Nothing if the task was stopped.
    pub(super) fn new<P: Position>(index: &impl PositionIndex<P>, task: &Task<'_>) -> Result<Option<Self>, IndexError> {
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

    pub(super) fn analyse<const ODD_WINS: bool>(&self, task: &Task<'_>) -> Result<Option<Vec<u8>>, IndexError> {
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
