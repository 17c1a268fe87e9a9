//! `manyply verify` of certificates of the plane: what their roots add up to.

use crate::cli::common::{Bar, Blame, Failure, Result, Session};
use crate::cli::solving::verify::print_games;
use manyply::files;
use manyply::games::gomoku::verify::plane::{self, Cover, Second, VerifiedPlane};
use manyply::games::gomoku::verify::{Certificate, Checked};
use manyply::harmless::one_line;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// The answer for programs.
#[derive(Serialize)]
#[serde(tag = "type", rename = "plane")]
struct Answer {
    rules: String,
    roots: usize,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    moves: u64,
    defences: u64,
    replies: u64,
    longest_plies: u32,
    /// No second stone at a larger distance has to be looked at; nothing if that of the other sheet is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    radius: Option<i32>,
    /// The distances within which Black's moves and fives are: from its first stone, and from far white ones.
    reach: [i32; 2],
    /// White's second stones that are answered, one of each eight, up to the radius or the furthest one of the roots.
    answered: Vec<[i32; 2]>,
    /// Those that are not.
    open: Vec<[i32; 2]>,
    /// Whether Black wins from the empty plane.
    proved: bool,
    /// And so it does on every square board of this side or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<i32>,
    /// Games that were played on a board of 60x60, and on that of `board`, each won by Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    seconds: f64,
}

/// Checks a certificate of the plane, plays so many games by it, and writes its index.
pub(crate) fn run(
    certificate: &Certificate<'_>,
    games: u64,
    index: Option<&Path>,
    threads: usize,
    session: &mut Session<'_>,
) -> Result {
    let (started, bar) = (Instant::now(), Bar::new(session.has_terminal));
    let found = plane::check(certificate, threads, &session.stop, &|part| bar.show("checked", part));
    let seconds = started.elapsed().as_secs_f64();
    let mut found = match found {
        Ok(None) => return Err(Failure::Interrupted),
        Ok(Some(verified)) => Ok(verified),
        Err(refusal) => Err(refusal.to_string()),
    };
    let mut played = None;
    if let Some(verified) = found.as_ref().ok().filter(|_| games > 0) {
        let side = verified.cover.board;
        match plane::play(certificate, games, side, threads, &session.stop, &|part| bar.show("played", part)) {
            Ok(None) => return Err(Failure::Interrupted),
            Ok(games) => played = games,
            Err(refusal) => found = Err(refusal.to_string()),
        }
    }
    drop(bar);
    if let (Some(path), Ok(verified)) = (index, &found) {
        let content = verified.index(certificate)?;
        files::write(path, |out| out.write_all(&content)).of_file("--index", path)?;
    }
    let mut answer = Answer::new(certificate, found, seconds);
    answer.games = played.map(|games| games.games);
    session.report(&answer, |out| {
        answer.print(out)?;
        played.map_or(Ok(()), |games| print_games(&games, "random ", out))
    })?;
    if answer.ok { Ok(()) } else { Err(Failure::Check) }
}

impl Answer {
    fn new(certificate: &Certificate<'_>, found: Result<VerifiedPlane, String>, seconds: f64) -> Self {
        let (rules, roots) = (certificate.rules(), certificate.roots.len());
        let (VerifiedPlane { checked, cover, .. }, refused) = match found {
            Ok(verified) => (verified, None),
            Err(refused) => (VerifiedPlane::default(), Some(refused)),
        };
        let Checked { moves, defences, replies, longest, .. } = checked;
        let proved = cover.is_whole();
        let Cover { radius, reach, seconds: stones, board, .. } = cover;
        let of = |won: bool| -> Vec<[i32; 2]> {
            let of = stones.iter().filter(|second| second.is_won == won);
            of.map(|&Second { place: (x, y), .. }| [x, y]).collect()
        };
        let (answered, open, ok) = (of(true), of(false), refused.is_none());
        let longest_plies = (2 * longest).saturating_sub(1);
        Self {
            rules,
            roots,
            ok,
            refused,
            moves,
            defences,
            replies,
            longest_plies,
            radius,
            reach,
            answered,
            open,
            proved,
            board,
            games: None,
            seconds,
        }
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { rules, roots, moves, defences, replies, longest_plies, reach, seconds, .. } = self;
        writeln!(out, "rules: {rules}")?;
        if let Some(refused) = &self.refused {
            return writeln!(out, "REFUSED: {}", one_line(refused));
        }
        writeln!(out, "{roots} positions, each proved to be won by Black: {moves} moves of Black,")?;
        writeln!(out, "{defences} positions after them with all replies, {replies} replies expanded,")?;
        writeln!(out, "the longest line of {longest_plies} plies")?;
        let names = |stones: &[[i32; 2]]| stones.iter().map(|[x, y]| format!("{x},{y}")).collect::<Vec<_>>().join(" ");
        let near = self.answered.len() + self.open.len();
        match self.radius {
            Some(radius) => {
                writeln!(out, "second stones further away than R = {radius}: all answered")?;
                writeln!(
                    out,
                    "second stones up to there, one of each eight: {} of {near} answered",
                    self.answered.len()
                )?;
            }
            None => {
                writeln!(out, "second stones far away: open")?;
                writeln!(out, "second stones near, one of each eight: {} answered", self.answered.len())?;
            }
        }
        if !self.open.is_empty() {
            writeln!(out, "open: {}", names(&self.open))?;
        }
        writeln!(out, "Black's moves and fives are within {} of its first stone", reach[0])?;
        writeln!(out, "and within {} of far white ones", reach[1])?;
        if self.proved {
            writeln!(out, "PROVED: Black wins on the unbounded board, whatever the other side plays")?;
            if let Some(side) = self.board {
                writeln!(out, "and on every square board from {side}x{side} on")?;
            }
        } else {
            writeln!(out, "not the whole game: second stones are open")?;
        }
        writeln!(out, "checked in {seconds:.1} s")
    }
}
