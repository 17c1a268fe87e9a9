//! Endgame tables: the values of all positions with few pieces, made by retrograde analysis.
//!
//! They are computed for the rules of the tournament without a ply limit. A win or loss in so many plies is therefore
//! exact wherever the ply limit leaves that many. A position without a forced decision has no value here: with a ply
//! limit such a game is decided by the score.
//!
//! A position is looked up with the side to move as Black: else colours and columns are swapped. So the table
//! "2v1" holds the positions in which the side to move has two pieces against one, and comes in a file with "1v2".

use super::board::mirror_columns;
use super::moves::Move;
use super::{Hop, Rules};
use crate::bits::BitSet;
use crate::game::{Exact, Outcome, Position, Side};
use crate::solve::combinations::{self, CHOOSE, rank, unrank};
use crate::solve::retrograde::{self, Exits, FirstLook, Graph, Scale};
use crate::solve::{Solve, Task, Warn};
use crate::table_file::{self, Kind, TableFile, TableFileError};
use once_cell::sync::OnceCell;
use std::path::{Path, PathBuf};

/// The most pieces of a side in a table.
const MAX_PIECES: usize = combinations::MOST;
/// The rules of the tables: a ply limit that is never reached.
pub(super) const UNLIMITED: Rules = Rules { revisit: true, pass_always: false, empty_ends: false, plies: u16::MAX };

const KIND: Kind = Kind { name: "endgames", version: "2" };

/// Tables that were asked for, and others, which those replace.
static ASKED_FOR: OnceCell<Tables> = OnceCell::new();
static FOUND: OnceCell<Tables> = OnceCell::new();

fn loaded() -> Option<&'static Tables> {
    ASKED_FOR.get().or_else(|| FOUND.get())
}

/// Tables in memory: by the pieces of the side to move and of the other.
#[derive(Debug, Default)]
pub(super) struct Tables([[Option<Vec<u8>>; MAX_PIECES + 1]; MAX_PIECES + 1]);

/// How many positions have `own` pieces of the side to move and `enemy` of the other.
pub(super) const fn size(own: usize, enemy: usize) -> usize {
    CHOOSE[64][own] * CHOOSE[64 - own][enemy]
}

/// The number of a position within its table; the side to move runs to the right.
pub(super) fn index(own: u64, enemy: u64) -> usize {
    // The enemy's squares are counted among those that the own pieces leave.
    let left =
        enemy.members().zip(1..).map(|(square, men)| CHOOSE[square - (own & ((1 << square) - 1)).len() as usize][men]);
    rank(own) * CHOOSE[64 - own.len() as usize][enemy.len() as usize] + left.sum::<usize>()
}

/// The position with a number.
pub(super) fn board(index: usize, own: usize, enemy: usize) -> [u64; 2] {
    let rest = CHOOSE[64 - own][enemy];
    let men = unrank(index / rest, own);
    let mut others = unrank(index % rest, enemy);
    for square in men.members() {
        // Makes room for the own piece.
        let below = (1 << square) - 1;
        others = others & below | (others & !below) << 1;
    }
    [men, others]
}

impl Tables {
    /// The value of a position, with the side to move as Black, if its table is loaded.
    pub(super) fn get(&self, own: u64, enemy: u64) -> Option<Exact> {
        let table = self.0.get(own.len() as usize)?.get(enemy.len() as usize)?.as_ref()?;
        Scale::Any.known(table[index(own, enemy)])
    }
}

impl Hop {
    /// The endgame table probe: the exact value, where a loaded table has it and the ply limit leaves enough plies.
    #[inline]
    pub(super) fn probe_tables(&self) -> Option<Exact> {
        if self.men.iter().any(|men| men.len() > MAX_PIECES as u32) {
            return None;
        }
        let value = loaded()?.get(self.normal(self.own()), self.normal(self.enemy()))?;
        let (Exact::Win(plies) | Exact::Loss(plies)) = value else { return None };
        (plies <= u32::from(self.rules.plies - self.ply)).then_some(value)
    }

    /// Whether tables are loaded and hold under these rules.
    pub(super) fn has_tables(&self) -> bool {
        loaded().is_some() && Rules { plies: UNLIMITED.plies, ..self.rules } == UNLIMITED
    }

    /// A set of squares as the side to move sees it if it runs to the right.
    #[inline]
    pub(super) fn normal(&self, set: u64) -> u64 {
        if self.to_move == 0 { set } else { mirror_columns(set) }
    }
}

/// The positions with `more` pieces against `fewer`, first those in which the side with more is to move.
struct Pair<'a> {
    more: usize,
    fewer: usize,
    smaller: &'a Tables,
}

impl Pair<'_> {
    /// The pieces of the side to move and of the other.
    fn board(&self, number: usize) -> [u64; 2] {
        match number.checked_sub(size(self.more, self.fewer)) {
            None => board(number, self.more, self.fewer),
            Some(number) => board(number, self.fewer, self.more),
        }
    }

    /// The number of a position with the other side to move than on `men`, whose first side runs to the right.
    fn number_of_other(&self, men: [u64; 2]) -> usize {
        let [own, enemy] = [mirror_columns(men[1]), mirror_columns(men[0])];
        let offset = if own.len() as usize == self.more { 0 } else { size(self.more, self.fewer) };
        offset + index(own, enemy)
    }
}

impl Graph for Pair<'_> {
    fn len(&self) -> usize {
        size(self.more, self.fewer) + if self.more == self.fewer { 0 } else { size(self.fewer, self.more) }
    }

    fn first_look(&self, number: usize) -> FirstLook {
        let position = Hop::new(self.board(number), Side::FIRST, 0, UNLIMITED);
        if let Some(outcome) = position.outcome() {
            return FirstLook::Over(Outcome::payoff(outcome, Side::FIRST));
        }
        let (mut moves, mut exits) = (0, Exits::default());
        position.for_each_quiet_turn(|_| moves += 1);
        position.for_each_capture(|m| {
            let mut after = position.clone();
            let _ = after.make(m);
            exits.add(self.smaller.get(after.normal(after.own()), after.normal(after.enemy())));
        });
        FirstLook::Open { moves, exits }
    }

    fn before(&self, number: usize, mut visit: impl FnMut(usize)) {
        // Turns without captures lead back the way they came: the other side's turns here lead to the boards before.
        let men = self.board(number);
        let undone = Hop::new(men, Side::SECOND, 0, UNLIMITED);
        undone.for_each_quiet_way(|m| {
            visit(if m == Move::PASS {
                self.number_of_other(men)
            } else {
                self.number_of_other([men[0], men[1] ^ m.squares()])
            });
        });
    }
}

/// What a file is said to hold.
fn tag(more: usize, fewer: usize) -> String {
    format!("hop {more}v{fewer} and {fewer}v{more}, any number of plies")
}

fn path(directory: &Path, more: usize, fewer: usize) -> PathBuf {
    directory.join(format!("hop-{more}v{fewer}.table"))
}

/// What is said where the system does not give the memory for a table.
fn no_memory(table: impl std::fmt::Display, bytes: usize) -> String {
    format!("{table}: the system does not give {bytes} bytes of memory")
}

/// All pairs, each after those that captures lead to.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (1..=MAX_PIECES).flat_map(|more| (0..=more).map(move |fewer| (more, fewer)))
}

impl Tables {
    /// Takes the values of a pair apart.
    fn insert(&mut self, more: usize, fewer: usize, values: &[u8]) -> Result<(), String> {
        let (first, swapped) = values.split_at(size(more, fewer));
        let kept = |values: &[u8]| {
            let mut kept = Vec::new();
            kept.try_reserve_exact(values.len()).map_err(|_| no_memory(format!("{more}v{fewer}"), values.len()))?;
            kept.extend_from_slice(values);
            Ok::<_, String>(Some(kept))
        };
        self.0[more][fewer] = kept(first)?;
        if more != fewer {
            self.0[fewer][more] = kept(swapped)?;
        }
        Ok(())
    }

    pub(super) fn read(&mut self, directory: &Path, more: usize, fewer: usize) -> Result<(), String> {
        let path = path(directory, more, fewer);
        let length = Pair { more, fewer, smaller: self }.len();
        let file = TableFile::open(&path, KIND).and_then(|file| file.of(&tag(more, fewer)));
        let fits = |file: TableFile| if file.len() == length { Ok(file) } else { Err(TableFileError::Length) };
        let file = file.and_then(fits).map_err(|error| format!("{}: {error}", path.display()))?;
        self.insert(more, fewer, &file)
    }
}

impl Solve for Hop {
    const TABLES: &'static [&'static str] = &["1v0", "1v1", "2v0", "2v1", "2v2", "3v0", "3v1", "3v2", "3v3"];

    fn make_tables(last: &str, directory: &Path, task: &Task<'_>) -> Result<bool, String> {
        let Some(end) = Self::TABLES.iter().position(|&name| name == last) else {
            return Err(format!("no table {last:?}; there are {}", Self::TABLES.join(", ")));
        };
        let mut tables = Tables::default();
        let wanted = || pairs().zip(&Self::TABLES[..=end]);
        let cost = |(more, fewer)| Pair { more, fewer, smaller: &Tables::default() }.len() as f64;
        let missing = wanted().filter(|((more, fewer), _)| !path(directory, *more, *fewer).exists());
        let (whole, mut done): (f64, f64) = (missing.map(|(pair, _)| cost(pair)).sum(), 0.0);
        for ((more, fewer), name) in wanted() {
            if path(directory, more, fewer).exists() {
                tables.read(directory, more, fewer)?;
            } else {
                let graph = Pair { more, fewer, smaller: &tables };
                // A value and a count of moves each, beside the tables that are there.
                if 2 * graph.len() as u64 > task.memory {
                    return Err(format!("{name} needs {} MiB", (2 * graph.len()) >> 20));
                }
                let own = graph.len() as f64;
                let progress = |distance: Option<u32>, part| {
                    let layer = distance.map_or("captures".into(), |plies| format!("{plies} plies from the end"));
                    let part = (done + own * retrograde::part_done(distance, part)) / whole;
                    (task.progress)(&format!("{name}: {layer}"), part);
                };
                let values = retrograde::analyse(&graph, task.threads, task.stop, &progress);
                let Some(values) = values.map_err(|_| no_memory(name, 2 * graph.len()))? else {
                    return Ok(false);
                };
                let path = path(directory, more, fewer);
                table_file::save(&path, KIND, &tag(more, fewer), values.len() as u64, [&values])
                    .map_err(|error| format!("{}: {error}", path.display()))?;
                tables.insert(more, fewer, &values)?;
                done += own;
            }
        }
        Ok(true)
    }

    fn load_tables(directory: &Path, warn: Option<Warn>) -> Result<usize, String> {
        let mut tables = Tables::default();
        let mut loaded = 0;
        for (more, fewer) in pairs().filter(|&(more, fewer)| path(directory, more, fewer).exists()) {
            match (tables.read(directory, more, fewer), warn) {
                (Ok(()), _) => loaded += 1,
                (Err(problem), Some(warn)) => warn(&problem),
                (Err(problem), None) => return Err(problem),
            }
        }
        let place = if warn.is_some() { &FOUND } else { &ASKED_FOR };
        place.set(tables).map_err(|_| "tables are loaded already".to_owned())?;
        Ok(loaded)
    }
}
