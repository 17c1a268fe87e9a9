//! `manyply tune --search`: fits the margins of a game's search by SPSA, and lets a match decide.

use crate::cli::common::{Bar, Blame, Checkpoint, Failure, Result, Session, Tag, input, resources, start};
use crate::cli::training::tune_arguments::Arguments;
use manyply::face::Kind;
use manyply::shard::Shard;
use manyply_arena::Openings;
use manyply_train::spsa::{Progress, Spsa};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What checkpoints call themselves.
const COMMAND: &str = "tune --search";
/// As text, the margins are printed so many times.
const PRINTED: u64 = 20;
/// The hypotheses of the match that decides.
const SPRT: &str = "0,5";

/// What a fit depends on: a checkpoint of another one is refused.
#[derive(Serialize)]
struct Fit<'a> {
    margins: BTreeMap<&'a str, i32>,
    rules: String,
    random_plies: u32,
    steps: u64,
    nodes: u64,
    seed: u64,
}

/// How far margins of the search are fitted.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "fit")]
pub(crate) struct Line<'a> {
    game: &'static str,
    /// The games played so far.
    games: u64,
    /// By their names.
    margins: BTreeMap<&'a str, f64>,
}

pub(crate) fn run(arguments: &Arguments, names: &str, kind: &'static Kind, session: &mut Session<'_>) -> Result {
    let from = start(kind, arguments.rules.as_deref())?;
    let rules_text = from.rules_text();
    let spsa = Spsa {
        names: margin_names(kind, names)?,
        start: kind.margins,
        openings: Openings::Random { from, random_starts: true, plies: arguments.random_plies, seed: arguments.seed },
        steps: arguments.games.div_ceil(kind.sides as u64),
        nodes: arguments.nodes,
        seed: arguments.seed,
        threads: arguments.threads.unwrap_or_else(resources::cores),
    };
    let first = spsa.begin();
    let fit = Fit {
        margins: spsa.names.iter().map(String::as_str).zip(first.values.iter().map(|&value| value as i32)).collect(),
        rules: rules_text.clone(),
        random_plies: arguments.random_plies,
        steps: spsa.steps,
        nodes: spsa.nodes,
        seed: spsa.seed,
    };
    let tag = || Tag::new(kind, COMMAND, Shard::WHOLE, &fit);
    let mut checkpoint = Checkpoint::<Progress>::open(arguments.checkpoint.as_deref(), tag)?;
    let is_new = checkpoint.state == Progress::default();
    let mut progress = if is_new { first.clone() } else { checkpoint.state.clone() };
    if !spsa.accepts(&progress) {
        return Err(Failure::input("--checkpoint: other margins than those of this run"));
    }
    let bar = Bar::new(session.has_terminal);
    let mut printed = progress.steps * PRINTED / spsa.steps;
    let mut problem = Ok(());
    let stop = session.stop.clone();
    let sides = kind.sides as u64;
    let run = spsa.run(&mut progress, &stop, &mut |progress| {
        // The match that decides is the other part.
        let games = (progress.steps * sides) as f64;
        bar.show("games", games / ((spsa.steps * sides + arguments.accept.unwrap_or(0)) as f64));
        checkpoint.state.clone_from(progress);
        if checkpoint.is_due() {
            problem = checkpoint.save();
        }
        if problem.is_ok() && progress.steps * PRINTED / spsa.steps > printed {
            printed = progress.steps * PRINTED / spsa.steps;
            problem = print(&spsa, progress, session);
        }
        if problem.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(bar);
    checkpoint.save()?;
    let done = format_args!("{} of {} steps are", progress.steps, spsa.steps);
    session.keeps(checkpoint.kept(done, "the margins so far are printed; --checkpoint FILE keeps the fit"));
    problem?;
    run.or_input()?;
    let (new, old) = (spsa.agent(&spsa.margins(&progress.values)), spsa.agent(&kind.margins));
    if session.is_stopped() {
        print(&spsa, &progress, session)?;
        return Err(Failure::Interrupted);
    }
    if !session.json {
        writeln!(session.out, "new: {new}\nold: {old}")?;
    }
    let Some(games) = arguments.accept else { return Ok(()) };
    let (games, seed) = (games.to_string(), (arguments.seed + 1).to_string());
    let (plies, threads) = (arguments.random_plies.to_string(), spsa.threads.to_string());
    let mut command = vec!["match", kind.name, "--a", &new, "--b", &old, "--sprt", SPRT, "--games", &games];
    command.extend(["--rules", &rules_text, "--random-plies", &plies, "--seed", &seed, "--concurrency", &threads]);
    command.extend(session.json.then_some("--json"));
    crate::cli::run_command(&command, session)
}

/// The margins to fit: those named, or all in use.
fn margin_names(kind: &Kind, text: &str) -> Result<Vec<String>> {
    let (in_use, mut start) = (Spsa::in_use(kind), kind.margins);
    let mut names: Vec<String> = Vec::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        match start.number(name) {
            Some(value) if *value > 0 && !names.iter().any(|known| known == name) => names.push(name.to_owned()),
            _ => {
                let expected = in_use.join(", ");
                let problem =
                    format!("--search: {name:?} is no margin in use, or named twice; expected some of {expected}");
                return Err(Failure::input(problem));
            }
        }
    }
    let names = if names.is_empty() { in_use } else { names };
    if names.is_empty() {
        return Err(input!("--search: {} has no margins in use", kind.name));
    }
    Ok(names)
}

fn print(spsa: &Spsa, progress: &Progress, session: &mut Session<'_>) -> Result {
    let kind = spsa.openings.kind();
    let games = progress.steps * kind.sides as u64;
    let values = || spsa.names.iter().map(String::as_str).zip(progress.values.iter().copied());
    session.report(&Line { game: kind.name, games, margins: values().collect() }, |out| {
        let margins: Vec<String> = values().map(|(name, value)| format!("{name} {value:.1}")).collect();
        writeln!(out, "{games} games: {}", margins.join(", "))
    })
}
