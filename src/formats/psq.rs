//! The files of Piskvork, the manager of the Gomocup tournament: one game, a move a line, `column,row,milliseconds`
//! from 1, with the size of the board before and the names of the players behind.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,0
//! 9,9,1000
//! black.exe
//! white.exe
//! -1
//! ```
//!
//! The first player has Black. Which rule holds the file does not say in a way that programs agree on. Behind the
//! moves, or behind a line `-1`, come the players, and then a number for how the game ended, of which nothing is made:
//! the moves say it.

use super::{FormatError, MOST_MOVES, Note, Ply, Recorded, payoffs, stones, tidy};
use crate::face::{AnyGame, Kind, MoveProblem};
use std::fmt::Write as _;
use std::time::Duration;

const HEAD: &str = "Piskvorky WIDTHxHEIGHT, 11:11, 0";
/// Stands for a player that is not known.
const UNKNOWN: &str = "?";
const MOVE: &str = "column,row,milliseconds of an empty square, both from 1";

/// Reads a game; `rules` hold for what the file does not say. Times of moves become comments, `1000 ms`.
///
/// # Errors
/// The first mistake.
pub(super) fn read(kind: &Kind, text: &str, rules: &str) -> Result<Recorded, FormatError> {
    let mut lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim_end));
    let (_, head) = lines.next().unwrap_or((1, ""));
    let size = parse_head(head)
        .ok_or_else(|| FormatError::at((1, 1), format!("a head of another form: {:?}", tidy(head)), HEAD))?;
    let rules = stones::rules(kind, rules, size, (1, 1))?;
    let start = kind.start(&rules, None);
    let mut game = start.map_err(|error| FormatError::of_text((1, 1), "rules", error))?;
    let mut recorded = Recorded::beginning(&*game);
    let mut line = Vec::new();
    let mut players = Vec::new();
    for (number, text) in lines {
        let place = (number, 1);
        if !is_numbers(text) || players.len() == 2 {
            if players.len() < 2 && text != "-1" && !text.is_empty() {
                players.push(tidy(text));
            }
            continue;
        }
        if !players.is_empty() {
            return Err(FormatError::at(
                place,
                format!("a move behind a player: {:?}", tidy(text)),
                "the other player",
            ));
        }
        let numbers: Vec<&str> = text.split(',').map(str::trim).collect();
        let (x, y, time) = match numbers[..] {
            [x, y] => (x, y, "0"),
            [x, y, time] if time.parse::<u64>().is_ok() => (x, y, time),
            _ => return Err(FormatError::at(place, format!("no move: {:?}", tidy(text)), MOVE)),
        };
        let square = |text: &str, most: usize| text.parse().ok().filter(|at| (1..=most).contains(at));
        let (Some(x), Some(y)) = (square(x, size.0), square(y, size.1)) else {
            return Err(FormatError::at(place, format!("no square: {:?}", tidy(text)), MOVE));
        };
        let late = || FormatError::at(place, "a move after the end of the game", "the players");
        let m = stones::parse(&*game, x - 1, y - 1).map_err(|error| match error.why {
            MoveProblem::Over(_) => late(),
            _ => FormatError::at(place, stones::problem(error), MOVE),
        })?;
        if line.len() == MOST_MOVES || game.play(&m).is_err() {
            return Err(late());
        }
        let time = time.parse().ok().filter(|&time: &u64| time > 0).map(Duration::from_millis);
        let note = time.map(|time| Note { time, ..Note::default() });
        line.push(Ply { comment: note.map_or(String::new(), |note| note.to_string()), ..Ply::plain(m) });
    }
    players.resize(2, String::new());
    players.iter_mut().filter(|name| *name == UNKNOWN).for_each(String::clear);
    if players.iter().all(String::is_empty) {
        players.clear();
    }
    recorded.payoffs = payoffs(&*game);
    Ok(Recorded { players, line, ..recorded })
}

/// Whether a line is several numbers, as moves are: players have letters.
fn is_numbers(text: &str) -> bool {
    let text = text.trim();
    let has_several = text.contains([',', ';', '\t', ' ']);
    has_several && text.contains(|c: char| c.is_ascii_digit()) && !text.contains(char::is_alphabetic)
}

/// The size of the board.
fn parse_head(head: &str) -> Option<(usize, usize)> {
    let rest = head.get(..9).filter(|word| word.eq_ignore_ascii_case("piskvorky")).and(head.get(9..))?;
    let (width, height) = rest.split(',').next()?.split_once('x')?;
    let size = |text: &str| text.trim().parse().ok().filter(|size| (1..=100).contains(size));
    Some((size(width)?, size(height)?))
}

/// A game that begins with `game`, in canonical spelling, as a file; none where the format cannot hold it: it does not
/// begin on an empty board. Comments other than times, glyphs and variations are left out.
pub(super) fn write(mut game: Box<dyn AnyGame>, recording: &Recorded) -> Option<String> {
    let (width, height) = stones::size(&recording.rules);
    let usual = game.kind().start(&recording.rules, None).ok()?;
    if usual.position_text() != recording.start {
        return None;
    }
    let mut text = format!("Piskvorky {width}x{height}, 11:11, 0\n");
    for ply in &recording.line {
        let (x, y) = stones::place(&*game, &ply.played);
        let time = ply.comment.parse().map_or(0, |note: Note| note.time.as_millis());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{},{},{time}", x + 1, y + 1);
        game.play(&ply.played).ok()?;
    }
    for side in 0..2 {
        // A name without letters could be taken for a move.
        let name = recording.players.get(side).map(|name| tidy(name));
        let name = name.filter(|name| name.contains(char::is_alphabetic)).unwrap_or_else(|| UNKNOWN.to_owned());
        let _ = writeln!(text, "{name}");
    }
    Some(text + "-1\n")
}
