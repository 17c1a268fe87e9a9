//! `manyply verify` of certificates of the plane: what their roots add up to.

use crate::cli::common::{Bar, Blame, Failure, Result, Session, input};
use crate::cli::solving::verify_opponent::{Opponent, Part, on_plane, print_games};
use manyply::files;
use manyply::games::gomoku::verify::plane::{self, Cover, Reply, Second, VerifiedPlane};
use manyply::games::gomoku::verify::{Certificate, Checked, Games, Refusal};
use manyply::harmless::one_line;
use manyply_arena::Contender;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// The side of the largest board that an agent plays on.
const MOST_SIDE: i32 = 20;

/// What the checker says of a certificate of the unbounded board. Second stones are columns and rows from the first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "plane")]
pub(crate) struct Answer {
    rules: String,
    /// Positions, each said to be won by Black, which is to move.
    #[cfg_attr(test, schemars(range(min = 1)))]
    roots: usize,
    /// Whether all of it was checked and is right.
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// Moves of Black.
    moves: u64,
    /// Positions after them with all replies.
    defences: u64,
    /// Replies with a tree of their own.
    replies: u64,
    longest_plies: u32,
    /// No second stone at a larger distance has to be looked at; left out if that of the other sheet is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    radius: Option<i32>,
    /// The distances within which Black's moves and fives are: from its first stone, and from far white ones.
    #[cfg_attr(test, schemars(inner(range(min = 0))))]
    reach: [i32; 2],
    /// The distance from its first stone within which all windows of its fives are; left out if some are further off.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 0)))]
    fives: Option<i32>,
    /// White's second stones that are answered, one of each eight, up to the radius or the furthest one of the roots.
    answered: Vec<[i32; 2]>,
    /// Those after which that is not proved.
    open: Vec<[i32; 2]>,
    /// Whether Black wins from the empty plane.
    proved: bool,
    /// And on every square board of this side or more, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    board: Option<i32>,
    /// Games that were played on a board of 60x60, and on that of `board`, each won by Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    seconds: f64,
}

/// Games by a certificate: how many, and who plays White where it is not chance.
pub(crate) struct Play<'a> {
    pub(crate) games: u64,
    pub(crate) against: Option<&'a Contender>,
}

/// Checks a certificate of the plane, plays games by it, and writes its index.
pub(crate) fn run(
    certificate: &Certificate<'_>,
    play: &Play<'_>,
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
    if let Some(verified) = found.as_ref().ok().filter(|_| play.games > 0) {
        match games(certificate, verified, play, &bar, session)? {
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
        let kind = play.against.map_or("random ", |_| "");
        played.map_or(Ok(()), |games| print_games(&games, kind, out))
    })?;
    if answer.ok { Ok(()) } else { Err(Failure::Check) }
}

/// Plays games by a certificate that was checked; nothing if that was stopped.
fn games(
    certificate: &Certificate<'_>,
    verified: &VerifiedPlane,
    play: &Play<'_>,
    bar: &Bar,
    session: &Session<'_>,
) -> Result<Result<Option<Games>, Refusal>> {
    let (stop, side, show) = (&session.stop, verified.cover.board, |part| bar.show("played", part));
    let play_by =
        |defender: &mut plane::Defender<'_>| verified.play(certificate, play.games, side, defender, stop, &show);
    let Some(contender) = play.against else { return Ok(play_by(&mut |_, _| Reply::Chance)) };
    let rule = if certificate.format.exact { "standard" } else { "freestyle" };
    let sides = [Some(MOST_SIDE), side.filter(|&side| side < MOST_SIDE)].into_iter().flatten();
    let opponent = |side| Opponent::new(contender, &format!("rule={rule},size={side}"), stop);
    let opponents: Vec<Opponent<'_>> = sides.map(opponent).collect::<Result<_>>()?;
    let mut parts: Vec<Part<'_>> = opponents.iter().map(Part::new).collect();
    let played = play_by(&mut on_plane(&mut parts));
    match opponents.iter().find_map(Opponent::problem) {
        Some(problem) => Err(input!("--against: {problem}")),
        None if session.is_stopped() => Ok(Ok(None)),
        None => Ok(played),
    }
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
        let Cover { radius, reach, fives, seconds: stones, board, .. } = cover;
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
            fives,
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
        if let Some(fives) = self.fives {
            writeln!(out, "the windows of its fives are within {fives} of its first stone")?;
        }
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
