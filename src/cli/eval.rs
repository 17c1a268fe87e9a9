//! `manyply eval`: the static evaluation of a position, term by term.

use super::failure::Failure;
use super::position::GameArguments;
use super::session::Session;
use crate::game::Side;
use serde::Serialize;

/// Show what the static evaluation of a position is made of
#[derive(clap::Args)]
#[command(
    after_help = "Example: manyply eval minichess --moves \"c2c3 c5c4\"\n\nEvaluations are in units of the game (a pawn, \
    a step), from each side's view; nothing is searched."
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) game: GameArguments,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
}

/// An evaluation for programs, in hundredths of a unit.
#[derive(Serialize)]
struct Evaluation {
    game: &'static str,
    position: String,
    /// The names of the sides, in the order of the values.
    sides: Vec<&'static str>,
    terms: Vec<TermLine>,
    total: Vec<i32>,
    /// Set, with no terms, once the game is over.
    result: Option<String>,
}

#[derive(Serialize)]
struct TermLine {
    name: &'static str,
    values: Vec<i32>,
}

pub(super) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result<(), Failure> {
    let game = arguments.game.load(session)?;
    let kind = game.kind();
    let mut evaluation = Evaluation {
        game: kind.name,
        position: game.position_text(),
        sides: kind.side_names(),
        terms: Vec::new(),
        total: Vec::new(),
        result: game.result(),
    };
    if evaluation.result.is_none() {
        let terms = game.explain().into_iter();
        evaluation.terms = terms.map(|term| TermLine { name: term.name, values: term.values }).collect();
        evaluation.total = Side::all(kind.sides).map(|side| game.evaluate(side)).collect();
    }
    if arguments.json { session.json(&evaluation) } else { print(&evaluation, session) }
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
    let total = TermLine { name: "total", values: evaluation.total.clone() };
    for term in evaluation.terms.iter().chain([&total]) {
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
