//! A table that is kept on a clock while a search goes on, so that whatever ends the program costs little of it.

use super::known_roots::KnownRoots;
use super::table::Table;
use super::table_file::{self, TableFileError};
use crate::clock::{Due, Instant};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// How often it is looked whether it is time.
const PATIENCE: Duration = Duration::from_millis(100);

/// Where a table is kept, and who hears what went wrong with that.
pub(super) struct Saving {
    pub(super) path: PathBuf,
    /// What the file belongs to.
    pub(super) tag: String,
    pub(super) unsaved: Box<dyn Fn(&TableFileError) + Send + Sync>,
}

impl Saving {
    /// Keeps the table, which others go on to use, and what is `known` of roots by then, again and again until `halt`
    /// is set: then what is under way is given up, and the file has what was kept before.
    pub(super) fn run(&self, table: &Table, known: &dyn Fn() -> KnownRoots, halt: &AtomicBool) {
        let goes_on = || !halt.load(Relaxed);
        let mut due = Due::new();
        while goes_on() {
            thread::park_timeout(PATIENCE);
            if goes_on() && due.is_now() {
                let began = Instant::now();
                let saved = table_file::save(table, &known(), &self.path, &self.tag, &goes_on);
                if let Err(error) = saved.as_ref()
                    && goes_on()
                {
                    (self.unsaved)(error);
                }
                due.done(began);
            }
        }
    }
}
