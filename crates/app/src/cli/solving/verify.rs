//! `manyply verify`: checks certificates that a side wins gomoku, and says what they prove.

use crate::cli::arena::contest::contender;
use crate::cli::common::{Bar, Blame, Failure, Result, Session, check_place, count, input, misread, resources};
use crate::cli::solving::verify_opponent::{Opponent, print_games};
use crate::cli::solving::verify_plane::{self, Play};
use manyply::face::Kind;
use manyply::files;
use manyply::formats::Content;
use manyply::games::gomoku::Gomoku;
use manyply::games::gomoku::verify::{self, Certificate, Checked, Cover, Format, Verified, play_games};
use manyply::harmless::one_line;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Check a certificate that a side wins gomoku
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What 'manyply prove' wrote, binary or text
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The rules of a text that does not name them, as in rule=standard,size=19
    #[arg(long, value_name = "RULES", default_value = "rule=freestyle")]
    rules: String,
    /// Then play this number of random games against the strategy, from all positions evenly: none may be held
    #[arg(
        long,
        value_name = "GAMES",
        default_value_t = 0,
        hide_default_value = true,
        value_parser = count::<u64>(0..=u64::MAX)
    )]
    play: u64,
    /// Let an agent, as in a match, play these games against the strategy instead of chance: engine:nodes=20000,
    /// gomocup:COMMAND and others
    #[arg(long, value_name = "AGENT", requires = "play")]
    against: Option<String>,
    /// Of the plane: keep what the trees say in this file, beside the certificate, gomoku….index for gomoku….proof,
    /// so that positions are looked up without reading it all
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
    /// Threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What the checker says of a certificate.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "certificate")]
pub(crate) struct Answer {
    rules: String,
    /// Positions, each said to be won by the side to move.
    #[cfg_attr(test, schemars(range(min = 1)))]
    roots: usize,
    /// Whether all of it was checked and is right.
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// Moves of the winner.
    moves: u64,
    /// Positions after them with all replies.
    defences: u64,
    /// Replies with a tree of their own.
    replies: u64,
    /// Lines of play that are answered, about.
    lines: f64,
    longest_plies: u32,
    /// The side that wins from the empty board, where that is proved.
    winner: Option<&'static str>,
    /// Random games against the strategy, none of them held.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    games: Option<u64>,
    seconds: f64,
}

/// The sides, as covers have them.
const SIDES: [&str; 2] = ["Black", "White"];

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    check_place("--index", arguments.index.as_deref())?;
    let wrong = |error: &dyn std::fmt::Display| misread("verify", &arguments.file, &[Content::Certificate], error);
    let bytes = read(&arguments.file, session).map_err(|error| wrong(&error))?;
    let default = Format::parse(&arguments.rules).of("--rules")?;
    let certificate = Certificate::parse(&bytes, default).map_err(|error| wrong(&error))?;
    let against =
        arguments.against.as_deref().map(|text| contender(Kind::of::<Gomoku>(), "--against", text)).transpose()?;
    let (started, bar) = (Instant::now(), Bar::new(session.has_terminal));
    let threads = arguments.threads.unwrap_or_else(resources::cores);
    if certificate.format.plane {
        let play = Play { games: arguments.play, against: against.as_ref() };
        return verify_plane::run(&certificate, &play, arguments.index.as_deref(), threads, session);
    }
    if arguments.index.is_some() {
        return Err(input!("--index: only certificates of the plane have one"));
    }
    let found = verify::verify(&certificate, threads, &session.stop, &|part| bar.show("checked", part));
    let seconds = started.elapsed().as_secs_f64();
    let (verified, mut refused) = match found {
        Ok(Some(verified)) => (verified, None),
        Ok(None) => return Err(Failure::Interrupted),
        Err(refusal) => (Verified::default(), Some(refusal.to_string())),
    };
    let mut games = None;
    if refused.is_none() && arguments.play > 0 {
        let new = |contender| Opponent::new(contender, &certificate.rules(), &session.stop);
        let opponent = against.as_ref().map(new).transpose()?;
        let defender = || opponent.as_ref().map(Opponent::defender);
        let show = |part| bar.show("played", part);
        let played = play_games(&certificate, arguments.play, threads, &defender, &session.stop, &show);
        if let Some(problem) = opponent.as_ref().and_then(Opponent::problem) {
            return Err(input!("--against: {problem}"));
        }
        match played {
            Ok(Some(played)) => games = Some(played),
            Ok(None) => return Err(Failure::Interrupted),
            Err(_) if session.is_stopped() => return Err(Failure::Interrupted),
            Err(refusal) => refused = Some(refusal.to_string()),
        }
    }
    drop(bar);
    let Checked { moves, defences, replies, lines, longest } = verified.checked;
    let winner = SIDES.into_iter().zip(verified.covers).find(|(_, cover)| cover.is_some_and(|cover| cover.fewest == 0));
    let answer = Answer {
        rules: certificate.rules(),
        roots: certificate.roots.len(),
        ok: refused.is_none(),
        refused,
        moves,
        defences,
        replies,
        lines,
        longest_plies: (2 * longest).saturating_sub(1),
        winner: winner.map(|(side, _)| side),
        games: games.map(|games| games.games),
        seconds,
    };
    session.report(&answer, |out| {
        print(&answer, &verified, out)?;
        let kind = arguments.against.as_ref().map_or("random ", |_| "");
        games.map_or(Ok(()), |games| print_games(&games, kind, out))
    })?;
    if answer.ok { Ok(()) } else { Err(Failure::Check) }
}

/// Everything in a file.
pub(crate) fn read(path: &Path, session: &mut Session<'_>) -> std::io::Result<Vec<u8>> {
    let _waits = session.waits_for(path);
    verify::read_file(files::open(path)?)
}

fn print(answer: &Answer, verified: &Verified, out: &mut dyn Write) -> io::Result<()> {
    let Answer { rules, roots, moves, defences, replies, lines, longest_plies, seconds, .. } = answer;
    writeln!(out, "rules: {rules}")?;
    if let Some(refused) = &answer.refused {
        return writeln!(out, "REFUSED: {}", one_line(refused));
    }
    writeln!(out, "{roots} positions, each proved to be won by the side to move: {moves} moves of the winner,")?;
    writeln!(out, "{defences} positions after them with all replies, {replies} replies expanded,")?;
    writeln!(out, "about {lines:.2e} lines of play, the longest of {longest_plies} plies")?;
    for (side, cover) in SIDES.into_iter().zip(verified.covers) {
        if let Some(cover) = cover {
            print_cover(side, &cover, out)?;
        }
    }
    writeln!(out, "checked in {seconds:.1} s")
}

/// What the positions add up to.
fn print_cover(side: &str, cover: &Cover, out: &mut dyn Write) -> io::Result<()> {
    let Cover { roots, derived, fewest, nearest } = *cover;
    writeln!(out, "{side}: {roots} different positions, from which {derived} of fewer stones follow")?;
    if fewest == 0 {
        writeln!(out, "PROVED: {side} wins from the empty board, whatever the other side plays")?;
    } else if let Some((open, of)) = nearest {
        writeln!(out, "not the whole game: {open} of {of} replies are open where the fewest are")?;
    }
    Ok(())
}
