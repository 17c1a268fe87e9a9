//! Under which conditions the games of matches and tournaments are played: the options that both have.

use crate::cli::common::{
    Blame, Failure, PositionArguments, Result, Session, count, file_failure, input, resources, start,
};
use crate::cli::playing::serve::address;
use manyply::checksum::checksum;
use manyply::face::{AnyGame, Kind};
use manyply::formats::Content;
use manyply_arena::referee::{DrawRule, Resign};
use manyply_arena::{Openings, Pace, amount, book};
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Random moves that a game begins with, where nothing else is said.
const RANDOM_PLIES: u32 = 6;
const MOST_RANDOM_PLIES: u32 = 200;
const MOST_PLIES: u32 = 100_000;
/// Of numbers that say when scores end a game.
const MOST_NUMBER: u32 = 100_000;

/// The options that may not be changed when a contest is gone on with.
pub(crate) const FIXED: &str = "position random moves rules book random_plies seed time clock grace most_plies \
    adjudicate resign draw out";

/// How games between agents are played.
#[derive(clap::Args, Clone, Serialize, Deserialize)]
pub(crate) struct Conditions {
    #[command(flatten)]
    pub(super) position: PositionArguments,
    /// Openings: a file with a position, a list of moves, or 'POSITION moves m1 m2 …' a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "random", "moves", "random_plies"])]
    pub(super) book: Option<PathBuf>,
    /// The checksum of the openings' file, once it is read.
    #[arg(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) book_checksum: Option<String>,
    /// Begin with N random moves that leave the game balanced [default: 6, without a book or a position]
    #[arg(long, value_name = "N", value_parser = count::<u32>(0..=MOST_RANDOM_PLIES))]
    pub(super) random_plies: Option<u32>,
    /// Seed of random openings and random players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<u64>(0..=u64::MAX))]
    pub(super) seed: u64,
    /// Time for each move, for agents without a limit of their own [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = resources::time, conflicts_with = "clock")]
    pub(super) time: Option<Duration>,
    /// Time for the game, and more with each move, as in 60s+0.5s
    #[arg(long, value_name = "TIME+TIME", value_parser = clock)]
    pub(super) clock: Option<Pace>,
    /// By how much an agent may exceed its time before it loses
    #[arg(long, value_name = "TIME", default_value = "250ms", value_parser = amount::time)]
    pub(super) grace: Duration,
    /// End a game without a winner after N plies
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count::<u32>(1..=MOST_PLIES))]
    pub(crate) most_plies: u32,
    /// End a game of two sides when the engine has proven its result
    #[arg(long)]
    pub(super) adjudicate: bool,
    /// End a game of two sides as lost when in the last MOVES moves of both its player says a score of at most -SCORE
    /// hundredths, and the other one of at least SCORE
    #[arg(long, value_name = "SCORE,MOVES", value_parser = resign, allow_hyphen_values = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) resign: Option<Resign>,
    /// End a game of two sides as drawn after PLIES plies when no score of the last MOVES moves of both is further from
    /// 0 than SCORE hundredths
    #[arg(long, value_name = "SCORE,MOVES,PLIES", value_parser = draw, allow_hyphen_values = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) draw: Option<DrawRule>,
    /// Games played at once [default: 1]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    pub(crate) concurrency: Option<usize>,
    /// Write each game to this new file when it ends: with it a match goes on after a stop. FILE.pgn, or FILE.sgf where
    /// the game has it, is written for other programs instead
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(crate) out: Option<PathBuf>,
    /// Show the games in a browser while they are played [default ADDRESS: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1", value_parser = address)]
    #[serde(skip)]
    pub(crate) serve: Option<SocketAddr>,
    /// Print JSON lines
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the games as a table of comma-separated values, a header first; the result goes to standard error
    #[arg(long, conflicts_with = "json")]
    #[serde(skip)]
    pub(crate) csv: bool,
}

/// The text of a file of openings.
pub(crate) fn openings_text(path: &Path, session: &mut Session<'_>) -> Result<String> {
    session.read_file("--book", path, &[Content::Other("a list of openings"), Content::Positions, Content::Book])
}

/// Parses a time for the game with an increment: `60s+0.5s`, `2m`.
pub(crate) fn clock(text: &str) -> Result<Pace, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
    match (amount::some_time(base), amount::time(increment)) {
        (Ok(base), Ok(increment)) => Ok(Pace::Game { base, increment }),
        (Err(error), _) | (_, Err(error)) => Err(format!("{error}, as in 5m+3s or 60s+0.5s")),
    }
}

/// So many whole numbers between commas, the first from 0 and all others from 1.
fn numbers<const N: usize>(text: &str, example: &str) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> =
        text.split(',').map(|number| amount::count(number.trim(), 0..=MOST_NUMBER).ok()).collect();
    let numbers = numbers.and_then(|numbers| <[u32; N]>::try_from(numbers).ok()).filter(|numbers| numbers[1] > 0);
    numbers.ok_or_else(|| format!("expected {N} whole numbers up to {MOST_NUMBER}, as in {example}"))
}

fn resign(text: &str) -> Result<Resign, String> {
    numbers(text, "600,4").map(|[score, moves]| Resign { score: score as i32, moves })
}

fn draw(text: &str) -> Result<DrawRule, String> {
    numbers(text, "10,8,80").map(|[score, moves, plies]| DrawRule { score: score as i32, moves, plies })
}

impl Conditions {
    /// Without what makes no difference to the games.
    pub(crate) fn of_games(&self) -> Self {
        Self { concurrency: None, json: false, book: None, serve: None, ..self.clone() }
    }

    /// Takes over what may be different when a contest is gone on with. The rest comes from a file, which may say
    /// anything.
    pub(crate) fn again(&mut self, given: &Self) -> Result {
        (self.csv, self.serve) = (given.csv, given.serve);
        self.concurrency = given.concurrency.or(self.concurrency);
        let sensible = self.concurrency.is_none_or(|games| (1..=resources::MOST_THREADS).contains(&games))
            && self.random_plies.is_none_or(|plies| plies <= MOST_RANDOM_PLIES)
            && (1..=MOST_PLIES).contains(&self.most_plies)
            && self.resign.is_none_or(|rule| rule.score >= 0 && (1..=MOST_NUMBER).contains(&rule.moves))
            && self.draw.is_none_or(|rule| rule.score >= 0 && (1..=MOST_NUMBER).contains(&rule.moves));
        let problem = "--resume: numbers out of range in the settings; expected a file as match writes it";
        if sensible { Ok(()) } else { Err(Failure::input(problem)) }
    }

    /// The game's start, under the rules that hold.
    pub(super) fn start(&self, kind: &Kind) -> Result<Box<dyn AnyGame>> {
        start(kind, self.position.rules.as_deref())
    }

    /// The openings; a position that came from standard input is written down for later.
    pub(super) fn openings(&mut self, kind: &Kind, session: &mut Session<'_>) -> Result<Openings> {
        let start = self.start(kind)?;
        if let Some(path) = &self.book {
            if path == Path::new("-") && self.out.is_some() {
                let problem = "standard input cannot be read again when the match is gone on with; expected a file";
                return Err(input!("--book: {problem}, with --out"));
            }
            let content = openings_text(path, session)?;
            let found = format!("{:016x}", checksum(content.as_bytes()));
            if self.book_checksum.as_ref().is_some_and(|expected| *expected != found) {
                let problem = "is not what it was when the match began; expected the same openings";
                return Err(file_failure("--book", path, problem));
            }
            self.book_checksum = Some(found);
            let openings = book(kind, &start.rules_text(), &content).map(Openings::Book);
            return openings.of_file("--book", path);
        }
        let PositionArguments { position, random, moves, .. } = &self.position;
        let given = position.is_some() || random.is_some() || moves.is_some();
        let from = match given {
            false => start,
            true => {
                let from = self.position.load(kind, session)?;
                if from.outcome().is_some() {
                    return Err(Failure::input("--position: the game is over"));
                }
                if position.as_deref() == Some("-") {
                    self.position.position = Some(from.at(0).position_text());
                }
                from
            }
        };
        let plies = self.random_plies.unwrap_or(if given { 0 } else { RANDOM_PLIES });
        Ok(Openings::Random { from, random_starts: !given, plies, seed: self.seed })
    }
}
