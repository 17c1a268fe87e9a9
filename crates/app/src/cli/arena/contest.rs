//! What matches and tournaments have in common: their options, how they are played, kept and gone on with.

use crate::cli::common::failure::{Failure, file_failure};
use crate::cli::common::position::{PositionArguments, start};
use crate::cli::common::progress::Bar;
use crate::cli::common::resources;
use crate::cli::common::session::Session;
use crate::cli::playing::serve::{Showing, address};
use crate::serve::Watched;
use manyply::face::{AnyGame, Kind};
use manyply::files;
use manyply::formats::Format;
use manyply::harmless::one_line;
use manyply::records::RecordFile;
use manyply::shard::checksum;
use manyply_arena::referee::{ByScores, DrawRule, Resign};
use manyply_arena::statistics::Standing;
use manyply_arena::{Archive, Contender, Head, Openings, Pace, Record, Schedule, Series, Terms, book, is_program};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::BufReader;
use std::net::SocketAddr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Random moves that a game begins with, where nothing else is said.
const RANDOM_PLIES: u32 = 6;
const MOST_RANDOM_PLIES: i64 = 200;
const MOST_PLIES: i64 = 100_000;
/// Of numbers that say when scores end a game.
const MOST_NUMBER: u32 = 100_000;

/// The options that may not be changed when a contest is gone on with.
pub(in crate::cli) const FIXED: &[&str] = &[
    "position",
    "random",
    "moves",
    "rules",
    "book",
    "random_plies",
    "seed",
    "time",
    "clock",
    "grace",
    "most_plies",
    "adjudicate",
    "resign",
    "draw",
    "out",
];

/// How games between agents are played.
#[derive(clap::Args, Clone, Serialize, Deserialize)]
pub(in crate::cli) struct Conditions {
    #[command(flatten)]
    position: PositionArguments,
    /// Openings: a file with a position, a list of moves, or 'POSITION moves m1 m2 …' a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "random", "moves", "random_plies"])]
    book: Option<PathBuf>,
    /// The checksum of the openings' file, once it is read.
    #[arg(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    book_checksum: Option<String>,
    /// Begin with N random moves that leave the game balanced [default: 6, without a book or a position]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_RANDOM_PLIES))]
    random_plies: Option<u32>,
    /// Seed of random openings and random players
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Time for each move, for agents without a limit of their own [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = resources::time, conflicts_with = "clock")]
    time: Option<Duration>,
    /// Time for the game, and more with each move, as in 60s+0.5s
    #[arg(long, value_name = "TIME+TIME", value_parser = clock)]
    clock: Option<Pace>,
    /// By how much an agent may exceed its time before it loses
    #[arg(long, value_name = "TIME", default_value = "250ms", value_parser = humantime::parse_duration)]
    grace: Duration,
    /// End a game without a winner after N plies
    #[arg(
        long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES)
    )]
    pub(in crate::cli) most_plies: u32,
    /// End a game of two sides when the engine has proven its result
    #[arg(long)]
    adjudicate: bool,
    /// End a game of two sides as lost when in the last MOVES moves of both its player says a score of at most -SCORE
    /// hundredths, and the other one of at least SCORE
    #[arg(long, value_name = "SCORE,MOVES", value_parser = resign, allow_hyphen_values = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resign: Option<Resign>,
    /// End a game of two sides as drawn after PLIES plies when no score of the last MOVES moves of both is further from
    /// 0 than SCORE hundredths
    #[arg(long, value_name = "SCORE,MOVES,PLIES", value_parser = draw, allow_hyphen_values = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw: Option<DrawRule>,
    /// Games played at once [default: 1]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    pub(in crate::cli) concurrency: Option<usize>,
    /// Write each game to this new file when it ends: with it a match goes on after a stop. FILE.pgn, or FILE.sgf where
    /// the game has it, is written for other programs instead
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Show the games in a browser while they are played [default ADDRESS: 127.0.0.1:8080]
    #[arg(
        long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1", value_parser = address
    )]
    #[serde(skip)]
    pub(in crate::cli) serve: Option<SocketAddr>,
    /// Print JSON lines
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// Print the games as a table of comma-separated values, a header first; the result goes to standard error
    #[arg(long, conflicts_with = "json")]
    #[serde(skip)]
    pub(in crate::cli) csv: bool,
}

/// Parses a time for the game with an increment: `60s+0.5s`, `2m`.
pub(in crate::cli) fn clock(text: &str) -> Result<Pace, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
    let time = |text: &str| {
        let text = text.trim();
        // Fractions of a second are common in such texts; the parser knows whole numbers only.
        let seconds = text.strip_suffix('s').and_then(|number| number.parse::<f64>().ok());
        let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        seconds.map_or_else(|| humantime::parse_duration(text).map_err(|error| error.to_string()), Ok)
    };
    match (time(base), time(increment)) {
        (Ok(base), Ok(increment)) if !base.is_zero() => Ok(Pace::Game { base, increment }),
        (Err(error), _) | (_, Err(error)) => Err(format!("{error}; expected times such as 60s+0.5s")),
        _ => Err("expected more than 0, as in 60s+0.5s".into()),
    }
}

/// So many whole numbers between commas, the first from 0 and all others from 1.
fn numbers<const N: usize>(text: &str, example: &str) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.iter().all(|&number| number <= MOST_NUMBER));
    let numbers = numbers.and_then(|numbers| <[u32; N]>::try_from(numbers).ok()).filter(|numbers| numbers[1] > 0);
    numbers.ok_or_else(|| format!("expected {N} whole numbers up to {MOST_NUMBER}, as in {example}"))
}

fn resign(text: &str) -> Result<Resign, String> {
    numbers(text, "600,4").map(|[score, moves]| Resign { score: score as i32, moves })
}

fn draw(text: &str) -> Result<DrawRule, String> {
    numbers(text, "10,8,80").map(|[score, moves, plies]| DrawRule { score: score as i32, moves, plies })
}

/// Who plays which game.
pub(in crate::cli) struct Players<'a> {
    pub(in crate::cli) kind: &'static Kind,
    pub(in crate::cli) contenders: Vec<Contender>,
    /// What results call them.
    pub(in crate::cli) names: &'a [String],
}

/// A contest that is about to be played: the game is known.
pub(in crate::cli) struct Contest {
    contenders: Vec<Contender>,
    schedule: Schedule,
    openings: Openings,
    conditions: Conditions,
    kept: Option<Kept>,
    showing: Option<Showing>,
    done: HashSet<u64>,
    /// The games of the file that it goes on from, where they are kept.
    pub(in crate::cli) earlier: Vec<Record>,
    /// The results so far.
    pub(in crate::cli) standing: Standing,
}

/// The file to which games are written.
enum Kept {
    Archive(Archive),
    /// Games for other programs.
    Games {
        file: RecordFile,
        kind: &'static Kind,
        format: Format,
        head: Head,
    },
}

impl Kept {
    fn create(path: &Path, kind: &'static Kind, head: &Head) -> Result<Self, String> {
        match Format::of_path(path).filter(|&format| format != Format::Archive) {
            None => Archive::create(path, head).map(Self::Archive).map_err(|error| error.to_string()),
            Some(format) if format == Format::Psq || !kind.writes(format) => {
                Err(format!("{} has no such files of many games; expected another name", kind.name))
            }
            Some(format) => {
                let file = RecordFile::create(path, b"").map_err(|error| error.to_string())?;
                Ok(Self::Games { file, kind, format, head: head.clone() })
            }
        }
    }

    fn add(&mut self, record: &Record) -> Result<(), String> {
        match self {
            Self::Archive(archive) => archive.add(record).map_err(|error| error.to_string()),
            Self::Games { file, kind, format, head } => {
                let text = kind.write_game(*format, &record.recorded(head))?;
                file.add(text.as_bytes()).map_err(|error| error.to_string())
            }
        }
    }
}

/// Called with every game and the standing after it; says whether to go on.
type Listener<'a> = dyn FnMut(&Record, &Standing, &mut Session<'_>) -> Result<ControlFlow<()>, Failure> + 'a;

/// The file that a contest goes on from.
pub(in crate::cli) struct Resumed {
    path: PathBuf,
    pub(in crate::cli) head: Head,
    /// Whether its games are kept in memory, to be said again.
    keeps: bool,
}

impl Resumed {
    /// Finds out which contest it was.
    pub(in crate::cli) fn open(path: &Path) -> Result<Self, Failure> {
        let wrong = |error: &dyn std::fmt::Display| file_failure("--resume", path, error);
        let file = files::open(path).map_err(|error| wrong(&error))?;
        let head = Archive::head(BufReader::new(file)).map_err(|error| wrong(&error))?;
        Ok(Self { path: path.to_owned(), head, keeps: false })
    }

    /// Whether its games are to be kept.
    pub(in crate::cli) fn keeping(self, keeps: bool) -> Self {
        Self { keeps, ..self }
    }

    /// The settings of the contest, as its command wrote them.
    pub(in crate::cli) fn settings<T: for<'a> Deserialize<'a>>(&self) -> Result<T, Failure> {
        let settings = serde_json::from_str(&self.head.settings);
        settings.map_err(|error| self.failure(format!("settings of another kind of contest: {error}")))
    }

    fn failure(&self, problem: impl std::fmt::Display) -> Failure {
        file_failure("--resume", &self.path, problem)
    }

    /// Checks that `agents`, those of the settings, may play: a file comes from anywhere, and what its tags show must
    /// be what is played. `named` are the options by which the user may name the agents again, with what they say;
    /// programs are started only if they are named, or if `is_trusted`.
    pub(in crate::cli) fn check_agents(
        &self,
        agents: &[String],
        named: &[(&str, Option<&String>)],
        is_trusted: bool,
    ) -> Result<(), Failure> {
        if self.head.contenders != agents {
            return Err(self.failure("its tags name other agents than its settings"));
        }
        for (index, &(option, name)) in named.iter().enumerate() {
            match (name, agents.get(index)) {
                (Some(name), agent) if agent != Some(name) => {
                    let expected = agent.map_or("none".to_owned(), |agent| format!("{agent:?}, as in the file"));
                    return Err(Failure::input(format!("{option}: {name:?} is another agent; expected {expected}")));
                }
                (None, Some(agent)) if is_program(agent) && !is_trusted => {
                    let problem = format!("would start the program {agent:?}");
                    let expected = format!("{option} with just that, or --trust if the file is your own");
                    return Err(self.failure(format!("{problem}; expected {expected}")));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Opens the file for more games. Those that it has are such as the plan has, under its rules, each once; `each`
    /// is called with them.
    fn go_on(
        &self,
        schedule: &Schedule,
        kind: &Kind,
        rules: &str,
        mut each: impl FnMut(Record),
    ) -> Result<Archive, Failure> {
        let mut numbers = HashSet::new();
        let archive = Archive::resume(&self.path, &mut |head, record| {
            if *head != self.head {
                return Err("was replaced while it was read".into());
            }
            let (number, name) = (record.number, record.number.saturating_add(1));
            let planned = schedule.has(number) && {
                let task = schedule.task(number);
                (task.seats.as_slice(), task.opening) == (record.seats.as_slice(), record.opening)
            };
            if !planned {
                return Err(format!("game {name} is none that its settings plan"));
            }
            if !numbers.insert(number) {
                return Err(format!("game {name} is there twice"));
            }
            record.check(kind, rules)?;
            each(record);
            Ok(())
        });
        archive.map_err(|error| self.failure(error))
    }
}

/// The contender that an option describes, who is known to be able to play: nothing is written before that.
pub(in crate::cli) fn contender(kind: &'static Kind, option: &str, text: &str) -> Result<Contender, Failure> {
    let contender = Contender::parse(kind, text).map_err(|error| Failure::input(format!("{option}: {error}")))?;
    contender.build().map_err(|problem| Failure::input(format!("{option}: {text}: {problem}")))?;
    Ok(contender)
}

impl Contest {
    /// Prepares a contest, and shows it if that is wanted. `settings` says how it is begun, for [`Resumed::settings`]
    /// to read.
    pub(in crate::cli) fn new<T: Serialize>(
        players: Players<'_>,
        schedule: Schedule,
        conditions: &mut Conditions,
        resumed: Option<Resumed>,
        session: &mut Session<'_>,
        settings: impl FnOnce(&Conditions) -> T,
    ) -> Result<Self, Failure> {
        let Players { kind, contenders, names } = players;
        let by_scores = [("--resign", conditions.resign.is_some()), ("--draw", conditions.draw.is_some())];
        if let Some((option, _)) = by_scores.iter().find(|(_, is_there)| kind.sides > 2 && *is_there) {
            return Err(Failure::input(format!("{option}: {} has {} sides; expected two", kind.name, kind.sides)));
        }
        // Where sides are more than contenders, one of these sits twice.
        let seats = 1 + kind.sides.saturating_sub(contenders.len());
        let tables: usize = contenders.iter().map(|contender| contender.hash_mib).sum();
        let (tables, most) = (tables * seats * conditions.concurrency.unwrap_or(1), resources::most_hash_mib());
        if tables > most {
            let problem = format!(
                "the tables of all engines at once take {tables} MiB; expected {most} at most, half of the memory"
            );
            return Err(Failure::input(format!("hash: {problem}: less for each, or fewer games at once")));
        }
        let openings = conditions.openings(kind, session)?;
        let rules = conditions.start(kind)?.rules_text();
        let mut standing = Standing::new(contenders.len(), schedule.group_size());
        let (mut done, mut earlier) = (HashSet::new(), Vec::new());
        let head = Head {
            game: kind.name.to_owned(),
            rules: rules.clone(),
            contenders: contenders.iter().map(|contender| contender.text.clone()).collect(),
            settings: serde_json::to_string(&settings(conditions)).map_err(Failure::input)?,
        };
        let watched = || Watched::new(head.clone(), names.to_vec(), schedule.share());
        let showing = conditions.serve.map(|address| Showing::start(address, watched(), session)).transpose()?;
        let kept = match (resumed, &conditions.out) {
            (Some(resumed), _) => {
                if resumed.head.rules != rules {
                    return Err(resumed.failure("its tags name other rules than its settings"));
                }
                Some(Kept::Archive(resumed.go_on(&schedule, kind, &rules, |record| {
                    done.insert(record.number);
                    standing.add(&record);
                    if let Some(showing) = &showing {
                        showing.watched().played(&record, &standing);
                    }
                    if resumed.keeps {
                        earlier.push(record);
                    }
                })?))
            }
            (None, Some(path)) => {
                Some(Kept::create(path, kind, &head).map_err(|error| file_failure("--out", path, error))?)
            }
            (None, None) => None,
        };
        let conditions = conditions.clone();
        Ok(Self { contenders, schedule, openings, conditions, kept, showing, done, earlier, standing })
    }

    /// Plays the games that are left, and calls `each` with every game and the standing after it.
    pub(in crate::cli) fn play(&mut self, session: &mut Session<'_>, each: &mut Listener<'_>) -> Result<(), Failure> {
        let Self { contenders, schedule, openings, conditions, kept, showing, done, standing, .. } = self;
        let shown = showing.as_ref().map(Showing::watched);
        let playing = shown.map(|shown| move |record| shown.playing(record));
        let series = Series {
            contenders,
            schedule,
            openings,
            pace: conditions.time.map(Pace::Move).or(conditions.clock),
            terms: Terms {
                grace: conditions.grace,
                most_plies: conditions.most_plies,
                adjudicate: conditions.adjudicate,
                by_scores: ByScores { resign: conditions.resign, draw: conditions.draw },
            },
            seed: conditions.seed,
            concurrency: conditions.concurrency.unwrap_or(1),
            watch: playing.as_ref().map(|playing| playing as _),
        };
        let bar = Bar::new(session.has_terminal);
        let games = schedule.share() as f64;
        let stop = session.stop.clone();
        let (mut result, mut latest) = (Ok(()), String::new());
        let played = series.play(done, &stop, &mut |record| {
            standing.add(&record);
            if let Some(shown) = shown {
                shown.played(&record, standing);
            }
            let kept = kept.as_mut().map_or(Ok(()), |kept| kept.add(&record));
            let kept = kept.map_err(|error| Failure::input(format!("the file of games cannot be written: {error}")));
            // The line of a game stands above the bar.
            let told = bar.aside(|| {
                kept.and_then(|()| each(&record, standing, session)).and_then(|going| {
                    session.out.flush()?;
                    Ok(going)
                })
            });
            let told = told.and_then(|going| match standing.mute(MOST_MUTE) {
                Some(mute) => Err(never_answered(&contenders[mute].text, standing, &record.ending)),
                None => Ok(going),
            });
            bar.show("games", standing.games() as f64 / games);
            latest = record.ending;
            told.unwrap_or_else(|failure| {
                result = Err(failure);
                ControlFlow::Break(())
            })
        });
        drop(bar);
        result?;
        played.map_err(Failure::input)?;
        match standing.mute(1) {
            Some(mute) if !stop.load(Ordering::Relaxed) => {
                Err(never_answered(&contenders[mute].text, standing, &latest))
            }
            _ => Ok(()),
        }
    }
}

/// A contender that answers in none of so many games is not waited for any longer.
const MOST_MUTE: u64 = 4;

fn never_answered(contender: &str, standing: &Standing, ending: &str) -> Failure {
    let games = standing.games();
    let problem = format!("never answered, in none of {games} games (the last ended by {ending:?})");
    Failure::input(format!("{contender}: {problem}; expected a program that plays: no result is given"))
}

impl Conditions {
    /// Without what makes no difference to the games.
    pub(in crate::cli) fn of_games(&self) -> Self {
        Self { concurrency: None, json: false, book: None, serve: None, ..self.clone() }
    }

    /// Takes over what may be different when a contest is gone on with. The rest comes from a file, which may say
    /// anything.
    pub(in crate::cli) fn again(&mut self, given: &Self) -> Result<(), Failure> {
        (self.json, self.csv, self.serve) = (given.json, given.csv, given.serve);
        self.concurrency = given.concurrency.or(self.concurrency);
        let sensible = self.concurrency.is_none_or(|games| (1..=resources::MOST_THREADS).contains(&games))
            && self.random_plies.is_none_or(|plies| i64::from(plies) <= MOST_RANDOM_PLIES)
            && (1..=MOST_PLIES).contains(&i64::from(self.most_plies))
            && self.resign.is_none_or(|rule| rule.score >= 0 && (1..=MOST_NUMBER).contains(&rule.moves))
            && self.draw.is_none_or(|rule| rule.score >= 0 && (1..=MOST_NUMBER).contains(&rule.moves));
        let problem = "--resume: numbers out of range in the settings; expected a file as match writes it";
        if sensible { Ok(()) } else { Err(Failure::input(problem)) }
    }

    /// The game's start, under the rules that hold.
    fn start(&self, kind: &Kind) -> Result<Box<dyn AnyGame>, Failure> {
        start(kind, self.position.rules.as_deref())
    }

    /// The openings; a position that came from standard input is written down for later.
    fn openings(&mut self, kind: &Kind, session: &mut Session<'_>) -> Result<Openings, Failure> {
        let start = self.start(kind)?;
        if let Some(path) = &self.book {
            if path == Path::new("-") && self.out.is_some() {
                let problem = "standard input cannot be read again when the match is gone on with; expected a file";
                return Err(Failure::input(format!("--book: {problem}, with --out")));
            }
            let content = session.read_file("--book", path)?;
            let found = format!("{:016x}", checksum(content.as_bytes()));
            if self.book_checksum.as_ref().is_some_and(|expected| *expected != found) {
                let problem = "is not what it was when the match began; expected the same openings";
                return Err(file_failure("--book", path, problem));
            }
            self.book_checksum = Some(found);
            let openings = book(kind, &start.rules_text(), &content).map(Openings::Book);
            return openings.map_err(|error| file_failure("--book", path, error));
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

/// A finished game, for programs.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename = "played")]
pub(in crate::cli) struct GameLine {
    /// From 1.
    pub(in crate::cli) number: u64,
    pub(in crate::cli) opening: u64,
    pub(in crate::cli) seats: Vec<String>,
    pub(in crate::cli) payoffs: Vec<i8>,
    pub(in crate::cli) ending: String,
    pub(in crate::cli) plies: usize,
    /// Two hashes: of how the game began, start and opening, and of how it went on.
    pub(in crate::cli) identity: (String, String),
}

impl GameLine {
    /// What a table has of a game.
    pub(in crate::cli) const COLUMNS: &str = "number opening seats payoffs ending plies";

    /// The line of a game between contenders of these names.
    pub(in crate::cli) fn new(record: &Record, names: &[String]) -> Self {
        Self {
            number: record.number + 1,
            opening: record.opening + 1,
            seats: record.seats.iter().map(|&seat| names[seat].clone()).collect(),
            payoffs: record.payoffs.clone(),
            ending: record.ending.clone(),
            plies: record.moves.len(),
            identity: (format!("{:016x}", record.identity().0), format!("{:016x}", record.identity().1)),
        }
    }
}

/// How many games were not counted, in words.
pub(in crate::cli) fn repeated(standing: &Standing) -> String {
    let (games, different) = (standing.games(), standing.different());
    format!("{games} games, {different} different: what was played before, move for move, is not counted again")
}

/// A finished game in words: who sat where, who won, and why it ended where the rules did not end it.
pub(in crate::cli) fn in_words(record: &Record, names: &[String]) -> String {
    let seats: Vec<&str> = record.seats.iter().map(|&seat| names[seat].as_str()).collect();
    let pay = |payoff: i8| record.payoffs.iter().zip(&seats).find(|(p, _)| **p == payoff).map(|(_, &name)| name);
    let result = match (pay(1), pay(-1)) {
        (Some(winner), Some(loser)) if seats.len() > 2 => format!("{winner} wins, {loser} loses"),
        (Some(winner), _) => format!("{winner} wins"),
        (None, Some(loser)) => format!("{loser} loses"),
        (None, None) => "draw".to_owned(),
    };
    let ending = if record.ending == "rules" { String::new() } else { format!(" ({})", one_line(&record.ending)) };
    format!("game {:>4}  {}  {:>4} plies  {result}{ending}", record.number + 1, seats.join("-"), record.moves.len())
}
