//! Certificates that are loaded: files `gomoku….proof`, `.proof.zst` or `.proof.txt` among the tables, which
//! `manyply prove` wrote; with one of the plane its index `gomoku….index`, by `manyply verify`.

use super::own_proofs;
use super::verify::plane::{self, ENDINGS, index_beside};
use super::verify::{self, Book, Certificate, Format};
use crate::files;
use crate::solve::Warn;
use once_cell::sync::OnceCell;
use std::path::{Path, PathBuf};

/// Certificates that were asked for, and others, which those replace.
static ASKED_FOR: OnceCell<Shelf> = OnceCell::new();
static FOUND: OnceCell<Shelf> = OnceCell::new();

/// In a browser there are none, and nothing that reads them is built in.
const HAS_FOLDERS: bool = !cfg!(target_family = "wasm");

/// Certificates of boards and of the plane.
#[derive(Default)]
pub(super) struct Shelf {
    pub(super) boards: Vec<Book<'static>>,
    pub(super) planes: Vec<plane::Book<'static>>,
}

/// Loads the certificates in a directory, once a process; returns how many there were.
pub(super) fn load(directory: &Path, warn: Option<Warn>) -> Result<usize, String> {
    if !HAS_FOLDERS {
        return Ok(0);
    }
    let (mut shelf, mut count) = (Shelf::default(), 0);
    for path in paths(directory) {
        match (shelf.read(&path), warn) {
            (Ok(()), _) => count += 1,
            (Err(problem), Some(warn)) => warn(&problem),
            (Err(problem), None) => return Err(problem),
        }
    }
    let place = if warn.is_some() { &FOUND } else { &ASKED_FOR };
    place.set(shelf).map_err(|_| "proofs are loaded already".to_owned())?;
    Ok(count)
}

/// The files of certificates in a directory; none where there is no such directory.
fn paths(directory: &Path) -> Vec<PathBuf> {
    let is_proof = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("gomoku") && ENDINGS.iter().any(|ending| name.ends_with(ending))
    };
    let entries = directory.read_dir().into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_proof).collect();
    paths.sort();
    paths
}

impl Shelf {
    /// Adds the book of a file, with its index, if there is one.
    fn read(&mut self, path: &Path) -> Result<(), String> {
        let wrong = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let content = |path: &Path| files::open(path).and_then(verify::read_file).map_err(|error| wrong(path, &error));
        // It is used until the process ends.
        let certificate = Certificate::parse(content(path)?.leak(), Format::default());
        let certificate = certificate.map_err(|error| wrong(path, &error))?;
        if !certificate.format.plane {
            let longest = own_proofs::longest(&certificate);
            self.boards.push(Book::new(certificate).with_longest(longest));
            return Ok(());
        }
        let index = index_beside(path);
        let told = index.exists().then(|| content(&index)).transpose()?;
        let book = plane::Book::new(certificate, told.as_deref()).map_err(|error| wrong(&index, &error))?;
        self.planes.push(book);
        Ok(())
    }
}

/// The certificates in use.
pub(super) fn in_use() -> impl Iterator<Item = &'static Shelf> {
    if HAS_FOLDERS { ASKED_FOR.get().or_else(|| FOUND.get()) } else { None }.into_iter()
}

/// Whether somebody named those that are.
pub(super) fn is_asked_for() -> bool {
    ASKED_FOR.get().is_some()
}
