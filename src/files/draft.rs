//! A file that is being written: beside its place, without a name where the system can, until it is renamed.

use super::{lock, not_added_to};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Names that are tried for a draft.
const MOST_DRAFTS: u32 = 1000;

/// What has not changed for so long, and nobody has locked, was left behind by a program that was killed.
pub(super) const STALE: Duration = Duration::from_secs(60);

/// That a file has another name is itself kept on the disk; if it cannot be, the file is there all the same.
fn sync_folder(path: &Path) {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// A file that is being written, in the folder that it is for.
pub(super) struct Draft<'a> {
    pub(super) file: File,
    target: &'a Path,
    /// None as long as it has none.
    name: Option<Name>,
}

/// A name that nobody else uses, which goes unless the file is renamed.
pub(super) struct Name(pub(super) PathBuf);

impl<'a> Draft<'a> {
    /// A draft beside `target`.
    pub(super) fn new(target: &'a Path) -> io::Result<Self> {
        if let Some(file) = nameless(target) {
            return Ok(Self { file, target, name: None });
        }
        let (file, name) = Name::find(target, |path| File::options().append(true).create_new(true).open(path))?;
        lock(&file)?;
        Ok(Self { file, target, name: Some(name) })
    }

    /// Puts the finished file in the place of whatever is there.
    pub(super) fn put(mut self) -> io::Result<()> {
        // From now on it is a file like others.
        let _ = self.file.unlock();
        loop {
            let Some(_held) = not_added_to(self.target)? else {
                match self.appear() {
                    // Another was quicker.
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                    done => return done,
                }
            };
            let name = match self.name.take() {
                Some(name) => name,
                None => Name::find(self.target, |path| link(&self.file, path))?.1,
            };
            fs::rename(&name.0, self.target)?;
            sync_folder(self.target);
            return Ok(());
        }
    }

    /// Gives the finished file its name. Unlike one that is renamed it never takes the place of another that somebody
    /// has made meanwhile.
    pub(super) fn appear(&self) -> io::Result<()> {
        match &self.name {
            None => link(&self.file, self.target)?,
            Some(name) => match fs::hard_link(&name.0, self.target) {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
                // For file systems without hard links.
                Err(_) => rename_new(&name.0, self.target)?,
            },
        }
        sync_folder(self.target);
        Ok(())
    }
}

impl Name {
    /// The first name beside `target` under which `make` makes a file.
    pub(super) fn find<T>(target: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, Self)> {
        remove_stale(target);
        let process = std::process::id();
        let mut taken = io::Error::from(ErrorKind::AlreadyExists);
        for number in 0..MOST_DRAFTS {
            let path = target.with_file_name(format!(".manyply-{process}-{number}.partial"));
            match make(&path) {
                Ok(made) => return Ok((made, Self(path))),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => taken = error,
                Err(error) => return Err(error),
            }
        }
        Err(taken)
    }
}

impl Drop for Name {
    fn drop(&mut self) {
        // After the rename it is gone; a failure to remove it cannot be reported.
        let _ = fs::remove_file(&self.0);
    }
}

/// Removes the drafts that killed programs have left beside `target`, once for each folder.
fn remove_stale(target: &Path) {
    static LOOKED_AT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let Some(folder) = target.parent() else { return };
    let mut looked_at = LOOKED_AT.lock().unwrap_or_else(PoisonError::into_inner);
    if looked_at.get_or_insert_default().insert(folder.to_owned()) {
        let is_draft = |name: &str| name.starts_with(".manyply-") && name.ends_with(".partial");
        // What cannot be read or removed is left to others.
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.file_name().and_then(|name| name.to_str()).is_some_and(is_draft) && is_stale(&path) {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// Whether a file was left behind: it is old, and nobody has locked it.
pub fn is_stale(path: &Path) -> bool {
    let is_old = |about: fs::Metadata| about.modified().ok()?.elapsed().ok().map(|age| age > STALE);
    let is_file = path.symlink_metadata().is_ok_and(|about| about.is_file() && is_old(about) == Some(true));
    is_file && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

/// Renames a file to a name that nobody has.
#[cfg(all(target_os = "linux", feature = "rustix"))]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE).map_err(io::Error::from) {
        // Where the file system knows no such flag.
        Err(error) if error.kind() == ErrorKind::InvalidInput => fs::rename(from, to),
        done => done,
    }
}

#[cfg(not(all(target_os = "linux", feature = "rustix")))]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// A file without a name in the folder of `target`, where the system has such and can name it later.
#[cfg(all(target_os = "linux", feature = "rustix"))]
fn nameless(target: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = rustix::fs::open(target.parent()?, flags, Mode::from_raw_mode(0o666)).map(File::from).ok()?;
    handle(&file).exists().then_some(file)
}

/// Gives a nameless file a name.
#[cfg(all(target_os = "linux", feature = "rustix"))]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    Ok(linkat(CWD, handle(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// Where the system shows a file that is open.
#[cfg(all(target_os = "linux", feature = "rustix"))]
fn handle(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file)))
}

#[cfg(not(all(target_os = "linux", feature = "rustix")))]
fn nameless(_: &Path) -> Option<File> {
    None
}

#[cfg(not(all(target_os = "linux", feature = "rustix")))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}
