//! `manyply selfplay`: games of the engine against itself, kept as training data.

use crate::cli::arena::conditions::openings_text;
use crate::cli::arena::recorded::Games;
use crate::cli::common::{
    Bar, Blame, JsonArgument, NetworkArgument, Result, Session, TablesArgument, count, file_failure, resources, start,
};
use manyply::checksum::checksum;
use manyply::face::{AnyGame, Origin};
use manyply::shard::Shard;
use manyply_arena::{Openings, book};
use manyply_train::data::{DataFile, DataGame, DataHead};
use manyply_train::{SelfPlay, UNBALANCED, Varied};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Play the engine against itself and keep the games, with the search's scores, as training data
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; 'manyply games' lists them
    game: String,
    /// How many games the file is to have; with --shard, those of all parts
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count::<u64>(1..=100_000_000))]
    games: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 2500, value_parser = count::<u64>(1..=u64::MAX))]
    nodes: u64,
    /// Random moves that a game begins with at most
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = count::<u32>(0..=200))]
    random_plies: u32,
    /// In the N plies after those one move of eight is random too
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<u32>(0..=200))]
    varied_plies: u32,
    /// In those plies, draw each move from the four best instead: its probability falls by a factor of e for every so
    /// many hundredths below the best one
    #[arg(long, value_name = "N", value_parser = count::<u32>(1..=100_000), requires = "varied_plies")]
    temperature: Option<u32>,
    /// Random moves that leave both sides about equal, as matches begin, exactly --random-plies of them
    #[arg(long, conflicts_with_all = ["book", "lines"])]
    balanced: bool,
    /// Begin with the openings of this file, in turn: one a line, or the positions of an EPD file; random moves follow
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Begin in the games of this file, in turn, each time after some of a game's moves: games of match, or in any
    /// format that 'manyply convert' reads; random moves follow
    #[arg(long, value_name = "FILE", conflicts_with = "book")]
    lines: Option<PathBuf>,
    /// Give a game up at once if the score of its first search is larger than N hundredths
    #[arg(long, value_name = "N", default_value_t = UNBALANCED, value_parser = count::<u32>(0..=u32::MAX))]
    unbalanced: u32,
    /// The rules, as in name=value,name=value; 'manyply games' lists them
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    network: NetworkArgument,
    #[command(flatten)]
    tables: TablesArgument,
    /// Games played at once [default: all threads]
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
    /// Play only every n-th game, from the i-th on; 'manyply data filter' joins the files of all parts
    #[arg(long, value_name = "i/n")]
    shard: Option<Shard>,
    /// The file: a new one, or one that the same command began
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    json: JsonArgument,
}

impl Arguments {
    /// What the random moves are played from, and what the file's settings say of it.
    fn book_or_lines(
        &self,
        start: Box<dyn AnyGame>,
        session: &mut Session<'_>,
    ) -> Result<(Vec<Box<dyn AnyGame>>, String)> {
        let (kind, rules) = (start.kind(), start.rules_text());
        if let Some(path) = &self.book {
            let content = openings_text(path, session)?;
            let book = book(kind, &rules, &content).of_file("--book", path)?;
            return Ok((book, format!(",book={:016x}", checksum(content.as_bytes()))));
        }
        let Some(path) = &self.lines else { return Ok((vec![start], String::new())) };
        let (mut lines, mut texts) = (Vec::new(), String::new());
        let (game, given) = (Some(kind.name), self.rules.as_deref());
        Games::open("--lines", path, game, given, session)?.each(&mut |_, game| {
            let moves = game.moves().into_iter().map(str::to_owned).collect();
            let origin = Origin { rules: game.rules.clone(), start: game.start.clone(), moves };
            let line = origin.load(kind)?;
            let found = line.rules_text();
            if found != rules {
                return Err(format!("played under {found}; expected {rules}"));
            }
            lines.push(line);
            for text in std::iter::once(game.start.as_str()).chain(game.moves()) {
                texts.extend([if texts.is_empty() { "" } else { " " }, text]);
            }
            Ok(())
        })?;
        if lines.is_empty() {
            return Err(file_failure("--lines", path, "no games; expected one at least"));
        }
        Ok((lines, format!(",lines={:016x}", checksum(texts.as_bytes()))))
    }
}

/// Games of the engine against itself that were added to a file of training data.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "self_play")]
pub(crate) struct ResultLine<'a> {
    game: &'a str,
    /// All that the file has now.
    games: u64,
    /// The games that this run added.
    added: u64,
    out: &'a str,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let kind = session.kind(&arguments.game)?;
    let Arguments { games, nodes, random_plies: plies, varied_plies, seed, balanced, unbalanced, .. } = *arguments;
    let wrong = |error: &dyn std::fmt::Display| file_failure("--out", &arguments.out, error);
    let start = start(kind, arguments.rules.as_deref())?;
    let network = arguments.network.load(kind)?;
    let by = network.map_or_else(String::new, |network| format!(",network={:016x}", network.head().checksum));
    let even = if unbalanced == UNBALANCED { String::new() } else { format!(",unbalanced={unbalanced}") };
    let part = arguments.shard.map_or_else(String::new, |shard| format!(",shard={shard}"));
    let drawn = arguments.temperature.map_or_else(String::new, |value| format!(",temperature={value}"));
    let (from, begun) = arguments.book_or_lines(start.clone(), session)?;
    let tables = match arguments.tables.load(kind)? {
        0 => String::new(),
        files => format!(",tables={files}"),
    };
    let head = DataHead {
        game: kind.name.to_owned(),
        rules: start.rules_text(),
        settings: format!(
            "nodes={nodes},random_plies={plies},varied_plies={varied_plies},balanced={balanced},seed={seed}\
             {drawn}{even}{by}{part}{tables}{begun}"
        ),
    };
    let (mut file, there) = DataFile::open(&arguments.out, &head).map_err(|error| wrong(&error))?;
    let shard = arguments.shard.unwrap_or_default();
    let step = u64::from(shard.of());
    let first = u64::from(shard.part() - 1) + there as u64 * step;
    let openings = match balanced {
        true => Openings::Random { from: start, random_starts: true, plies, seed },
        false => Openings::Unbalanced { from, truncate: arguments.lines.is_some(), plies, seed },
    };
    let threads = arguments.threads.unwrap_or_else(resources::cores);
    let varied = Varied { plies: varied_plies as usize, temperature: arguments.temperature.unwrap_or(0) };
    let brief = Some(unbalanced);
    let play = SelfPlay { openings, first, step, games, nodes, threads, varied, brief, network };
    let bar = Bar::new(session.has_terminal);
    // Games are written in the order of their numbers, so that their count says where to go on.
    let (mut next, mut waiting, mut kept) = (first, BTreeMap::new(), Ok(()));
    let played = play.play(&session.stop, &mut |game| {
        waiting.insert(game.number, DataGame::of(&game));
        while let Some(game) = waiting.remove(&next)
            && kept.is_ok()
        {
            kept = file.add(game);
            next += step;
        }
        bar.show("games", next.min(games) as f64 / games as f64);
        if kept.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(bar);
    kept.and_then(|()| file.flush()).map_err(|error| wrong(&error))?;
    played.or_input()?;
    let (added, all) = ((next - first) / step, there as u64 + (next - first) / step);
    let out = arguments.out.display().to_string();
    session.keeps(format!("{all} games are in {out}, from which the same command goes on"));
    let line = ResultLine { game: kind.name, games: all, added, out: &out };
    session.report(&line, |to| writeln!(to, "{added} games played, {all} in {out}"))?;
    session.check_stop()
}
