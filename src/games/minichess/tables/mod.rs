//! Endgame tables: win, draw or loss and the plies to the end, for every position with few men.
//!
//! They are made for `plies=none,repetition=0,king=capture`. What they say under other rules, with a limit on plies
//! above all, [`Minichess::probe_tables`] decides.

mod class;
mod countdown;
mod graph;
mod info;
mod make;
mod material;
mod pattern;
mod store;

#[cfg(test)]
mod tests;

use super::{Minichess, movegen};
use crate::bits::BitSet;
use crate::game::{Exact, Position, Side};
use crate::solve::{Solve, TableInfo, Task, Warn};
use countdown::Countdown;
use graph::Table;
use material::{MOST_MEN, Material};
use once_cell::sync::{Lazy, OnceCell};
use pattern::MOST_PLIES;
use std::path::Path;
pub use store::{COUNTDOWNS, ENDINGS};
use store::{Store, Stored, What};

/// How many men there may be in countdowns.
const COUNTDOWN_MEN: usize = 4;

/// All tables that are in use.
#[derive(Debug)]
struct Loaded {
    endings: Store,
    countdowns: Store,
}

/// Tables that were asked for, and others, which those replace.
static ASKED_FOR: OnceCell<Loaded> = OnceCell::new();
static FOUND: OnceCell<Loaded> = OnceCell::new();

/// What is used as long as nothing is loaded.
static OWN: Lazy<Loaded> = Lazy::new(|| Loaded { endings: Store::empty().with_own(), countdowns: Store::empty() });

fn loaded() -> &'static Loaded {
    ASKED_FOR.get().or_else(|| FOUND.get()).unwrap_or_else(|| &OWN)
}

/// Where a position is among the tables of a store: nothing if there is none of it or the mover can take the king.
fn place<'a>(store: &'a Store, position: &Minichess) -> Option<(&'a Stored, Side, usize)> {
    let (board, turn) = (position.board(), position.turn());
    if board.occupied().len() as usize > store.most_men() || movegen::in_check(board, turn.other()) {
        return None;
    }
    let (material, swapped) = Material::of(board).canonical();
    let table = store.find(material)?;
    let (turn, number) = table.class.number_of(board, turn, swapped)?;
    Some((table, turn, number))
}

impl Loaded {
    fn load(directory: &Path, warn: Option<Warn>) -> Result<Self, String> {
        Ok(Self {
            endings: Store::load(directory, What::Endings, MOST_MEN, warn)?,
            countdowns: Store::load(directory, What::Countdown, COUNTDOWN_MEN, warn)?,
        })
    }

    /// The value of a position without any limit: nothing if there is no table of it or the mover can take the king,
    /// `Some(None)` for a draw.
    #[inline]
    fn value_of(&self, position: &Minichess) -> Option<Option<Exact>> {
        let (table, turn, number) = place(&self.endings, position)?;
        self.endings.value(table, turn, number)
    }

    /// The value of a position by the count when its plies have run out, if nobody can win sooner and no repetition
    /// ends the game: nothing if there is no table of it, or too many plies are left.
    fn counted(&self, position: &Minichess) -> Option<Exact> {
        let left = position.plies_left().filter(|&left| left <= MOST_PLIES)?;
        if position.is_royal() || !position.is_decided_by_material() {
            return None;
        }
        let (table, turn, number) = place(&self.countdowns, position)?;
        Some(match self.countdowns.pattern(table, turn, number)?.value(left) {
            1 => Exact::Win(left),
            0 => Exact::Draw,
            _ => Exact::Loss(left),
        })
    }

    /// The exact value of a position under its own rules, where it follows from the tables.
    ///
    /// A king that may not be left in danger ends the same games two plies sooner: with so few men a side always has
    /// some move, so that it loses exactly where every move would expose the king, which is then taken in two plies.
    /// But with the last ply nobody is mated any more.
    ///
    /// A win in n plies is one if at least n are left, and the shortest: the count comes later. The repetition rule
    /// cannot spoil it as long as no position has occurred so often that its next occurrence ends the game (of which
    /// the search takes care): the winner's moves make the distance shrink with every ply, so that in the rest of the
    /// game each position occurs at most once more.
    ///
    /// Without a limit, or where it makes a draw, everything else is a draw: nobody can force more in time, and the
    /// rule of repetitions only makes more draws. Where the limit counts material, everything else is open.
    ///
    /// Bare kings draw under any rules.
    fn exact(&self, position: &Minichess) -> Option<Exact> {
        if position.board().occupied().len() == 2 {
            let taken = movegen::in_check(position.board(), position.turn().other());
            return (!taken).then_some(Exact::Draw);
        }
        let value = self.value_of(position)?;
        let (sooner, left) = if position.is_royal() {
            (2, position.plies_left().map(|left| left.saturating_sub(1)))
        } else {
            (0, position.plies_left())
        };
        let is_in_time = |plies: u32| left.is_none_or(|left| plies <= left);
        match value {
            Some(Exact::Win(plies)) if is_in_time(plies.saturating_sub(sooner)) => {
                Some(Exact::Win(plies.saturating_sub(sooner)))
            }
            Some(Exact::Loss(plies)) if is_in_time(plies.saturating_sub(sooner)) => {
                Some(Exact::Loss(plies.saturating_sub(sooner)))
            }
            _ => (left.is_none() || !position.is_decided_by_material()).then_some(Exact::Draw),
        }
    }
}

impl Minichess {
    /// The exact value, where a table has it and it holds under these rules; none where the king can be taken.
    #[inline]
    pub(super) fn probe_tables(&self) -> Option<Exact> {
        if self.has_few_men() { self.probe_loaded(false) } else { None }
    }

    /// [`Self::probe_tables`] where no repetition ends the game before its limit.
    #[inline]
    pub(super) fn probe_tables_to_limit(&self) -> Option<Exact> {
        if self.has_few_men() { self.probe_loaded(true) } else { None }
    }

    /// Whether there may be a table: nearly always there is none, which is found out at once.
    #[inline]
    fn has_few_men(&self) -> bool {
        self.board().occupied().len() as usize <= MOST_MEN
    }

    #[inline(never)]
    fn probe_loaded(&self, to_limit: bool) -> Option<Exact> {
        let loaded = loaded();
        let exact = loaded.exact(self);
        if to_limit { exact.or_else(|| loaded.counted(self)) } else { exact }
    }
}

/// Reads a number of men.
fn men(text: &str) -> Result<usize, String> {
    let men = text.parse().ok().filter(|men| (3..=MOST_MEN).contains(men));
    men.ok_or_else(|| format!("no tables of {text:?} men; expected {}", Minichess::TABLES.join(", ")))
}

impl Solve for Minichess {
    const TABLES: &'static [&'static str] = &["3", "4", "5"];

    fn make_tables(last: &str, directory: &Path, task: &Task<'_>) -> Result<bool, String> {
        let men = men(last)?;
        let few = men.min(COUNTDOWN_MEN);
        let costs = [
            make::cost_of::<Table>(3..=few, directory),
            make::cost_of::<Countdown>(3..=few, directory),
            make::cost_of::<Table>(few + 1..=men, directory),
        ];
        // Each step tells what of it is done.
        let progress = |step: usize, message: &str, part: f64| {
            let done = costs[..step].iter().sum::<f64>() + costs[step] * part;
            (task.progress)(message, done / costs.iter().sum::<f64>());
        };
        Ok(make::make::<Table>(few, directory, &task.telling(&|message, part| progress(0, message, part)))?
            && make::make::<Countdown>(few, directory, &task.telling(&|message, part| progress(1, message, part)))?
            && make::make::<Table>(men, directory, &task.telling(&|message, part| progress(2, message, part)))?)
    }

    fn verify_tables(last: &str, directory: &Path, task: &Task<'_>) -> Result<bool, String> {
        let men = men(last)?;
        let few = men.min(COUNTDOWN_MEN);
        Ok(make::verify::<Table>(men, directory, task)? && make::verify::<Countdown>(few, directory, task)?)
    }

    fn table_info(name: &str, directory: &Path) -> Result<TableInfo, String> {
        let material = Material::parse(name).filter(|material| material.men() > 2);
        let expected = "expected three to five men, as in KRK or KQKRP";
        let material = material.ok_or_else(|| format!("no table is called {name:?}; {expected}"))?;
        info::info(material, directory)
    }

    fn load_tables(directory: &Path, warn: Option<Warn>) -> Result<usize, String> {
        let loaded = Loaded::load(directory, warn)?;
        let files = loaded.endings.len() + loaded.countdowns.len();
        let loaded = Loaded { endings: loaded.endings.with_own(), ..loaded };
        let place = if warn.is_some() { &FOUND } else { &ASKED_FOR };
        place.set(loaded).map_err(|_| "tables are loaded already".to_owned())?;
        Ok(files)
    }
}
