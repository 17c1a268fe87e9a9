//! Files that we write: each appears whole or not at all, and what is no file is written in place.
//!
//! A file is first written beside its place under another name, handed to the disk, and then renamed: whoever looks
//! sees the old content or the new one, and a full disk or a crash costs only the new one. Where the system can, what
//! is being written has no name at all, so that nothing is left of it whatever ends the program. Where it needs one for
//! the moment before it is renamed, what a killed program has left is removed by the next that writes in that folder.
//!
//! A file that is added to is locked, and neither added to nor replaced by others meanwhile. What is locked here is
//! locked against programs that ask, as this one does.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Bytes that are collected before they are written.
const BUFFER: usize = 1 << 16;
/// Links that are followed, one to the next.
const MOST_LINKS: usize = 40;
/// Names that are tried for a draft.
const MOST_DRAFTS: u32 = 1000;

/// What has not changed for so long, and nobody has locked, was left behind by a program that was killed.
const STALE: Duration = Duration::from_secs(60);

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

/// Everything that comes, of which there are `most` bytes at most.
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
        let place = |about: fs::Metadata| (about.dev(), about.ino());
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
        lock(&file)?;
        Ok(Self { file, target, name: Some(name) })
    }

    /// Puts the finished file in the place of whatever is there.
    fn put(mut self) -> io::Result<()> {
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
    fn appear(&self) -> io::Result<()> {
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
    fn find<T>(target: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, Self)> {
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

#[cfg(test)]
mod tests;
