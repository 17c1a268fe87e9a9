//! `manyply data`: what is in files of training data, and files made of some of their games.

use super::contest::file_failure;
use super::failure::Failure;
use super::session::Session;
use manyply::face::Kind;
use manyply::files::check_place;
use manyply::harmless::one_line;
use manyply_train::SelfGame;
use manyply_train::data::{Data, DataGame, DataHead};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// Look at training data, and join and filter it
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  manyply data stats data.bin\n  manyply data filter one.bin two.bin --out both.bin\n  \
    manyply data show data.bin --number 3"
)]
pub(super) struct Arguments {
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
#[command(after_help = "Example:\n  manyply data stats data.bin")]
struct Stats {
    /// The files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

/// Write the games of some files to one, each game once
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  manyply data filter one.bin two.bin --out both.bin\n  manyply data filter data.bin \
    --ended --least-plies 10 --out some.bin"
)]
struct Filter {
    /// The files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Only games that the rules or a proof ended
    #[arg(long)]
    ended: bool,
    /// Only games of so many plies or more
    #[arg(long, value_name = "N", default_value_t = 0)]
    least_plies: usize,
    /// So many games at most, the first
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// The file to write; what is there is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

/// Show the games of a file
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  manyply data show data.bin --number 3\n  manyply data show data.bin --json")]
struct Show {
    /// The file
    file: PathBuf,
    /// Only the game of this number, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    match &arguments.action {
        Action::Stats(stats) => {
            let (head, games) = read("FILES", &stats.files)?;
            counted(&head, &games, stats.json, session)
        }
        Action::Filter(filter) => filter.run(session),
        Action::Show(show) => show.run(session),
    }
}

/// The games of some files, which must be of one game and under the same rules. The settings are those of a single
/// file.
pub(super) fn read(option: &str, paths: &[PathBuf]) -> Result<(DataHead, Vec<DataGame>), Failure> {
    let (mut head, mut games) = (None::<DataHead>, Vec::new());
    for path in paths {
        let data = read_one(option, path)?;
        let first = head.get_or_insert_with(|| data.head.clone());
        if (&first.game, &first.rules) != (&data.head.game, &data.head.rules) {
            let problem = format!("{} under {}", data.head.game, data.head.rules);
            let problem = one_line(&format!("{problem}; expected {} under {}", first.game, first.rules));
            return Err(file_failure(option, path, problem));
        }
        if first.settings != data.head.settings {
            first.settings.clear();
        }
        games.extend(data.games);
    }
    head.map(|head| (head, games)).ok_or_else(|| Failure::input(format!("{option}: no file; expected one")))
}

/// The games of some files of this game, with their rules.
pub(super) fn read_games(kind: &Kind, option: &str, paths: &[PathBuf]) -> Result<(String, Vec<DataGame>), Failure> {
    let (head, games) = read(option, paths)?;
    let wrong = |problem: String| Failure::input(format!("{option}: {}", one_line(&problem)));
    if head.game != kind.name {
        return Err(wrong(format!("games of {}; expected {}", head.game, kind.name)));
    }
    let rules = kind.rules(&head.rules).map_err(|error| wrong(format!("rules: {error}")))?;
    Ok((rules, games))
}

/// The game of number `number` among those, from 0.
pub(super) fn replayed(
    kind: &Kind,
    option: &str,
    number: usize,
    game: &DataGame,
    rules: &str,
) -> Result<SelfGame, Failure> {
    let wrong = |problem: String| Failure::input(format!("{option}: game {}: {}", number + 1, one_line(&problem)));
    game.replay(number as u64, kind, rules).map_err(wrong)
}

fn read_one(option: &str, path: &Path) -> Result<Data, Failure> {
    Data::read(path).map_err(|error| file_failure(option, path, error))
}

impl Filter {
    fn run(&self, session: &mut Session<'_>) -> Result<(), Failure> {
        check_place(&self.out).map_err(|error| file_failure("--out", &self.out, error))?;
        let (mut head, mut games) = read("FILES", &self.files)?;
        let mut seen = HashSet::new();
        games.retain(|game| {
            let plies = game.opening + game.scores.len();
            (!self.ended || game.ending != "length")
                && plies >= self.least_plies
                && seen.insert((game.start.clone(), game.moves.clone()))
        });
        games.truncate(self.most.unwrap_or(usize::MAX));
        // A run that went on with these would play some of them again.
        head.settings.clear();
        Data::write(&head, &games, &self.out).map_err(|error| file_failure("--out", &self.out, error))?;
        counted(&head, &games, self.json, session)
    }
}

impl Show {
    fn run(&self, session: &mut Session<'_>) -> Result<(), Failure> {
        let data = read_one("FILE", &self.file)?;
        let games = (1u64..).zip(&data.games).filter(|(number, _)| self.number.is_none_or(|only| only == *number));
        let mut shown = 0;
        for (number, game) in games {
            shown += 1;
            if session.is_stopped() {
                return Err(Failure::Interrupted);
            }
            if self.json {
                session.json(&GameLine { number, game })?;
                continue;
            }
            let DataGame { start, moves, opening, scores, payoffs, ending } = game;
            writeln!(session.out, "game {number}: {payoffs:?} by {}, from {}", one_line(ending), one_line(start))?;
            let (first, rest): (Vec<_>, Vec<_>) = moves.split(' ').enumerate().partition(|&(ply, _)| ply < *opening);
            let first: Vec<&str> = first.into_iter().map(|(_, text)| text).collect();
            writeln!(session.out, "  opening {}", one_line(&first.join(" ")))?;
            for ((_, text), score) in rest.into_iter().zip(scores) {
                let score = score.map_or("draw".into(), |score| format!("{:+.2}", f64::from(score) / 100.0));
                writeln!(session.out, "  {score:>8}  {}", one_line(text))?;
            }
        }
        match self.number {
            Some(number) if shown == 0 => {
                let expected = format!("1 to {}, the games of the file", data.games.len());
                Err(Failure::input(format!("--number: {number}; expected {expected}")))
            }
            _ => Ok(()),
        }
    }
}

/// A game for programs.
#[derive(Serialize)]
#[serde(tag = "type", rename = "data_game")]
struct GameLine<'a> {
    number: u64,
    #[serde(flatten)]
    game: &'a DataGame,
}

/// The counts for programs.
#[derive(Serialize)]
#[serde(tag = "type", rename = "data")]
struct DataLine<'a> {
    game: &'a str,
    rules: &'a str,
    settings: &'a str,
    games: usize,
    different: usize,
    /// Those with a score.
    positions: usize,
    proven: usize,
    plies: usize,
    /// Wins of each side.
    won: Vec<usize>,
    endings: BTreeMap<&'a str, usize>,
}

/// Prints what there is.
fn counted(head: &DataHead, games: &[DataGame], json: bool, session: &mut Session<'_>) -> Result<(), Failure> {
    let sides = games.iter().map(|game| game.payoffs.len()).max().unwrap_or(0);
    let scores = || games.iter().flat_map(|game| &game.scores);
    let mut endings = BTreeMap::new();
    games.iter().for_each(|game| *endings.entry(&*game.ending).or_insert(0) += 1);
    let line = DataLine {
        game: &head.game,
        rules: &head.rules,
        settings: &head.settings,
        games: games.len(),
        different: games.iter().map(|game| (&game.start, &game.moves)).collect::<HashSet<_>>().len(),
        positions: scores().count(),
        proven: scores().filter(|score| score.is_none_or(|score| score.abs() > 20_000)).count(),
        plies: games.iter().map(|game| game.opening + game.scores.len()).sum(),
        won: (0..sides).map(|side| games.iter().filter(|game| game.payoffs.get(side) == Some(&1)).count()).collect(),
        endings,
    };
    if json {
        return session.json(&line);
    }
    let DataLine { games, different, positions, proven, plies, won, endings, .. } = &line;
    writeln!(session.out, "{} under {}", one_line(&head.game), one_line(&head.rules))?;
    if !head.settings.is_empty() {
        writeln!(session.out, "played with {}", one_line(&head.settings))?;
    }
    writeln!(session.out, "{games} games, {different} of them different; {:.1} plies each", mean(*plies, *games))?;
    writeln!(session.out, "{positions} positions with a score, {proven} of them proven")?;
    let won = (1..).zip(won).map(|(side, won)| format!("side {side} won {won}")).collect::<Vec<_>>().join(", ");
    let endings = endings.iter().map(|(ending, count)| format!("{} {count}", one_line(ending))).collect::<Vec<_>>();
    Ok(writeln!(session.out, "{won}; ended by {}", endings.join(", "))?)
}

fn mean(sum: usize, count: usize) -> f64 {
    sum as f64 / count.max(1) as f64
}
