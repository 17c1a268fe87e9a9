//! `manyply annotate`: a game looked at again, move by move.

use crate::cli::analysis::annotate_svg;
use crate::cli::arena::replay::{self, Loaded};
use crate::cli::common::{
    Bar, Blame, EngineArguments, Failure, JsonArgument, LimitArguments, PositionArguments, Result, Session,
    TablesArgument, check_place, file_failure, input, resources,
};
use manyply::face::AnyGame;
use manyply::formats::{Format, Ply, Recorded, Variation};
use manyply::harmless::one_line;
use manyply::search::Options;
use manyply_arena::referee::payoffs;
use manyply_arena::service::annotation::{Annotated, Annotation, Look, Said, annotate, model};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Look at a game again, move by move: what each was worth, what was better, where it was decided
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game; 'manyply games' lists them
    #[arg(required_unless_present = "recorded", conflicts_with = "recorded")]
    game: Option<String>,
    #[command(flatten)]
    position: PositionArguments,
    /// A game of a file, or all games of FILE: of a match, PGN, SGF or psq
    #[arg(long = "game", value_name = "FILE[:N]", conflicts_with_all = ["position", "random", "moves", "rules"])]
    recorded: Option<String>,
    #[command(flatten)]
    tables: TablesArgument,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    engine: EngineArguments,
    /// Also draw the chances of all sides, from the first move to the last
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also write the game with marks, comments and better lines: .pgn for every game, .sgf and .psq for gomoku
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArgument,
}

/// The time for a position, where nothing else is said.
const USUAL_TIME: Duration = Duration::from_millis(100);

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let games = match &arguments.recorded {
        Some(place) => replay::load(place, session)?,
        None => {
            let kind = session.kind(arguments.game.as_deref().unwrap_or_default())?;
            let game = arguments.position.load(kind, session)?;
            vec![Loaded { number: None, game, players: Vec::new(), notes: Vec::new() }]
        }
    };
    let Some(first) = games.first().filter(|first| first.game.ply() > 0) else {
        return Err(Failure::input("--moves: no moves; expected a game to look at, as in --moves \"m1 m2\""));
    };
    let kind = first.game.kind();
    if games.len() > 1 && arguments.svg.is_some() {
        return Err(input!("--svg: {} games; expected one, as in --game FILE:1", games.len()));
    }
    arguments.tables.load(kind)?;
    check_place("--svg", arguments.svg.as_deref())?;
    let format = match &arguments.out {
        Some(path) => {
            check_place("--out", Some(path))?;
            let format = Format::of_path(path).filter(|&format| format != Format::Archive);
            let expected =
                || file_failure("--out", path, "no such format; expected a name that ends in .pgn, .sgf or .psq");
            Some((path, format.ok_or_else(expected)?))
        }
        None => None,
    };
    let options = Options { model: model(kind.sides), ..arguments.engine.options(kind)? };
    let mut engine = resources::searcher(kind, options)?;
    let limits = arguments.limits.or(USUAL_TIME);
    if games.len() > 1 && matches!(format, Some((_, Format::Psq))) {
        return Err(input!("--out: {} games, and psq holds one; expected .pgn or .sgf", games.len()));
    }
    let (count, mut done) = (games.len(), 0);
    let mut written = String::new();
    for Loaded { number, game, players, notes } in games {
        let bar = Bar::new(session.has_terminal);
        let what = number.map_or("moves".into(), |number| format!("game {number}"));
        let look = Look {
            limits,
            scale: kind.chance_scale,
            memory: resources::solver_memory(None),
            progress: &|done, all| bar.show(&what, done as f64 / all as f64),
        };
        engine.new_game();
        let found = annotate(&mut *engine, &*game, &look, &session.stop).or_input()?;
        drop(bar);
        let Some(mut annotated) = found else { break };
        done += 1;
        annotated.number = number;
        for (m, note) in annotated.moves.iter_mut().zip(notes) {
            m.number = number;
            m.said = note.map(Said::from);
        }
        if session.json {
            annotated.moves.iter().try_for_each(|m| session.object(m))?;
        }
        session.report(&annotated, |out| print(&annotated, &players, out))?;
        if let Some((path, format)) = format {
            let recorded = recorded(&*game, &annotated, &players);
            written += &kind.write_game(format, &recorded).of_file("--out", path)?;
        }
        if let Some(path) = &arguments.svg {
            session.write_file("--svg", path, &annotate_svg::svg(&annotated, &players))?;
        }
    }
    if let Some((path, _)) = format.filter(|_| !written.is_empty()) {
        session.write_file("--out", path, written.as_bytes())?;
    }
    if done == count {
        return Ok(());
    }
    let games = format!("{done} of {count} games are printed");
    session.keeps(match arguments.out.as_ref().filter(|_| done > 0) {
        Some(path) => format!("{games}, and in {}", path.display()),
        None => games,
    });
    Err(Failure::Interrupted)
}

/// The game for a file: marks as glyphs, values as comments, and what was better as variations.
fn recorded(game: &dyn AnyGame, annotated: &Annotated, players: &[String]) -> Recorded {
    let ply = |m: &Annotation| {
        let glyph = match m.mark {
            Some("!") => Some(1),
            Some("?") => Some(2),
            Some("??") => Some(4),
            Some(_) => Some(6),
            None => None,
        };
        let better = Variation { comment: m.score.to_string(), line: m.pv.iter().cloned().map(Ply::plain).collect() };
        let is_worse = glyph.is_some() && m.played != m.bestmove && !m.pv.is_empty();
        Ply {
            played: m.played.clone(),
            glyphs: glyph.into_iter().collect(),
            comment: format!("{}, {}{}", m.after, percent(m.chance_after), said(m)),
            variations: is_worse.then_some(better).into_iter().collect(),
        }
    };
    Recorded {
        tags: vec![("Annotator".into(), concat!("manyply ", env!("CARGO_PKG_VERSION")).into())],
        players: players.to_vec(),
        rules: annotated.rules.clone(),
        start: annotated.start.clone(),
        comment: String::new(),
        line: annotated.moves.iter().map(ply).collect(),
        payoffs: game.outcome().map(|outcome| payoffs(outcome, game.kind().sides)),
    }
}

fn print(game: &Annotated, players: &[String], out: &mut dyn Write) -> io::Result<()> {
    if let Some(number) = game.number {
        writeln!(out, "game {number}")?;
    }
    for (side, player) in game.sides.iter().zip(players) {
        writeln!(out, "{side}: {}", one_line(player))?;
    }
    let width = game.moves.iter().map(|m| m.played.chars().count() + 3).max().unwrap_or(0);
    let sides = game.sides.iter().map(|side| side.len()).max().unwrap_or(0);
    for m in &game.moves {
        let Annotation { ply, side, played, after, chances, mark, .. } = m;
        let text = format!("{played} {}", mark.unwrap_or_default());
        let chances: Vec<String> = chances.iter().map(|chance| format!("{:3.0} %", 100.0 * chance)).collect();
        let after = after.to_string();
        write!(out, "{ply:>4}. {side:<sides$}  {text:<width$} {after:>10}  {}", chances.join(" "))?;
        if m.played != m.bestmove && m.mark.is_some() {
            let missed = if m.missed_win { "missed: " } else { "better: " };
            write!(out, "  {missed}{} ({})", m.pv.iter().take(6).cloned().collect::<Vec<_>>().join(" "), m.score)?;
        }
        writeln!(out, "{}", said(m))?;
    }
    writeln!(out, "\n{}", game.result.as_deref().unwrap_or("The game goes on."))?;
    if let Some(ply) = game.decided {
        writeln!(out, "decided by move {ply}, {}", game.moves[ply - 1].played)?;
    }
    for (side, mean) in game.sides.iter().zip(&game.mean_loss) {
        let Some(mean) = mean else { continue };
        let own = |mark| game.moves.iter().filter(|m| m.side == *side && m.mark == Some(mark)).count();
        let marks = ["!", "?!", "?", "??"].map(|mark| format!("{} {mark}", own(mark)));
        writeln!(out, "{side}: {} of the chance to win lost with each move; {}", percent(*mean), marks.join(", "))?;
    }
    Ok(())
}

/// What the player said of the position, behind what is found.
fn said(m: &Annotation) -> String {
    m.said
        .as_ref()
        .filter(|said| said.score.is_some())
        .map_or(String::new(), |said| format!("; the player said {}", said.note))
}

fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}
