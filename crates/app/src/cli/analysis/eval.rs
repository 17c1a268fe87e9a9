//! `manyply eval`: the static evaluation of a position, term by term.

use crate::cli::analysis::eval_compare::{self, CompareArguments};
use crate::cli::common::failure::Failure;
use crate::cli::common::network::NetworkArgument;
use crate::cli::common::position::GameArguments;
use crate::cli::common::session::Session;
use manyply::face::AnyGame;
use manyply::nnue::NetworkRef;
use manyply_arena::service::report::{Evaluation, Term};

/// Show what the static evaluation of a position is made of
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  manyply eval minichess --moves \"c2c3 c5c4\"\n  manyply eval minichess --compare own \
    network.bin --data data.bin --svg reliability.svg\n\nEvaluations are in units of the game (a pawn, a step), from \
    each side's view; nothing is searched.\n\n--compare says which of two evaluations predicts the results of games \
    better: by log loss, each with the scale that suits it best, and by how far the chances of ten bins are from what \
    happened. 'mean' is the loss of whoever says the mean result of the phase."
)]
pub(in crate::cli) struct Arguments {
    #[command(flatten)]
    pub(in crate::cli) game: GameArguments,
    #[command(flatten)]
    network: NetworkArgument,
    #[command(flatten)]
    pub(in crate::cli) compare: CompareArguments,
    /// Print JSON lines
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

pub(in crate::cli) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    if !arguments.compare.is_empty() {
        let kind = session.kind(&arguments.game.game)?;
        return eval_compare::run(&arguments.compare, arguments.json, kind, session);
    }
    let game = arguments.game.load(session)?;
    let network = arguments.network.load(game.kind())?;
    show(&*game, network, arguments.json, session)
}

/// Shows the static evaluation of a position by a network, if not by the game's own.
pub(in crate::cli) fn show(
    game: &dyn AnyGame,
    network: Option<NetworkRef>,
    json: bool,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    let evaluation = Evaluation::of(game, network);
    if json { session.json(&evaluation) } else { print(&evaluation, session) }
}

fn print(evaluation: &Evaluation, session: &mut Session<'_>) -> Result<(), Failure> {
    if let Some(result) = &evaluation.result {
        return Ok(writeln!(session.out, "The game is over: {result}")?);
    }
    let width = evaluation.terms.iter().map(|term| term.name.len()).max().unwrap_or(0).max("total".len());
    write!(session.out, "{:width$}", "term")?;
    for side in &evaluation.sides {
        write!(session.out, " {side:>8}")?;
    }
    writeln!(session.out)?;
    let total = Term { name: "total", values: evaluation.total.clone() };
    // A game whose evaluation has no parts has its total alone.
    let parts = evaluation.terms.iter().filter(|term| term.name != total.name);
    for term in parts.chain([&total]) {
        write!(session.out, "{:width$}", term.name)?;
        for &value in &term.values {
            let sign = if value < 0 { '-' } else { '+' };
            let value = value.unsigned_abs();
            write!(session.out, " {:>8}", format!("{sign}{}.{:02}", value / 100, value % 100))?;
        }
        writeln!(session.out)?;
    }
    Ok(())
}
