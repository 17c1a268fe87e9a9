//! Files that we write: each appears whole or not at all, and what is no file is written in place.
//!
//! A file is first written beside its place under another name, handed to the disk, and then renamed: whoever looks
//! sees the old content or the new one, and a full disk or a crash costs only the new one. Where the system can, what
//! is being written has no name at all, so that nothing is left of it whatever ends the program. What is locked here is
//! locked against programs that ask, as this one does.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

/// Bytes that are collected before they are written.
const BUFFER: usize = 1 << 16;
/// Links that are followed, one to the next.
const MOST_LINKS: usize = 40;
/// Names that are tried for a draft.
const MOST_DRAFTS: u32 = 1000;

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
    match target(path)? {
        Some(target) => Draft::new(&target).map(|_| ()),
        None => Ok(()),
    }
}

/// Puts what `content` writes in the place of whatever is at `path`. Links are followed; devices, pipes and what a
/// process has open (`/dev/stdout`) are written in place, a file among these at its end.
///
/// # Errors
/// What the system or `content` says: then a file that was there is as it was.
pub fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let Some(target) = target(path)? else {
        return filled(&File::options().append(true).open(path)?, content);
    };
    let draft = Draft::new(&target)?;
    filled(&draft.file, content)?;
    if let Ok(old) = target.metadata() {
        draft.file.set_permissions(old.permissions())?;
    }
    draft.file.sync_all()?;
    fs::rename(&draft.named()?.0, &target)?;
    sync_folder(&target);
    Ok(())
}

/// Makes a new file that appears with `content` in it, for this process alone to add to.
///
/// # Errors
/// What the system says, or that there is such a file already.
pub fn create_new(path: &Path, content: &[u8]) -> io::Result<LockedFile> {
    let there = || io::Error::new(ErrorKind::AlreadyExists, "there is such a file already");
    let target = target(path)?.filter(|target| !target.exists()).ok_or_else(there)?;
    let draft = Draft::new(&target)?;
    lock(&draft.file)?;
    filled(&draft.file, |out| out.write_all(content))?;
    draft.file.sync_all()?;
    let file = LockedFile(draft.file.try_clone()?);
    let name = draft.named()?;
    // Unlike a renamed file, a link never takes the place of one that somebody else has made meanwhile.
    match fs::hard_link(&name.0, &target) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(there()),
        // For file systems without hard links.
        Err(_) => fs::rename(&name.0, &target)?,
    }
    sync_folder(&target);
    Ok(file)
}

/// Opens a file to read, and to add to for this process alone.
///
/// # Errors
/// What the system says, that it is no file, or that another program adds to it.
pub fn open_to_add(path: &Path) -> io::Result<LockedFile> {
    require_file(path)?;
    let file = File::options().read(true).write(true).open(path)?;
    lock(&file)?;
    Ok(LockedFile(file))
}

/// Opens a file to read, where it must be one: to open a pipe would wait for its other end.
///
/// # Errors
/// What the system says, or that it is no file.
pub fn open(path: &Path) -> io::Result<File> {
    require_file(path)?;
    File::open(path)
}

fn require_file(path: &Path) -> io::Result<()> {
    if path.metadata()?.is_file() { Ok(()) } else { Err(io::Error::new(ErrorKind::InvalidInput, "not a file")) }
}

fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
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
struct Draft<'a> {
    file: File,
    target: &'a Path,
    /// None as long as it has none.
    name: Option<Name>,
}

/// A name that nobody else uses, which goes unless the file is renamed.
struct Name(PathBuf);

impl<'a> Draft<'a> {
    /// A draft beside `target`.
    fn new(target: &'a Path) -> io::Result<Self> {
        if let Some(file) = nameless(target) {
            return Ok(Self { file, target, name: None });
        }
        let (file, name) = Name::find(target, |path| File::options().append(true).create_new(true).open(path))?;
        Ok(Self { file, target, name: Some(name) })
    }

    /// The name of the finished file.
    fn named(self) -> io::Result<Name> {
        match self.name {
            Some(name) => Ok(name),
            None => Name::find(self.target, |path| link(&self.file, path)).map(|((), name)| name),
        }
    }
}

impl Name {
    /// The first name beside `target` under which `make` makes a file.
    fn find<T>(target: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, Self)> {
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

#[cfg(test)]
mod tests;
