//! Files that we write: each appears whole or not at all, and what is no file is written in place.
//!
//! A file is first written beside its place under another name, handed to the disk, and then renamed: whoever looks
//! sees the old content or the new one, and a full disk or a crash costs only the new one. Where the system can, what
//! is being written has no name at all, so that nothing is left of it whatever ends the program. Where it needs one for
//! the moment before it is renamed, what a killed program has left is removed by the next that writes in that folder.
//!
//! A file that is added to is locked, and neither added to nor replaced by others meanwhile. What is locked here is
//! locked against programs that ask, as this one does.

mod draft;

pub use self::draft::is_stale;

use self::draft::Draft;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

/// Bytes that are collected before they are written.
const BUFFER: usize = 1 << 16;
/// Links that are followed, one to the next.
const MOST_LINKS: usize = 40;

/// A file that this process alone adds to, as long as it has it.
#[derive(Debug)]
pub struct LockedFile(File);

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for LockedFile {
    /// A lock ends with the last copy of the file, and a process that is just being started has one for a moment.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Says early whether a file can be written at `path`, so that no long work ends in vain. Nothing there is changed.
///
/// # Errors
/// What the system says, or that something is there that cannot be written.
pub fn check_place(path: &Path) -> io::Result<()> {
    let Some(target) = target(path)? else { return Ok(()) };
    not_added_to(&target)?;
    Draft::new(&target).map(drop)
}

/// Puts what `content` writes in the place of whatever is at `path`. Links are followed; devices, pipes and what a
/// process has open (`/dev/stdout`) are written in place, a file among these at its end.
///
/// # Errors
/// What the system or `content` says, or that another program adds to the file: then what was there is as it was.
pub fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let Some(target) = target(path)? else {
        return filled(&File::options().append(true).open(path)?, content);
    };
    // As long as it is held nobody begins to add to what is there.
    let _held = not_added_to(&target)?;
    let draft = Draft::new(&target)?;
    filled(&draft.file, content)?;
    if let Ok(old) = target.metadata() {
        draft.file.set_permissions(old.permissions())?;
    }
    draft.file.sync_all()?;
    draft.put()
}

/// Makes a new file that appears with `content` in it, for this process alone to add to.
///
/// # Errors
/// What the system says, or that there is such a file already.
pub fn create_new(path: &Path, content: &[u8]) -> io::Result<LockedFile> {
    let there = || io::Error::new(ErrorKind::AlreadyExists, "there is such a file already");
    let target = target(path)?.filter(|target| !target.exists()).ok_or_else(there)?;
    let draft = Draft::new(&target)?;
    filled(&draft.file, |out| out.write_all(content))?;
    draft.file.sync_all()?;
    let file = LockedFile(draft.file.try_clone()?);
    lock(&file)?;
    draft.appear().map_err(|error| if error.kind() == ErrorKind::AlreadyExists { there() } else { error })?;
    Ok(file)
}

/// Opens a file to read, and to add to for this process alone.
///
/// # Errors
/// What the system says, that it is no file, or that another program adds to it.
pub fn open_to_add(path: &Path) -> io::Result<LockedFile> {
    loop {
        let file = LockedFile(require_file(path, File::options().read(true).write(true))?);
        lock(&file)?;
        // It may have been replaced between.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// Everything that comes: `most` bytes at most.
///
/// # Errors
/// What the system says, or that there are more.
pub fn read(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    input.take(most + 1).read_to_end(&mut content)?;
    if content.len() as u64 <= most {
        return Ok(content);
    }
    Err(io::Error::new(ErrorKind::FileTooLarge, format!("longer than {most} bytes; expected {most} at most")))
}

/// Opens a file to read, where it must be one: to open a pipe would wait for its other end.
///
/// # Errors
/// What the system says, or that it is no file.
pub fn open(path: &Path) -> io::Result<File> {
    require_file(path, File::options().read(true))
}

/// Opens what must be a file, whatever takes its place meanwhile.
fn require_file(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let none = || io::Error::new(ErrorKind::InvalidInput, "not a file");
    // To open a device may do something already.
    if !path.metadata()?.is_file() {
        return Err(none());
    }
    // A pipe is not waited for; to a file it makes no difference.
    #[cfg(all(unix, feature = "rustix"))]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, rustix::fs::OFlags::NONBLOCK.bits() as i32);
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(none()) }
}

/// What is at `target`, which nobody adds to as long as it is held; none if nothing is there.
fn not_added_to(target: &Path) -> io::Result<Option<LockedFile>> {
    loop {
        // What may not be read can be replaced all the same.
        let opened = File::open(target).or_else(|_| File::options().append(true).open(target));
        let file = match opened {
            Ok(file) => LockedFile(file),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        // Others may replace it, too: the last one counts.
        locked(file.try_lock_shared())?;
        if is_at(&file, target) {
            return Ok(Some(file));
        }
    }
}

/// Whether a file that is open is the one at `path`.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |about: std::fs::Metadata| (about.dev(), about.ino());
        path.metadata().map(place).is_ok_and(|there| file.metadata().map(place).is_ok_and(|own| own == there))
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

fn lock(file: &File) -> io::Result<()> {
    locked(file.try_lock())
}

fn locked(tried: Result<(), TryLockError>) -> io::Result<()> {
    match tried {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(ErrorKind::WouldBlock, "another program is writing this file"))
        }
        // On file systems without locks none is taken.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn filled(file: &File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, file);
    // What an error leaves in the buffer is not written any more: the file is of no use.
    let written = content(&mut out).and_then(|()| out.flush());
    drop(out.into_parts());
    written
}

/// Where the file that `path` leads to is, or is to be; none if what is there must be written in place.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    if let Ok(there) = path.metadata() {
        if there.is_dir() {
            return Err(io::Error::new(ErrorKind::IsADirectory, "a folder; expected a file"));
        }
        if !there.is_file() {
            return Ok(None);
        }
        if there.permissions().readonly() {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "the file may not be written"));
        }
    }
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Some(name) = target.file_name() else { break };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize()?;
        // What a process has open: under another name it would be another file.
        if folder.starts_with("/proc") {
            return Ok(None);
        }
        let place = folder.join(name);
        match place.read_link() {
            Ok(link) => target = folder.join(link),
            Err(_) => return Ok(Some(place)),
        }
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "leads to no file"))
}

#[cfg(test)]
mod tests;
