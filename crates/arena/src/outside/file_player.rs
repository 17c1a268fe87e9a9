//! Programs that are started once for each move, `PROGRAM STATE ACTION`, read the position from one file and write
//! moves into the other: the last whole line counts when the program ends, or when it is ended because its time is
//! over.

use super::super::agent::{Agent, Choice, Fault};
use super::super::clock::Clock;
use super::super::contender::Contender;
use super::super::options::unknown;
use super::complaints;
use super::description::Description;
use super::process::{command, died, is_there, kill};
use super::transcript::Transcript;
use manyply::clock::Instant;
use manyply::face::AnyGame;
use manyply::files::{self, LockedFile};
use manyply::game::{Foreign, TextError};
use std::fs::{self, DirEntry, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How often is looked whether the program has ended.
const PATIENCE: Duration = Duration::from_millis(2);
/// How long a program may take to exit when asked to.
#[cfg(unix)]
const FAREWELL: Duration = Duration::from_millis(500);
/// Bytes of its answer that are read.
const LONGEST: u64 = 1 << 20;

/// Parses what comes behind `file:`.
pub(super) fn parse(text: &str) -> Result<Contender, TextError> {
    let own = ["time", "longest"];
    let description = Description::parse(text, &own)?;
    if let Some((name, _)) = description.settings.first() {
        return Err(unknown(name, own.join(", ")));
    }
    Ok(Contender::new("", description.timing, move || {
        let program = &description.words[0];
        if !is_there(program) {
            return Err(format!("there is no program {program:?}"));
        }
        let folder = Folder::new().map_err(|error| format!("a folder for its files cannot be made: {error}"))?;
        Ok(Box::new(Program { description: description.clone(), folder, transcript: None }))
    }))
}

/// A folder of its own for the files, which goes with the agent. A file in it is locked as long as somebody uses it.
struct Folder {
    path: PathBuf,
    _lock: LockedFile,
}

/// The file that is locked.
const LOCK: &str = "lock";

impl Folder {
    fn new() -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        static LOOKED: Once = Once::new();
        let place = std::env::temp_dir();
        LOOKED.call_once(|| remove_stale(&place));
        loop {
            let path = place.join(format!("manyply-{}-{}", std::process::id(), NUMBER.fetch_add(1, Relaxed)));
            match fs::create_dir(&path) {
                // That of a process which had the same number and was killed.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => return Ok(Self { _lock: files::create_new(&path.join(LOCK), b"")?, path }),
            }
        }
    }
}

/// Removes the folders that killed programs have left.
fn remove_stale(place: &Path) {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_folder = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let numbers = name.strip_prefix("manyply-").and_then(|rest| rest.split_once('-'));
        numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
    };
    // What cannot be read or removed is left to others.
    for entry in fs::read_dir(place).into_iter().flatten().flatten().filter(is_folder) {
        if files::is_stale(&entry.path().join(LOCK)) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind if it cannot be removed is small.
        let _ = fs::remove_dir_all(&self.path);
    }
}

struct Program {
    description: Description,
    folder: Folder,
    transcript: Option<Transcript>,
}

impl Agent for Program {
    fn new_game(&mut self, start: &dyn AnyGame, _seed: u64, _stop: &AtomicBool) -> Result<(), Fault> {
        self.transcript = Some(Transcript::new(start, Some(Foreign::File)));
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyGame, clock: &Clock, stop: &AtomicBool) -> Result<Choice, Fault> {
        let (state, action) = (self.folder.path.join("state"), self.folder.path.join("action"));
        let crash = |error: io::Error| Fault::Crash(error.to_string());
        fresh(&state, &game.foreign_position_text(Foreign::File)).map_err(crash)?;
        fresh(&action, "").map_err(crash)?;
        let mut command = command(&self.description.words);
        command.args([&state, &action]).stdin(Stdio::null()).stdout(Stdio::null());
        if let Some(log) = &self.description.log {
            command.stderr(complaints::open(log).map_err(crash)?);
        }
        let child = command.spawn().map_err(crash)?;
        // It searches until it is ended: its share of a clock for the game is worked out for it.
        let moves_left = game.plies_left().map(|plies| plies.div_ceil(game.kind().sides as u32));
        let limits = clock.allot(moves_left);
        let deadline = limits.soft_time.or(limits.time).and_then(|time| clock.asked.checked_add(time));
        let ended = end(child, deadline.unwrap_or_else(|| self.description.deadline(clock)), stop);
        let mut answer = Vec::new();
        let read = files::open(&action).and_then(|file| file.take(LONGEST).read_to_end(&mut answer));
        read.map_err(|error| Fault::Crash(format!("its answer: {error}")))?;
        let answer = String::from_utf8_lossy(&answer);
        let whole = answer.rfind('\n').map_or("", |end| &answer[..end]);
        match (whole.lines().last(), &mut self.transcript) {
            (Some(line), Some(transcript)) => {
                transcript.follow(game);
                transcript.parse(line).map(Choice::plain).ok_or_else(|| Fault::Illegal(line.to_owned()))
            }
            _ => Err(ended.map_or_else(|| self.description.late(clock, Fault::Timeout), died)),
        }
    }
}

/// Makes a file anew: what a program has put in its place may be none.
fn fresh(path: &Path, content: &str) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => File::create_new(path)?.write_all(content.as_bytes()),
    }
}

/// Waits until a program ends by itself, and says how, or ends it at the deadline: politely first.
fn end(mut child: Child, deadline: Instant, stop: &AtomicBool) -> Option<ExitStatus> {
    let mut ended = None;
    while ended.is_none() && Instant::now() < deadline && !stop.load(Relaxed) {
        std::thread::sleep(PATIENCE);
        ended = child.try_wait().ok().flatten();
    }
    #[cfg(unix)]
    if ended.is_none() {
        super::process::signal(&child, rustix::process::Signal::TERM);
        let farewell = Instant::now() + FAREWELL;
        while Instant::now() < farewell && matches!(child.try_wait(), Ok(None)) {
            std::thread::sleep(PATIENCE);
        }
    }
    kill(&mut child);
    ended
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    /// What a killed program left is removed; what somebody uses, what is new and what is not ours is not.
    #[test]
    fn folders_of_killed_programs_are_removed() -> io::Result<()> {
        let place = std::env::temp_dir().join(format!("manyply-folders-{}", std::process::id()));
        let make = |name: &str, age: u64| -> io::Result<LockedFile> {
            fs::create_dir_all(place.join(name))?;
            fs::write(place.join(name).join("state"), "x")?;
            let lock = files::create_new(&place.join(name).join(LOCK), b"")?;
            lock.set_modified(SystemTime::now() - Duration::from_secs(age))?;
            Ok(lock)
        };
        let used = make("manyply-1-1", 1000)?;
        for (name, age) in [("manyply-2-0", 1000), ("manyply-3-0", 1), ("manyply-x-0", 1000), ("other-4-0", 1000)] {
            make(name, age)?;
        }
        remove_stale(&place);
        let left = fs::read_dir(&place)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let mut left = left.collect::<io::Result<Vec<_>>>()?;
        left.sort();
        assert_eq!(left, ["manyply-1-1", "manyply-3-0", "manyply-x-0", "other-4-0"]);
        drop(used);
        fs::remove_dir_all(&place)
    }
}
