//! Making tables, class by class, and checking them: each value against those after every move.

use super::class::Class;
use super::graph::{Known, Positions, SCALE, Table};
use super::material::Material;
use super::store::{What, path, tag};
use crate::game::{Exact, Side};
use crate::solve::Task;
use crate::solve::blocks::{self, Blocks};
use crate::solve::retrograde::{Exits, analyse, for_each_index, part_done};
use crate::table_file::{self, TableFile, TableFileError};
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A table that can be made, of one class.
pub(super) trait Made: Known + Sized {
    /// Which kind of table it is.
    const WHAT: What;
    /// Bytes of memory for a number of the class while it is made.
    const BYTES: usize;
    /// What a number costs, beside one of the endings.
    const COST: f64;
    /// The part of that which is to make it: the rest is to check it.
    const MAKING: f64;

    /// Makes it from those to which moves lead; nothing if it was stopped on the way.
    ///
    /// # Errors
    /// The memory is short.
    fn make(class: Class, after: &[&Self], name: &str, task: &Task<'_>) -> Result<Option<Self>, String>;

    /// Compares every value with those after all moves; false if it was stopped on the way.
    ///
    /// # Errors
    /// The first position with a wrong value.
    fn check(&self, after: &[&Self], name: &str, task: &Task<'_>) -> Result<bool, String>;

    /// Compressed, as in a file.
    ///
    /// # Errors
    /// What the compressor says.
    fn payload(&self, threads: usize) -> io::Result<Vec<u8>>;

    /// The table of a class from a file's content; nothing if that makes no sense.
    fn parse(class: Class, payload: &[u8]) -> Option<Self>;
}

/// Reads a whole table.
///
/// # Errors
/// The file, and what is wrong with it.
pub(super) fn read<T: Made>(directory: &Path, material: Material) -> Result<T, String> {
    let path = path(directory, material, T::WHAT);
    let file = TableFile::open(&path, T::WHAT.kind()).and_then(|file| file.of(&tag(material, T::WHAT)));
    let table = file.and_then(|file| T::parse(Class::new(material), &file).ok_or(TableFileError::Checksum));
    table.map_err(|error| format!("{}: {error}", path.display()))
}

/// Tables in memory, as others need them.
struct Needed<T>(Vec<T>);

impl<T: Made> Needed<T> {
    /// Loads the tables to which moves out of `material` lead and drops those that it has no use for.
    fn load(&mut self, directory: &Path, material: Material) -> Result<(), String> {
        let mut after: Vec<Material> = material.after().into_iter().map(|after| after.canonical().0).collect();
        after.retain(|after| after.men() > 2);
        // What has one man less is needed again and again, and small.
        self.0.retain(|table| table.class().material.men() < material.men() || after.contains(&table.class().material));
        for material in after {
            if !self.0.iter().any(|table| table.class().material == material) {
                self.0.push(read(directory, material)?);
            }
        }
        Ok(())
    }

    fn tables(&self) -> Vec<&T> {
        self.0.iter().collect()
    }
}

/// Makes what is missing of the tables up to so many men; false if it was stopped on the way.
///
/// # Errors
/// Too little memory, a table that cannot be written or read, or (never, one hopes) values that do not fit each other.
pub(super) fn make<T: Made>(men: usize, directory: &Path, task: &Task<'_>) -> Result<bool, String> {
    let mut needed = Needed::<T>(Vec::new());
    let all: Vec<Material> = (3..=men).flat_map(Material::all).collect();
    let (whole, mut done) = (cost_of::<T>(3..=men, directory), 0.0);
    for (index, &material) in all.iter().enumerate() {
        let path = path(directory, material, T::WHAT);
        if path.exists() {
            read::<T>(directory, material)?;
            continue;
        }
        needed.load(directory, material)?;
        let name = format!("{} ({} of {})", material.name(), index + 1, all.len());
        let class = Class::new(material);
        let numbers = |class: &Class| 2 * class.boards as u64;
        let others: u64 = needed.0.iter().map(|table| 2 * numbers(table.class())).sum();
        let bytes = T::BYTES as u64 * numbers(&class) + others;
        if bytes > task.memory {
            let (needs, allowed) = (bytes.div_ceil(1 << 20), task.memory >> 20);
            return Err(format!("{name} needs {needs} MiB of memory; {allowed} are allowed"));
        }
        let own = cost::<T>(directory, material);
        let tell = |message: &str, part: f64| (task.progress)(message, (done + own * part) / whole);
        let making = |message: &str, part| tell(message, T::MAKING * part);
        let checking = |message: &str, part| tell(message, T::MAKING + (1.0 - T::MAKING) * part);
        let Some(table) = T::make(class, &needed.tables(), &name, &task.telling(&making))? else { return Ok(false) };
        let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let payload = table.payload(task.threads).map_err(|error| problem(&error))?;
        // What is read back is what is checked.
        let table = T::parse(Class::new(material), &payload).ok_or_else(|| problem(&"it cannot be read back"))?;
        if !table.check(&needed.tables(), &name, &task.telling(&checking))? {
            return Ok(false);
        }
        done += own;
        let saved = table_file::save(&path, T::WHAT.kind(), &tag(material, T::WHAT), payload.len() as u64, [&payload]);
        saved.map_err(|error| problem(&error))?;
    }
    Ok(true)
}

/// What it costs to make a table, nothing if it is there.
fn cost<T: Made>(directory: &Path, material: Material) -> f64 {
    let is_there = path(directory, material, T::WHAT).exists();
    if is_there { 0.0 } else { T::COST * Class::without_boards(material).boards as f64 }
}

/// What [`make`] costs.
pub(super) fn cost_of<T: Made>(men: RangeInclusive<usize>, directory: &Path) -> f64 {
    men.flat_map(Material::all).map(|material| cost::<T>(directory, material)).sum()
}

/// Checks the tables of up to so many men; false if it was stopped on the way.
///
/// # Errors
/// The first one that is missing, damaged, or wrong.
pub(super) fn verify<T: Made>(men: usize, directory: &Path, task: &Task<'_>) -> Result<bool, String> {
    let mut needed = Needed::<T>(Vec::new());
    let cost = |material| Class::without_boards(material).boards as f64;
    let all = || (3..=men).flat_map(Material::all);
    let (whole, mut done) = (all().map(cost).sum::<f64>(), 0.0);
    for material in all() {
        needed.load(directory, material)?;
        let progress = |message: &str, part| (task.progress)(message, (done + cost(material) * part) / whole);
        if !read::<T>(directory, material)?.check(&needed.tables(), &material.name(), &task.telling(&progress))? {
            return Ok(false);
        }
        done += cost(material);
    }
    Ok(true)
}

impl Made for Table {
    const WHAT: What = What::Endings;
    // The value, the moves left to look at, and the value that is kept.
    const BYTES: usize = 3;
    const COST: f64 = 1.0;
    const MAKING: f64 = 0.6;

    fn make(class: Class, after: &[&Self], name: &str, task: &Task<'_>) -> Result<Option<Self>, String> {
        let positions = positions(&class, after, name)?;
        let progress = |distance: Option<u32>, part| {
            let layer =
                distance.map_or("captures and promotions".into(), |plies| format!("{plies} plies from the end"));
            (task.progress)(&format!("{name}: {layer}"), part_done(distance, part));
        };
        let values = analyse(&positions, task.threads, task.stop, &progress);
        let values = values.map_err(|_| format!("{name}: the system does not give the memory"))?;
        Ok(values.map(|mut values| {
            smooth(&mut values);
            Self { class, values }
        }))
    }

    /// Distances that agree everywhere are right: whoever has a win in n plies can get one in n − 1, and so on to the
    /// end; and who has a draw has a move that keeps it, and none that does better.
    fn check(&self, after: &[&Self], name: &str, task: &Task<'_>) -> Result<bool, String> {
        let class = &self.class;
        let positions = positions(class, after, name)?;
        let known = |turn: Side, number| SCALE.known(self.values[turn.index() * class.boards + number]);
        let wrong = AtomicUsize::new(usize::MAX);
        let look = |index: usize| {
            let (turn, number) = positions.split(index);
            let Some(squares) = class.squares(number) else { return };
            if positions.takes_king(turn, &squares) {
                return;
            }
            let after = positions.all_moves(turn, &squares, known);
            let expected = if after == Exits::default() { Some(Exact::Loss(0)) } else { after.best() };
            if known(turn, number) != expected {
                wrong.fetch_min(index, Relaxed);
            }
        };
        let progress = |part| (task.progress)(&format!("{name}: checking"), part);
        for_each_index(self.values.len(), task.threads, task.stop, look, &progress);
        match wrong.into_inner() {
            usize::MAX => Ok(!task.stop.load(Relaxed)),
            index => Err(format!("{name}: the value of position {index} is not what its moves come to")),
        }
    }

    fn payload(&self, threads: usize) -> io::Result<Vec<u8>> {
        blocks::compress(&self.values, threads)
    }

    fn parse(class: Class, payload: &[u8]) -> Option<Self> {
        let values = Blocks::parse(payload)?.read_all(payload)?;
        (values.len() == 2 * class.boards).then_some(Self { class, values })
    }
}

fn positions<'a>(class: &'a Class, after: &[&'a Table], name: &str) -> Result<Positions<'a>, String> {
    Positions::new(class, after).map_err(|missing| format!("{name}: there is no table {missing}"))
}

/// Gives what is never asked for the value before it: that compresses best.
fn smooth(values: &mut [u8]) {
    let mut last = 0;
    for value in values {
        if *value == u8::MAX {
            *value = last;
        }
        last = *value;
    }
}
