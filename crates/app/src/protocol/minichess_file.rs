//! The player of the 2023 minichess tournament's runner, which starts it once for each move: `PLAYER STATE ACTION`.
//!
//! The file STATE holds the side to move (0 White, 1 Black) and 6 x 5 numbers for each side's pieces, White's first,
//! the top rank first: 0 nothing, 1 pawn, 2 rook, 3 knight, 4 bishop, 5 queen, 6 king. The player writes moves into the
//! file ACTION, `row column row column` from the top left, 0 to 5 and 0 to 4; when it ends or is killed (SIGTERM after
//! 10 s), the last whole line counts.
//!
//! STATE does not say how many plies have been played, though the runner ends games after 50. A [`Counter`] remembers.

use super::ubgi::position_text;
use manyply::files;
use manyply::game::{Foreign, MoveList, Notation, Played, Position, Variant};
use manyply::games::minichess::{Minichess, Move, Rules};
use manyply::search::{EngineOf, Limits};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Bytes of a counter that are read.
const LONGEST_COUNTER: u64 = 1 << 12;

/// The rules of the runner, as [`Notation::parse_rules`] reads them.
pub const RULES: &str = "2023";

const FILES: usize = 5;
const RANKS: usize = 6;
const SQUARES: usize = FILES * RANKS;
/// The letters of the numbers, for White.
const PIECES: [char; 7] = ['.', 'P', 'R', 'N', 'B', 'Q', 'K'];

/// What STATE says: all of a position but the plies played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The ranks from the top, with points for empty squares, divided by `/`.
    board: String,
    is_black: bool,
}

impl State {
    /// Reads the content of a STATE file.
    ///
    /// # Errors
    /// What is wrong, where, and what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut numbers = (1..)
            .zip(text.lines())
            .flat_map(|(line, text)| (1..).zip(text.split_whitespace()).map(move |(place, word)| (line, place, word)));
        let mut next = |what: &str, most: usize| {
            let Some((line, place, word)) = numbers.next() else {
                return Err(format!("ends too early; expected {what}"));
            };
            let number = word.parse::<usize>().ok().filter(|&number| number <= most);
            number.ok_or_else(|| format!("line {line}, number {place}: {word:?} does not do; expected {what}"))
        };
        let is_black = next("the side to move, 0 or 1", 1)? == 1;
        let mut squares = ['.'; SQUARES];
        for side in 0..2 {
            for (at, square) in squares.iter_mut().enumerate() {
                let piece = PIECES[next("a piece, 0 to 6", PIECES.len() - 1)?];
                match (piece, *square) {
                    ('.', _) => {}
                    (_, '.') => *square = if side == 0 { piece } else { piece.to_ascii_lowercase() },
                    _ => return Err(format!("both sides have a piece in row {}, column {}", at / FILES, at % FILES)),
                }
            }
        }
        if let Some((line, place, word)) = numbers.next() {
            return Err(format!("line {line}, number {place}: {word:?} comes after the end; expected nothing"));
        }
        let ranks: Vec<String> = squares.chunks(FILES).map(|rank| rank.iter().collect()).collect();
        Ok(Self { board: ranks.join("/"), is_black })
    }

    /// The position after `ply` plies; without a number the plies are not limited.
    ///
    /// # Errors
    /// If no such position can be, or the other side is to move after so many plies.
    pub fn position(&self, ply: Option<u32>, rules: &Rules) -> Result<Minichess, String> {
        let side = u32::from(self.is_black);
        let ply = ply.unwrap_or(side);
        if ply % 2 != side {
            return Err(format!("{} is not to move after {ply} plies", Minichess::side_name(self.side())));
        }
        Minichess::parse_position(&position_text(&self.board, ply), rules).map_err(|error| error.problem)
    }

    /// The position to choose a move in. A runner that asks for one when the plies have run out counts others: then
    /// they are not limited.
    ///
    /// # Errors
    /// As [`Self::position`].
    pub fn game(&self, ply: Option<u32>, rules: &Rules) -> Result<Played<Minichess>, String> {
        let unlimited = Rules { plies: None, ..*rules };
        let rules = if ply.is_none() { &unlimited } else { rules };
        let position = self.position(ply, rules)?;
        let position = if position.plies_left() == Some(0) { self.position(ply, &unlimited)? } else { position };
        Ok(Played::new(position))
    }

    fn side(&self) -> manyply::game::Side {
        manyply::game::Side::new(self.is_black.into())
    }
}

/// A file by which the player knows from one move to the next how many plies have been played: the last position that
/// it saw, in the game's notation.
#[derive(Clone, Debug)]
pub struct Counter(PathBuf);

impl Counter {
    /// A counter kept in this file, which need not be there yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The plies played when `state` stands on the board, which is kept for the next time. A start position begins a
    /// new game; a position that neither begins a game nor follows from the last one has an unknown number.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn count(&self, state: &State) -> io::Result<Option<u32>> {
        let rules = Rules { plies: None, ..Rules::default() };
        let ply = begun(state, &rules).or_else(|| {
            let mut last = String::new();
            files::open(&self.0).and_then(|file| file.take(LONGEST_COUNTER).read_to_string(&mut last)).ok()?;
            let last = Minichess::parse_position(last.trim(), &rules).ok()?;
            (0..=2)
                .map(|plies| last.ply() + plies)
                .find(|&ply| state.position(Some(ply), &rules).is_ok_and(|now| follows(&mut last.clone(), &now)))
        });
        if let Some(position) = ply.and_then(|ply| state.position(Some(ply), &rules).ok()) {
            // The file is replaced as a whole: a player may be killed at any time.
            files::write(&self.0, |out| writeln!(out, "{}", position.position_text()))?;
        }
        Ok(ply)
    }
}

/// The plies played if `state` is what a game begins with, or what follows from it in one ply.
fn begun(state: &State, rules: &Rules) -> Option<u32> {
    let ply = u32::from(state.is_black);
    let position = state.position(Some(ply), rules).ok()?;
    follows(&mut Minichess::start(rules), &position).then_some(ply)
}

/// Whether moves lead from `position` to `goal`, as many as the difference of their plies.
fn follows(position: &mut Minichess, goal: &Minichess) -> bool {
    if position.ply() >= goal.ply() {
        return position == goal;
    }
    let mut moves = <Minichess as Position>::Moves::default();
    position.moves(&mut moves);
    MoveList::as_slice(&moves).iter().any(|&m| {
        let undo = position.make(m);
        let found = follows(position, goal);
        position.unmake(m, undo);
        found
    })
}

/// Searches until a limit or `stop`, and writes the best move into the file `action` after each depth and whenever it
/// changes. Returns how many lines it wrote: at least one, if there is a move.
///
/// # Errors
/// If the file cannot be written.
pub fn play(
    game: &Played<Minichess>,
    searcher: &mut EngineOf<Minichess>,
    limits: &Limits,
    action: &Path,
    stop: &AtomicBool,
) -> io::Result<usize> {
    let mut file = File::create(action)?;
    let (mut lines, mut last, mut written) = (0, None, Ok(()));
    let mut write = |m: Move| {
        lines += 1;
        // In one piece, so that no line is ever half there.
        file.write_all(line(game.position(), m).as_bytes())
    };
    let found = searcher.search(game, limits, stop, &mut |report| {
        if written.is_ok() {
            written = write(report.line[0]);
            last = Some(report.line[0]);
        }
        if written.is_err() {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    written?;
    if let Some(best) = found.best.filter(|&best| Some(best) != last) {
        write(best)?;
    }
    Ok(lines)
}

/// A move as the runner reads it.
fn line(position: &Minichess, m: Move) -> String {
    position.foreign_move_text(m, Foreign::File) + "\n"
}

#[cfg(test)]
mod tests;
