//! Exact solving: a solver's task and its answer, and the solvers that more than one game uses: df-pn and retrograde
//! analysis.

#[cfg(feature = "games")]
pub mod blocks;
#[cfg(feature = "games")]
pub mod combinations;
pub mod dfpn;
pub mod indexed;
pub mod proof_search;
#[cfg(feature = "games")]
pub mod removal;
pub mod retrograde;
#[cfg(feature = "games")]
pub mod subsets;
mod table_info;
mod walk;

pub use table_info::{LongestWin, TableInfo, TableSide, Zugzwang};
pub use walk::{Others, OwnProof, Walk};

use crate::clock::Instant;
use crate::game::Position;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Called with what is wrong with a table that is not used.
pub type Warn = fn(&str);

/// A game's own solver.
pub trait Solve: Position {
    /// How the solver works, in a few words; `None` where the game leaves solving to the search's proven scores.
    const SOLVER: Option<&'static str> = None;
    /// The engine that plays lets the solver have one part in so many of a move's time before it searches; at least 1.
    const SOLVER_SHARE: u32 = 2;
    /// Whether an analysis lets the solver and the search take turns that grow: for a solver that finds most of what it
    /// finds soon. Otherwise the solver comes first, once.
    const SOLVER_TURNS: bool = false;

    /// The most plies that a game of this value, which is not over, can take if its winner plays well: where a solution
    /// knows no distance.
    fn most_plies(&self, _value: Value) -> Option<u32> {
        self.plies_left()
    }

    /// What the solver can be asked for by name, one kind of proof each; empty where there is nothing to choose.
    const METHODS: &'static [Method] = &[];

    /// Finds the exact value for the side to move, or gives up with [`Value::Unknown`]. Never guesses.
    /// Only called where [`Self::SOLVER`] is set and the game is not over.
    ///
    /// # Errors
    /// What stops it from even trying: a file that cannot be read, a bound that is too small.
    fn solve(&self, _task: &Task<'_>) -> Result<Solution<Self::Move>, String> {
        Ok(Solution::unknown())
    }

    /// The names of the endgame tables that can be made, each after those that it needs; empty where there are none.
    const TABLES: &'static [&'static str] = &[];

    /// Makes the tables up to `last`, one of [`Self::TABLES`], in `directory`; those that are there already are used.
    /// False if [`Task::stop`] was set on the way: then the tables finished so far are kept.
    ///
    /// # Errors
    /// There is no such table, not enough memory ([`Task::memory`]), or the directory does not take or give a file.
    fn make_tables(last: &str, _directory: &Path, _task: &Task<'_>) -> Result<bool, String> {
        Err(format!("no table {last:?}: this game has none"))
    }

    /// Compares the values of the tables up to `last` with one another; false if [`Task::stop`] was set on the way.
    ///
    /// # Errors
    /// There is no such table, or one is missing, damaged, or wrong.
    fn verify_tables(last: &str, _directory: &Path, _task: &Task<'_>) -> Result<bool, String> {
        Err(format!("{last:?}: the tables of this game are checked as they are made"))
    }

    /// What the table of this name holds.
    ///
    /// # Errors
    /// There is no such table, or it is damaged.
    fn table_info(name: &str, _directory: &Path) -> Result<TableInfo, String> {
        Err(format!("nothing is known of a table {name:?} of this game"))
    }

    /// Whether [`Self::load_tables`] may find something: tables, or proofs in the same place.
    const LOADS_TABLES: bool = !Self::TABLES.is_empty();

    /// Loads whatever tables are in `directory`, once a process, for [`crate::search::hooks::State::probe`], and says
    /// how many files there were. What is wrong with a file is an error or, where there is `warn`, said by it, and the
    /// file left out. Those loaded with `warn` are only used as long as no others are loaded without it.
    ///
    /// # Errors
    /// A file cannot be read or is damaged, or tables have been loaded before.
    fn load_tables(_directory: &Path, _warn: Option<Warn>) -> Result<usize, String> {
        Ok(0)
    }

    /// Where a walk through a proof stands that has this position; none where it is in no proof. Only called where the
    /// game is not over.
    fn walk(&self, _task: &Task<'_>) -> Option<Walk<Self::Move>> {
        None
    }

    /// The proof that comes with the program of games that begin like this one.
    fn own_proof(&self) -> Option<OwnProof> {
        None
    }

    /// The names and contents of all such proofs that are inside the program.
    fn own_proofs() -> Vec<(&'static str, &'static [u8])> {
        Vec::new()
    }

    /// Takes the content of such a proof where it is not inside the program.
    ///
    /// # Errors
    /// There is no proof of this name, or this is another one.
    fn load_proof(name: &str, _content: &[u8]) -> Result<(), String> {
        Err(format!("there is no proof {name:?} of this game"))
    }
}

/// A kind of proof that a solver can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// Its name, one word.
    pub name: &'static str,
    /// What it finds.
    pub about: &'static str,
}

impl Method {
    /// The name of the method that tries all others, where a solver has several.
    pub const ANY: &'static str = "any";
}

/// What a solver may use, and when it stops.
pub struct Task<'a> {
    /// Give up after this moment.
    pub deadline: Option<Instant>,
    /// Give up after about so many nodes (positions looked at, entries of tables computed).
    pub nodes: Option<u64>,
    /// Give up soon after this is set.
    pub stop: &'a AtomicBool,
    /// Threads to use, at least 1.
    pub threads: usize,
    /// Bytes that tables may take.
    pub memory: u64,
    /// Where to keep the table for a later call.
    pub save: Option<PathBuf>,
    /// Called with the reason if the table could not be kept; the value found is returned all the same.
    pub unsaved: &'a (dyn Fn(String) + Sync),
    /// Where an earlier call kept it.
    pub load: Option<PathBuf>,
    /// One of [`Solve::METHODS`], or `None` for whatever finds the value soon, as beside a search.
    pub method: Option<&'static str>,
    /// Only wins of the side to move help, as before its move in a game: no time is to go to proofs that it loses.
    /// A solver that comes to know a loss on the way may say so.
    pub wins_only: bool,
    /// The solver's own options, `name=value,…`; empty for none.
    pub options: &'a str,
    /// Called with progress: a short text and the part that is done, 0 to 1.
    pub progress: &'a (dyn Fn(&str, f64) + Sync),
}

impl<'a> Task<'a> {
    /// Any method, without a deadline, files, options or callbacks.
    pub fn new(stop: &'a AtomicBool, threads: usize, memory: u64) -> Self {
        Self {
            deadline: None,
            nodes: None,
            stop,
            threads,
            memory,
            save: None,
            unsaved: &|_| (),
            load: None,
            method: None,
            wins_only: false,
            options: "",
            progress: &|_, _| (),
        }
    }

    /// A part of the work on this task, of which `progress` is told.
    #[must_use]
    pub fn telling<'b>(&'b self, progress: &'b (dyn Fn(&str, f64) + Sync)) -> Task<'b> {
        Task { progress, ..Task::new(self.stop, self.threads, self.memory) }
    }

    /// The memory that is worth having for so many nodes as are allowed, of which each takes `bytes`.
    pub fn memory_for_nodes(&self, bytes: f64) -> u64 {
        self.nodes.map_or(self.memory, |nodes| self.memory.min((nodes as f64 * bytes) as u64))
    }

    /// Whether `nodes` are as many as are allowed, or [`Self::is_over`].
    pub fn is_over_after(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most) || self.is_over()
    }

    /// Whether the deadline has passed or the caller wants an end.
    pub fn is_over(&self) -> bool {
        self.stop.load(std::sync::atomic::Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub enum Value {
    /// The side to move can force a win.
    Win,
    /// The side to move cannot avoid losing.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// Stopped without a proof.
    Unknown,
}

impl Value {
    /// The value of a finished game for a side that gets so much.
    pub fn of(payoff: i8) -> Self {
        match payoff {
            1.. => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }

    /// The value for the other one of two sides.
    pub fn opposite(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw | Self::Unknown => self,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Unknown => "unknown",
        })
    }
}

/// What a solver found. Everything in it is proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// The value.
    pub value: Value,
    /// Plies to the end under best play, where known.
    pub plies: Option<u32>,
    /// Moves that keep the value: all of them where `all_best`, else at least one if the value is known and the limits
    /// sufficed for finding it.
    pub best: Vec<M>,
    /// Whether `best` is complete.
    pub all_best: bool,
    /// A line of best play.
    pub line: Vec<M>,
    /// Positions looked at (table entries computed, nodes searched).
    pub nodes: u64,
    /// How it was found, for people: the method, the table's size.
    pub method: String,
}

impl<M> Solution<M> {
    /// Of a game that is over, and gives the side to move so much.
    pub fn over(payoff: i8) -> Self {
        let (value, plies, method) = (Value::of(payoff), Some(0), "the game is over".into());
        Self { value, plies, all_best: true, method, ..Self::unknown() }
    }

    /// No proof.
    pub fn unknown() -> Self {
        Self {
            value: Value::Unknown,
            plies: None,
            best: Vec::new(),
            all_best: false,
            line: Vec::new(),
            nodes: 0,
            method: String::new(),
        }
    }
}
