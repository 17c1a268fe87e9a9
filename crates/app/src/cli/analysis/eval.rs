//! `manyply eval`: the static evaluation of a position, term by term.

use crate::cli::analysis::eval_compare::{self, CompareArguments};
use crate::cli::common::{GameArguments, JsonArgument, NetworkArgument, Result, Session};
use manyply::face::AnyGame;
use manyply::nnue::NetworkRef;
use manyply_arena::service::report::{Evaluation, Term};
use std::io::{self, Write};

/// Show what the static evaluation of a position is made of
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    #[command(flatten)]
    network: NetworkArgument,
    #[command(flatten)]
    pub(crate) compare: CompareArguments,
    #[command(flatten)]
    json: JsonArgument,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    if !arguments.compare.is_empty() {
        let kind = session.kind(&arguments.game.game)?;
        return eval_compare::run(&arguments.compare, kind, session);
    }
    let game = arguments.game.load(session)?;
    let network = arguments.network.load(game.kind())?;
    show(&*game, network, session)
}

/// Shows the static evaluation of a position by a network, if not by the game's own.
pub(crate) fn show(game: &dyn AnyGame, network: Option<NetworkRef>, session: &mut Session<'_>) -> Result {
    let evaluation = Evaluation::of(game, network);
    session.report(&evaluation, |out| print(&evaluation, out))
}

fn print(evaluation: &Evaluation, out: &mut dyn Write) -> io::Result<()> {
    if let Some(result) = &evaluation.result {
        return writeln!(out, "The game is over: {result}");
    }
    let width = evaluation.terms.iter().map(|term| term.name.len()).max().unwrap_or(0).max("total".len());
    write!(out, "{:width$}", "term")?;
    for side in &evaluation.sides {
        write!(out, " {side:>8}")?;
    }
    writeln!(out)?;
    let total = Term { name: "total", values: evaluation.total.clone() };
    // A game whose evaluation has no parts has its total alone.
    let parts = evaluation.terms.iter().filter(|term| term.name != total.name);
    for term in parts.chain([&total]) {
        write!(out, "{:width$}", term.name)?;
        for &value in &term.values {
            let sign = if value < 0 { '-' } else { '+' };
            let value = value.unsigned_abs();
            write!(out, " {:>8}", format!("{sign}{}.{:02}", value / 100, value % 100))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
