//! What a long run has found so far, kept in a file, so that the same command goes on from there.

use crate::cli::common::failure::{Blame, Result, file_failure};
use crate::cli::common::session::LARGEST_FILE;
use crate::cli::common::shard::{Part, Tag, last};
use manyply::clock::{Due, Instant};
use manyply::files;
use manyply::formats::Content;
use manyply::shard::Seal;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::{Path, PathBuf};

const OPTION: &str = "--checkpoint";

/// What is known, in a file if there is one: a sealed line like the last of a part.
pub(crate) struct Checkpoint<T> {
    place: Option<(PathBuf, Tag)>,
    due: Due,
    /// What is known.
    pub(crate) state: T,
}

impl<T: Default + Serialize + DeserializeOwned> Checkpoint<T> {
    /// Opens a file, or begins it if it is not there; one of another run is refused. Without a path nothing is saved.
    pub(crate) fn open(path: Option<&Path>, tag: impl FnOnce() -> Result<Tag>) -> Result<Self> {
        let mut checkpoint = Self { place: None, due: Due::new(), state: T::default() };
        let Some(path) = path else { return Ok(checkpoint) };
        let tag = tag()?;
        let wrong = |error: &dyn std::fmt::Display| file_failure(OPTION, path, error);
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(wrong(&error)),
            Ok(metadata) if !metadata.is_file() => return Err(wrong(&"is no file")),
            Ok(_) => {
                let content = files::open(path).and_then(|file| files::read(file, LARGEST_FILE));
                let content = content.of_file(OPTION, path)?;
                if let Some(problem) = Content::of(&content).and_then(|found| found.instead_of(&[Content::Json])) {
                    return Err(wrong(&problem));
                }
                let content = String::from_utf8(content).map_err(|error| wrong(&error.utf8_error()))?;
                let part = Part::parse(format!("{OPTION}: {}", path.display()), &content)?;
                if let Some(difference) = part.tag.difference(&tag).or_else(|| part.tag.other_part(&tag)) {
                    return Err(wrong(&format!("is of another run: {difference}")));
                }
                checkpoint.state = part.result()?;
            }
        }
        checkpoint.place = Some((path.to_owned(), tag));
        // A place where nothing can be written is found before the work, not after it.
        checkpoint.save()?;
        Ok(checkpoint)
    }

    /// Whether it is time to save again.
    pub(crate) fn is_due(&self) -> bool {
        self.place.is_some() && self.due.is_now()
    }

    /// What is said after Ctrl-C: `what` are in the file; or something else where there is none.
    pub(crate) fn kept(&self, what: impl std::fmt::Display, otherwise: &str) -> String {
        match &self.place {
            Some((path, _)) => format!("{what} in {}, from which the same command goes on", path.display()),
            None => otherwise.to_owned(),
        }
    }

    /// Saves what is known: the file is always a whole one, the old or the new.
    pub(crate) fn save(&mut self) -> Result {
        let Some((path, tag)) = &self.place else { return Ok(()) };
        let began = Instant::now();
        let content = last(&mut Seal::default(), &self.state, tag)? + "\n";
        let written = files::write(path, |out| out.write_all(content.as_bytes()));
        self.due.done(began);
        written.of_file(OPTION, path)
    }
}
