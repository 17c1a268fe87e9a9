//! The client of the 2023 university tournament's server for hexnim (TCP), and the player behind it.
//!
//! All numbers are 32-bit, little-endian. The client sends its team's number. The server asks for a move with 1, a
//! number of the request, the 144 cells of the map column by column (0 free, other values blocked or taken) and as many
//! that say which move took a cell; the client answers 1, the request's number, column, row, length and direction. 0
//! and a number end the game. An answer takes at most 6 seconds.

use super::connect::connect;
use manyply::bits::BitSet;
use manyply::game::{Baselines, Notation};
use manyply::games::hexnim::grid::{self, Cells};
use manyply::games::hexnim::solver::Solved;
use manyply::games::hexnim::{Hexnim, Line, Rules};
use manyply::solve::Task;
use manyply::threads;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const SIZE: usize = 12;
const END: i32 = 0;
const MOVE: i32 = 1;

/// Who plays, and with what means.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number by which the server knows the team.
    pub team: i32,
    /// Threads to solve with, at least 1.
    pub threads: usize,
    /// Bytes that a table may take.
    pub memory: u64,
    /// The longest time to think about a move.
    pub time: Duration,
}

/// Plays games as the server at `host` and `port` asks, until it ends them. `report` is told each move and why.
///
/// # Errors
/// If there is no server, it breaks off, or it does not keep to the protocol.
pub fn run(host: &str, port: u16, settings: &Settings, report: &mut dyn FnMut(&str)) -> Result<(), String> {
    let mut stream = connect((host, port)).map_err(|error| format!("{host}:{port}: {error}"))?;
    play(&mut stream, settings, report).map_err(|error| format!("{host}:{port}: {error}"))
}

/// Plays over a connection that is already there, until the server ends the game.
///
/// # Errors
/// If the connection breaks off or the other side does not keep to the protocol.
pub fn play(stream: &mut (impl Read + Write), settings: &Settings, report: &mut dyn FnMut(&str)) -> io::Result<()> {
    let mut player = Player::new(settings.clone());
    stream.write_all(&settings.team.to_le_bytes())?;
    loop {
        let [code, request] = read_numbers(stream)?;
        match code {
            END => return Ok(()),
            MOVE => {}
            _ => return Err(invalid(format!("code {code}, expected {MOVE} or {END}"))),
        }
        let map: [i32; SIZE * SIZE] = read_numbers(stream)?;
        let _taken_by_move: [i32; SIZE * SIZE] = read_numbers(stream)?;
        let free = (0..map.len()).filter(|&at| map[at] == 0);
        let free = free.fold(Cells::EMPTY, |free, at| free.with(grid::cell(at / SIZE, at % SIZE)));
        let position = Hexnim::new(SIZE, SIZE, free, Rules::default());
        let (line, why) =
            player.choose(&position).ok_or_else(|| invalid("a move is asked for, but no cell is free".into()))?;
        report(&format!("{} free, {}: {why}", free.len(), position.move_text(line)));
        let (x, y) = grid::place(line.head());
        let numbers = [MOVE, request, x as i32, y as i32, line.length() as i32, line.direction().number() as i32];
        // In one piece: the server takes what is there for the whole.
        stream.write_all(&numbers.map(i32::to_le_bytes).concat())?;
        stream.flush()?;
    }
}

fn read_numbers<const N: usize>(stream: &mut impl Read) -> io::Result<[i32; N]> {
    let mut bytes = vec![[0; 4]; N];
    stream.read_exact(bytes.as_flattened_mut()).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::new(error.kind(), "the server left before the end of the game"),
        _ => error,
    })?;
    Ok(std::array::from_fn(|at| i32::from_le_bytes(bytes[at])))
}

fn invalid(problem: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// Plays perfectly as soon as a table is there. Tables are filled in the background, so that a board too large for one
/// move's time is solved during the next.
struct Player {
    settings: Settings,
    solved: Option<Solved>,
    work: Option<Work>,
}

/// A solver at work in a thread of its own; dropped, it ends.
struct Work {
    receiver: Receiver<Option<Solved>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Player {
    fn new(settings: Settings) -> Self {
        Self { settings, solved: None, work: None }
    }

    /// A move and, for people, what speaks for it. Nothing if no cell is free.
    fn choose(&mut self, position: &Hexnim) -> Option<(Line, &'static str)> {
        let asked = Instant::now();
        if let Some(answer) = self.answer(position) {
            return Some(answer);
        }
        if self.work.is_none() && Solved::size(position.free().len() as usize) <= self.settings.memory {
            self.work = Some(start_to_solve(position.clone(), &self.settings));
        }
        if let Some(work) = &self.work
            && let Ok(solved) = work.receiver.recv_timeout(self.settings.time.saturating_sub(asked.elapsed()))
        {
            (self.solved, self.work) = (solved, None);
        }
        self.answer(position).or_else(|| Some((position.baseline(Hexnim::BASELINES[0], 0, None)?, "not solved yet")))
    }

    fn answer(&self, position: &Hexnim) -> Option<(Line, &'static str)> {
        let solved = self.solved.as_ref()?;
        let loses = solved.loses(position)?;
        Some((solved.best_move(position)?, if loses { "lost against best play" } else { "wins" }))
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // A solver that panicked has said so.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn start_to_solve(position: Hexnim, settings: &Settings) -> Work {
    let (sender, receiver) = mpsc::channel();
    let stop = Arc::new(AtomicBool::new(false));
    let (stopped, Settings { threads, memory, .. }) = (stop.clone(), settings.clone());
    let thread = threads::spawn(move || {
        // Nobody is there to hear of it if the game is over.
        let _ = sender.send(Solved::fill(&position, &Task::new(&stopped, threads, memory)).unwrap_or(None));
    });
    // Without a thread it is not solved.
    Work { receiver, stop, thread: thread.ok() }
}

#[cfg(test)]
mod tests;
