//! `manyply convert`: games from one format of files into another.

use crate::cli::arena::recorded::Games;
use crate::cli::common::{Result, Session, check_place, count, file_failure, input};
use manyply::face::Kind;
use manyply::formats::{Format, Recorded};
use manyply_arena::Head;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Convert games between PGN, SGF, psq and the files that matches write
#[derive(clap::Args)]
pub(crate) struct Arguments {
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
    #[arg(long, value_name = "N", value_parser = count::<u64>(1..=u64::MAX))]
    number: Option<u64>,
}

fn format(text: &str) -> Result<Format, String> {
    Format::of_name(text).ok_or_else(|| "expected pgn, sgf, psq or txt".into())
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let Arguments { from, into, .. } = arguments;
    let is_output = into.as_os_str() == "-";
    let format = arguments.to.or_else(|| Format::of_path(into)).ok_or_else(|| {
        let problem =
            if is_output { "no format is named".into() } else { format!("{}: no such format", into.display()) };
        input!("{problem}; expected a name that ends in .pgn, .sgf, .psq or .txt, or --to")
    })?;
    if !is_output {
        check_place("INTO", Some(into))?;
    }
    let (game, rules) = (arguments.game.as_deref(), arguments.rules.as_deref());
    let games = Games::open("FROM", from, game, rules, session)?;
    // Once for the mistakes, and for what comes first.
    let mut writer = Writer { format, number: arguments.number, games: 0, head: None };
    let count = writer.write(&games, from, &mut |_| Ok(()))?;
    if let Some(number) = arguments.number.filter(|&number| number > count as u64) {
        return Err(input!("--number: {number}; expected 1 to {count}, the games of the file"));
    }
    if format == Format::Psq && writer.games != 1 {
        let problem = format!("{} games, and psq holds one; expected --number N", writer.games);
        return Err(file_failure("FROM", from, problem));
    }
    let head = writer.head.as_ref().map_or_else(String::new, Head::text);
    let written = writer.games;
    let mut write = |out: &mut dyn Write| {
        out.write_all(head.as_bytes())?;
        writer.games = 0;
        writer.write(&games, from, &mut |text| Ok(out.write_all(text.as_bytes())?)).map(drop)
    };
    if is_output {
        return write(&mut session.out);
    }
    session.write_file_by("INTO", into, write)?;
    told(written, into, session)
}

/// Writes games one by one.
struct Writer {
    format: Format,
    /// The only game, if it is one.
    number: Option<u64>,
    games: u64,
    /// The head of an archive, which names all players.
    head: Option<Head>,
}

impl Writer {
    /// Gives the games' texts to `out`. Returns how many games the file has.
    fn write(&mut self, games: &Games<'_>, from: &Path, out: &mut dyn FnMut(&str) -> Result) -> Result<usize> {
        games.each_by(&mut |number, game| {
            if self.number.is_some_and(|only| only != number as u64) {
                return Ok(());
            }
            self.games += 1;
            let text = self.text(games.kind, &game);
            out(&text.map_err(|problem| file_failure("FROM", from, format!("game {number}: {problem}")))?)
        })
    }

    fn text(&mut self, kind: &Kind, game: &Recorded) -> Result<String, String> {
        match self.format {
            // As a match would have written it.
            Format::Archive => {
                let head = self.head.get_or_insert_with(|| Head::of_game(kind.name, &game.rules));
                if head.rules != game.rules {
                    let problem = "played by other rules than the first";
                    return Err(format!("{problem}; expected the same, which a file of games holds once"));
                }
                Ok(head.add_recorded(self.games - 1, game, kind.sides).text())
            }
            // More are not written.
            Format::Psq if self.games > 1 => Ok(String::new()),
            format => kind.write_game(format, game),
        }
    }
}

fn told(games: u64, into: &Path, session: &mut Session<'_>) -> Result {
    let what = if games == 1 { "game" } else { "games" };
    Ok(writeln!(session.out, "{games} {what} written to {}", into.display())?)
}
