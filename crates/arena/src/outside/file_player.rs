//! Programs that are started once for each move, `PROGRAM STATE ACTION`, read the position from one file and write
//! moves into the other: the last whole line counts when the program ends, or when it is ended because its time is
//! over.

use super::super::agent::{Agent, Choice, Fault};
use super::super::clock::Clock;
use super::super::contender::Contender;
use super::super::options::unknown;
use super::description::Description;
use super::process::{command, is_there, kill};
use super::transcript::Transcript;
use super::uci::LONGEST_MOVE;
use manyply::face::AnyGame;
use manyply::game::{Foreign, TextError};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How often is looked whether the program has ended.
const PATIENCE: Duration = Duration::from_millis(2);
/// How long a program may take to exit when asked to.
#[cfg(unix)]
const FAREWELL: Duration = Duration::from_millis(500);
/// Bytes of its answer that are read.
const LONGEST: u64 = 1 << 20;

/// Parses what comes behind `file:`.
pub(super) fn parse(text: &str) -> Result<Contender, TextError> {
    let own = ["time"];
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
        Ok(Box::new(Program { words: description.words.clone(), folder, transcript: None }))
    }))
}

/// A folder of its own for the files, which goes with the agent.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let name = format!("manyply-{}-{}", std::process::id(), NUMBER.fetch_add(1, Relaxed));
            let path = std::env::temp_dir().join(name);
            match fs::create_dir(&path) {
                // That of a process which had the same number and was killed.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => return made.map(|()| Self(path)),
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind if it cannot be removed is small.
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Program {
    words: Vec<String>,
    folder: Folder,
    transcript: Option<Transcript>,
}

impl Agent for Program {
    fn new_game(&mut self, start: &dyn AnyGame, _seed: u64, _stop: &AtomicBool) -> Result<(), Fault> {
        self.transcript = Some(Transcript::new(start, Some(Foreign::File)));
        Ok(())
    }

    fn choose(&mut self, game: &dyn AnyGame, clock: &Clock, stop: &AtomicBool) -> Result<Choice, Fault> {
        let (state, action) = (self.folder.0.join("state"), self.folder.0.join("action"));
        let crash = |error: io::Error| Fault::Crash(error.to_string());
        fs::write(&state, game.foreign_position_text(Foreign::File)).map_err(crash)?;
        File::create(&action).map_err(crash)?;
        let mut command = command(&self.words);
        command.args([&state, &action]).stdin(Stdio::null()).stdout(Stdio::null());
        let child = command.spawn().map_err(crash)?;
        // It searches until it is ended: its share of a clock for the game is worked out for it.
        let moves_left = game.plies_left().map(|plies| plies.div_ceil(game.kind().sides as u32));
        let limits = clock.allot(moves_left);
        let deadline = limits.soft_time.or(limits.time).and_then(|time| clock.asked.checked_add(time));
        let ended = end(child, deadline.unwrap_or_else(|| clock.asked + LONGEST_MOVE), stop);
        let mut answer = Vec::new();
        File::open(&action).and_then(|file| file.take(LONGEST).read_to_end(&mut answer)).map_err(crash)?;
        let answer = String::from_utf8_lossy(&answer);
        let whole = answer.rfind('\n').map_or("", |end| &answer[..end]);
        match (whole.lines().last(), &mut self.transcript) {
            (Some(line), Some(transcript)) => {
                transcript.follow(game);
                transcript.parse(line).map(Choice::plain).ok_or_else(|| Fault::Illegal(line.to_owned()))
            }
            _ => Err(ended.map_or(Fault::Timeout, |status| Fault::Crash(format!("the program ended: {status}")))),
        }
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
