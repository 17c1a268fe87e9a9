//! What a long run has found so far, kept in a file, so that the same command goes on from there.

use crate::cli::common::failure::{Failure, file_failure};
use crate::cli::common::session::LARGEST_FILE;
use crate::cli::common::shard::{Part, Tag, last};
use manyply::files;
use manyply::formats::Content;
use manyply::shard::Seal;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const OPTION: &str = "--checkpoint";
/// The time between two savings of a long run.
const LONGEST: Duration = Duration::from_secs(60);
/// A run that has just begun is saved more often: what may be lost is at most about half of it.
const SHORTEST: Duration = Duration::from_secs(1);

/// A file with what is known, a sealed line like the last of a part.
pub(in crate::cli) struct Checkpoint<T> {
    path: PathBuf,
    tag: Tag,
    started: Instant,
    saved: Instant,
    /// What is known.
    pub(in crate::cli) state: T,
}

impl<T: Default + Serialize + DeserializeOwned> Checkpoint<T> {
    /// Opens a file, or begins it if it is not there. One of another run is refused.
    pub(in crate::cli) fn open(path: &Path, tag: Tag) -> Result<Self, Failure> {
        let wrong = |error: &dyn std::fmt::Display| file_failure(OPTION, path, error);
        let state = match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => T::default(),
            Err(error) => return Err(wrong(&error)),
            Ok(metadata) if !metadata.is_file() => return Err(wrong(&"is no file")),
            Ok(_) => {
                let content = files::open(path).and_then(|file| files::read(file, LARGEST_FILE));
                let content = content.map_err(|error| wrong(&error))?;
                if let Some(problem) = Content::of(&content).and_then(|found| found.instead_of(&[Content::Json])) {
                    return Err(wrong(&problem));
                }
                let content = String::from_utf8(content).map_err(|error| wrong(&error.utf8_error()))?;
                let part = Part::parse(format!("{OPTION}: {}", path.display()), &content)?;
                if let Some(difference) = part.tag.difference(&tag).or_else(|| part.tag.other_part(&tag)) {
                    return Err(wrong(&format!("is of another run: {difference}")));
                }
                part.result()?
            }
        };
        let now = Instant::now();
        let mut checkpoint = Self { path: path.to_owned(), tag, started: now, saved: now, state };
        // A place where nothing can be written is found before the work, not after it.
        checkpoint.save()?;
        Ok(checkpoint)
    }

    /// Whether it is time to save again.
    pub(in crate::cli) fn is_due(&self) -> bool {
        self.saved.elapsed() > self.started.elapsed().div_f64(2.0).clamp(SHORTEST, LONGEST)
    }

    /// Saves what is known: the file is always a whole one, the old or the new.
    pub(in crate::cli) fn save(&mut self) -> Result<(), Failure> {
        self.saved = Instant::now();
        let content = last(&mut Seal::default(), &self.state, &self.tag)? + "\n";
        files::write(&self.path, |out| out.write_all(content.as_bytes()))
            .map_err(|error| file_failure(OPTION, &self.path, error))
    }
}
