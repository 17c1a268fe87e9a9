//! What a table of endings holds, for people and programs.

use crate::game::Exact;
use std::collections::BTreeMap;

/// What a table holds: every position counts, mirror images too.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct TableInfo {
    /// Its name.
    pub table: String,
    /// Bytes of its values on the disk.
    pub bytes: u64,
    /// The positions of each side to move.
    pub sides: Vec<TableSide>,
    /// The longest win of all.
    pub longest: Option<LongestWin>,
    /// Positions in which it is better not to be to move.
    pub zugzwangs: Vec<Zugzwang>,
}

/// The positions in which a side is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct TableSide {
    /// Its name.
    pub side: &'static str,
    /// All of them.
    pub positions: u64,
    /// Those that it wins.
    pub wins: u64,
    /// Those that nobody can win.
    pub draws: u64,
    /// Those that it loses.
    pub losses: u64,
    /// Wins and losses by the plies to the end.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, u64>"))]
    pub by_plies: BTreeMap<u32, u64>,
}

impl TableSide {
    /// A side of which no position is counted yet.
    pub fn new(side: &'static str) -> Self {
        Self { side, positions: 0, wins: 0, draws: 0, losses: 0, by_plies: BTreeMap::new() }
    }

    /// Adds `count` positions of a value, none of a draw.
    pub fn add(&mut self, value: Option<Exact>, count: u64) {
        self.positions += count;
        match value {
            Some(Exact::Win(plies)) => {
                self.wins += count;
                *self.by_plies.entry(plies).or_default() += count;
            }
            Some(Exact::Loss(plies)) => {
                self.losses += count;
                *self.by_plies.entry(plies).or_default() += count;
            }
            Some(Exact::Draw) | None => self.draws += count,
        }
    }
}

/// A win that takes as long as any of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct LongestWin {
    /// Plies to the end.
    pub plies: u32,
    /// One of the positions.
    pub position: String,
    /// Best play from there, as far as there are tables.
    pub line: Vec<String>,
}

/// Mutual zugzwang: whoever is to move does worse than if the other side were.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "face", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Zugzwang {
    /// Who wins when the other side is to move; with itself to move it does not.
    pub what: &'static str,
    /// How many boards there are.
    pub boards: u64,
    /// One of them.
    pub example: Option<String>,
}

impl Zugzwang {
    /// A kind of which no board is counted yet.
    pub fn new(what: &'static str) -> Self {
        Self { what, boards: 0, example: None }
    }

    /// Adds `count` boards, of which `example` is one.
    pub fn add(&mut self, count: u64, example: impl FnOnce() -> String) {
        self.boards += count;
        if self.example.is_none() {
            self.example = Some(example());
        }
    }
}
