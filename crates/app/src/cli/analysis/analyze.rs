//! `manyply analyze`: a deep search, reported as it goes.

use crate::cli::analysis::live::{self, Live};
use crate::cli::boards::render::print_board;
use crate::cli::common::{
    AlgorithmArgument, Bar, Blame, EngineArguments, Failure, GameArguments, JsonArgument, LimitArguments, Result,
    Session, TablesArgument, check_place, count, input, resources,
};
use manyply::face::{Algorithm, AnyEngine, AnyGame};
use manyply::formats::Content;
use manyply::search::{Level, Limits, Model, Options, Report, TableFileError, Told};
use manyply_arena::service::report::{Analysis, Head, Heartbeat, Iteration};
use manyply_arena::service::{Found, Question, analyse};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Search a position deeply for the best move
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    pub(crate) tables: TablesArgument,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgument,
    #[command(flatten)]
    pub(crate) engine: EngineArguments,
    /// Show the best K moves, each with its line
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = count::<u32>(1..=500))]
    pub(crate) multipv: u32,
    /// Consider only these moves, as in "m1 m2"
    #[arg(long, value_name = "MOVES")]
    root_moves: Option<String>,
    /// What the other sides are assumed to do, where three play: paranoid, brs, opps or maxn
    #[arg(long, value_name = "MODEL", default_value_t)]
    pub(crate) model: Model,
    /// Tell true distances of what is won or lost, with two sides: prune nothing, ask no tables; far slower
    #[arg(long, conflicts_with_all = ["file", "tables", "hash_load"])]
    pub(crate) exact: bool,
    /// Go on with a table that was kept, in its size
    #[arg(long, value_name = "FILE", conflicts_with = "hash")]
    hash_load: Option<PathBuf>,
    /// Keep the table in this file at the end
    #[arg(long, value_name = "FILE")]
    hash_save: Option<PathBuf>,
    /// Keep the table in this file about every minute and at the end: the same command goes on from there, with a table
    /// of that size
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hash_load", "hash_save", "exact"])]
    checkpoint: Option<PathBuf>,
    /// Analyse every position of a file ('-': standard input): a position (also EPD), a list of moves, or 'POSITION
    /// moves m1 m2 …' a line; or all positions of games: of a match, PGN, SGF or psq. One result a line, in order;
    /// --threads are shared out over the positions
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = ["position", "random", "moves", "root_moves", "hash_load", "hash_save", "checkpoint"]
    )]
    pub(crate) file: Option<PathBuf>,
    /// With --file: write the results to this new file, as JSON lines
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) out: Option<PathBuf>,
    /// With --out: go on with a file of results that is not finished
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    #[command(flatten)]
    json: JsonArgument,
    /// With --json: print a line, too, about once a second while no iteration ends
    #[arg(long, requires = "json", conflicts_with = "file")]
    heartbeat: bool,
    /// With --file: print a table as comma-separated values, a header first
    #[arg(long, requires = "file", conflicts_with = "json")]
    pub(crate) csv: bool,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let started = Instant::now();
    let game = arguments.game.load(session)?;
    let kind = game.kind();
    arguments.tables.load(kind)?;
    if arguments.exact && kind.sides > 2 {
        return Err(input!("--exact: {} has {} sides; expected a game of two", kind.name, kind.sides));
    }
    let moves = root_moves(&*game, arguments)?;
    let kept = arguments.kept();
    let table = arguments.hash_load.as_ref().map(|_| "--hash-load").or(kept.map(|(option, _)| option));
    if let Some(option) = table.filter(|_| arguments.algorithm.named == Some(Algorithm::Mcts)) {
        return Err(input!("{option}: Monte Carlo tree search has no table to keep"));
    }
    if let Some((option, path)) = kept {
        check_place(option, Some(path))?;
    }
    let mut searcher = searcher(&*game, arguments)?;
    if let Some(path) = &arguments.checkpoint {
        let place = path.display().to_string();
        let warn = move |error: &TableFileError| {
            // Whoever does not hear it hears of the end.
            let _ = writeln!(std::io::stderr(), "warning: {CHECKPOINT}: {place}: {error}");
        };
        searcher.keep_table(path, &*game, Box::new(warn));
    }
    let model = (searcher.algorithm() == Algorithm::AlphaBeta).then_some(arguments.model);
    if !session.json {
        print_board(&*game, session.out)?;
        if game.outcome().is_none() {
            if kind.sides > 2 && model.is_some() {
                writeln!(session.out, "\nmodel: {}, {}", arguments.model, arguments.model.summary())?;
            }
            writeln!(session.out, "\n{HEADER}")?;
        }
    }
    let margin = |time: Duration| time.saturating_sub(started.elapsed() + MARGIN.min(time / 50));
    let limits = Limits { time: arguments.limits.time.map(margin), ..arguments.limits.limits() };
    let stop = session.stop.clone();
    let bar = Bar::new(session.has_terminal);
    let question = Question {
        game: &*game,
        moves: moves.as_deref(),
        limits,
        solves: arguments.algorithm.named != Some(Algorithm::Mcts),
        memory: resources::solver_memory(None),
        progress: &|message, part| bar.show(message, part),
    };
    let (mut printed, mut depth) = (Ok(()), 0);
    // On a terminal the lines of a depth are drawn over each other; several at once over those of the depth before.
    let mut live = (session.is_screen() && !session.json).then(Live::new);
    let head = Head::of(&*game);
    let found = analyse(&mut *searcher, &question, &stop, &mut |told| {
        if printed.is_err() {
            return;
        }
        printed = match (told, &mut live) {
            (Told::Heartbeat(heartbeat), live) => {
                let mut told = Ok(());
                if let Some(live) = live {
                    live.set_status(live::status(heartbeat));
                    told = live.draw(session.out).map_err(Failure::from);
                } else {
                    bar.say(live::status(heartbeat));
                }
                if arguments.heartbeat {
                    let line = Heartbeat::of(&head, heartbeat);
                    told = session.object(&line);
                }
                told
            }
            (Told::Line(report), None) => bar.aside(|| print(&*game, report, model, session)),
            (Told::Line(report), Some(live)) => bar.aside(|| {
                if arguments.multipv == 1 && report.depth != std::mem::replace(&mut depth, report.depth) {
                    live.keep(session.out)?;
                }
                live.set(report.multipv, line_text(report));
                Ok(live.draw(session.out)?)
            }),
        };
        if printed.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    drop(bar);
    if let Some(live) = &mut live {
        live.keep(session.out)?;
    }
    let found = found.or_input()?;
    // The table is saved even if the output is closed.
    let printed = printed.and_then(|()| print_end(&*game, &found, arguments, session));
    if let Some((option, path)) = kept {
        let _waits = session.waits_for(path);
        searcher.save_table(path, &*game).of_file(option, path)?;
        let again = if option == CHECKPOINT { "the same command" } else { "--hash-load" };
        session.keeps(format!("the table is in {}, from which {again} goes on", path.display()));
    } else {
        session.keeps(format!("the table is not kept; {CHECKPOINT} FILE keeps it"));
    }
    printed?;
    session.check_stop()
}

fn print_end(game: &dyn AnyGame, found: &Found, arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let terminated = session.is_stopped();
    session.report(&Analysis { terminated, ..Analysis::of(game, arguments.model, found) }, |out| {
        found.solved_by.iter().try_for_each(|method| writeln!(out, "solved: {method}"))?;
        found.line.first().map_or(Ok(()), |bestmove| writeln!(out, "best move: {bestmove}"))
    })
}

/// What printing the last lines and ending the process may take on a busy machine; at most a fiftieth of the time.
const MARGIN: Duration = Duration::from_millis(20);

const HEADER: &str = "depth              score      nodes  nodes/s   table      time  line";

fn searcher(game: &dyn AnyGame, arguments: &Arguments) -> Result<Box<dyn AnyEngine>> {
    let options = Options {
        multipv: arguments.multipv as usize,
        model: arguments.model,
        exact: arguments.exact,
        ..arguments.engine.options(game.kind())?
    };
    // A table that is kept has the size that was asked for.
    let nodes = arguments.limits.nodes.filter(|_| arguments.kept().is_none());
    let options = nodes.map_or(options, |nodes| options.with_table_for(nodes));
    let checkpoint = arguments.checkpoint.as_deref().filter(|path| path.exists()).map(|path| (CHECKPOINT, path));
    match arguments.hash_load.as_deref().map(|path| ("--hash-load", path)).or(checkpoint) {
        // Only alpha-beta has a table to keep.
        None if arguments.kept().is_some() => resources::searcher(game.kind(), options),
        None => arguments.algorithm.player(game.kind(), options, Level::MAX),
        Some((option, path)) => {
            let loaded = game.kind().engine_with_table(options, path, game);
            loaded.of_content(option, path, &[Content::Table])
        }
    }
}

const CHECKPOINT: &str = "--checkpoint";

impl Arguments {
    /// Where the table is kept in the end, if it is, and by which option.
    fn kept(&self) -> Option<(&'static str, &Path)> {
        let save = self.hash_save.as_deref().map(|path| ("--hash-save", path));
        save.or(self.checkpoint.as_deref().map(|path| (CHECKPOINT, path)))
    }
}

/// The moves to consider: all, unless some are named.
fn root_moves(game: &dyn AnyGame, arguments: &Arguments) -> Result<Option<Vec<String>>> {
    let Some(text) = &arguments.root_moves else { return Ok(None) };
    let mut moves = Vec::new();
    for (column, word) in game.kind().split_moves(text) {
        match game.parse_move(&word) {
            Ok(m) => moves.push(m),
            Err(error) => {
                return Err(input!("--root-moves: column {column}: {error}"));
            }
        }
    }
    if moves.is_empty() { Err(Failure::input("--root-moves: no move; expected at least one")) } else { Ok(Some(moves)) }
}

fn print(game: &dyn AnyGame, report: &Report<String>, model: Option<Model>, session: &mut Session<'_>) -> Result {
    session.report(&Iteration::of(game, model, report), |out| writeln!(out, "{}", line_text(report)))
}

/// A line of an iteration, under [`HEADER`].
fn line_text(report: &Report<String>) -> String {
    format!(
        "{:>2}/{:<3} {:>16} {:>10} {:>8.2} M {:>4.1} % {:>8.3}s  {}",
        report.depth,
        report.seldepth,
        report.score_text(),
        report.nodes,
        report.nps() as f64 / 1e6,
        f64::from(report.hashfull) / 10.0,
        report.elapsed.as_secs_f64(),
        report.line_text()
    )
}
