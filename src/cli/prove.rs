//! `manyply prove`: a win of the side to move as a certificate, which `manyply verify` checks.

use super::contest::file_failure;
use super::failure::Failure;
use super::position::PositionArguments;
use super::resources;
use super::session::Session;
use crate::files;
use crate::game::{Notation, Played, Position};
use crate::games::gomoku::prover::Prover;
use crate::games::gomoku::{Gomoku, Square};
use crate::search::{EngineOf, Limits, Options};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Prove that the side to move wins gomoku, with a certificate that anyone can check
#[derive(clap::Args)]
#[command(after_help = "Example: manyply prove gomoku --moves \"h8 k11 g9 l1\" --text --out one.txt\n         manyply \
    verify one.txt")]
pub(super) struct Arguments {
    /// The game: gomoku
    #[arg(value_parser = [Gomoku::NAME])]
    game: String,
    #[command(flatten)]
    position: PositionArguments,
    /// Give up after this time, as in 10s
    #[arg(long, value_name = "TIME", value_parser = resources::time)]
    time: Option<Duration>,
    /// Where to write the certificate
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write it as text: moves|hexadecimal
    #[arg(long)]
    text: bool,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let game: Played<Gomoku> = arguments.position.load(session)?;
    let started = Instant::now();
    let deadline = arguments.time.and_then(|time| started.checked_add(time));
    let stop = session.stop.clone();
    let is_over = || stop.load(Ordering::Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let mut engine = EngineOf::<Gomoku>::new(Options { hash_mib: 16, ..Options::default() });
    let mut order = |game: &Gomoku, nodes: u64| order(&mut engine, game, nodes, &stop);
    let mut prover = Prover::new(game.position().side_to_move(), &is_over);
    let found = prover.prove(game.position(), 16, &mut order);
    let moves: Vec<Square> = game.moves().collect();
    match &found {
        None => writeln!(session.out, "open, {} nodes, {:.3} s", prover.nodes(), started.elapsed().as_secs_f64())?,
        Some(tree) => {
            let name = |m: &Square| game.position().move_text(*m);
            let roots: Vec<String> = moves.iter().map(name).collect();
            let hex: String = tree.iter().map(|m| format!("{:02x}", (14 - m.y()) * 15 + m.x())).collect();
            let text = format!("{}|{hex}\n", roots.join(" "));
            writeln!(session.out, "proved, {} moves, {} nodes, {:.3} s", tree.len(), prover.nodes(), started.elapsed().as_secs_f64())?;
            if let Some(path) = &arguments.out {
                files::write(path, |out| out.write_all(text.as_bytes())).map_err(|e| file_failure("--out", path, e))?;
            }
        }
    }
    Ok(())
}

/// Moves that are worth trying, by a search.
fn order(engine: &mut EngineOf<Gomoku>, game: &Gomoku, nodes: u64, stop: &AtomicBool) -> Vec<Square> {
    let mut moves = Vec::new();
    let found = engine.search(&Played::new(game.clone()), &Limits::nodes(nodes), stop, &mut |report| {
        moves.extend(report.line.first());
    });
    moves.extend(found.best);
    moves.reverse();
    moves
}
