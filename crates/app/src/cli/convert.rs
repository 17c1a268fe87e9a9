//! `manyply convert`: games from one format of files into another.

use super::contest::file_failure;
use super::failure::Failure;
use super::recorded::{self, Games};
use super::session::Session;
use manyply::files::check_place;
use manyply::formats::{Format, Recorded};
use manyply_arena::Head;
use std::path::{Path, PathBuf};

/// Convert games between PGN, SGF, psq and the files that matches write
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  manyply convert games.txt games.pgn\n  manyply convert game.psq game.sgf\n  \
    manyply convert game.sgf - --to pgn --rules rule=renju\n  manyply convert games.txt game-3.psq --number 3\n\nWhat \
    the first file is in its content says, what the second one is to be its name: .pgn (every game), .sgf and .psq \
    (gomoku), .txt (as 'match --out' writes it). Every move is checked by the rules.")]
pub(super) struct Arguments {
    /// The file to read; '-' is standard input
    from: PathBuf,
    /// The file to write; '-' is standard output
    #[arg(default_value = "-", hide_default_value = true)]
    into: PathBuf,
    /// The format to write, where the name does not say it: pgn, sgf, psq or txt
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Option<Format>,
    /// Which game it is, where the file does not say
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The rules of games that do not name their own
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Only the game of this number, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
}

fn format(text: &str) -> Result<Format, String> {
    Format::of_name(text).ok_or_else(|| "expected pgn, sgf, psq or txt".into())
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let Arguments { from, into, .. } = arguments;
    let is_output = into.as_os_str() == "-";
    let format = arguments.to.or_else(|| Format::of_path(into)).ok_or_else(|| {
        let problem =
            if is_output { "no format is named".into() } else { format!("{}: no such format", into.display()) };
        Failure::input(format!("{problem}; expected a name that ends in .pgn, .sgf, .psq or .txt, or --to"))
    })?;
    if !is_output {
        check_place(into).map_err(|error| file_failure("INTO", into, error))?;
    }
    let (game, rules) = (arguments.game.as_deref(), arguments.rules.as_deref());
    let Games { kind, mut games } = recorded::read("FROM", from, game, rules, session)?;
    if let Some(number) = arguments.number {
        let (count, index) = (games.len(), usize::try_from(number - 1).unwrap_or(usize::MAX));
        if index >= count {
            return Err(Failure::input(format!("--number: {number}; expected 1 to {count}, the games of the file")));
        }
        games = vec![games.swap_remove(index)];
    }
    let written = match format {
        Format::Archive => archive(kind.name, &games, kind.sides),
        Format::Psq if games.len() != 1 => {
            Err(format!("{} games, and psq holds one; expected --number N", games.len()))
        }
        _ => {
            let written = (1..).zip(&games).map(|(number, game)| {
                kind.write_game(format, game).map_err(|problem| format!("game {number}: {problem}"))
            });
            written.collect()
        }
    };
    let written = written.map_err(|problem| file_failure("FROM", from, problem))?;
    if is_output {
        return Ok(session.out.write_all(written.as_bytes())?);
    }
    session.write_file("INTO", into, written.as_bytes())?;
    told(games.len(), into, session)
}

fn told(games: usize, into: &Path, session: &mut Session<'_>) -> Result<(), Failure> {
    let what = if games == 1 { "game" } else { "games" };
    Ok(writeln!(session.out, "{games} {what} written to {}", into.display())?)
}

/// The games as a match would have written them.
fn archive(kind: &str, games: &[Recorded], sides: usize) -> Result<String, String> {
    if let Some(other) = games.iter().position(|game| game.rules != games[0].rules) {
        let problem = format!("game {} is played by other rules than the first", other + 1);
        return Err(format!("{problem}; expected the same, which a file of games holds once"));
    }
    let (head, records) = Head::of_recorded(kind, games, sides);
    Ok(head.text() + &records.iter().map(manyply_arena::Record::text).collect::<String>())
}
