//! `manyply data`: what is in files of training data, and files made of some of their games.

use crate::cli::common::{Blame, Failure, JsonArgument, Result, Session, check_place, count, file_failure, input};
use manyply::checksum::checksum;
use manyply::face::Kind;
use manyply::formats::Content;
use manyply::harmless::one_line;
use manyply_train::SelfGame;
use manyply_train::data::{self, DataGame, DataHead, DataReader};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// Look at training data, and join and filter it
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Stats(Stats),
    Filter(Filter),
    Show(Show),
}

/// Count games, positions, results and scores
#[derive(clap::Args)]
struct Stats {
    /// The files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    json: JsonArgument,
}

/// Write the games of some files to one, each game once
#[derive(clap::Args)]
struct Filter {
    /// The files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Only games that the rules or a proof ended
    #[arg(long)]
    ended: bool,
    /// Only games of N plies or more
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<usize>(0..=usize::MAX))]
    least_plies: usize,
    /// So many games at most, the first
    #[arg(long, value_name = "N", value_parser = count::<usize>(0..=usize::MAX))]
    most: Option<usize>,
    /// The file to write; what is there is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    json: JsonArgument,
}

/// Show the games of a file
#[derive(clap::Args)]
struct Show {
    /// The file
    file: PathBuf,
    /// Only the game of this number, from 1
    #[arg(long, value_name = "N", value_parser = count::<u64>(1..=u64::MAX))]
    number: Option<u64>,
    #[command(flatten)]
    json: JsonArgument,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    match &arguments.action {
        Action::Stats(stats) => {
            let games = Games::open("FILES", &stats.files)?;
            let (head, mut counts) = (games.head.clone(), Counts::default());
            for game in games {
                counts.add(&game?);
                session.check_stop()?;
            }
            counts.print(&head, session)
        }
        Action::Filter(filter) => filter.run(session),
        Action::Show(show) => show.run(session),
    }
}

/// The games of some files, read one by one. The files are of one game and under the same rules; the settings are those
/// of a single file.
pub(crate) struct Games<'a> {
    option: &'a str,
    files: std::slice::Iter<'a, PathBuf>,
    head: DataHead,
    /// The file that is being read.
    current: Option<(&'a Path, DataReader)>,
    /// Bytes of all files, and of those that were read.
    bytes: (u64, u64),
}

impl<'a> Games<'a> {
    fn open(option: &'a str, paths: &'a [PathBuf]) -> Result<Self> {
        let (mut head, mut bytes) = (None::<DataHead>, 0);
        for path in paths {
            let found = open(option, path)?.head().clone();
            let first = head.get_or_insert_with(|| found.clone());
            if (&first.game, &first.rules) != (&found.game, &found.rules) {
                let problem = format!("{} under {}", found.game, found.rules);
                let problem = one_line(&format!("{problem}; expected {} under {}", first.game, first.rules));
                return Err(file_failure(option, path, problem));
            }
            if first.settings != found.settings {
                first.settings.clear();
            }
            bytes += path.metadata().map_or(0, |file| file.len());
        }
        let head = head.ok_or_else(|| input!("{option}: no file; expected one"))?;
        Ok(Self { option, files: paths.iter(), head, current: None, bytes: (bytes, 0) })
    }

    /// How much of the files was read, from 0 to 1.
    pub(crate) fn part(&self) -> f64 {
        let now = self.current.as_ref().map_or(0, |(_, file)| file.end());
        (self.bytes.1 + now) as f64 / self.bytes.0.max(1) as f64
    }
}

impl Iterator for Games<'_> {
    type Item = Result<DataGame>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((path, file)) = &mut self.current {
                if let Some(game) = file.next() {
                    return Some(game.of_file(self.option, path));
                }
                self.bytes.1 += file.end();
            }
            let path = self.files.next()?;
            match open(self.option, path) {
                Ok(file) => self.current = Some((path, file)),
                Err(failure) => return Some(Err(failure)),
            }
        }
    }
}

fn open(option: &str, path: &Path) -> Result<DataReader> {
    DataReader::open(path).of_content(option, path, &[Content::Data])
}

/// The games of some files of this game, with their rules.
pub(crate) fn read_games<'a>(kind: &Kind, option: &'a str, paths: &'a [PathBuf]) -> Result<(String, Games<'a>)> {
    let games = Games::open(option, paths)?;
    let wrong = |problem: String| input!("{option}: {}", one_line(&problem));
    if games.head.game != kind.name {
        return Err(wrong(format!("games of {}; expected {}", games.head.game, kind.name)));
    }
    let rules = kind.rules(&games.head.rules).map_err(|error| wrong(format!("rules: {error}")))?;
    Ok((rules, games))
}

/// The game of number `number` among those, from 0.
pub(crate) fn replayed(kind: &Kind, option: &str, number: usize, game: &DataGame, rules: &str) -> Result<SelfGame> {
    let wrong = |problem: String| input!("{option}: game {}: {}", number + 1, one_line(&problem));
    game.replay(number as u64, kind, rules).map_err(wrong)
}

impl Filter {
    fn run(&self, session: &mut Session<'_>) -> Result {
        check_place("--out", Some(&self.out))?;
        let games = Games::open("FILES", &self.files)?;
        // A run that went on with these would play some of them again.
        let head = DataHead { settings: String::new(), ..games.head.clone() };
        let (mut seen, mut counts) = (HashSet::new(), Counts::default());
        let mut is_wanted = |game: &DataGame| {
            let plies = game.opening + game.scores.len();
            (!self.ended || game.ending != "length") && plies >= self.least_plies && seen.insert(line(game))
        };
        let wanted = games.filter(|game| game.as_ref().map_or(true, &mut is_wanted));
        let wanted = wanted.take(self.most.unwrap_or(usize::MAX)).map(|game| {
            let game = game?;
            counts.add(&game);
            if session.is_stopped() { Err(Failure::Interrupted) } else { Ok(game) }
        });
        let _waits = session.waits_for(&self.out);
        data::write(&head, wanted, &self.out)?.of_file("--out", &self.out)?;
        counts.print(&head, session)
    }
}

impl Show {
    fn run(&self, session: &mut Session<'_>) -> Result {
        let (mut count, mut is_shown) = (0, false);
        for game in Games::open("FILE", std::slice::from_ref(&self.file))? {
            count += 1;
            session.check_stop()?;
            let (number, game) = (count, &game?);
            if self.number.is_some_and(|only| only != number) {
                continue;
            }
            is_shown = true;
            let DataGame { start, moves, opening, scores, payoffs, ending } = game;
            session.report(&GameLine { number, game }, |out| {
                writeln!(out, "game {number}: {payoffs:?} by {}, from {}", one_line(ending), one_line(start))?;
                let moves: Vec<&str> = moves.split(' ').collect();
                let (first, rest) = moves.split_at(moves.len().min(*opening));
                writeln!(out, "  opening {}", one_line(&first.join(" ")))?;
                rest.iter().zip(scores).try_for_each(|(text, score)| {
                    let score = score.map_or("draw".into(), |score| format!("{:+.2}", f64::from(score) / 100.0));
                    writeln!(out, "  {score:>8}  {}", one_line(text))
                })
            })?;
        }
        match self.number {
            Some(number) if !is_shown => {
                Err(input!("--number: {number}; expected 1 to {count}, the games of the file"))
            }
            _ => Ok(()),
        }
    }
}

/// A game of training data.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "data_game")]
pub(crate) struct GameLine<'a> {
    /// The number of the game in the file.
    number: u64,
    #[serde(flatten)]
    game: &'a DataGame,
}

/// What files of training data hold.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "data")]
pub(crate) struct DataLine<'a> {
    game: &'a str,
    rules: &'a str,
    /// How the games were played; empty if not all in one way.
    settings: &'a str,
    #[serde(flatten)]
    counts: &'a Counts,
    /// The games that differ from one another.
    different: usize,
}

/// What there is in some games.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
struct Counts {
    /// The number of games.
    games: usize,
    #[serde(skip)]
    different: HashSet<u64>,
    /// Those with a score.
    positions: usize,
    /// Those of them whose score is proven.
    proven: usize,
    /// The plies of all games.
    plies: usize,
    /// Wins of each side.
    won: Vec<usize>,
    /// How many games ended by what.
    endings: BTreeMap<String, usize>,
}

/// By this number games of the same moves are known.
fn line(game: &DataGame) -> u64 {
    checksum([&game.start, "|", &game.moves].concat().as_bytes())
}

impl Counts {
    fn add(&mut self, game: &DataGame) {
        self.games += 1;
        self.different.insert(line(game));
        self.positions += game.scores.len();
        self.proven += game.scores.iter().filter(|score| score.is_none_or(|score| score.abs() > 20_000)).count();
        self.plies += game.opening + game.scores.len();
        self.won.resize(self.won.len().max(game.payoffs.len()), 0);
        self.won.iter_mut().zip(&game.payoffs).for_each(|(won, &payoff)| *won += usize::from(payoff == 1));
        *self.endings.entry(game.ending.clone()).or_insert(0) += 1;
    }

    fn print(&self, head: &DataHead, session: &mut Session<'_>) -> Result {
        let Self { games, positions, proven, plies, won, endings, .. } = self;
        let DataHead { game, rules, settings } = head;
        let different = self.different.len();
        session.report(&DataLine { game, rules, settings, counts: self, different }, |out| {
            let under = if rules.is_empty() { String::new() } else { format!(" under {}", one_line(rules)) };
            writeln!(out, "{}{under}", one_line(game))?;
            if !settings.is_empty() {
                writeln!(out, "played with {}", one_line(settings))?;
            }
            writeln!(out, "{games} games, {different} of them different; {:.1} plies each", mean(*plies, *games))?;
            writeln!(out, "{positions} positions with a score, {proven} of them proven")?;
            let won = (1..).zip(won).map(|(side, won)| format!("side {side} won {won}")).collect::<Vec<_>>().join(", ");
            let ending = |(ending, count): (&String, &usize)| format!("{} {count}", one_line(ending));
            writeln!(out, "{won}; ended by {}", endings.iter().map(ending).collect::<Vec<_>>().join(", "))
        })
    }
}

fn mean(sum: usize, count: usize) -> f64 {
    sum as f64 / count.max(1) as f64
}
